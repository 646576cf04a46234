"""Rummy as its published sources describe it: every option, preset, check and dispute."""

from dataclasses import replace

import pytest

from games.engine import (
    Cards,
    PerSide,
    Seating,
    Sheet,
)
from games.rummy import GAME
from games.rummy.examples import THREE, TWO, cards, points_left
from games.rummy.hands import Blocked, ByCards, Out, card_keys, dealt_each
from games.rummy.house import (
    PRESETS,
    AceRank,
    BlockScoring,
    Deal,
    End,
    GoingRummy,
    GoOut,
    House,
    LayOff,
    PerTurn,
    Scoring,
    StockOut,
    TakeBack,
    Tie,
)
from games.rummy.referee import (
    Addition,
    LayingOff,
    Melds,
    Miscount,
    PayFacts,
    SomeCards,
    WentRummy,
)
from tests.games.table import Table

A, B, C = THREE.every_seat
PENALTY = House(scoring=Scoring.LOSERS_PENALTY)
BLOCKED = House(stock_out=StockOut.BLOCK)


TABLE = Table(GAME, House(), THREE)
questions_of = TABLE.questions_of
winners_and_rule = TABLE.winners_and_rule
check_rulings = TABLE.check_rulings


# The end


def test_the_first_to_reach_the_points_agreed_on_wins():
    first = Out(A, points_left(0, 40, 30))
    assert winners_and_rule(first, Out(A, points_left(0, 20, 9))) is None
    assert winners_and_rule(first, Out(A, points_left(0, 20, 10))) == ((0,), "6.1")


def test_a_game_may_end_after_a_number_of_deals():
    house = House(end=End.HANDS, hands=3)
    deals = (Out(A, points_left(0, 40, 30)), Out(B, points_left(5, 0, 5)), Out(A, points_left(0, 30, 30)))
    assert winners_and_rule(*deals[:2], house=house) is None
    assert winners_and_rule(*deals, house=house) == ((0,), "6.2")


# Presets


def test_presets_match_the_rules():
    assert {preset.id: preset.house for preset in PRESETS} == {
        "rummy-seed": House(),
        "rummy-bicycle": House(deal=Deal.BY_SEATS),
        "rummy-ace-high": House(ace_rank=AceRank.HIGH_OR_LOW, ace_points=15),
        "rummy-penalty": House(scoring=Scoring.LOSERS_PENALTY),
        "rummy-block": House(stock_out=StockOut.BLOCK, block_scoring=BlockScoring.ALL_LOSE),
    }
    assert GAME.shapes(GAME.presets[0]) == ((3, 3), (2, 2), (4, 4))
    assert House().ace_rank is AceRank.LOW
    assert GAME.lowest_first(PENALTY)
    assert not GAME.lowest_first(House())


# Options


def test_hand_sizes_match_the_rules():
    for house, sizes in (
        (House(), [7, 7, 7]),
        (House(deal=Deal.TEN), [10, 10, 10]),
        (House(deal=Deal.BY_SEATS), [10, 7, 7, 6, 6]),
    ):
        assert [dealt_each(house, seats) for seats in range(2, 2 + len(sizes))] == sizes


def test_ten_cards_each_are_too_many_for_more_than_five():
    house = House(deal=Deal.TEN)
    assert not TABLE.house_problem_fields(house, Seating(5, 5))
    assert TABLE.house_problem_fields(house, Seating(6, 6)) == {"deal"}


CARDS_LEFT = points_left(0, 24, 22)
PLUS_10 = House(going_rummy=GoingRummy.PLUS10)
LOWEST = replace(BLOCKED, block_scoring=BlockScoring.LOWEST)
BLOCKED_CARDS = ByCards(None, cards("2C KD", "KS KH TD", "5S"))
NO_SCORE = replace(BLOCKED, block_scoring=BlockScoring.NO_SCORE)


@pytest.mark.parametrize(
    ("hand", "house", "points"),
    [
        (ByCards(A, cards("", "AS 2S", "KD")), House(), (13, 0, 0)),
        (ByCards(A, cards("", "AS 2S", "KD")), House(ace_points=15), (27, 0, 0)),
        (ByCards(A, cards("", "X1 X2 3S", "4D")), House(jokers=2), (37, 0, 0)),
        (Out(A, PerSide((None, 24, 22))), House(), (46, 0, 0)),  # the winner's field may stay empty
        (Out(A, CARDS_LEFT), PENALTY, (0, 24, 22)),
        (Out(A, CARDS_LEFT, rummy=True), PENALTY, (0, 48, 44)),
        # Going rummy earns ten points only where the winner collects points.
        (Out(A, CARDS_LEFT, rummy=True), PLUS_10, (56, 0, 0)),
        (Out(A, CARDS_LEFT, rummy=True), replace(PLUS_10, scoring=Scoring.LOSERS_PENALTY), (0, 24, 22)),
        (Out(A, CARDS_LEFT, rummy=True), House(going_rummy=GoingRummy.OFF), (46, 0, 0)),
        (Blocked(points_left(5, 30, 5)), LOWEST, (0, 0, 0)),
        (Blocked(points_left(12, 30, 5)), NO_SCORE, (0, 0, 0)),
        (BLOCKED_CARDS, replace(BLOCKED, scoring=Scoring.LOSERS_PENALTY), (12, 30, 5)),
        (BLOCKED_CARDS, replace(LOWEST, scoring=Scoring.LOSERS_PENALTY), (7, 25, 0)),
    ],
)
def test_a_deal_scores_by_house_rule(hand, house, points):
    assert TABLE.totals(hand, house=house) == points


def test_level_totals_at_the_end_are_shared_or_played_off():
    house = House(end=End.HANDS, hands=2)
    tied_deals = (Out(A, points_left(0, 24)), Out(B, points_left(24, 0)))
    assert winners_and_rule(*tied_deals, house=house, seating=TWO) == ((0, 1), "6.3")
    extra = replace(house, tie=Tie.EXTRA_HAND)
    assert winners_and_rule(*tied_deals, house=extra, seating=TWO) is None
    assert TABLE.briefing_after(*tied_deals, house=extra, seating=TWO)[1] == "Tied: another deal decides"
    assert winners_and_rule(*tied_deals, Out(B, points_left(3, 0)), house=extra, seating=TWO) == ((1,), "6.2")


def test_with_losers_penalties_a_total_of_100_ends_the_game_and_the_lowest_wins():
    hands = Out(A, points_left(0, 60, 50)), Out(C, points_left(20, 45, 0))
    assert winners_and_rule(*hands, house=PENALTY) == ((0,), "6.1")


# Checks


ACE_15 = House(ace_points=15)


@pytest.mark.parametrize(
    ("hand", "house", "expected"),
    [
        (Out(A, points_left(3, 0, 12)), None, {"left.0", "left.1"}),
        (Out(A, points_left(0, 1, 12)), ACE_15, {"left.1"}),
        (Out(A, PerSide((None, None, 22))), None, {"left.1"}),
        # Seven cards count at most 70, or 90 if each of the four aces counts 15.
        (Out(A, points_left(0, 71, 12)), None, {"left.1"}),
        (Out(A, points_left(0, 70, 12)), None, set()),
        (Out(A, points_left(0, 90, 12)), ACE_15, set()),
        (ByCards(A, cards("", "KS 9S", "KS")), None, {"cards"}),
        (ByCards(A, cards("2S", "KS", "")), None, {"cards.0", "cards.2"}),
        (ByCards(A, cards("", "X1", "KS")), None, {"cards.1"}),
        # The usual house rules block no deal, so somebody must go out. The field "" is the whole deal.
        (Blocked(points_left(1, 2, 3)), None, {""}),
        (ByCards(None, cards("2S", "3S", "4S")), None, {"winner"}),
    ],
)
def test_impossible_deals_are_refused(hand, house, expected):
    assert TABLE.problems_of(hand, house).keys() == expected


def test_hands_together_hold_no_more_than_the_pack():
    hand = Out(A, points_left(0, 60, 60, 60, 60, 60))  # only sixteen cards count ten
    assert "left" in TABLE.problems_of(hand, House(deal=Deal.BY_SEATS), Seating(6, 6))


def test_questions_are_asked_only_where_relevant():
    hand = Out(A, CARDS_LEFT, rummy=True)
    assert "rummy" in questions_of(hand)
    assert "rummy" not in questions_of(hand, House(going_rummy=GoingRummy.OFF))
    assert "target" in questions_of()
    assert not {"hands", "block_scoring"} & questions_of()
    assert "hands" in questions_of(house=House(end=End.HANDS))


# The dealer and the stakes


def test_the_deal_passes_left_or_to_the_winner_when_two_play():
    assert TABLE.dealer(Out(A, points_left(0, 1, 1))) == 1
    assert TABLE.dealer(*[Out(B, points_left(5, 0))] * 2, seating=TWO) == 1
    assert TABLE.dealer(Blocked(points_left(5, 4)), house=BLOCKED, seating=TWO) == 1


# Disputes


def some_cards(text):
    return SomeCards(Cards.read(text))


def addition(meld, card):
    return Addition(Cards.read(meld), Cards.read(card))


def test_disputes_are_settled_by_the_rules():
    high, corner = House(ace_rank=AceRank.HIGH_OR_LOW), House(ace_rank=AceRank.CORNER)
    after_own_meld, one_meld = House(layoff=LayOff.AFTER_OWN_MELD), House(melds_per_turn=PerTurn.ONE)
    check_rulings(
        ("matched_cards", None, None, "yes", "5.2"),
        ("count", some_cards("KS KH KD"), None, 30, "5.1", "5.2"),
        ("last_discard", None, None, "legal"),
        ("last_discard", None, House(go_out=GoOut.DISCARD_REQUIRED), "illegal"),
        ("meld", some_cards("QS KS AS"), None, "illegal", "3.2"),
        ("meld", some_cards("QS KS AS"), high, "legal", "3.1"),
        ("meld", some_cards("KS AS 2S"), high, "illegal", "3.2"),
        ("meld", some_cards("KS AS 2S"), corner, "legal", "3.1"),
        ("meld", some_cards("AS 2S 3S"), None, "legal"),
        ("meld", some_cards("7S 7H 7D 7C"), None, "legal"),
        ("meld", some_cards("7S 8H 9D"), None, "illegal", "3.1"),
        ("meld", some_cards("7S X1 9S"), House(jokers=2), "legal"),
        ("throw_back", None, None, "illegal", "2.2"),
        ("throw_back", None, House(take_back=TakeBack.ALLOWED), "legal"),
        ("lay_off", LayingOff(melded=False), None, "legal"),
        ("lay_off", LayingOff(melded=False, own_turn=False), None, "illegal"),
        ("lay_off", LayingOff(melded=False), after_own_meld, "illegal"),
        ("lay_off", LayingOff(melded=True), after_own_meld, "legal"),
        ("lay_off", LayingOff(melded=True), House(layoff=LayOff.NEVER), "illegal"),
        ("addition", addition("5S 6S 7S", "8S"), None, "legal"),
        ("addition", addition("5S 6S 7S", "9S"), None, "illegal"),
        ("addition", addition("5S 5H 5D", "5C"), None, "legal"),
        ("addition", addition("5S 6S 7S", "5S"), None, "illegal"),
        ("addition", addition("5S 6S 8S", "7S"), None, "illegal"),  # the cards on the table are no meld
        ("rummy", WentRummy(earlier=True), None, "no", "4.3"),
        ("rummy", WentRummy(earlier=False, whole=False), None, "no"),
        ("melds_in_a_turn", Melds(1), one_meld, "legal"),
        ("melds_in_a_turn", Melds(2), one_meld, "illegal"),
        ("melds_in_a_turn", Melds(2), None, "legal"),
        ("too_late", None, None, "illegal", "4.1"),
        ("pay", PayFacts(A, CARDS_LEFT, rummy=True), None, 92, "5.3", "4.3"),
        ("two_drawn", None, None, "return", "7.1"),
        ("miscount", Miscount(mixed=False), None, "yes"),
        ("miscount", Miscount(mixed=True), None, "no"),
    )
    check_rulings(("dealer", None, None, 1, "1.4", "1.5"), hands=[Out(A, points_left(0, 1, 1))])
    for going_rummy in GoingRummy:
        check_rulings(("rummy", WentRummy(earlier=False), House(going_rummy=going_rummy), "yes"))
    for stock_out in StockOut:
        check_rulings(("stock_gone", None, House(stock_out=stock_out), stock_out.value, "2.3"))


def test_cards_that_count_ten_share_a_button():
    buttons = [*((str(n), n) for n in range(2, 10)), ("10s", 10)]
    assert list(card_keys(Sheet(THREE, House()))) == [("A", 1), *buttons]
    with_jokers = House(ace_points=15, jokers=2)
    assert list(card_keys(Sheet(THREE, with_jokers))) == [("A", 15), *buttons, ("Joker", 15)]
