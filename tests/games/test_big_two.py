"""Big Two's sheet: every house rule that changes a score, every check, the match, the briefing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.big_two import GAME
from games.big_two import choices as c
from games.big_two.examples import FLUSH, FOUR, HONG_KONG, NONE, QUADS, THREE, TWO, TWO_PAIRS, deal
from games.big_two.hands import (
    Deal,
    DragonHand,
    FourTwosHand,
    LastPlay,
    MalteseDragon,
    Pairs,
    Placings,
    Redeal,
)
from games.big_two.house import House, hand_size
from games.big_two.presets import CROWD, PRESETS
from games.engine import (
    ENGLISH,
    Adjustment,
    Begun,
    Goal,
    PerSeat,
    PerSide,
    Seat,
    Seating,
    Sheet,
    Side,
    asks,
    blank,
    blanks,
    filled_in,
    from_json,
    play,
    problems,
    restored,
    say,
    stored,
    to_json,
    worth_asking,
    wrong_house,
)
from tests.strategies import records, sheets

A, B, C, D = FOUR.every_seat
TWO_SEATS = Seating(2, 2)
PAIRS = House(team_play=c.Team.PAIRS)
PLACES = House(payment=c.Payment.PLACINGS)
PRESIDENT = House(president=c.President.ON)


def preset(id):
    return next(preset.house for preset in PRESETS if preset.id == id)


def rules(**changed):
    return replace(HONG_KONG, **changed)


def sheet_of(*hands, house=HONG_KONG, seating=FOUR):
    return play(GAME, seating, house, hands)


def totals(*hands, house=HONG_KONG, seating=FOUR):
    sheet = sheet_of(*hands, house=house, seating=seating)
    assert not [row.problems for row in sheet.rows if row.problems]
    return tuple(sheet.totals)


def wrong(hand, house=HONG_KONG, seating=FOUR):
    """The boxes that are wrong, and what is said about them."""
    return {p.field: ENGLISH.read(p.words) for p in problems(GAME, hand, blank(GAME, seating, house))}


def briefed(sheet, begun=None):
    return [ENGLISH.read(said.words) for said in GAME.briefing(sheet, begun)]


def reasons(sheet, side):
    return [ENGLISH.read(b.words) for line in sheet.rows[-1].lines if line.side == side for b in line.because]


# The seed and the published schedules ----------------------------------------------


def test_the_seeds_first_example_as_a_record():
    hand = restored(GAME, {"kind": "deal", "winner": 0, "left": [0, 3, 8, 11]})
    assert totals(hand) == (33, -3, -8, -22)


def test_the_seeds_second_example_as_a_record():
    data = {
        "kind": "deal",
        "winner": 0,
        "left": [0, 3, 8, 9],
        "held": [[], [], ["two"], ["straight_flush"]],
        "last_play": "two",
    }
    assert totals(restored(GAME, data)) == (74, -6, -32, -36)


def test_every_doubling_is_told_with_the_loss():
    hand = Deal(A, PerSide((0, 11, 1, 1)), PerSide((NONE, TWO, NONE, NONE)), last_play=LastPlay.TWO)
    assert reasons(sheet_of(hand), B) == [
        "11 cards left",
        "11 cards, 10 or more: times 2",
        "Still held a 2: doubled",
        "The winner ended on a 2: doubled",
        "Paid to side 1",
    ]


@pytest.mark.parametrize("last_play", [LastPlay.TWO, LastPlay.QUADS, LastPlay.STRAIGHT_FLUSH])
def test_whatever_the_winner_ends_on_doubles_once(last_play):
    hand = replace(deal(A, 0, 1, 2, 3), last_play=last_play)
    assert totals(hand) == (12, -2, -4, -6)
    assert totals(hand, house=preset("simple")) == (6, -1, -2, -3)


def test_several_specials_in_one_hand_double_once():
    held = PerSide((NONE, TWO | QUADS, TWO, NONE))
    assert totals(Deal(A, PerSide((0, 5, 1, 1)), held)) == (13, -10, -2, -1)


def test_only_what_the_table_has_chosen_doubles():
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
def test_the_steps_of_the_published_schedules(cards, house, loses):
    assert totals(deal(A, 0, cards, 1, 1), house=house)[B] == -loses


@pytest.mark.parametrize(("cards", "loses"), [(7, 7), (8, 16), (9, 18), (10, 30), (12, 36), (13, 52)])
def test_the_mainlands_steps(cards, loses):
    house = replace(preset("mainland"), payment=c.Payment.WINNER)
    assert totals(deal(A, 0, cards, 1, 1), house=house)[B] == -loses


@pytest.mark.parametrize(("cards", "loses"), [(11, 11), (12, 24), (16, 32), (17, 51), (18, 54)])
def test_three_players_have_steps_of_their_own(cards, loses):
    assert totals(deal(Seat(0), 0, cards, 1), seating=THREE)[1] == -loses


def test_three_players_may_pay_the_thirteen_card_rate_from_fourteen_on():
    house = rules(penalty_tiers_3p=((14, 3),))
    assert totals(deal(Seat(0), 0, 14, 13), house=house, seating=THREE) == (55, -42, -13)


def test_two_players():
    assert totals(deal(Seat(1), 10, 0), seating=TWO_SEATS) == (-20, 20)
    assert totals(deal(Seat(1), 30, 0), seating=TWO_SEATS) == (-90, 90)  # passes have drawn cards


def test_the_published_pairwise_deals():
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


def test_the_winners_bonus():
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
def test_cards_left_may_count_their_worth(way, worth, gains):
    hand = Deal(A, PerSide((0, 2, 1, 1)), worth=PerSide(worth))
    assert totals(hand, house=rules(card_value=c.CardValue(way))) == gains


def test_the_worth_must_be_possible_for_so_many_cards():
    house = rules(card_value=c.CardValue.RANK15)
    hand = Deal(A, PerSide((0, 2, 1, 1)), worth=PerSide((1, 31, 2, 15)))
    assert wrong(hand, house) == {
        "worth.0": "0 cards are worth 0 to 0",
        "worth.1": "2 cards are worth 6 to 30",
        "worth.2": "1 card is worth 3 to 15",
    }


# Assistance and the last-card call ---------------------------------------------------

ASSIST = rules(assist_penalty=c.Assist.PAYS_ALL)
CALL = rules(last_card_call=c.LastCall.REQUIRED)


def test_who_let_the_winner_out_pays_for_all_and_the_others_score_nothing():
    hand = replace(deal(A, 0, 3, 8, 11), assist=B)
    sheet = sheet_of(hand, house=ASSIST)
    assert tuple(sheet.totals) == (33, -33, 0, 0)
    assert reasons(sheet, C)[0] == "side 2 let side 1 out and carries it all"


def test_pairwise_the_helper_pays_everybody_the_whole():
    house = replace(
        preset("pairwise-classic"), assist_penalty=c.Assist.PAYS_ALL, direction=c.Direction.CLOCKWISE
    )
    assert totals(replace(deal(B, 3, 0, 1, 2), assist=A), house=house) == (-18, 6, 6, 6)


def test_penalty_points_the_helper_writes_down_all():
    house = replace(preset("penalty-to-50"), assist_penalty=c.Assist.PAYS_ALL)
    assert totals(replace(deal(A, 0, 3, 8, 1), assist=B), house=house) == (0, 12, 0, 0)


def test_without_the_rule_nobody_is_asked_and_nothing_changes():
    assert totals(replace(deal(A, 0, 3, 8, 11), assist=B)) == (33, -3, -8, -22)


def test_only_the_player_before_the_winner_can_have_helped():
    assert wrong(replace(deal(A, 0, 1, 1, 1), assist=D), ASSIST) == {
        "assist": "It can only be seat 2, who plays before seat 1"
    }
    clockwise = replace(ASSIST, direction=c.Direction.CLOCKWISE)
    assert not wrong(replace(deal(A, 0, 1, 1, 1), assist=D), clockwise)
    race = replace(ASSIST, direction=c.Direction.RACE)
    assert not wrong(replace(deal(A, 0, 1, 1, 1), assist=D), race)
    assert not wrong(replace(deal(A, 0, 1, 1, 1), assist=B), race)
    assert wrong(replace(deal(A, 0, 1, 1, 1), assist=C), race) == {
        "assist": "It can only be a neighbour of seat 1"
    }


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


def test_exactly_one_player_has_gone_out():
    assert wrong(deal(A, 2, 3, 0, 1)) == {
        "left.0": "Whoever went out has no cards left",
        "left.2": "How many cards? Only one player goes out",
    }
    assert set(wrong(Deal(B))) == {"left.0", "left.2", "left.3"}


def test_nobody_has_more_than_was_dealt():
    assert wrong(deal(A, 0, 14, 1, 1)) == {"left.1": "At most 13"}
    assert not wrong(deal(Seat(0), 0, 18, 17), seating=THREE)
    assert wrong(deal(Seat(0), 0, 18, 18), seating=THREE) == {"left": "1 card more than were dealt: 17 each"}
    assert wrong(deal(Seat(0), 0, 40), seating=TWO_SEATS) == {"left.1": "At most 39"}


def test_what_is_held_must_fit_in_the_hand():
    hand = Deal(A, PerSide((0, 3, 4, 7)), PerSide((TWO, QUADS, FLUSH, QUADS | FLUSH)))
    assert wrong(hand) == {
        "held.0": "Whoever went out holds nothing",
        "held.1": "Four of a kind takes four cards",
        "held.2": "A straight flush takes five cards",
        "held.3": "Four of a kind and a straight flush take 8 cards",
    }
    fits = Deal(A, PerSide((0, 4, 5, 8)), PerSide((NONE, QUADS, FLUSH, QUADS | FLUSH)))
    assert not wrong(fits)
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
def test_how_many_cards_each_is_dealt(deal_, seating, decks, each, more):
    house = rules(deal=c.Dealt(deal_), decks=decks)
    assert hand_size(house, seating.seats) == (each, more)
    assert not wrong_house(GAME, house, seating)


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
def test_house_rules_that_do_not_go_together(house, seating, field):
    assert field in [problem.field for problem in wrong_house(GAME, house, seating)]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_every_preset_goes_with_its_seatings(preset):
    for seats, sides in preset.shapes:
        assert not wrong_house(GAME, preset.house, Seating(seats, sides))


# Hands that decide at once -------------------------------------------------------------


def test_hands_that_decide_at_once_are_refused_where_they_are_played_like_others():
    for hand in DragonHand(A), FourTwosHand(A), MalteseDragon(A):
        assert "played like any other" in wrong(hand)[""]
    assert "played at this table" in wrong(Redeal(A))[""]
    assert "who came where" in wrong(DragonHand(A), replace(PLACES, dragon=c.Dragon.WIN))[""]
    assert not wrong(FourTwosHand(A), replace(PLACES, four_twos=c.FourTwos.REDEAL))


def test_a_dragon_is_paid_as_if_nobody_had_played_a_card():
    assert totals(DragonHand(Seat(1)), house=rules(dragon=c.Dragon.WIN), seating=THREE) == (-51, 102, -51)
    low = rules(dragon=c.Dragon.WIN, penalty_tiers=(), winner_bonus=5)
    assert totals(DragonHand(A), house=low) == (44, -13, -13, -13)


def test_penalty_points_for_a_hand_that_decides_at_once():
    house = rules(payment=c.Payment.PENALTY, dragon=c.Dragon.WIN, maltese_dragon=True)
    assert totals(DragonHand(A), house=house) == (0, 39, 39, 39)
    assert totals(MalteseDragon(A, threes=True), house=house) == (39, 0, 0, 0)


def test_six_pairs_win_but_with_threes_they_lose():
    house = rules(maltese_dragon=True)
    assert totals(MalteseDragon(B), house=house) == (-39, 117, -39, -39)
    assert totals(MalteseDragon(B, threes=True), house=house) == (39, -117, 39, 39)


def test_in_pairs_a_hand_that_wins_at_once_wins_for_the_pair():
    house = replace(PAIRS, four_twos=c.FourTwos.WIN, maltese_dragon=True)
    assert totals(FourTwosHand(C), house=house, seating=TWO_PAIRS) == (78, -78)
    assert totals(MalteseDragon(B, threes=True), house=house, seating=TWO_PAIRS) == (78, -78)


@pytest.mark.parametrize(
    ("four_twos", "gains", "next_dealer"),
    [("redeal", (0, 0, 0, 0), A), ("draw", (0, 0, 0, 0), D), ("instant_win", (-39, 117, -39, -39), D)],
)
def test_all_four_twos_by_house_rule(four_twos, gains, next_dealer):
    sheet = sheet_of(FourTwosHand(B), house=rules(four_twos=c.FourTwos(four_twos)))
    assert tuple(sheet.totals) == gains
    assert GAME.dealer(sheet) == next_dealer


def test_a_weak_hand_thrown_in_scores_nothing_and_the_same_dealer_deals():
    sheet = sheet_of(Redeal(B), house=rules(redeal_weak=c.WeakHand.NO_FACES))
    assert tuple(sheet.totals) == (0, 0, 0, 0)
    assert reasons(sheet, B) == ["seat 2 threw in a weak hand"]
    assert GAME.dealer(sheet) == A


ALL_SPECIAL = {
    "dragon": c.Dragon.WIN,
    "maltese_dragon": True,
    "four_twos": c.FourTwos.DRAW,
    "redeal_weak": c.WeakHand.POINTS,
}


@pytest.mark.parametrize(
    ("house", "seating", "kinds"),
    [
        (HONG_KONG, FOUR, ["deal"]),
        (PAIRS, TWO_PAIRS, ["pairs"]),
        (PLACES, FOUR, ["placings"]),
        (rules(**ALL_SPECIAL), FOUR, ["deal", "dragon", "maltese_dragon", "four_twos", "redeal"]),
        (replace(PRESIDENT, **ALL_SPECIAL), FOUR, ["placings", "redeal"]),
        (replace(PRESIDENT, four_twos=c.FourTwos.REDEAL), FOUR, ["placings", "four_twos"]),
    ],
)
def test_a_table_is_offered_the_kinds_of_hand_it_plays(house, seating, kinds):
    assert list(GAME.kinds_at(blank(GAME, seating, house))) == kinds


# Pairs ---------------------------------------------------------------------------------


def test_the_seeds_pairs_lose_though_their_man_went_out():
    sheet = sheet_of(Pairs(D, PerSeat((4, 10, 5, 0))), house=PAIRS, seating=TWO_PAIRS)
    assert tuple(sheet.totals) == (20, -20)
    assert reasons(sheet, 0)[0] == "side 1 hold fewer cards: 9 against 10"


def test_the_last_play_doubles_only_for_the_pair_that_wins():
    lost = Pairs(D, PerSeat((4, 10, 5, 0)), last_play=LastPlay.TWO)
    assert totals(lost, house=PAIRS, seating=TWO_PAIRS) == (20, -20)
    won = Pairs(D, PerSeat((4, 1, 5, 0)), last_play=LastPlay.TWO)
    assert totals(won, house=PAIRS, seating=TWO_PAIRS) == (-18, 18)


def test_equal_counts_ask_who_won_the_shoot_out():
    tied = Pairs(A, PerSeat((0, 4, 9, 5)))
    sheet = blank(GAME, TWO_PAIRS, PAIRS)
    assert "shootout" in worth_asking(tied, sheet)
    assert list(wrong(tied, PAIRS, TWO_PAIRS)) == ["shootout"]
    assert totals(replace(tied, shootout=Side(1)), house=PAIRS, seating=TWO_PAIRS) == (-9, 9)
    assert "shootout" not in worth_asking(replace(tied, left=PerSeat((0, 4, 8, 5))), sheet)
    assert "shootout" not in worth_asking(Pairs(A), sheet)


def test_a_shoot_out_that_was_not_needed_changes_nothing():
    hand = Pairs(A, PerSeat((0, 4, 8, 5)), shootout=Side(1))
    assert totals(hand, house=PAIRS, seating=TWO_PAIRS) == (9, -9)


def test_a_pairs_own_winner_holds_nothing():
    hand = Pairs(A, PerSeat((1, 4, 0, 5)))
    assert set(wrong(hand, PAIRS, TWO_PAIRS)) == {"left.0", "left.2"}


def test_pairs_may_write_penalty_points():
    house = replace(PAIRS, payment=c.Payment.PENALTY)
    assert totals(Pairs(A, PerSeat((0, 4, 3, 5))), house=house, seating=TWO_PAIRS) == (0, 9)
    assert totals(Pairs(A, PerSeat((0, 4, 13, 5))), house=house, seating=TWO_PAIRS) == (39, 0)


# Places and President -------------------------------------------------------------------


def test_places_score_nothing_and_are_told_in_order():
    sheet = sheet_of(Placings(PerSide((2, 1, 4, 3))), house=PLACES)
    assert tuple(sheet.totals) == (0, 0, 0, 0)
    assert [line.side for line in sheet.rows[0].lines] == [B, A, D, C]
    assert ENGLISH.read(GAME.in_short(sheet.last, sheet)) == "In order: side 2, side 1, side 4, side 3"


def test_the_most_firsts_win_then_the_most_seconds():
    house = replace(PLACES, target=Goal(c.Target.DEALS, 2))
    sheet = sheet_of(Placings(PerSide((1, 2, 3, 4))), Placings(PerSide((3, 1, 2, 4))), house=house)
    assert sheet.outcome.winners == (B,)  # a first each, but a second beats a third
    assert sheet.outcome.because.rule.number == "8.5"
    assert ENGLISH.read(sheet.outcome.because.words) == "side 2 has the best places, with 1 first"


def test_equal_places_share_the_win():
    house = replace(PLACES, target=Goal(c.Target.DEALS, 2))
    sheet = sheet_of(Placings(PerSide((1, 2, 3, 4))), Placings(PerSide((2, 1, 4, 3))), house=house)
    assert sheet.outcome.winners == (A, B)


@pytest.mark.parametrize(
    ("seating", "places", "roles"),
    [
        (FOUR, (2, 1, 4, 3), ["President", "Vice-President", "Vice-Scum", "Scum"]),
        (THREE, (2, 1, 3), ["President", "no title", "Scum"]),
        (TWO_SEATS, (2, 1), ["President", "Scum"]),
    ],
)
def test_places_give_titles(seating, places, roles):
    sheet = sheet_of(Placings(PerSide(places)), house=PRESIDENT, seating=seating)
    told = [ENGLISH.read(line.because[0].words).split(": ")[1] for line in sheet.rows[0].lines]
    assert told == roles


def test_the_president_is_given_the_best_cards_from_the_second_deal_on():
    first = blank(GAME, FOUR, PRESIDENT)
    assert not [said for said in briefed(first) if "gives" in said]
    second = sheet_of(Placings(PerSide((2, 1, 4, 3))), house=PRESIDENT)
    assert [said for said in briefed(second) if "gives" in said] == [
        "side 3 gives side 2 the two highest cards",
        "side 2 gives side 3 the two lowest cards",
        "side 4 gives side 1 the highest card",
        "side 1 gives side 4 the lowest card",
    ]


def test_the_president_may_return_any_two():
    house = replace(PRESIDENT, president_returns=c.Returns.ANY)
    sheet = sheet_of(Placings(PerSide((1, 2, 3))), house=house, seating=THREE)
    assert [said for said in briefed(sheet) if "gives" in said] == [
        "side 3 gives side 1 the two highest cards",
        "side 1 then gives side 3 any two cards",
    ]


# The match --------------------------------------------------------------------------------


def test_a_match_without_an_end_goes_on():
    assert sheet_of(deal(A, 0, 13, 13, 13)).outcome is None


def test_a_match_to_so_many_points():
    house = rules(target=Goal(c.Target.POINTS, 50))
    sheet = sheet_of(deal(A, 0, 10, 3, 3), house=house)
    assert sheet.outcome is None
    assert briefed(sheet)[-1] == "The match ends when somebody has 50; the highest total is 26"
    sheet = sheet_of(deal(A, 0, 10, 3, 3), deal(A, 0, 10, 3, 3), house=house)
    assert sheet.outcome.winners == (A,)
    assert sheet.outcome.because.rule.number == "8.2"


def test_a_total_that_is_just_reached_ends_the_match():
    house = rules(target=Goal(c.Target.POINTS, 26))
    assert sheet_of(deal(A, 0, 10, 3, 3), house=house).outcome.winners == (A,)
    assert sheet_of(deal(A, 0, 10, 3, 2), house=house).outcome is None


def test_a_match_of_so_many_deals_does_not_count_those_dealt_again():
    house = rules(target=Goal(c.Target.DEALS, 2), redeal_weak=c.WeakHand.POINTS)
    sheet = sheet_of(Redeal(A), deal(A, 0, 1, 1, 1), house=house)
    assert sheet.outcome is None
    assert briefed(sheet)[-1] == "Deal 2 of 2"
    sheet = sheet_of(Redeal(A), deal(A, 0, 1, 1, 1), deal(B, 1, 0, 1, 1), house=house)
    assert sheet.outcome.winners == (A, B)  # 2 each
    assert sheet.outcome.because.rule.number == "8.4"


def test_the_lowest_total_wins_when_penalties_have_reached_the_target():
    sheet = sheet_of(deal(A, 0, 13, 12, 5), deal(A, 0, 10, 1, 2), house=preset("penalty-to-50"))
    assert sheet.outcome.winners == (A,)


@st.composite
def deals_of_any_kind(draw):
    """A sheet of any table, and any hand within bounds."""
    sheet = draw(sheets(GAME))
    kind = draw(st.sampled_from(sorted(GAME.hands)))
    return sheet, kind, draw(records(GAME.hands[kind], sheet))


# What is asked ------------------------------------------------------------------------------


def test_a_plain_table_is_asked_only_who_went_out_and_what_is_left():
    sheet = blank(GAME, FOUR, preset("pairwise-classic"))
    assert worth_asking(deal(A, 0, 1, 1, 1), sheet) == {"winner", "left"}


@pytest.mark.parametrize(
    ("house", "asked"),
    [
        (HONG_KONG, {"held", "last_play"}),
        (rules(unused_double=c.Unused.PER_TWO), {"twos", "last_play"}),
        (preset("simple"), set()),
        (replace(preset("simple"), card_value=c.CardValue.PUSOY), {"worth"}),
        (replace(preset("simple"), assist_penalty=c.Assist.PAYS_ALL), {"assist"}),
        (replace(preset("simple"), last_card_call=c.LastCall.REQUIRED), {"forgot"}),
        (rules(unused_set=frozenset()), {"last_play"}),
    ],
)
def test_each_doubling_is_asked_for_only_where_it_is_played(house, asked):
    assert worth_asking(deal(A, 0, 1, 1, 1), blank(GAME, FOUR, house)) == {"winner", "left"} | asked


def test_four_taps_fill_in_a_plain_deal():
    sheet = blank(GAME, FOUR, HONG_KONG)
    taps = {"winner": A, "left.1": 3, "left.2": 8, "left.3": 11}
    assert totals(filled_in(Deal, taps, sheet)) == (33, -3, -8, -22)
    zeros = [box.default for box in blanks(Deal, sheet) if box.path.startswith("left")]
    assert zeros == [0, 0, 0, 0]


def test_a_deal_in_a_few_words():
    sheet = sheet_of(deal(B, 3, 0, 8, 11))
    assert ENGLISH.read(GAME.in_short(sheet.last, sheet)) == "seat 2 went out; left: 3, 0, 8, 11"
    for hand, words in [
        (Pairs(A, PerSeat((0, 1, 2, 3))), "seat 1 went out; left: 0, 1, 2, 3"),
        (Redeal(C), "Dealt again for seat 3"),
        (DragonHand(C), "Dragon: seat 3"),
    ]:
        assert ENGLISH.read(GAME.in_short(hand, sheet)) == words


# The briefing ----------------------------------------------------------------------------------


def test_the_first_deal_is_led_with_the_lowest_card():
    assert briefed(blank(GAME, FOUR, HONG_KONG)) == [
        "seat 1 deals",
        "Whoever holds the 3♦ leads, and it must be in the first play",
        "10 cards left count times 2",
        "13 cards left count times 3",
    ]
    assert briefed(blank(GAME, FOUR, preset("taiwan")))[1].startswith("Whoever holds the 3♣")
    loose = rules(opening=c.Opening.ANYTHING)
    assert briefed(blank(GAME, FOUR, loose))[1] == "Whoever holds the 3♦ leads anything"


def test_later_deals_are_led_by_the_winner_or_again_by_the_lowest_card():
    assert briefed(sheet_of(deal(C, 1, 1, 0, 1)))[:2] == [
        "seat 4 deals",
        "seat 3 won the last deal and leads",
    ]
    lowest = rules(next_lead=c.NextLead.LOWEST)
    assert briefed(sheet_of(deal(C, 1, 1, 0, 1), house=lowest))[1].startswith("Whoever holds the 3♦")


@pytest.mark.parametrize(
    ("hand", "house"),
    [
        (Placings(PerSide((2, 3, 1, 4))), PLACES),
        (DragonHand(C), rules(dragon=c.Dragon.WIN)),
        (MalteseDragon(C), rules(maltese_dragon=True)),
    ],
)
def test_who_won_the_last_deal_leads_however_it_was_won(hand, house):
    assert briefed(sheet_of(hand, house=house))[1] == "seat 3 won the last deal and leads"


def test_a_deal_that_nobody_won_leaves_the_lead_where_it_was():
    house = rules(maltese_dragon=True)
    sheet = sheet_of(deal(B, 1, 0, 1, 1), MalteseDragon(C, threes=True), house=house)
    assert briefed(sheet)[1] == "seat 2 won the last deal and leads"


@pytest.mark.parametrize(("direction", "dealer"), [("ccw", D), ("cw", B), ("race", D)])
def test_the_deal_passes_on_in_the_direction_of_play(direction, dealer):
    house = rules(direction=c.Direction(direction))
    agreed = Adjustment(PerSide((1, 0, 0, 0)), "why not")
    assert GAME.dealer(sheet_of(deal(A, 0, 1, 1, 1), agreed, house=house)) == dealer


def test_while_a_deal_is_filled_in_it_says_what_each_is_left_with():
    sheet = blank(GAME, FOUR, replace(ASSIST, last_card_call=c.LastCall.REQUIRED))
    begun = Begun("deal", {"winner": A, "left.1": 10, "left.2": 2})
    assert briefed(sheet, begun) == [
        "side 2 is left with 20",
        "side 3 is left with 2",
        "seat 2 played before seat 1",
        "Did seat 1 call “last card”?",
    ]
    assert briefed(sheet, Begun("deal", {})) == []
    plain = blank(GAME, FOUR, HONG_KONG)
    assert briefed(plain, Begun("deal", {"winner": A, "left.1": 1})) == ["side 2 is left with 1"]
    assert briefed(sheet, Begun("redeal", {"by": A})) == []
    elsewhere = Begun("deal", {"winner": A, "left.1": 5})
    assert briefed(blank(GAME, FOUR, PLACES), elsewhere) == []
    assert briefed(blank(GAME, TWO_PAIRS, PAIRS), elsewhere) == []


# Presets -----------------------------------------------------------------------------------------

DIGEST = {
    "hong-kong": {},
    "malaysia": {"straight_order": "malaysia"},
    "indonesia": {"straight_order": "indonesia"},
    "taiwan": {
        "suit_order": "taiwan", "straight_order": "taiwan", "flush_order": "off",
        "five_card_mixing": "same_type_only", "bombs": "quads_sf_over_all",
    },
    "philippines": {
        "suit_order": "pusoy", "flush_order": "suit", "straight_order": "indonesia", "card_value": "pusoy",
    },
    "hawaii": {"suit_order": "pusoy", "payment": "placings"},
    "vietnam": {"suit_order": "viet", "straight_order": "no_twos", "smackdown": "single_2S"},
    "mainland": {
        "straight_order": "natural", "penalty_tiers": [[8, 2], [10, 3], [13, 4]], "payment": "pairwise",
        "unused_double": "off", "finish_double": "off",
    },
    "da-lao-er": {
        "flush_order": "off", "five_card_mixing": "same_type_only", "bombs": "quads_sf_over_all",
        "penalty_tiers": [[11, 2]],
    },
    "pairwise-classic": {"payment": "pairwise", "unused_double": "off", "finish_double": "off"},
    "penalty-to-50": {
        "payment": "penalty_only", "target": "points:50", "flush_order": "suit", "straight_order": "natural",
    },
    "simple": {"unused_double": "off", "finish_double": "off"},
    "team": {"team_play": "pairs"},
    "president": {"president": "on"},
    "placings": {"payment": "placings"},
    "two-decks": {"decks": 2},
    "custom": {},
}  # fmt: skip


def test_the_seeds_preset_is_offered_first_and_holds_the_digests_defaults():
    assert PRESETS[0].id == "hong-kong"
    assert to_json(House()) == {
        "deal": "by_seats", "direction": "ccw", "decks": 1, "jokers": "off", "suit_order": "hk",
        "straight_order": "hk", "straight_lengths": "five", "flush_order": "rank",
        "flush_vs_straight": "flush_over", "five_card_mixing": "by_category", "triples": "allowed",
        "quads_form": "with_kicker", "two_pair_4": False, "junk_five": [], "five_alike_top": False,
        "equal_play": False, "bombs": "off", "smackdown": "off", "bomb_turns_twos_low": False,
        "opening": "must_include_lowest", "next_lead": "winner", "pass_rule": "free",
        "trick_end": "all_pass", "three_threes": False, "finish_with_two": "allowed",
        "last_card_call": "off", "redeal_weak": "off", "four_twos": "play_on", "dragon": "off",
        "maltese_dragon": False, "payment": "winner_takes", "penalty_tiers": [[10, 2], [13, 3]],
        "penalty_tiers_3p": [[12, 2], [17, 3]], "card_value": "count", "unused_double": "any_once",
        "unused_set": ["quads", "straight_flush", "two"], "finish_double": "once",
        "finish_two_scope": "only_twos", "winner_bonus": 0, "assist_penalty": "off",
        "assist_scope": "single_only", "team_play": "off", "president": "off",
        "president_returns": "lowest_two", "target": "none",
    }  # fmt: skip


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_presets_differ_from_the_defaults_as_the_digest_says(preset):
    assert to_json(preset.house) == {**to_json(House()), **DIGEST[preset.id]}


def test_there_are_no_other_presets():
    assert {preset.id for preset in PRESETS} == set(DIGEST)


def test_two_packs_are_for_up_to_eight():
    for seats, sides in CROWD:
        sheet = sheet_of(
            deal(Seat(0), 0, *[1] * (seats - 1)), house=preset("two-decks"), seating=Seating(seats, sides)
        )
        assert sheet.totals[0] == seats - 1


@given(deals_of_any_kind())
def test_what_is_offered_is_not_refused_as_a_kind_and_what_is_refused_is_not_offered(table):
    sheet, kind, hand = table
    refused = "" in {problem.field for problem in problems(GAME, hand, sheet)}
    assert refused == (kind not in GAME.kinds_at(sheet))


# Promises ------------------------------------------------------------------------------------------


@st.composite
def deals(draw, zero_sum):
    seats = draw(st.sampled_from([2, 3, 4]))
    house = rules(
        payment=draw(st.sampled_from(zero_sum)),
        unused_double=draw(st.sampled_from(c.Unused)),
        finish_double=draw(st.sampled_from(c.FinishDouble)),
        card_value=c.CardValue.COUNT,
        assist_penalty=draw(st.sampled_from(c.Assist)),
        direction=draw(st.sampled_from(c.Direction)),
        dragon=c.Dragon.WIN,
        four_twos=draw(st.sampled_from([c.FourTwos.WIN, c.FourTwos.DRAW, c.FourTwos.REDEAL])),
        maltese_dragon=True,
        penalty_tiers=draw(st.sampled_from([((10, 2), (13, 3)), ((8, 2), (10, 3), (13, 4)), ((11, 2),), ()])),
    )
    seating = Seating(seats, seats)
    seat = draw(st.sampled_from(seating.every_seat))
    if draw(st.integers(0, 4)) == 0:
        hand = draw(
            st.sampled_from([DragonHand(seat), FourTwosHand(seat), MalteseDragon(seat, draw(st.booleans()))])
        )
        return seating, house, hand
    left = seating.per_side(lambda side: 0 if side == seat else draw(st.integers(1, 13)))
    held = seating.per_side(
        lambda side: NONE if side == seat or left[side] < 8 else draw(st.frozensets(st.sampled_from(c.Held)))
    )
    twos = seating.per_side(lambda side: 0 if side == seat else draw(st.integers(0, 1)))
    last_play = draw(st.sampled_from([LastPlay.PLAIN, LastPlay.TWO]))
    helpers = [None, *(other for other in seating.every_seat if other != seat)]
    hand = Deal(seat, left, held, twos, last_play=last_play, assist=draw(st.sampled_from(helpers)))
    return seating, house, hand


@given(deals([c.Payment.WINNER, c.Payment.PAIRWISE]))
def test_what_is_paid_is_received_helper_or_not(given_):
    seating, house, hand = given_
    sheet = play(GAME, seating, house, [hand])
    assert sum(sheet.totals) == 0


@given(deals([c.Payment.WINNER]))
def test_only_the_winner_gains(given_):
    seating, house, hand = given_
    sheet = play(GAME, seating, house, [hand])
    if isinstance(hand, Deal) and not sheet.rows[0].problems:
        assert all(sheet.totals[side] <= 0 for side in seating.others(Side(hand.winner)))
        assert sheet.totals[hand.winner] > 0


@given(deals([c.Payment.PAIRWISE]))
def test_pairwise_is_the_sum_of_all_less_a_share_for_each(given_):
    seating, house, hand = given_
    house = replace(house, assist_penalty=c.Assist.OFF)
    winner_takes = play(GAME, seating, replace(house, payment=c.Payment.WINNER), [hand]).totals
    pairwise = play(GAME, seating, house, [hand]).totals
    if isinstance(hand, Deal) and sum(map(abs, winner_takes)):
        losses = [0 if side == hand.winner else -winner_takes[side] for side in seating.every_side]
        assert list(pairwise) == [sum(losses) - seating.seats * loss for loss in losses]


@given(deals([c.Payment.PENALTY]))
def test_penalties_are_never_negative(given_):
    seating, house, hand = given_
    sheet = play(GAME, seating, house, [hand])
    assert min(sheet.totals) == 0


def test_the_rules_are_filled_in_with_the_tables_own():
    def told(number, house):
        rule = next(rule for rule in GAME.rulebook if rule.number == number)
        return ENGLISH.read(say(rule.text, **{q.name: getattr(house, q.name) for q in asks(House)}))

    assert told("6.3", preset("mainland")).endswith(
        "times so much: 8:2, 10:3, 13:4; with three players 12:2, 17:3."
    )
    assert told("1.2", preset("vietnam")) == "Suits break ties, from low to high: ♠ ♣ ♦ ♥."
    assert told("8.1", preset("penalty-to-50")) == "The match goes on: to 50 points."


def test_house_rules_are_stored_as_the_digest_writes_them():
    data = {"penalty_tiers": [[8, 2]], "target": "deals:20", "unused_set": ["two"], "junk_five": ["sisters"]}
    house = from_json(House, {**to_json(House()), **data})
    assert house.penalty_tiers == ((8, 2),)
    assert house.target == Goal(c.Target.DEALS, 20)
    assert stored(GAME, Redeal(A)) == {"kind": "redeal", "by": 0}
    assert isinstance(Sheet(FOUR, house), Sheet)


# Settling up ------------------------------------------------------------------


def test_what_was_paid_is_settled_as_it_stands_and_penalties_by_the_differences():
    agreed = Adjustment(PerSide((33, -3, -22, -8)), "so far")
    four = Seating(4, 4)
    assert GAME.settling(play(GAME, four, House(), (agreed,))).points == (33, -3, -22, -8)
    written = Adjustment(PerSide((0, 3, 22, 8)), "so far")
    penalties = replace(House(), payment=c.Payment.PENALTY)
    # 33 in all: 33 less four times one's own.
    assert GAME.settling(play(GAME, four, penalties, (written,))).points == (33, 21, -55, 1)
    assert GAME.settling(play(GAME, four, replace(House(), payment=c.Payment.PLACINGS), ())) is None
