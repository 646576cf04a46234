"""Ninety-Nine, by worked examples from its inventor's texts and the seed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    Adjustment,
    Card,
    Cards,
    Goal,
    PartialHand,
    PerSide,
    Seating,
    empty_sheet,
    hand_problems,
    play,
    relevant_questions,
)
from games.engine.interchange import read_record, ruling_json, score_json
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
from games.ninety_nine.scoring import Deal, Premium, Suit, standing, suit_turned_up
from tests.strategies import shares

THREE = Seating(3, 3)
USUAL = House()
TO_100 = House(game_length=Goal(Length.TARGET, 100))
RUBBER = House(game_length=Goal(Length.RUBBER))
PLAIN, DECLARED, REVEALED = Premium.NONE, Premium.DECLARE, Premium.REVEAL


def deal(bids, tricks, *premiums, **answers):
    if premiums:
        answers["premiums"] = PerSide(premiums)
    return Deal(PerSide(bids), PerSide(tricks), **answers)


def sheet(*hands, house=USUAL):
    return play(GAME, THREE, house, hands)


def totals(*hands, house=USUAL):
    played = sheet(*hands, house=house)
    assert [row.problems for row in played.rows] == [()] * len(hands)
    return tuple(played.final)


def wrong(hand, house=USUAL):
    return {problem.field for problem in hand_problems(GAME, hand, empty_sheet(GAME, THREE, house))}


def ask(question, house=USUAL, **facts):
    return ruling_json(GAME, question, facts, empty_sheet(GAME, THREE, house))


def briefed(played, partial_hand=None):
    return [str(citation.words) for citation in GAME.briefing(played, partial_hand)]


ALONE = deal((9, 1, 1), (9, 0, 0), REVEALED, PLAIN, PLAIN)  # 99, the most a deal can bring
NEXT = deal((1, 3, 4), (1, 4, 4))  # 21 4 24


# Scores of a deal ---------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "expected"), [
    (deal((3, 2, 4), (3, 2, 4)), (13, 12, 14)),
    (deal((3, 2, 5), (3, 2, 4)), (23, 22, 4)),
    (deal((3, 3, 5), (3, 2, 4)), (33, 2, 4)),
    (deal((4, 3, 5), (3, 2, 4)), (3, 2, 4)),
    (deal((0, 4, 4), (0, 5, 4)), (20, 5, 24)),
    (deal((3, 2, 4), (3, 2, 4), PLAIN, DECLARED, PLAIN), (13, 42, 14)),
    (deal((3, 2, 4), (3, 2, 4), PLAIN, PLAIN, REVEALED), (13, 12, 74)),
    (ALONE, (99, 0, 0)),
    (deal((5, 2, 3), (4, 2, 3), REVEALED, PLAIN, PLAIN), (4, 82, 83)),
    (deal((5, 2, 3), (4, 3, 2), REVEALED, PLAIN, PLAIN), (4, 63, 62)),  # they failed too
    (deal((5, 2, 3), (4, 2, 3), DECLARED, PLAIN, PLAIN), (4, 52, 53)),
])  # fmt: skip
def test_deals_score_as_worked_by_hand(hand, expected):
    assert totals(hand) == expected


def test_a_failed_premium_scores_for_nobody_where_agreed():
    failed = deal((5, 2, 3), (4, 2, 3), REVEALED, PLAIN, PLAIN)
    assert totals(failed, house=House(failed_premium=FailedPremium.NONE)) == (4, 22, 23)


def test_every_line_gives_reasons():
    (row,) = sheet(deal((5, 2, 3), (4, 2, 3), REVEALED, PLAIN, PLAIN)).rows
    assert [(line.side, line.points, str(line.because[0].words)) for line in row.lines] == [
        (0, 4, "4 tricks"),
        (0, 0, "Bid 5, took 4: no bonus"),
        (1, 60, "side 1 revealed, and failed: 60 for each of the others"),
        (2, 60, "side 1 revealed, and failed: 60 for each of the others"),
        (1, 2, "2 tricks"),
        (1, 20, "Bid 2 and made it, as one other did"),
        (2, 3, "3 tricks"),
        (2, 20, "Bid 3 and made it, as one other did"),
    ]


@pytest.mark.parametrize(("hand", "fields"), [
    (deal((3, 2, 4), (3, 2, 3)), {"tricks"}),
    (deal((10, 2, 4), (3, 2, 4)), {"bids.0"}),
    (deal((3, 2, 4), (3, 2, 4), DECLARED, REVEALED, PLAIN), {"premiums"}),
    (deal((3, 2, 4), (3, 2, 4), turned_up=Cards.read("5H")), {"turned_up"}),
])  # fmt: skip
def test_impossible_answers_are_refused(hand, fields):
    house = House(trump_rule=TrumpRule.TURN_UP)
    assert wrong(hand, house) == fields


def test_the_number_of_premiums_is_limited_by_house_rule():
    two = deal((3, 2, 5), (3, 2, 4), DECLARED, REVEALED, PLAIN)
    assert not wrong(two, House(premium_limit=PremiumLimit.UNLIMITED))
    assert totals(two, house=House(premium_limit=PremiumLimit.UNLIMITED)) == (53, 82, 4)
    assert wrong(two, House(premiums=False)) == {"premiums"}
    plain = deal((3, 2, 5), (3, 2, 4))
    assert "premiums" in relevant_questions(two, empty_sheet(GAME, THREE, USUAL))
    assert "premiums" not in relevant_questions(plain, empty_sheet(GAME, THREE, House(premiums=False)))
    assert "turned_up" not in relevant_questions(plain, empty_sheet(GAME, THREE, USUAL))


def test_house_rules_are_asked_only_where_relevant():
    empty = empty_sheet(GAME, THREE, USUAL)
    assert {"first_trump", "premium_limit", "failed_premium"} <= relevant_questions(USUAL, empty)
    other = House(trump_rule=TrumpRule.NONE, premiums=False)
    assert not {"first_trump", "premium_limit", "failed_premium"} & relevant_questions(other, empty)


# The end ------------------------------------------------------------------------------------


def test_nine_deals_end_the_game_and_the_highest_total_wins():
    eight = sheet(*[deal((3, 2, 5), (3, 2, 4))] * 8)
    assert eight.outcome is None
    nine = sheet(*[deal((3, 2, 5), (3, 2, 4))] * 9)
    assert nine.outcome.winners == (0,)
    assert nine.outcome.because.rule is rule.LAST_DEAL


def test_a_tie_is_shared_or_takes_one_more_deal():
    level = deal((3, 3, 4), (3, 3, 3))
    one = replace(USUAL, game_length=Goal(Length.DEALS, 1))
    assert sheet(level, house=one).outcome.winners == (0, 1)
    more = replace(one, tie_break=TieBreak.EXTRA_DEAL)
    assert sheet(level, house=more).outcome is None
    assert "to decide a tie" in " ".join(briefed(sheet(level, house=more)))
    assert sheet(level, NEXT, house=more).outcome.winners == (0,)


def test_everyone_who_reaches_100_gets_100_more():
    assert totals(ALONE, house=TO_100) == (99, 0, 0)
    over = sheet(ALONE, NEXT, house=TO_100)
    assert over.outcome.winners == (0,)
    assert over.outcome.because.rule is rule.HUNDRED
    assert tuple(over.final) == (220, 4, 24)
    both = deal((4, 2, 3), (4, 3, 2), REVEALED, PLAIN, PLAIN)  # 4 + 30 + 60
    failed = deal((5, 3, 1), (4, 3, 2), REVEALED, PLAIN, PLAIN)  # 4; 3 + 30 + 60; 2 + 60
    assert totals(both, failed, NEXT, house=TO_100) == (94 + 4 + 21 + 100, 3 + 93 + 4 + 100, 2 + 62 + 24)


def test_a_tie_at_100_may_be_decided_by_another_deal():
    start = Adjustment(PerSide((77, 77, 0)), "so far")
    level = deal((3, 3, 4), (3, 3, 3))
    assert sheet(start, level, house=TO_100).outcome.winners == (0, 1)
    more = replace(TO_100, tie_break=TieBreak.EXTRA_DEAL)
    assert sheet(start, level, house=more).outcome is None
    assert totals(start, level, NEXT, house=more) == (100 + 21 + 100, 100 + 4 + 100, 3 + 24)


def test_a_rubber_is_three_games_and_100_for_each_fewer_than_eight():
    straight = sheet(*[ALONE, NEXT] * 3, house=RUBBER)
    assert straight.outcome.winners == (0,)
    assert straight.outcome.because.rule is rule.RUBBER
    assert tuple(straight.totals) == (660, 12, 72)
    assert tuple(straight.final) == (1160, 12, 72), "500 for three straight games"
    assert sheet(*[ALONE, NEXT] * 2, house=RUBBER).outcome is None
    theirs = [deal((1, 9, 1), (0, 9, 0), PLAIN, REVEALED, PLAIN), deal((3, 1, 4), (4, 1, 4))]
    four_games = sheet(ALONE, NEXT, *theirs, *[ALONE, NEXT] * 2, house=RUBBER)
    assert four_games.final[0] - four_games.totals[0] == 400
    assert four_games.outcome.winners == (0,)


def test_each_game_of_a_rubber_starts_from_nothing():
    played = sheet(ALONE, NEXT, deal((3, 2, 4), (3, 2, 4)), house=RUBBER)
    now = standing(played)
    assert tuple(now.points) == (13, 12, 14)
    assert (now.won(0), now.deals) == (1, 1)


def test_rows_with_problems_are_ignored():
    played = sheet(deal((3, 2, 4), (3, 2, 3)), NEXT)
    assert standing(played).deals == 1
    assert GAME.dealer(played) == 1


# Trumps and the briefing ---------------------------------------------------------------------


@pytest.mark.parametrize(("before", "expected"), [
    (deal((3, 2, 4), (3, 2, 4)), "All three made it in the deal before: ♣ Clubs are trumps"),
    (deal((3, 2, 5), (3, 2, 4)), "Two made it in the deal before: ♥ Hearts are trumps"),
    (deal((3, 3, 5), (3, 2, 4)), "One made it in the deal before: ♠ Spades are trumps"),
    (deal((4, 3, 5), (3, 2, 4)), "Nobody made it in the deal before: ♦ Diamonds are trumps"),
])  # fmt: skip
def test_the_next_trumps_are_announced(before, expected):
    assert briefed(sheet(before))[1] == expected
    made = sum(bid == took for bid, took in zip(before.bids, before.tricks, strict=True))
    assert ask("next_trump", made=made)["verdict"] in expected.lower()


def test_the_first_trumps_follow_the_house_rule():
    assert briefed(sheet())[1] == "First deal: no trumps"
    diamonds = House(first_trump=FirstTrump.DIAMONDS)
    assert briefed(sheet(house=diamonds))[1] == "First deal: diamonds are trumps"
    assert briefed(sheet(ALONE, NEXT, house=RUBBER))[1] == "First deal: no trumps", "a new game of the rubber"
    assert (
        briefed(sheet(NEXT, house=House(trump_rule=TrumpRule.NONE)))[1] == "There are no trumps at this table"
    )


def test_a_card_turned_up_makes_trumps_unless_it_is_a_nine_or_the_joker():
    house = House(trump_rule=TrumpRule.TURN_UP, joker=True)

    def turned(card):
        return briefed(sheet(house=house), PartialHand("deal", {"turned_up": Cards.read(card)}))[1]

    assert turned("") == "Turn up a card for trumps"
    assert turned("7H") == "7♥ was turned up: ♥ Hearts are trumps"
    assert turned("9H") == "9♥ was turned up: no trumps"
    assert turned("X1") == "Joker was turned up: no trumps"
    assert suit_turned_up(Card.read("AC")) is Suit.CLUBS
    assert wrong(deal((3, 2, 4), (3, 2, 4), turned_up=Cards.read("X1")), replace(house, joker=False)) == {
        "turned_up"
    }


def test_the_briefing_gives_the_distance_to_the_end():
    assert briefed(sheet()) == ["seat 1 deals, seat 2 leads", "First deal: no trumps", "Deal 1 of 9"]
    assert briefed(sheet(house=TO_100))[2:] == []
    assert briefed(sheet(NEXT, house=TO_100))[2:] == ["side 3 is on 24 and needs 76"]
    assert briefed(sheet(ALONE, NEXT, NEXT, house=RUBBER))[2:] == [
        "side 1 has won 1 game",
        "side 3 is on 24 and needs 76",
    ]


def test_the_briefing_gives_the_effect_of_a_premium():
    partial_hand = PartialHand("deal", {"premiums.1": REVEALED})
    assert (
        briefed(sheet(), partial_hand)[3]
        == "side 2: 60 more if the bid is made, 60 to each of the others if not"
    )
    nobody = House(failed_premium=FailedPremium.NONE)
    assert briefed(sheet(house=nobody), partial_hand)[3] == "side 2: 60 more if the bid is made"


def test_a_row_summarises_the_deal():
    assert str(GAME.summary(NEXT, sheet())) == "Made by side 1 and side 3"
    assert str(GAME.summary(deal((4, 3, 5), (3, 2, 4)), sheet())) == "Nobody made it"


# The referee ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "bid"), [
    ("AH 7H 6H", 6), ("AH 7S 6D", 3), ("AD 7D 6D", 0), ("7D 6S TC", 4), ("AC KC QC", 9),
])  # fmt: skip
def test_three_cards_bid_by_their_suits(cards, bid):
    assert ask("bid", cards=cards)["verdict"] == bid


def test_the_joker_copies_the_card_turned_up():
    house = House(trump_rule=TrumpRule.TURN_UP, joker=True)
    assert ask("bid", house, cards="X1 7S 6D", turned_up="9H")["verdict"] == 3
    assert ask("bid", house, cards="X1 7S 6D")["verdict"] == "open"
    assert ask("trick", house, cards="AS X1", trumps="hearts", turned_up="6H")["verdict"] == "X1"
    assert ask("trick", house, cards="AS X1")["verdict"] == "open"
    assert ask("follow", house, led="AS", card="X1", holding="7D", turned_up="6S")["verdict"] == "legal"
    assert ask("follow", house, led="AS", card="7D", holding="X1", turned_up="6S")["verdict"] == "illegal"
    assert ask("follow", house, led="AS", card="X1")["verdict"] == "open"


@pytest.mark.parametrize(("offers", "dealer", "stands"), [
    (["declare", "declare", "none"], 0, 1),  # nearest the dealer's left
    (["declare", "declare", "none"], 2, 0),
    (["declare", "none", "declare"], 0, 2),  # the dealer is last
    (["declare", "reveal", "declare"], 2, 1),  # reveal beats declare
    (["reveal", "none", "reveal"], 1, 2),
    (["none", "none", "none"], 0, "nobody"),
])  # fmt: skip
def test_of_several_premiums_one_stands(offers, dealer, stands):
    assert ask("premium_stands", offers=offers, dealer=dealer)["verdict"] == stands


def test_premiums_depend_on_the_table():
    two = {"offers": ["declare", "reveal", "none"], "dealer": 0}
    assert ask("premium_stands", House(premium_limit=PremiumLimit.UNLIMITED), **two)["verdict"] == "all"
    assert ask("premium_stands", House(premiums=False), **two)["verdict"] == "nobody"


@pytest.mark.parametrize(("question", "facts", "verdict"), [
    ("premium_failed", {}, 60),
    ("premium_failed", {"premium": "declare"}, 30),
    ("premium_failed", {"made": True}, 0),
    ("missed_tricks", {"tricks": 4}, 4),
    ("first_trump", {}, "none"),
    ("bonus", {"made": 2}, 20),
    ("bonus", {"made": 3}, 10),
    ("bonus", {"made": 1}, 30),
    ("bid_cards_shown", {"premium": "none"}, "at_the_end"),
    ("bid_cards_shown", {"premium": "declare"}, "now"),
    ("rank_matters", {}, "never"),
    ("turned_up", {"card": "AC"}, "clubs"),
    ("turned_up", {"card": "9C"}, "none"),
    ("trick", {"cards": "7H AH 6S"}, "AH"),
    ("trick", {"cards": "7H AH 6S", "trumps": "spades"}, "6S"),
    ("follow", {"led": "7H", "card": "AH"}, "legal"),
    ("follow", {"led": "7H", "card": "AS", "holding": "6H"}, "illegal"),
    ("follow", {"led": "7H", "card": "AS", "holding": "6C"}, "legal"),
    ("game_over", {"totals": [200, 0, 0]}, "no"),
    ("rubber_bonus", {"games": 3}, 500),
    ("rubber_bonus", {"games": 7}, 100),
    ("tie", {}, "shared"),
])  # fmt: skip
def test_disputes_are_settled(question, facts, verdict):
    assert ask(question, **facts)["verdict"] == verdict


@pytest.mark.parametrize(("house", "question", "facts", "verdict"), [
    (House(failed_premium=FailedPremium.NONE), "premium_failed", {}, 0),
    (House(first_trump=FirstTrump.DIAMONDS), "first_trump", {}, "diamonds"),
    (House(trump_rule=TrumpRule.TURN_UP), "first_trump", {}, "turn_up"),
    (House(trump_rule=TrumpRule.NONE), "first_trump", {}, "none"),
    (House(trump_rule=TrumpRule.TURN_UP), "next_trump", {"made": 1}, "turn_up"),
    (House(trump_rule=TrumpRule.NONE), "next_trump", {"made": 1}, "none"),
    (House(tie_break=TieBreak.EXTRA_DEAL), "tie", {}, "extra_deal"),
    (TO_100, "game_over", {"totals": [99, 0, 0]}, "no"),
    (TO_100, "game_over", {"totals": [100, 120, 0]}, "yes"),
    (RUBBER, "game_over", {"totals": [100, 120, 0]}, "yes"),
    (replace(TO_100, tie_break=TieBreak.EXTRA_DEAL), "game_over", {"totals": [120, 120, 0]}, "no"),
])  # fmt: skip
def test_disputes_depend_on_the_house_rules(house, question, facts, verdict):
    assert ask(question, house, **facts)["verdict"] == verdict


# Presets, and the seed ---------------------------------------------------------------------------


def test_presets_match_the_digest():
    houses = {preset.id: preset.house for preset in GAME.presets}
    assert list(houses) == ["seed-nine-deals", "parlett", "fosdick", "parlett-turnup"]
    assert houses["seed-nine-deals"] == House(failed_premium=FailedPremium.NONE)
    assert houses["parlett"] == TO_100
    assert houses["fosdick"] == House(first_trump=FirstTrump.DIAMONDS)
    assert houses["parlett-turnup"] == House(trump_rule=TrumpRule.TURN_UP, joker=True)


def test_every_statement_of_the_seed_holds():
    seed = GAME.preset("seed-nine-deals").house
    # 36 cards ranking 6 7 8 9 10 J Q K A; clubs 3, hearts 2, spades 1, diamonds 0
    assert ask("trick", seed, cards="KH AH TH")["verdict"] == "AH"
    assert [suit.value for suit in Suit] == ["diamonds", "spades", "hearts", "clubs"]
    # each trick 1; three succeeded 10, two 20, one 30; declaring 30, revealing 60
    assert totals(deal((3, 2, 4), (3, 2, 4), REVEALED, PLAIN, PLAIN), house=seed) == (73, 12, 14)
    assert totals(deal((3, 2, 4), (4, 2, 3), REVEALED, PLAIN, PLAIN), house=seed) == (4, 32, 3)
    # nine deals, the highest score wins
    assert sheet(*[NEXT] * 9, house=seed).outcome.winners == (2,)


def test_a_record_is_scored():
    hand = {"kind": "deal", "bids": [3, 2, 5], "tricks": [3, 2, 4], "premiums": ["none", "declare", "none"]}
    record = {"game": "ninety_nine", "preset": "parlett", "entries": [{"number": 1, "hand": hand}]}
    assert score_json(read_record(record, {"ninety_nine": GAME}))["totals"] == [23, 52, 4]


# Invariants -------------------------------------------------------------------


@given(bids=st.tuples(*[st.integers(0, 9)] * 3), tricks=shares(9, 3, 1), premium=st.sampled_from(Premium))
def test_no_deal_brings_more_than_99_by_ones_own_play(bids, tricks, premium):
    hand = deal(bids, tricks, premium, PLAIN, PLAIN)
    (row,) = sheet(hand, house=House(failed_premium=FailedPremium.NONE)).rows
    assert all(0 <= gain <= 99 for gain in row.gains)
    assert sum(line.points for line in row.lines if line.because[0].rule is rule.TRICKS) == 9
