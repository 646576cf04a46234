"""Ninety-Nine, by worked examples from its inventor's texts and from a page of short rules."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    Adjustment,
    Cards,
    Goal,
    PartialHand,
    PerSide,
    Seating,
)
from games.engine.interchange import ruling_json
from games.ninety_nine import GAME
from games.ninety_nine import rulebook as rule
from games.ninety_nine.house import (
    FailedPremium,
    FirstTrump,
    House,
    Length,
    PremiumLimit,
    TieBreak,
    TrumpRule,
)
from games.ninety_nine.scoring import Deal, Premium, Suit, standing
from tests.games.table import Table
from tests.strategies import shares

USUAL = House()
TO_100 = House(game_length=Goal(Length.TARGET, 100))
RUBBER = House(game_length=Goal(Length.RUBBER))
PLAIN, DECLARED, REVEALED = Premium.NONE, Premium.DECLARE, Premium.REVEAL


def deal(bids, tricks, *premiums, **answers):
    if premiums:
        answers["premiums"] = PerSide(premiums)
    return Deal(PerSide(bids), PerSide(tricks), **answers)


TABLE = Table(GAME, USUAL, Seating(3, 3))
sheet_of = TABLE.sheet_of
totals = TABLE.totals
winners_and_rule = TABLE.winners_and_rule
questions_of = TABLE.questions_of


def verdict(question, house=USUAL, **facts):
    return ruling_json(GAME, question, facts, sheet_of(house=house))["verdict"]


NINETY_NINE = deal((9, 1, 1), (9, 0, 0), REVEALED, PLAIN, PLAIN)  # 99 for side 0, nothing for the others
SECOND = deal((1, 3, 4), (1, 4, 4))  # 21, 4 and 24: after NINETY_NINE, side 0 is past 100


# Scores of a deal


@pytest.mark.parametrize(("hand", "expected"), [
    (deal((3, 3, 5), (3, 2, 4)), (33, 2, 4)),
    (deal((4, 3, 5), (3, 2, 4)), (3, 2, 4)),
    (deal((0, 4, 4), (0, 5, 4)), (20, 5, 24)),
    (deal((3, 2, 4), (3, 2, 4), PLAIN, DECLARED, PLAIN), (13, 42, 14)),
    (deal((3, 2, 4), (3, 2, 4), PLAIN, PLAIN, REVEALED), (13, 12, 74)),
    (deal((5, 2, 3), (4, 2, 3), REVEALED, PLAIN, PLAIN), (4, 82, 83)),
    (deal((5, 2, 3), (4, 3, 2), REVEALED, PLAIN, PLAIN), (4, 63, 62)),  # the others failed too
    (deal((5, 2, 3), (4, 2, 3), DECLARED, PLAIN, PLAIN), (4, 52, 53)),
])  # fmt: skip
def test_deals_score_as_worked_by_hand(hand, expected):
    assert totals(hand) == expected


def test_every_line_gives_reasons():
    (row,) = sheet_of(deal((5, 2, 3), (4, 2, 3), REVEALED, PLAIN, PLAIN)).rows
    assert [(line.side, line.points, line.because[0].rule) for line in row.lines] == [
        (0, 4, rule.TRICKS),
        (0, 0, rule.MADE),
        (1, 60, rule.FAILED),
        (2, 60, rule.FAILED),
        (1, 2, rule.TRICKS),
        (1, 20, rule.MADE),
        (2, 3, rule.TRICKS),
        (2, 20, rule.MADE),
    ]


@pytest.mark.parametrize(("hand", "fields"), [
    (deal((3, 2, 4), (3, 2, 3)), {"tricks"}),
    (deal((10, 2, 4), (3, 2, 4)), {"bids.0"}),
    (deal((3, 2, 4), (3, 2, 4), DECLARED, REVEALED, PLAIN), {"premiums"}),
    (deal((3, 2, 4), (3, 2, 4), turned_up=Cards.read("5H")), {"turned_up"}),
])  # fmt: skip
def test_impossible_answers_are_refused(hand, fields):
    assert TABLE.problems_of(hand, House(trump_rule=TrumpRule.TURN_UP)).keys() == fields


def test_the_number_of_premiums_is_limited_by_house_rule():
    two_premiums, no_premiums = deal((3, 2, 5), (3, 2, 4), DECLARED, REVEALED, PLAIN), House(premiums=False)
    assert totals(two_premiums, house=House(premium_limit=PremiumLimit.UNLIMITED)) == (53, 82, 4)
    assert TABLE.problems_of(two_premiums, no_premiums).keys() == {"premiums"}
    assert "premiums" in questions_of(two_premiums) - questions_of(SECOND, no_premiums)
    assert "turned_up" not in questions_of(SECOND)


def test_house_rules_are_asked_only_where_relevant():
    dependent = {"first_trump", "premium_limit", "failed_premium"}
    assert dependent <= questions_of()
    assert not dependent & questions_of(house=House(trump_rule=TrumpRule.NONE, premiums=False))


# The end


def test_nine_deals_end_the_game_and_the_highest_total_wins():
    nine = [deal((3, 2, 5), (3, 2, 4))] * 9
    assert winners_and_rule(*nine[1:]) is None
    assert winners_and_rule(*nine) == ((0,), "6.1")


LEVEL = deal((3, 3, 4), (3, 3, 3))


def test_a_tie_is_shared_or_takes_one_more_deal():
    one_deal = replace(USUAL, game_length=Goal(Length.DEALS, 1))
    assert winners_and_rule(LEVEL, house=one_deal)[0] == (0, 1)
    extra_deal = replace(one_deal, tie_break=TieBreak.EXTRA_DEAL)
    assert winners_and_rule(LEVEL, house=extra_deal) is None
    assert "to decide a tie" in " ".join(TABLE.briefing_after(LEVEL, house=extra_deal))
    assert winners_and_rule(LEVEL, SECOND, house=extra_deal)[0] == (0,)


def test_everyone_who_reaches_100_gets_100_more():
    assert totals(NINETY_NINE, house=TO_100) == (99, 0, 0)
    assert winners_and_rule(NINETY_NINE, SECOND, house=TO_100) == ((0,), "6.2")
    made = deal((4, 2, 3), (4, 3, 2), REVEALED, PLAIN, PLAIN)  # side 0 scores 4 + 30 + 60
    # Side 0 scores 4, side 1 scores 3 + 30 + 60, and side 2 scores 2 + 60.
    failed = deal((5, 3, 1), (4, 3, 2), REVEALED, PLAIN, PLAIN)
    assert totals(made, failed, SECOND, house=TO_100) == (94 + 4 + 21 + 100, 3 + 93 + 4 + 100, 2 + 62 + 24)


def test_a_tie_at_100_may_be_decided_by_another_deal():
    start = Adjustment(PerSide((77, 77, 0)), "so far")
    assert winners_and_rule(start, LEVEL, house=TO_100)[0] == (0, 1)
    extra_deal = replace(TO_100, tie_break=TieBreak.EXTRA_DEAL)
    assert winners_and_rule(start, LEVEL, house=extra_deal) is None
    assert totals(start, LEVEL, SECOND, house=extra_deal) == (100 + 21 + 100, 100 + 4 + 100, 3 + 24)


def test_three_games_win_a_rubber_and_100_for_each_game_fewer_than_eight():
    straight = [NINETY_NINE, SECOND] * 3
    assert winners_and_rule(*straight[2:], house=RUBBER) is None
    assert winners_and_rule(*straight, house=RUBBER) == ((0,), "6.3")
    assert totals(*straight, house=RUBBER) == (660, 12, 72)
    assert sheet_of(*straight, house=RUBBER).final == (1160, 12, 72), "500 for three straight games"
    lost_game = [deal((1, 9, 1), (0, 9, 0), PLAIN, REVEALED, PLAIN), deal((3, 1, 4), (4, 1, 4))]
    four_games = sheet_of(NINETY_NINE, SECOND, *lost_game, *[NINETY_NINE, SECOND] * 2, house=RUBBER)
    assert four_games.final[0] - four_games.totals[0] == 400
    assert four_games.outcome.winners == (0,)


def test_each_game_of_a_rubber_starts_from_nothing():
    current = standing(sheet_of(NINETY_NINE, SECOND, deal((3, 2, 4), (3, 2, 4)), house=RUBBER))
    assert tuple(current.points) == (13, 12, 14)
    assert (current.games_won(0), current.deals) == (1, 1)


def test_rows_with_problems_are_ignored():
    sheet = sheet_of(deal((3, 2, 4), (3, 2, 3)), SECOND)
    assert standing(sheet).deals == 1
    assert GAME.dealer(sheet) == 1


# Trumps and the briefing


@pytest.mark.parametrize(("previous_deal", "expected"), [
    (deal((3, 2, 4), (3, 2, 4)), "All three made it in the deal before: ♣ Clubs are trumps"),
    (deal((3, 2, 5), (3, 2, 4)), "Two made it in the deal before: ♥ Hearts are trumps"),
    (deal((3, 3, 5), (3, 2, 4)), "One made it in the deal before: ♠ Spades are trumps"),
    (deal((4, 3, 5), (3, 2, 4)), "Nobody made it in the deal before: ♦ Diamonds are trumps"),
])  # fmt: skip
def test_the_next_trumps_are_announced(previous_deal, expected):
    assert TABLE.briefing_after(previous_deal)[1] == expected
    bids_and_tricks = zip(previous_deal.bids, previous_deal.tricks, strict=True)
    makers_count = sum(bid == took for bid, took in bids_and_tricks)
    assert verdict("next_trump", made=makers_count) in expected.lower()


# The referee


TURNED_UP = House(trump_rule=TrumpRule.TURN_UP, joker=True)
UNTRUMPED = House(trump_rule=TrumpRule.NONE)
TWO_OFFERS = {"offers": ["declare", "reveal", "none"], "dealer": 0}


RULINGS = {  # for each question, cases of house rules, facts and verdict
    "bid": [
        (USUAL, {"cards": "AH 7H 6H"}, 6),
        (USUAL, {"cards": "AH 7S 6D"}, 3),
        (USUAL, {"cards": "AD 7D 6D"}, 0),
        (USUAL, {"cards": "7D 6S TC"}, 4),
        (USUAL, {"cards": "AC KC QC"}, 9),
        # The joker copies the card turned up.
        (TURNED_UP, {"cards": "X1 7S 6D", "turned_up": "9H"}, 3),
        (TURNED_UP, {"cards": "X1 7S 6D"}, "open"),
    ],
    "trick": [
        (TURNED_UP, {"cards": "AS X1", "trumps": "hearts", "turned_up": "6H"}, "X1"),
        (TURNED_UP, {"cards": "AS X1"}, "open"),
        (USUAL, {"cards": "7H AH 6S"}, "AH"),
        (USUAL, {"cards": "7H AH 6S", "trumps": "spades"}, "6S"),
    ],
    "follow": [
        (TURNED_UP, {"led": "AS", "card": "X1", "holding": "7D", "turned_up": "6S"}, "legal"),
        (TURNED_UP, {"led": "AS", "card": "7D", "holding": "X1", "turned_up": "6S"}, "illegal"),
        (TURNED_UP, {"led": "AS", "card": "X1"}, "open"),
        (USUAL, {"led": "7H", "card": "AH"}, "legal"),
        (USUAL, {"led": "7H", "card": "AS", "holding": "6H"}, "illegal"),
        (USUAL, {"led": "7H", "card": "AS", "holding": "6C"}, "legal"),
    ],
    "premium_stands": [
        # Of several offers the one nearest the dealer's left counts; revealing beats declaring.
        (USUAL, {"offers": ["declare", "declare", "none"], "dealer": 0}, 1),
        (USUAL, {"offers": ["declare", "declare", "none"], "dealer": 2}, 0),
        (USUAL, {"offers": ["declare", "none", "declare"], "dealer": 0}, 2),
        (USUAL, {"offers": ["declare", "reveal", "declare"], "dealer": 2}, 1),
        (USUAL, {"offers": ["reveal", "none", "reveal"], "dealer": 1}, 2),
        (USUAL, {"offers": ["none", "none", "none"], "dealer": 0}, "nobody"),
        (House(premium_limit=PremiumLimit.UNLIMITED), TWO_OFFERS, "all"),
        (House(premiums=False), TWO_OFFERS, "nobody"),
    ],
    "premium_failed": [
        (USUAL, {}, 60),
        (USUAL, {"premium": "declare"}, 30),
        (USUAL, {"made": True}, 0),
        (House(failed_premium=FailedPremium.NONE), {}, 0),
    ],
    "missed_tricks": [(USUAL, {"tricks": 4}, 4)],
    "first_trump": [
        (USUAL, {}, "none"),
        (House(first_trump=FirstTrump.DIAMONDS), {}, "diamonds"),
        (TURNED_UP, {}, "turn_up"),
        (UNTRUMPED, {}, "none"),
    ],
    "next_trump": [
        (TURNED_UP, {"made": 1}, "turn_up"),
        (UNTRUMPED, {"made": 1}, "none"),
    ],
    "bonus": [(USUAL, {"made": 1}, 30)],
    "bid_cards_shown": [
        (USUAL, {"premium": "none"}, "at_the_end"),
        (USUAL, {"premium": "declare"}, "now"),
    ],
    "rank_matters": [(USUAL, {}, "never")],
    "turned_up": [
        (USUAL, {"card": "AC"}, "clubs"),
        (USUAL, {"card": "9C"}, "none"),
    ],
    "game_over": [
        (TO_100, {"totals": [99, 0, 0]}, "no"),
        (TO_100, {"totals": [100, 120, 0]}, "yes"),
        (RUBBER, {"totals": [100, 120, 0]}, "yes"),
        (replace(TO_100, tie_break=TieBreak.EXTRA_DEAL), {"totals": [120, 120, 0]}, "no"),
    ],
    "rubber_bonus": [
        (USUAL, {"games": 3}, 500),
        (USUAL, {"games": 7}, 100),
    ],
    "tie": [
        (USUAL, {}, "shared"),
        (House(tie_break=TieBreak.EXTRA_DEAL), {}, "extra_deal"),
    ],
}


@pytest.mark.parametrize("question", RULINGS)
def test_disputes_are_settled(question):
    for house, facts, expected in RULINGS[question]:
        assert verdict(question, house, **facts) == expected, (facts, house)


# Presets


def test_presets_match_the_rules():
    assert [(preset.id, preset.house) for preset in GAME.presets] == [
        ("seed-nine-deals", House(failed_premium=FailedPremium.NONE)),
        ("parlett", TO_100),
        ("fosdick", House(first_trump=FirstTrump.DIAMONDS)),
        ("parlett-turnup", TURNED_UP),
    ]


def test_every_statement_of_the_short_rules_holds():
    house = TABLE.preset("seed-nine-deals")
    # The 36 cards rank 6 7 8 9 10 J Q K A; a bid card of clubs stands for 3 tricks, of hearts for 2,
    # of spades for 1, of diamonds for 0.
    assert verdict("trick", house, cards="KH AH TH") == "AH"
    assert [suit.value for suit in Suit] == ["diamonds", "spades", "hearts", "clubs"]
    # Each trick scores 1. A bid that was made scores 10, 20 or 30 if three, two or one succeeded.
    # Declaring adds 30, revealing 60.
    assert totals(deal((3, 2, 4), (3, 2, 4), REVEALED, PLAIN, PLAIN), house=house) == (73, 12, 14)
    assert totals(deal((3, 2, 4), (4, 2, 3), REVEALED, PLAIN, PLAIN), house=house) == (4, 32, 3)
    # After nine deals the highest score wins.
    assert winners_and_rule(*[SECOND] * 9, house=house)[0] == (2,)


# Invariants


@given(bids=st.tuples(*[st.integers(0, 9)] * 3), tricks=shares(9, 3, 1), premium=st.sampled_from(Premium))
def test_a_players_own_play_scores_at_most_99(bids, tricks, premium):
    hand = deal(bids, tricks, premium, PLAIN, PLAIN)
    (row,) = sheet_of(hand, house=House(failed_premium=FailedPremium.NONE)).rows
    assert all(0 <= gain <= 99 for gain in row.gains)
    assert sum(line.points for line in row.lines if line.because[0].rule is rule.TRICKS) == 9


def test_turned_up_card_makes_trumps():
    for card, words in (
        ("", "Turn up a card for trumps"),
        ("7H", "7♥ was turned up: ♥ Hearts are trumps"),
        ("9H", "9♥ was turned up: no trumps"),
        ("X1", "Joker was turned up: no trumps"),
    ):
        answers = PartialHand("deal", {"turned_up": Cards.read(card)})
        assert TABLE.briefing_after(house=TURNED_UP, partial_hand=answers)[1] == words
    joker = deal((3, 2, 4), (3, 2, 4), turned_up=Cards.read("X1"))
    assert TABLE.problems_of(joker, replace(TURNED_UP, joker=False)).keys() == {"turned_up"}
