"""Sergeant Major, by worked examples from the sources."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    Goal,
    PerSide,
    Seating,
    Side,
)
from games.engine.interchange import ruling_json
from games.sergeant_major import GAME
from games.sergeant_major import rulebook as rule
from games.sergeant_major.house import (
    ExchangeOrder,
    FirstLead,
    House,
    Kitty,
    Permission,
    TargetOrder,
    Win,
)
from games.sergeant_major.scoring import Deal, Gift, NamedGame, gifts, gifts_due, targets
from tests.games.table import Table
from tests.strategies import shares

THREE = Seating(3, 3)
USUAL = House()
MUST_TRUMP = House(must_trump=True)
POINTS, PAGAT, CANADA, ROYAL = (preset.house for preset in GAME.presets)


def deal(*tricks, game=None):
    return Deal(PerSide(tricks), game)


TABLE = Table(GAME, USUAL, THREE)
sheet_of = TABLE.sheet_of
totals = TABLE.totals
winners_and_rule = TABLE.winners_and_rule
questions_of = TABLE.questions_of


def reasons(hand, house=USUAL):
    (row,) = sheet_of(hand, house=house).rows
    return [(line.points, str(line.because[0].words)) for line in row.lines]


def ask(question, house=USUAL, **facts):
    return ruling_json(GAME, question, facts, sheet_of(house=house))


# Targets and scores


@pytest.mark.parametrize(("house", "dealer", "expected"), [
    (PAGAT, 0, (8, 5, 3)),
    (PAGAT, 1, (3, 8, 5)),
    (PAGAT, 2, (5, 3, 8)),
    (POINTS, 0, (8, 3, 5)),
    (POINTS, 1, (5, 8, 3)),
    (POINTS, 2, (3, 5, 8)),
    (CANADA, 0, (9, 5, 2)),
    (ROYAL, 0, (3, 8, 5)),
    (House(target_order=TargetOrder.CUSTOM), 0, (6, 3, 7)),
])  # fmt: skip
def test_targets_go_round_with_the_deal(house, dealer, expected):
    assert targets(dealer, house, THREE) == expected
    assert ask("targets", house, dealer=0)["verdict"] == "-".join(map(str, targets(0, house, THREE)))


def test_each_scores_the_tricks_over_or_under_target():
    assert totals(deal(10, 2, 4), deal(3, 8, 5)) == (2, -3, 1), "in the second hand everyone is exact"
    assert totals(deal(10, 2, 4), house=POINTS) == (2, -1, -1)
    assert reasons(deal(10, 5, 1)) == [
        (2, "10 tricks, target 8: 2 up"),
        (0, "5 tricks, target 5: exact"),
        (-2, "1 trick, target 3: 2 down"),
    ]


def test_a_stake_is_paid_and_collected_for_each_trick():
    for stake, points in (5, (10, -15, 5)), (Fraction(1, 2), (1, Fraction(-3, 2), Fraction(1, 2))):
        sheet = sheet_of(deal(10, 2, 4), house=House(stake=Fraction(stake)))
        assert sheet.totals == points
        assert sheet.rows[0].lines[0].because[2].rule is rule.STAKE


@pytest.mark.parametrize(("hand", "fields"), [
    (deal(10, 2, 3), {"tricks"}),
    (deal(17, 0, -1), {"tricks.0", "tricks.2"}),
    (deal(10, 2, 4, game=NamedGame.NO_TRUMP), {"game"}),
    (deal(10, 2, 4, game=NamedGame.FEWEST), {"game"}),
    (deal(10, 2, 4, game=NamedGame.HEARTS), set()),
])  # fmt: skip
def test_impossible_answers_are_refused(hand, fields):
    assert TABLE.problems_of(hand).keys() == fields


def test_no_trumps_may_be_named_where_allowed():
    assert not TABLE.problems_of(deal(10, 2, 4, game=NamedGame.NO_TRUMP), House(no_trump=Permission.ALLOWED))
    hand = deal(10, 2, 4)
    assert "game" in questions_of(hand, ROYAL)
    assert "game" not in questions_of(hand)


def test_custom_targets_leave_a_trick_for_the_third_player():
    house = House(target_order=TargetOrder.CUSTOM, custom_dealer=12, custom_left=4)
    assert TABLE.house_problem_fields(house) == {"custom_left"}
    assert not TABLE.house_problem_fields(replace(house, custom_left=3))


def test_house_rules_are_asked_only_where_relevant():
    assert "custom_left" in questions_of(house=House(target_order=TargetOrder.CUSTOM))
    assert not {"custom_left", "custom_dealer"} & questions_of()
    assert "exchange_trumps" not in questions_of(house=House(exchange=False))


# The long game: each player names each of six games once


def test_in_fewest_tricks_the_targets_change_places():
    assert targets(0, ROYAL, THREE, NamedGame.FEWEST) == (8, 3, 5)
    assert totals(deal(8, 3, 5, game=NamedGame.FEWEST), house=ROYAL) == (0, 0, 0)
    assert reasons(deal(6, 4, 6, game=NamedGame.FEWEST), ROYAL) == [
        (2, "6 tricks, target 8: 2 fewer"),
        (-1, "4 tricks, target 3: 1 more"),
        (-1, "6 tricks, target 5: 1 more"),
    ]
    equal_targets = replace(ROYAL, custom_dealer=5, custom_left=6)
    assert sum(targets(0, equal_targets, THREE, NamedGame.FEWEST)) == 16


def test_each_player_names_every_game_once():
    first = deal(3, 8, 5, game=NamedGame.CLUBS)  # side 2, at the dealer's left, named clubs
    second = deal(5, 3, 8, game=NamedGame.CLUBS)
    hands = [first, second, deal(8, 5, 3, game=NamedGame.CLUBS)]
    assert TABLE.problems_of(deal(3, 8, 5), ROYAL).keys() == {"game"}
    assert TABLE.problems_of_last(*hands, first, house=ROYAL).keys() == {"game"}
    assert not TABLE.problems_of_last(*hands, deal(3, 8, 5, game=NamedGame.FEWEST), house=ROYAL)
    assert not TABLE.problems_of_last(first, second, house=ROYAL)


def test_the_long_game_is_eighteen_hands():
    exact = [deal(*tricks, game=game) for game in NamedGame for tricks in ((3, 8, 5), (5, 3, 8), (8, 5, 3))]
    assert totals(*exact, house=ROYAL) == (0, 0, 0)
    assert len(exact) == 18
    assert winners_and_rule(*exact, house=ROYAL) is None, "the totals are level: another hand"
    texts = TABLE.briefing_after(*exact, house=ROYAL)
    assert "Hand 19, to decide a tie" in texts
    assert not any("yet to name" in words for words in texts)
    deciding_hand = deal(3, 9, 4, game=NamedGame.CLUBS)
    assert winners_and_rule(*exact, deciding_hand, house=ROYAL) == ((1,), "6.3")


# The end


def test_twelve_tricks_in_one_hand_win_at_once():
    hands = deal(11, 2, 3), deal(2, 12, 2)
    assert totals(*hands) == (2, 1, -3)
    assert winners_and_rule(*hands) == ((1,), "6.1")
    assert winners_and_rule(deal(11, 3, 2)) is None
    fewest = replace(ROYAL, win_condition=Goal(Win.TRICKS, 12))
    assert winners_and_rule(deal(12, 2, 2, game=NamedGame.FEWEST), house=fewest) is None


def test_the_first_to_reach_the_points_wins_and_a_tie_needs_another_hand():
    to_five = replace(POINTS, win_condition=Goal(Win.POINTS, 5))
    for house in to_five, replace(to_five, stake=Fraction(2)):
        assert winners_and_rule(deal(12, 2, 2), house=house) is None
        assert winners_and_rule(deal(13, 1, 2), house=house) == ((0,), "6.2")
    to_two = replace(POINTS, win_condition=Goal(Win.POINTS, 2))
    assert winners_and_rule(deal(10, 5, 1), house=to_two) is None, "2 and 2 are tied"


FIVE_OVER = House(win_condition=Goal(Win.OVER_TARGET, 5))


def test_five_tricks_over_target_win_where_agreed():
    assert winners_and_rule(deal(12, 2, 2), house=FIVE_OVER) is None
    assert winners_and_rule(deal(4, 4, 8), house=FIVE_OVER) == ((2,), "6.4")


def test_a_sheet_without_hands_is_not_over():
    for house in USUAL, House(win_condition=Goal(Win.HANDS, 2)):
        assert GAME.outcome(sheet_of(house=house)) is None


# The exchange


@pytest.mark.parametrize(("surplus", "next_targets", "order", "expected"), [  # expected: giver, taker, cards
    ((2, -3, 1), (3, 8, 5), ExchangeOrder.HIGHER_TARGET_FIRST, [(2, 1, 1), (0, 1, 2)]),
    ((2, -3, 1), (3, 8, 5), ExchangeOrder.MOST_UP_FIRST, [(0, 1, 2), (2, 1, 1)]),
    ((1, -2, 1), (3, 8, 5), ExchangeOrder.MOST_UP_FIRST, [(2, 1, 1), (0, 1, 1)]),
    ((5, -2, -3), (3, 8, 5), ExchangeOrder.HIGHER_TARGET_FIRST, [(0, 1, 2), (0, 2, 3)]),
    ((0, 2, -2), (3, 8, 5), ExchangeOrder.HIGHER_TARGET_FIRST, [(1, 2, 2)]),
    ((0, 0, 0), (3, 8, 5), ExchangeOrder.HIGHER_TARGET_FIRST, []),
])  # fmt: skip
def test_players_over_target_give_cards_to_those_short(surplus, next_targets, order, expected):
    gifts_made = gifts(PerSide(surplus), PerSide(next_targets), House(exchange_order=order))
    assert [tuple(gift) for gift in gifts_made] == expected
    assert gifts(PerSide(surplus), PerSide(next_targets), House(exchange=False)) == ()


def test_the_exchange_follows_from_the_hand_before():
    assert gifts_due(sheet_of()) == ()
    assert gifts_due(sheet_of(deal(10, 2, 4))) == (Gift(Side(2), Side(1), 1), Gift(Side(0), Side(1), 2))
    assert gifts_due(sheet_of(deal(10, 2, 4), deal(3, 8, 5))) == ()


# The referee


TEN_TWO_FOUR = {"tricks": [10, 2, 4], "dealer": 0}
FIVE_FEWER = replace(FIVE_OVER, six_games=True)


RULINGS = {  # for each question: house rules, facts, verdict
    "fewest": [
        (ROYAL, {"dealer": 0}, "8-3-5"),
        (USUAL, {"dealer": 0}, "not_played"),
    ],
    "targets": [
        (USUAL, {"dealer": 1}, "8-5-3"),
        (POINTS, {"dealer": 1}, "8-3-5"),
    ],
    "names": [
        (USUAL, {"dealer": 1}, 1),
        (ROYAL, {"dealer": 1}, 2),
    ],
    "leads": [
        (USUAL, {"dealer": 1}, 2),
        (POINTS, {"dealer": 1}, 1),
    ],
    "kitty_seen": [
        (PAGAT, {}, "no"),
        (USUAL, {}, "yes"),
        (House(kitty=Kitty.SWAP_UP_TO_4), {}, "yes"),
    ],
    "kitty_better": [(USUAL, {}, "show")],
    "no_trump": [
        (USUAL, {}, "forbidden"),
        (House(no_trump=Permission.ALLOWED), {}, "allowed"),
    ],
    "give_back": [
        (USUAL, {"given": "7H", "holding": "2H AS"}, "7H"),
        (USUAL, {"given": "7H", "holding": "TH 2H AS"}, "TH"),
    ],
    "trumps_exchanged": [
        (USUAL, {}, "allowed"),
        (POINTS, {}, "forbidden"),
        (House(exchange=False), {}, "forbidden"),
    ],
    "exchange": [
        (USUAL, TEN_TWO_FOUR, "2>1:1 0>1:2"),
        (House(exchange_order=ExchangeOrder.MOST_UP_FIRST), TEN_TWO_FOUR, "0>1:2 2>1:1"),
        (POINTS, TEN_TWO_FOUR, "0>1:1 0>2:1"),
        (USUAL, {"tricks": [8, 5, 3], "dealer": 0}, "none"),
        (House(exchange=False), TEN_TWO_FOUR, "none"),
    ],
    "trick": [
        (USUAL, {"cards": "7H AH 2S", "trumps": "none"}, "AH"),
        (USUAL, {"cards": "7H AH 2S", "trumps": "spades"}, "2S"),
    ],
    "follow": [
        (USUAL, {"led": "7H", "card": "2H", "trumps": "spades"}, "legal"),
        (USUAL, {"led": "7H", "card": "2S", "trumps": "spades", "holding": "3H"}, "illegal"),
        (USUAL, {"led": "7H", "card": "2C", "trumps": "spades", "holding": "2S"}, "legal"),
        (MUST_TRUMP, {"led": "7H", "card": "2C", "trumps": "spades", "holding": "2S"}, "illegal"),
        (MUST_TRUMP, {"led": "7H", "card": "2S", "trumps": "spades", "holding": "2C"}, "legal"),
        (MUST_TRUMP, {"led": "7H", "card": "2C", "trumps": "spades"}, "legal"),
        (MUST_TRUMP, {"led": "7H", "card": "2C", "trumps": "none"}, "legal"),
    ],
    "how_far": [
        (USUAL, {"tricks": 2, "target": 5}, -3),  # the source everything2 says 2, by mistake
        (USUAL, {"tricks": 10, "target": 8}, 2),
        (USUAL, {"tricks": 8, "target": 8}, 0),
    ],
    "won_at_once": [
        (USUAL, {}, "yes"),
        (USUAL, {"tricks": 11}, "no"),
        (FIVE_OVER, {"tricks": 8, "target": 3}, "yes"),
        (POINTS, {}, "no"),
        (House(six_games=True), {"tricks": 12, "game": "fewest"}, "no"),
        (FIVE_FEWER, {"tricks": 3, "target": 8, "game": "fewest"}, "yes"),
        (FIVE_FEWER, {"tricks": 13, "target": 8, "game": "fewest"}, "no"),
    ],
    "tie": [(USUAL, {}, "another_hand")],
}


@pytest.mark.parametrize("question", RULINGS)
def test_disputes_are_settled(question):
    for house, facts, verdict in RULINGS[question]:
        assert ask(question, house, **facts)["verdict"] == verdict, (facts, house)


def test_the_referee_mentions_disagreeing_sources():
    assert ask("targets", POINTS, dealer=0)["because"][1]["rule"] == rule.THREE_ON_THE_LEFT.number
    assert "3 down" in ask("how_far", tricks=2, target=5)["because"][1]["text"]


# Presets


def test_presets_match_the_rules():
    assert [preset.id for preset in GAME.presets] == ["seed-points", "pagat", "canada-9-5-2", "royal-18"]
    assert House(kitty=Kitty.DISCARD_THEN_TAKE) == PAGAT
    assert House(target_order=TargetOrder.NINE_FIVE_TWO) == CANADA
    assert (ROYAL.win_condition, ROYAL.six_games) == (Goal(Win.HANDS, 18), True)


def test_every_statement_of_the_short_rules_holds():
    """Check the statements of one source, a page of short card-game rules."""
    # The dealer's target is 8, that of the next player 3, the third player's 5; the dealer leads
    assert targets(0, POINTS, THREE) == (8, 3, 5)
    assert POINTS.first_lead is FirstLead.DEALER
    # No trumps is not in the classic rules; trumping is optional; the talon is taken up before the dealer
    # discards four cards
    assert (POINTS.no_trump, POINTS.must_trump, POINTS.kitty) == (
        Permission.FORBIDDEN,
        False,
        Kitty.TAKE_THEN_DISCARD,
    )
    # More tricks than the target score bonus points, fewer leave negative points
    assert totals(deal(10, 3, 3), house=POINTS) == (2, 0, -2)
    # A player with tricks above the target exchanges as many cards, but no trumps
    assert gifts_due(sheet_of(deal(10, 3, 3), house=POINTS)) == (Gift(Side(0), Side(2), 2),)
    assert POINTS.exchange_trumps is Permission.FORBIDDEN
    # The first player to reach a predefined number of points wins
    assert POINTS.win_condition.kind is Win.POINTS


# Invariants


@given(data=st.data())
def test_a_hand_always_sums_to_zero(data):
    house = data.draw(st.sampled_from([POINTS, PAGAT, CANADA, ROYAL, House(stake=Fraction(1, 3))]))
    tricks = data.draw(shares(16, 3, 1))
    sheet = sheet_of(deal(*tricks, game=NamedGame.FEWEST if house.six_games else None), house=house)
    assert sheet.rows[0].problems == ()
    assert sum(sheet.totals) == 0
    cards_given = sum(gift.n for gift in gifts_due(sheet))
    assert cards_given == sum(n for n in sheet.totals if n > 0) / (house.stake or 1)
