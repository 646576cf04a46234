"""Big Two: every house rule that changes a score, every check, and the match."""

from dataclasses import replace

import pytest

from games.big_two import GAME
from games.big_two.choices import (
    Assist,
    Assistant,
    CardValue,
    Dealt,
    Direction,
    FinishDouble,
    Held,
    Jokers,
    LastCall,
    Payment,
    Target,
    TwoScope,
    Unused,
)
from games.big_two.examples import FOUR, HONG_KONG, NONE, QUADS, STRAIGHT_FLUSH, THREE, TWO, TWO_PAIRS, deal
from games.big_two.hands import Deal, LastPlay, Placings
from games.big_two.house import hand_size
from games.engine import Goal, PerSide, Seat, Seating
from tests.games.big_two_table import (
    ASSIST,
    PAIRS,
    PLACES,
    TABLE,
    TWO_SEATS,
    A,
    B,
    C,
    D,
    preset,
    problems_of,
    rules,
    sheet_of,
    totals,
)

# The score

PER_TWO = rules(unused_double=Unused.PER_TWO)
CALL = rules(last_card_call=LastCall.REQUIRED)
PENALTY = preset("penalty-to-50")
JAPANESE = rules(penalty_tiers=((13, 3), (11, 2)))  # tiers may be given in any order
MAINLAND = replace(preset("mainland"), payment=Payment.WINNER)
ONES = deal(A, 0, 1, 1, 1)
RISING = deal(A, 0, 1, 2, 3)
SPREAD = deal(A, 0, 3, 8, 11)
SPECIAL = LastPlay.TWO, LastPlay.QUADS, LastPlay.STRAIGHT_FLUSH
HELD = Deal(A, PerSide((0, 5, 6, 1)), PerSide((NONE, TWO, STRAIGHT_FLUSH, NONE)))
ENDED_ON_A_2 = replace(deal(A, 0, 3, 8, 9), last_play=LastPlay.TWO)


def deal_with_points(cards, points):
    """Return a deal that A wins, with the numbers of cards left to B, C and D and the points of all four."""
    return Deal(A, PerSide((0, *cards)), worth=PerSide(points))


SCORES = [  # hand, house rules, totals
    # A special last play doubles once, and several special cards left in one hand double only once.
    *((replace(RISING, last_play=play), HONG_KONG, (12, -2, -4, -6)) for play in SPECIAL),
    *((replace(RISING, last_play=play), preset("simple"), (6, -1, -2, -3)) for play in SPECIAL),
    (Deal(A, PerSide((0, 5, 1, 1)), PerSide((NONE, TWO | QUADS, TWO, NONE))), HONG_KONG, (13, -10, -2, -1)),
    # A special card doubles only if the house rules name it.
    (replace(HELD, held=PerSide((NONE, NONE, STRAIGHT_FLUSH, NONE))),
     rules(unused_set=frozenset({Held.STRAIGHT_FLUSH})), (18, -5, -12, -1)),
    (HELD, rules(unused_double=Unused.OFF), (12, -5, -6, -1)),
    (HELD, rules(unused_set=frozenset()), (12, -5, -6, -1)),
    # Each 2 doubles again.
    (Deal(A, PerSide((0, 3, 10, 4)), twos=PerSide((0, 1, 3, 0))), PER_TWO, (6 + 160 + 4, -6, -160, -4)),
    (deal(A, 0, 9, 10, 13), PENALTY, (0, 9, 20, 39)),
    (ONES, rules(winner_bonus=10, payment=Payment.PENALTY), (-10, 1, 1, 1)),
    # Cards left may count points by rank.
    (deal_with_points((2, 1, 1), (0, 20, 3, 1)), rules(card_value=CardValue.PUSOY), (24, -20, -3, -1)),
    (deal_with_points((2, 1, 1), (0, 29, 3, 14)), rules(card_value=CardValue.RANK15), (46, -29, -3, -14)),
    # The player who let the winner go out pays for all the losers.
    (replace(deal(A, 0, 3, 8, 1), assist=B), replace(PENALTY, assist_penalty=Assist.PAYS_ALL),
     (0, 12, 0, 0)),
    (replace(SPREAD, assist=B), HONG_KONG, (33, -3, -8, -22)),
    (replace(ENDED_ON_A_2, assist=B), ASSIST, (40, -40, 0, 0)),
    (replace(ENDED_ON_A_2, last_play=LastPlay.TWOS), ASSIST, (40, -6, -16, -18)),
    # A winner who forgot to call the last card pays for all the losers.
    (replace(SPREAD, forgot=True), replace(CALL, winner_bonus=5), (-33, 0, 0, 0)),
    (replace(SPREAD, forgot=True), HONG_KONG, (33, -3, -8, -22)),
    (replace(SPREAD, forgot=True), replace(CALL, payment=Payment.PENALTY), (33, 0, 0, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "house", "expected"), SCORES)
def test_deals_score_by_the_house_rules(hand, house, expected):
    assert totals(hand, house=house) == expected


@pytest.mark.parametrize(
    ("cards", "house", "loss"),
    [
        (9, HONG_KONG, 9),
        (10, HONG_KONG, 20),
        (12, HONG_KONG, 24),
        (13, HONG_KONG, 39),
        (11, JAPANESE, 22),
        (13, JAPANESE, 39),
        (13, rules(penalty_tiers=()), 13),
        *(
            (cards, MAINLAND, loss)
            for cards, loss in ((7, 7), (8, 16), (9, 18), (10, 30), (12, 36), (13, 52))
        ),
    ],
)
def test_penalty_steps_match_the_published_schedules(cards, house, loss):
    assert totals(deal(A, 0, cards, 1, 1), house=house)[B] == -loss


def test_three_players_have_their_own_penalty_steps():
    assert totals(deal(Seat(0), 0, 18, 1), seating=THREE) == (55, -54, -1)
    thirteen_card_rate = rules(penalty_tiers_3p=((14, 3),))
    assert totals(deal(Seat(0), 0, 14, 13), house=thirteen_card_rate, seating=THREE) == (55, -42, -13)


def test_two_players_pay_by_the_penalty_steps_for_four_players():
    assert totals(deal(Seat(1), 10, 0), seating=TWO_SEATS) == (-20, 20)
    # A player who passes draws a card, so 30 cards may be left.
    assert totals(deal(Seat(1), 30, 0), seating=TWO_SEATS) == (-90, 90)


def test_the_lowest_total_comes_first_where_penalty_points_count():
    assert GAME.lowest_first(PENALTY)
    assert not GAME.lowest_first(HONG_KONG)


# Checks

JUST_BEFORE = replace(ASSIST, assist_who=Assistant.JUST_BEFORE)
RACE = replace(JUST_BEFORE, direction=Direction.RACE)
RANK15 = rules(card_value=CardValue.RANK15)
BIG_HANDS = Deal(A, PerSide((0, 3, 4, 7)), PerSide((TWO, QUADS, STRAIGHT_FLUSH, QUADS | STRAIGHT_FLUSH)))
THREE_TWOS = replace(deal(A, 0, 3, 3, 3), twos=PerSide((0, 3, 0, 0)))
ALL_TWOS = Deal(A, PerSide((0, 3, 2, 1)), twos=PerSide((0, 2, 1, 1)), last_play=LastPlay.TWO)

CHECKED = [  # hand, house rules, the fields with problems
    (deal(A, 2, 3, 0, 1), HONG_KONG, {"left.0", "left.2"}),
    (Deal(B), HONG_KONG, {"left.0", "left.2", "left.3"}),
    (deal(A, 0, 14, 1, 1), HONG_KONG, {"left.1"}),
    # Special cards must be among those that double by the house rules, and fit in the hand.
    (HELD, rules(unused_set=frozenset({Held.STRAIGHT_FLUSH})), {"held.1"}),
    (BIG_HANDS, HONG_KONG, {"held.0", "held.1", "held.2", "held.3"}),
    (BIG_HANDS, rules(jokers=Jokers.WILD), {"held.0", "held.1", "held.2"}),
    (Deal(A, PerSide((0, 4, 5, 8)), PerSide((NONE, QUADS, STRAIGHT_FLUSH, QUADS | STRAIGHT_FLUSH))),
     HONG_KONG, set()),
    # There are four 2s, the last play included.
    (ALL_TWOS, PER_TWO, {"twos"}),
    (replace(ALL_TWOS, last_play=LastPlay.PLAIN), PER_TWO, set()),
    (ALL_TWOS, replace(PER_TWO, finish_double=FinishDouble.OFF), set()),
    (ALL_TWOS, replace(PER_TWO, decks=2), set()),
    (Deal(A, PerSide((0, 3, 2, 1)), twos=PerSide((0, 0, 3, 0))), PER_TWO, {"twos.2"}),
    (replace(THREE_TWOS, last_play=LastPlay.TWO), PER_TWO, set()),
    (replace(THREE_TWOS, last_play=LastPlay.TWOS), PER_TWO, {"twos"}),
    (replace(THREE_TWOS, last_play=LastPlay.TWOS), replace(PER_TWO, finish_two_scope=TwoScope.CONTAINS),
     set()),
    # The points must be possible for the number of cards.
    (deal_with_points((2, 1, 1), (0, 6, 3, 3)), RANK15, set()),
    (deal_with_points((2, 1, 1), (0, 30, 15, 15)), RANK15, set()),
    (deal_with_points((2, 1, 1), (1, 31, 2, 16)), RANK15, {"worth.0", "worth.1", "worth.2", "worth.3"}),
    (deal_with_points((2, 1, 1), (0, 5, 3, 3)), RANK15, {"worth.1"}),
    # The source says "after Player A has played theirs": Player A need not be next to the winner.
    *((replace(ONES, assist=seat), ASSIST, set()) for seat in (B, C, D)),
    (replace(ONES, assist=A), ASSIST, {"assist"}),
    (replace(ONES, assist=D), JUST_BEFORE, {"assist"}),
    (replace(ONES, assist=D), replace(JUST_BEFORE, direction=Direction.CLOCKWISE), set()),
    (replace(ONES, assist=D), RACE, set()),
    (replace(ONES, assist=B), RACE, set()),
    (replace(ONES, assist=C), RACE, {"assist"}),  # C is not next to the winner
    # The source: "the case of more than one card played is excluded".
    (replace(ENDED_ON_A_2, assist=B, last_play=LastPlay.TWOS), ASSIST, {"assist"}),
    (replace(ONES, assist=B, last_play=LastPlay.QUADS), ASSIST, {"assist"}),
    (replace(ONES, assist=B, forgot=True), replace(ASSIST, last_card_call=LastCall.REQUIRED), {"assist"}),
    (Placings(PerSide((1, 2, 2, 4))), PLACES, {"places"}),
    (Placings(PerSide((1, 2, 5, 4))), PLACES, {"places.2"}),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "house", "fields"), CHECKED)
def test_impossible_answers_are_refused(hand, house, fields):
    assert problems_of(hand, house).keys() == fields


def test_two_and_three_players_hold_no_more_cards_than_were_dealt():
    assert not problems_of(deal(Seat(0), 0, 18, 17), seating=THREE)
    assert problems_of(deal(Seat(0), 0, 18, 18), seating=THREE).keys() == {"left"}
    assert problems_of(deal(Seat(0), 0, 40), seating=TWO_SEATS).keys() == {"left.1"}


@pytest.mark.parametrize(
    ("dealing", "seating", "decks", "hand_cards", "extra_cards"),
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
def test_hand_sizes_match_the_rules(dealing, seating, decks, hand_cards, extra_cards):
    house = rules(deal=Dealt(dealing), decks=decks)
    assert hand_size(house, seating.seats) == (hand_cards, extra_cards)
    assert not TABLE.house_problem_fields(house, seating)


def test_jokers_are_dealt_out_too():
    assert hand_size(rules(jokers=Jokers.WILD), 3) == (18, 0)
    assert hand_size(rules(jokers=Jokers.ZERO), 4) == (13, 2)


@pytest.mark.parametrize(
    ("house", "seating", "field"),
    [
        (rules(deal=Dealt.SEVENTEEN_EXTRA), FOUR, "deal"),
        (rules(deal=Dealt.SEVENTEEN_EXTRA), TWO_SEATS, "deal"),
        (rules(deal=Dealt.SEVENTEEN_EXTRA, jokers=Jokers.WILD), THREE, "deal"),
        (rules(deal=Dealt.TWENTY_ONE), THREE, "deal"),
        (rules(deal=Dealt.GHOST), FOUR, "deal"),
        (HONG_KONG, Seating(5, 5), "decks"),
        (PAIRS, FOUR, "team_play"),
        (HONG_KONG, TWO_PAIRS, "team_play"),
        (replace(PAIRS, payment=Payment.PLACINGS), TWO_PAIRS, "team_play"),
        (replace(PLACES, target=Goal(Target.POINTS, 50)), FOUR, "target"),
        (rules(penalty_tiers=((0, 2),)), FOUR, "penalty_tiers.0.0"),
    ],
)
def test_contradictory_house_rules_are_refused(house, seating, field):
    assert field in TABLE.house_problem_fields(house, seating)


@pytest.mark.parametrize(
    ("target", "points"),
    [(Goal(Target.POINTS, 50), 50), (Goal(Target.DEALS, 50), None), (Goal(Target.NONE), None)],
)
def test_a_game_has_a_target_only_where_points_end_it(target, points):
    assert GAME.target(sheet_of(house=rules(target=target))) == points
