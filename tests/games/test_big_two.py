"""Big Two: every house rule that changes a score, every check, and the match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.big_two import GAME
from games.big_two import choices as c
from games.big_two.examples import FLUSH, FOUR, HONG_KONG, NONE, QUADS, THREE, TWO, TWO_PAIRS, deal
from games.big_two.hands import (
    Deal,
    LastPlay,
    Pairs,
    Placings,
)
from games.big_two.house import hand_size
from games.big_two.presets import PRESETS
from games.engine import (
    Goal,
    PerSeat,
    PerSide,
    Seat,
    Seating,
    empty_sheet,
    house_problems,
    restore_hand,
)
from tests.games.big_two_table import (
    ASSIST,
    PAIRS,
    PLACES,
    PRESIDENT,
    TWO_SEATS,
    A,
    B,
    C,
    D,
    preset,
    reasons,
    rules,
    sheet_of,
    totals,
    wrong,
)

# The seed and the published schedules ----------------------------------------------


def test_the_seeds_first_example_as_a_record():
    hand = restore_hand(GAME, {"kind": "deal", "winner": 0, "left": [0, 3, 8, 11]})
    assert totals(hand) == (33, -3, -8, -22)


def test_the_seeds_second_example_as_a_record():
    data = {
        "kind": "deal",
        "winner": 0,
        "left": [0, 3, 8, 9],
        "held": [[], [], ["two"], ["straight_flush"]],
        "last_play": "two",
    }
    assert totals(restore_hand(GAME, data)) == (74, -6, -32, -36)


def test_a_loss_lists_each_doubling():
    hand = Deal(A, PerSide((0, 11, 1, 1)), PerSide((NONE, TWO, NONE, NONE)), last_play=LastPlay.TWO)
    assert reasons(sheet_of(hand), B) == [
        "11 cards left",
        "11 cards, 10 or more: times 2",
        "Still held a 2: doubled",
        "Last play: 2, doubled",
        "Paid to side 1",
    ]


@pytest.mark.parametrize("last_play", [LastPlay.TWO, LastPlay.QUADS, LastPlay.STRAIGHT_FLUSH])
def test_a_special_last_play_doubles_once(last_play):
    hand = replace(deal(A, 0, 1, 2, 3), last_play=last_play)
    assert totals(hand) == (12, -2, -4, -6)
    assert totals(hand, house=preset("simple")) == (6, -1, -2, -3)


def test_several_specials_in_one_hand_double_once():
    cards_held = PerSide((NONE, TWO | QUADS, TWO, NONE))
    assert totals(Deal(A, PerSide((0, 5, 1, 1)), cards_held)) == (13, -10, -2, -1)


def test_only_the_chosen_cards_double():
    hand = Deal(A, PerSide((0, 5, 6, 1)), PerSide((NONE, TWO, FLUSH, NONE)))
    house = rules(unused_set=frozenset({c.Held.STRAIGHT_FLUSH}))
    assert wrong(hand, house) == {"held.1": "Not played at this table"}
    assert totals(replace(hand, held=PerSide((NONE, NONE, FLUSH, NONE))), house=house) == (18, -5, -12, -1)
    assert totals(hand, house=rules(unused_double=c.Unused.OFF)) == (12, -5, -6, -1)
    assert totals(hand, house=rules(unused_set=frozenset())) == (12, -5, -6, -1)


def test_each_two_doubles_again_where_each_counts():
    house = rules(unused_double=c.Unused.PER_TWO)
    hand = Deal(A, PerSide((0, 3, 10, 4)), twos=PerSide((0, 1, 3, 0)))
    assert totals(hand, house=house) == (6 + 160 + 4, -6, -160, -4)


@pytest.mark.parametrize(
    ("cards", "house", "loses"),
    [
        (9, HONG_KONG, 9),
        (10, HONG_KONG, 20),
        (12, HONG_KONG, 24),
        (13, HONG_KONG, 39),
        (10, preset("da-lao-er"), 10),
        (11, preset("da-lao-er"), 22),
        (13, preset("da-lao-er"), 26),
        (11, rules(penalty_tiers=((13, 3), (11, 2))), 22),  # the Japanese steps, in any order
        (13, rules(penalty_tiers=((13, 3), (11, 2))), 39),
        (13, rules(penalty_tiers=()), 13),
    ],
)
def test_penalty_steps_match_the_published_schedules(cards, house, loses):
    assert totals(deal(A, 0, cards, 1, 1), house=house)[B] == -loses


@pytest.mark.parametrize(("cards", "loses"), [(7, 7), (8, 16), (9, 18), (10, 30), (12, 36), (13, 52)])
def test_mainland_penalty_steps_multiply_the_cards(cards, loses):
    house = replace(preset("mainland"), payment=c.Payment.WINNER)
    assert totals(deal(A, 0, cards, 1, 1), house=house)[B] == -loses


@pytest.mark.parametrize(("cards", "loses"), [(11, 11), (12, 24), (16, 32), (17, 51), (18, 54)])
def test_three_players_have_steps_of_their_own(cards, loses):
    assert totals(deal(Seat(0), 0, cards, 1), seating=THREE)[1] == -loses


def test_three_players_may_pay_the_thirteen_card_rate_from_fourteen_on():
    house = rules(penalty_tiers_3p=((14, 3),))
    assert totals(deal(Seat(0), 0, 14, 13), house=house, seating=THREE) == (55, -42, -13)


def test_two_players_pay_by_the_same_steps():
    assert totals(deal(Seat(1), 10, 0), seating=TWO_SEATS) == (-20, 20)
    assert totals(deal(Seat(1), 30, 0), seating=TWO_SEATS) == (-90, 90)  # passes have drawn cards


def test_pairwise_payment_matches_the_published_deals():
    assert totals(deal(A, 0, 1, 8, 12), house=preset("mainland")) == (53, 49, -11, -91)
    assert totals(deal(C, 5, 8, 0, 12), house=preset("mainland")) == (37, -7, 57, -87)
    assert totals(deal(A, 0, 11, 12, 13), house=preset("pairwise-classic")) == (85, -3, -11, -71)


def test_pairwise_reasons_name_both_and_the_difference():
    sheet = sheet_of(deal(A, 0, 1, 2, 2), house=preset("pairwise-classic"))
    assert reasons(sheet, B)[0] == "1 against 0, to side 1"
    assert "1 against 2, from side 3" in reasons(sheet, B)


def test_penalty_points_are_written_by_losers_alone():
    house = preset("penalty-to-50")
    assert totals(deal(A, 0, 9, 10, 13), house=house) == (0, 9, 20, 39)
    assert GAME.lowest_first(house)
    assert not GAME.lowest_first(HONG_KONG)


def test_the_winner_may_get_a_bonus():
    assert totals(deal(A, 0, 1, 1, 1), house=rules(winner_bonus=5)) == (8, -1, -1, -1)
    assert totals(deal(A, 0, 1, 1, 1), house=rules(winner_bonus=10, payment=c.Payment.PENALTY)) == (
        -10,
        1,
        1,
        1,
    )


@pytest.mark.parametrize(
    ("way", "worth", "gains"),
    [
        ("pusoy", (0, 20, 3, 1), (24, -20, -3, -1)),
        ("rank15", (0, 29, 3, 14), (46, -29, -3, -14)),
    ],
)
def test_cards_left_may_count_by_their_points(way, worth, gains):
    hand = Deal(A, PerSide((0, 2, 1, 1)), worth=PerSide(worth))
    assert totals(hand, house=rules(card_value=c.CardValue(way))) == gains


def test_the_points_must_be_possible_for_the_number_of_cards():
    house = rules(card_value=c.CardValue.RANK15)
    hand = Deal(A, PerSide((0, 2, 1, 1)), worth=PerSide((1, 31, 2, 15)))
    assert wrong(hand, house) == {
        "worth.0": "0 cards are worth 0 to 0",
        "worth.1": "2 cards are worth 6 to 30",
        "worth.2": "1 card is worth 3 to 15",
    }


# Assistance and the last-card call ---------------------------------------------------

CALL = rules(last_card_call=c.LastCall.REQUIRED)


def test_the_player_who_let_the_winner_out_pays_for_all():
    hand = replace(deal(A, 0, 3, 8, 11), assist=B)
    sheet = sheet_of(hand, house=ASSIST)
    assert tuple(sheet.totals) == (33, -33, 0, 0)
    assert reasons(sheet, C)[0] == "side 2 let side 1 out and pays for everyone"


def test_pairwise_the_helper_pays_everybody_the_whole():
    house = replace(
        preset("pairwise-classic"), assist_penalty=c.Assist.PAYS_ALL, direction=c.Direction.CLOCKWISE
    )
    assert totals(replace(deal(B, 3, 0, 1, 2), assist=A), house=house) == (-18, 6, 6, 6)


def test_with_penalty_points_the_helper_writes_all_losses():
    house = replace(preset("penalty-to-50"), assist_penalty=c.Assist.PAYS_ALL)
    assert totals(replace(deal(A, 0, 3, 8, 1), assist=B), house=house) == (0, 12, 0, 0)


def test_without_the_assistance_rule_nothing_is_asked():
    assert totals(replace(deal(A, 0, 3, 8, 11), assist=B)) == (33, -3, -8, -22)


def test_only_the_player_before_the_winner_can_have_helped():
    before = replace(ASSIST, assist_who=c.Assistant.JUST_BEFORE)
    assert wrong(replace(deal(A, 0, 1, 1, 1), assist=D), before) == {
        "assist": "It can only be seat 2, who plays before seat 1"
    }
    clockwise = replace(before, direction=c.Direction.CLOCKWISE)
    assert not wrong(replace(deal(A, 0, 1, 1, 1), assist=D), clockwise)
    race = replace(before, direction=c.Direction.RACE)
    assert not wrong(replace(deal(A, 0, 1, 1, 1), assist=D), race)
    assert not wrong(replace(deal(A, 0, 1, 1, 1), assist=B), race)
    assert wrong(replace(deal(A, 0, 1, 1, 1), assist=C), race) == {
        "assist": "It can only be a neighbour of seat 1"
    }


def test_a_helper_may_sit_further_away_if_the_others_passed():
    """The seed says "after Player A has played theirs", not who sits next."""
    for helper in B, C, D:
        assert not wrong(replace(deal(A, 0, 1, 1, 1), assist=helper), ASSIST)
    assert wrong(replace(deal(A, 0, 1, 1, 1), assist=A), ASSIST) == {
        "assist": "seat 1 went out, and can have let out nobody"
    }
    assert totals(replace(deal(A, 0, 3, 8, 11), assist=C), house=ASSIST) == (33, 0, -33, 0)


def test_only_a_single_2_can_be_blamed_on_a_helper():
    """The seed: "the case of more than one card played is excluded"."""
    lone = replace(deal(A, 0, 3, 8, 9), assist=B, last_play=LastPlay.TWO)
    assert totals(lone, house=ASSIST) == (40, -40, 0, 0)
    pair = replace(lone, last_play=LastPlay.TWOS)
    assert list(wrong(pair, ASSIST)) == ["assist"]
    assert totals(replace(pair, assist=None), house=ASSIST) == (40, -6, -16, -18)


def test_a_pair_of_2s_that_ended_the_deal_cannot_be_held_by_others_too():
    house = rules(unused_double=c.Unused.PER_TWO)
    three = replace(deal(A, 0, 3, 3, 3), twos=PerSide((0, 3, 0, 0)))
    assert not wrong(replace(three, last_play=LastPlay.TWO), house)
    assert list(wrong(replace(three, last_play=LastPlay.TWOS), house)) == ["twos"]
    loose = replace(house, finish_two_scope=c.TwoScope.CONTAINS)
    assert not wrong(replace(three, last_play=LastPlay.TWOS), loose)


def test_nobody_is_blamed_for_more_than_one_card_or_for_a_forgotten_call():
    bomb = replace(deal(A, 0, 1, 1, 1), assist=B, last_play=LastPlay.QUADS)
    assert wrong(bomb, ASSIST) == {"assist": "Nobody is blamed for letting out a play of more than one card"}
    both = replace(ASSIST, last_card_call=c.LastCall.REQUIRED)
    forgot = replace(deal(A, 0, 1, 1, 1), assist=B, forgot=True)
    assert list(wrong(forgot, both)) == ["assist"]


def test_a_winner_who_forgot_to_call_carries_it_all():
    hand = replace(deal(A, 0, 3, 8, 11), forgot=True)
    assert totals(hand, house=CALL) == (-33, 0, 0, 0)
    assert totals(hand, house=replace(CALL, winner_bonus=5)) == (-33, 0, 0, 0)
    assert totals(hand) == (33, -3, -8, -22)
    assert totals(hand, house=replace(CALL, payment=c.Payment.PENALTY)) == (33, 0, 0, 0)
    pairwise = replace(preset("pairwise-classic"), last_card_call=c.LastCall.REQUIRED)
    assert totals(replace(deal(A, 0, 1, 1, 1), forgot=True), house=pairwise) == (-9, 3, 3, 3)


# Checks ------------------------------------------------------------------------------


def test_exactly_one_player_goes_out():
    assert wrong(deal(A, 2, 3, 0, 1)) == {
        "left.0": "Whoever went out has no cards left",
        "left.2": "How many cards? Only one player goes out",
    }
    assert set(wrong(Deal(B))) == {"left.0", "left.2", "left.3"}


def test_a_hand_cannot_hold_more_cards_than_dealt():
    assert wrong(deal(A, 0, 14, 1, 1)) == {"left.1": "At most 13"}
    assert not wrong(deal(Seat(0), 0, 18, 17), seating=THREE)
    assert wrong(deal(Seat(0), 0, 18, 18), seating=THREE) == {"left": "1 card more than were dealt: 17 each"}
    assert wrong(deal(Seat(0), 0, 40), seating=TWO_SEATS) == {"left.1": "At most 39"}


def test_cards_held_must_fit_in_the_hand():
    hand = Deal(A, PerSide((0, 3, 4, 7)), PerSide((TWO, QUADS, FLUSH, QUADS | FLUSH)))
    assert wrong(hand) == {
        "held.0": "Whoever went out holds nothing",
        "held.1": "Four of a kind takes four cards",
        "held.2": "A straight flush takes five cards",
        "held.3": "Four of a kind and a straight flush take 8 cards",
    }
    possible = Deal(A, PerSide((0, 4, 5, 8)), PerSide((NONE, QUADS, FLUSH, QUADS | FLUSH)))
    assert not wrong(possible)
    assert "held.3" not in wrong(hand, rules(jokers=c.Jokers.WILD))


def test_there_are_four_twos_the_last_play_included():
    house = rules(unused_double=c.Unused.PER_TWO)
    hand = Deal(A, PerSide((0, 3, 2, 1)), twos=PerSide((0, 2, 1, 1)), last_play=LastPlay.TWO)
    assert wrong(hand, house) == {"twos": "There are only 4 2s, the winner's last play included"}
    assert not wrong(replace(hand, last_play=LastPlay.PLAIN), house)
    assert not wrong(hand, replace(house, finish_double=c.FinishDouble.OFF))
    assert not wrong(hand, replace(house, decks=2))
    assert wrong(replace(hand, twos=PerSide((0, 0, 3, 0)), last_play=LastPlay.PLAIN), house) == {
        "twos.2": "More 2s than cards"
    }


def test_each_table_writes_its_own_kind_of_deal():
    plain, pairs, places = (
        deal(A, 0, 1, 1, 1),
        Pairs(A, PerSeat((0, 1, 1, 1))),
        Placings(PerSide((1, 2, 3, 4))),
    )
    assert "counts cards" in wrong(pairs)[""]
    assert "counts cards" in wrong(places)[""]
    assert "plays for places" in wrong(plain, PLACES)[""]
    assert "plays for places" in wrong(plain, PRESIDENT)[""]
    for hand in (Deal(A, PerSide((0, 1))), Placings(PerSide((1, 2)))):
        assert "plays in pairs" in wrong(hand, PAIRS, TWO_PAIRS)[""]


def test_each_place_goes_to_one_player():
    assert wrong(Placings(PerSide((1, 2, 2, 4))), PLACES) == {"places": "Each place goes to one player"}
    assert wrong(Placings(PerSide((1, 2, 5, 4))), PLACES) == {"places.2": "At most 4"}


@pytest.mark.parametrize(
    ("deal_", "seating", "decks", "each", "more"),
    [
        ("by_seats", FOUR, 1, 13, 0),
        ("by_seats", THREE, 1, 17, 1),
        ("by_seats", TWO_SEATS, 1, 13, 26),
        ("by_seats", Seating(8, 8), 2, 13, 0),
        ("by_seats", Seating(7, 7), 2, 14, 6),
        ("13_each", THREE, 1, 13, 0),
        ("17_extra_to_3D", THREE, 1, 17, 1),
        ("17_extra_discarded", THREE, 1, 17, 0),
        ("17_extra_discarded", TWO_SEATS, 1, 17, 0),
        ("13_ghost", THREE, 1, 13, 0),
        ("13_draw_on_pass", THREE, 1, 13, 13),
        ("21_each", TWO_SEATS, 1, 21, 0),
        ("whole_pack", TWO_SEATS, 1, 26, 0),
    ],
)
def test_hand_sizes_match_the_rules(deal_, seating, decks, each, more):
    house = rules(deal=c.Dealt(deal_), decks=decks)
    assert hand_size(house, seating.seats) == (each, more)
    assert not house_problems(GAME, house, seating)


def test_jokers_are_dealt_out_too():
    assert hand_size(rules(jokers=c.Jokers.WILD), 3) == (18, 0)
    assert hand_size(rules(jokers=c.Jokers.ZERO), 4) == (13, 2)


@pytest.mark.parametrize(
    ("house", "seating", "field"),
    [
        (rules(deal=c.Dealt.SEVENTEEN_EXTRA), FOUR, "deal"),
        (rules(deal=c.Dealt.SEVENTEEN_EXTRA), TWO_SEATS, "deal"),
        (rules(deal=c.Dealt.SEVENTEEN_EXTRA, jokers=c.Jokers.WILD), THREE, "deal"),
        (rules(deal=c.Dealt.TWENTY_ONE), THREE, "deal"),
        (rules(deal=c.Dealt.GHOST), FOUR, "deal"),
        (HONG_KONG, Seating(5, 5), "decks"),
        (PAIRS, FOUR, "team_play"),
        (HONG_KONG, TWO_PAIRS, "team_play"),
        (replace(PAIRS, payment=c.Payment.PLACINGS), TWO_PAIRS, "team_play"),
        (replace(PLACES, target=Goal(c.Target.POINTS, 50)), FOUR, "target"),
        (rules(penalty_tiers=((0, 2),)), FOUR, "penalty_tiers.0.0"),
    ],
)
def test_contradictory_house_rules_are_refused(house, seating, field):
    assert field in [problem.field for problem in house_problems(GAME, house, seating)]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_every_preset_is_valid_for_its_seatings(preset):
    for seats, sides in preset.shapes:
        assert not house_problems(GAME, preset.house, Seating(seats, sides))


def test_a_game_has_a_target_only_where_points_end_it():
    for kind, n in ((c.Target.POINTS, 50), (c.Target.DEALS, None), (c.Target.NONE, None)):
        house = rules(target=Goal(kind, 50 if kind is not c.Target.NONE else None))
        assert GAME.target(empty_sheet(GAME, FOUR, house)) == n
