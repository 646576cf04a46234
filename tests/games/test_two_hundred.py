"""200: scores worked out by hand from the sources, rule by rule.

The hundred rule: a side at 100 or more before the hand scores in defence only if it bid.
``deal(NORTH, 75, 40, 60)``: North bid 75; North and South took 40 points, East and West 60.
"""

from dataclasses import replace

import pytest

from games.engine import (
    ENGLISH,
    Adjustment,
    PerSide,
    append_hand,
    house_problems,
    relevant_questions,
    to_json,
)
from games.two_hundred import GAME
from games.two_hundred.hands import Barouche, PassedIn
from games.two_hundred.house import (
    BAROUCHE,
    DEUX_CENTS,
    KITTY,
    PAGAT,
    AuctionRounds,
    BothReach,
    Deck,
    House,
    HundredRule,
    KittyPoints,
)
from tests.games.two_hundred_table import (
    EAST,
    FOUR,
    NORTH,
    SOUTH,
    WEST,
    deal,
    problem_fields,
    problem_words,
    row_after,
    rules_cited,
    sheet_at,
    totals_after,
    winners_after,
)

# The presets


PUBLISHED = {
    "traditional_200": {
        "target": 200, "min_bid": 50, "max_bid": 100, "bid_step": 5, "auction": "until_three_pass",
        "all_pass": "next_dealer", "dealer_may_match": False, "hundred_rule": "on", "hundred_threshold": 100,
        "shutout_counts_as_silent": True, "both_reach": "bidder", "negative_limit": -200,
        "negative_limit_needs_other_nonnegative": False, "deck": "36", "kitty_size": 0,
        "kitty_points_to": "defenders", "trump_named": "after_auction", "must_lead_trump": False,
        "barouche_bid": False, "revoke_rule": "manual",
    },
    "pagat_200": {"negative_limit_needs_other_nonnegative": True},
    "kitty_200": {
        "negative_limit_needs_other_nonnegative": True, "deck": "40", "kitty_size": 4,
    },
    "deux_cents_40": {
        "deck": "40_no_kitty", "all_pass": "dealer_must_bid_minimum", "negative_limit": None,
    },
    "barouche_250": {
        "target": 250, "min_bid": 30, "all_pass": "dealer_must_bid_minimum", "dealer_may_match": True,
        "hundred_rule": "off", "negative_limit": None, "deck": "40_no_kitty",
        "trump_named": "by_first_card", "must_lead_trump": True, "barouche_bid": True,
    },
}  # fmt: skip


def test_the_presets_are_as_published():
    traditional = PUBLISHED["traditional_200"]
    assert {preset.id: to_json(preset.house) for preset in GAME.presets} == {
        id: traditional | changes for id, changes in PUBLISHED.items()
    }


@pytest.mark.parametrize(
    ("house", "field"),
    [
        (House(min_bid=100, max_bid=50), "min_bid"),
        (House(bid_step=15), "bid_step"),
        (House(deck=Deck.FORTY), "kitty_size"),
        (House(deck=Deck.FORTY_NO_KITTY, kitty_size=4), "kitty_size"),
        (House(target=201), "target"),
        (House(bid_step=7), "bid_step"),
    ],
)
def test_contradictory_house_rules_are_refused_by_name(house, field):
    assert [problem.field for problem in house_problems(GAME, house, FOUR)] == [field]


def test_unusual_house_rules_are_accepted():
    for house in (
        House(target=500, min_bid=30, bid_step=10),
        House(kitty_size=4),
        House(hundred_threshold=None),
        House(deck=Deck.FORTY, kitty_size=4, kitty_points_to=KittyPoints.BIDDERS),
    ):
        assert house_problems(GAME, house, FOUR) == ()


def test_dependent_house_rules_are_asked_only_with_their_conditions():
    dependent_rules = {
        "hundred_threshold",
        "shutout_counts_as_silent",
        "kitty_points_to",
        "negative_limit_needs_other_nonnegative",
    }
    assert relevant_questions(KITTY, sheet_at()) >= dependent_rules
    assert not relevant_questions(BAROUCHE, sheet_at()) & dependent_rules


# Scoring


@pytest.mark.parametrize(
    ("took", "defender_bid", "expected", "winners"),
    [
        (85, False, (205, 100), (0,)),
        (75, True, (195, 125), None),
        (75, False, (195, 100), None),
        (70, True, (45, 130), None),
        (70, False, (45, 100), None),
    ],
)
def test_pagats_worked_example_scores_at_120_to_100_with_75_bid(took, defender_bid, expected, winners):
    sheet = sheet_at(120, 100, house=PAGAT)
    hand = deal(NORTH, 75, took, 100 - took, defender_bid=defender_bid)
    assert totals_after(sheet, hand) == expected
    assert winners_after(sheet, hand) == winners


@pytest.mark.parametrize(
    ("before", "scores"), [(95, True), (100, False), (110, False), (-50, True), (0, True)]
)
def test_the_hundred_rule_depends_on_the_total_before_the_hand(before, scores):
    assert totals_after(sheet_at(0, before), deal(NORTH, 75, 40, 60))[1] == before + (60 if scores else 0)


def test_a_side_at_the_hundred_scores_or_is_barred_with_the_reason():
    barred_row = row_after(sheet_at(0, 110), deal(NORTH, 75, 40, 60))
    assert [(line.side, line.points) for line in barred_row.lines] == [(0, -75), (1, 0)]
    assert rules_cited(barred_row) == ["4.2", "4.4"]
    words = ENGLISH.read(barred_row.lines[1].because[0].words)
    assert words == "Stood at 110 and did not bid: the 60 taken in defence do not count"
    scoring_row = row_after(sheet_at(0, 110), deal(NORTH, 75, 40, 60, defender_bid=True))
    assert rules_cited(scoring_row) == ["4.2", "4.3", "4.5"]
    assert scoring_row.totals == (-75, 170)


def test_the_bidders_are_never_barred():
    assert totals_after(sheet_at(150, 0), deal(NORTH, 50, 50, 50)) == (200, 50)


@pytest.mark.parametrize(
    ("house", "expected"),
    [
        (House(hundred_rule=HundredRule.OFF), 170),
        (House(hundred_threshold=None), 170),
        (House(hundred_threshold=150), 170),
        (House(hundred_threshold=50), 110),
    ],
)
def test_the_hundred_rule_can_be_off_or_have_another_threshold(house, expected):
    assert totals_after(sheet_at(0, 110, house=house), deal(NORTH, 75, 40, 60)) == (-75, expected)


# Relevance of a defender's bid


@pytest.mark.parametrize(
    ("totals", "hand", "asks"),
    [
        ((0, 110), deal(NORTH, 75, 40, 60), True),
        ((0, 100), deal(NORTH, 55, 40, 60), True),
        ((0, 95), deal(NORTH, 75, 40, 60), False),
        ((0, 110), deal(NORTH, 50, 40, 60), False),
        ((110, 0), deal(NORTH, 75, 40, 60), False),
        ((110, 0), deal(WEST, 75, 40, 60), True),
    ],
)
def test_a_defenders_bid_is_asked_only_where_relevant(totals, hand, asks):
    assert ("defender_bid" in relevant_questions(hand, sheet_at(*totals))) is asks
    assert "sides_bid" not in relevant_questions(hand, sheet_at(*totals))


def test_a_defender_may_have_made_the_bid_that_the_dealer_matched():
    sheet = sheet_at(0, 110, house=House(dealer_may_match=True))
    assert "defender_bid" in relevant_questions(deal(NORTH, 50, 40, 60), sheet)
    assert "defender_bid" not in relevant_questions(deal(SOUTH, 50, 40, 60), sheet)
    assert totals_after(sheet, deal(NORTH, 50, 40, 60, defender_bid=True)) == (-50, 170)


def test_no_defender_can_have_bid_if_the_lowest_bid_won():
    hand = deal(NORTH, 50, 60, 40, defender_bid=True)
    for before in 0, 110:
        assert problem_fields(sheet_at(0, before), hand) == ["defender_bid"]


def test_an_irrelevant_answer_is_reset():
    row = row_after(sheet_at(), deal(NORTH, 75, 80, 20, defender_bid=True))
    assert row.hand.defender_bid is False


SHUTOUT_EXCUSED = House(shutout_counts_as_silent=False)
ONE_ROUND = replace(SHUTOUT_EXCUSED, auction=AuctionRounds.SINGLE_ROUND)


@pytest.mark.parametrize(
    ("house", "bidder", "first_call", "expected"),
    [
        (House(), EAST, True, 110),
        (SHUTOUT_EXCUSED, EAST, True, 140),  # East sits at the dealer's left: North and South never spoke
        (SHUTOUT_EXCUSED, EAST, False, 110),
        (SHUTOUT_EXCUSED, WEST, True, 110),  # South had a turn before West
        (ONE_ROUND, EAST, False, 140),  # every call is a first call
        # A side that can still bid is not excused.
        (replace(SHUTOUT_EXCUSED, barouche_bid=True), EAST, True, 110),
        (replace(SHUTOUT_EXCUSED, dealer_may_match=True), EAST, True, 110),
    ],
)
def test_a_hundred_called_at_once_leaves_the_others_silent_or_excused(house, bidder, first_call, expected):
    hand = deal(bidder, 100, 30, 70, first_call=first_call)
    assert totals_after(sheet_at(110, 0, house=house), hand)[0] == expected


def test_a_first_call_is_asked_only_where_it_excuses_a_side():
    hand, at_110 = deal(EAST, 100, 30, 70), sheet_at(110, 0, house=SHUTOUT_EXCUSED)
    assert "first_call" in relevant_questions(hand, at_110)
    for other_hand, sheet in (
        (hand, sheet_at(110, 0)),
        (hand, sheet_at(95, 0, house=SHUTOUT_EXCUSED)),
        (replace(hand, bid=95), at_110),
        (replace(hand, bidder=SOUTH), at_110),
        (hand, sheet_at(110, 0, house=ONE_ROUND)),
    ):
        assert "first_call" not in relevant_questions(other_hand, sheet)


# Impossible answers


@pytest.mark.parametrize(
    ("hand", "fields"),
    [
        (deal(NORTH, 45, 60, 40), ["bid"]),
        (deal(NORTH, 105, 60, 40), ["bid"]),
        (deal(NORTH, 72, 60, 40), ["bid"]),
        (deal(NORTH, 60, 60, 35), ["took"]),
        (deal(NORTH, 60, 57, 43), ["took.0", "took.1"]),
        (deal(NORTH, 60, 105, -5), ["took.0", "took.1"]),
        (deal(4, 60, 60, 40), ["bidder"]),
        (deal(NORTH, 60, 60, 30, buried=10), ["took", "buried"]),
        (deal(NORTH, 60, 60, 40, sides_bid=PerSide((False, True))), ["sides_bid"]),
        (Barouche(NORTH, made=True), [""]),
    ],
)
def test_impossible_answers_are_reported_at_their_question(hand, fields):
    assert problem_fields(sheet_at(), hand) == fields


def test_nothing_is_written_after_the_end():
    sheet = append_hand(GAME, sheet_at(190, 0), deal(NORTH, 50, 60, 40))
    assert sheet.outcome
    assert problem_fields(sheet, PassedIn()) == [""]


def test_bids_go_up_in_this_tables_steps():
    sheet = sheet_at(house=House(bid_step=10))
    assert problem_words(sheet, deal(NORTH, 65, 60, 40)) == ["Bids go up from 50 in steps of 10"]
    assert totals_after(sheet, deal(NORTH, 70, 80, 20)) == (80, 20)


# The end


HIGHER = House(both_reach=BothReach.HIGHER_TOTAL)
TO_300 = House(target=300)


@pytest.mark.parametrize(
    ("totals", "house", "hand", "winners"),
    [
        ((135, 0), House(), deal(NORTH, 60, 60, 40), None),
        ((140, 0), House(), deal(NORTH, 60, 60, 40), (0,)),
        ((190, 0), TO_300, deal(NORTH, 50, 60, 40), None),
        ((240, 0), TO_300, deal(NORTH, 50, 60, 40), (0,)),
        # The defenders may be the only side to reach the target.
        ((0, 160), House(), deal(NORTH, 75, 40, 60, defender_bid=True), (1,)),
        ((0, 160), House(), deal(NORTH, 75, 40, 60), None),
        # If both reach the target, the bidders win. By the other house rule the higher total wins; if the
        # totals are level, the bidders win.
        ((150, 190), House(), deal(NORTH, 55, 55, 45, defender_bid=True), (0,)),
        ((150, 190), HIGHER, deal(NORTH, 55, 55, 45, defender_bid=True), (1,)),
        ((150, 170), HIGHER, deal(NORTH, 55, 60, 40, defender_bid=True), (0,)),
        # After an agreed adjustment there are no bidders: the totals decide.
        ((0, 0), House(), Adjustment(PerSide((200, 215)), "agreed"), (1,)),
        ((0, 0), House(), Adjustment(PerSide((200, 200)), "agreed"), (0, 1)),
        # A side at −200 loses, whatever the opponents have. If both are at the limit, play goes on.
        ((-150, -60), House(), deal(NORTH, 55, 10, 90), (1,)),
        ((-140, -110), House(), deal(NORTH, 55, 40, 60), None),  # −195
        ((-140, -150), House(), deal(NORTH, 60, 40, 60), (1,)),  # −200, the others at −90
        ((0, 0), House(), Adjustment(PerSide((-200, -205)), "agreed"), None),
        ((-195, 0), DEUX_CENTS, deal(NORTH, 100, 40, 60), None),  # there is no limit
    ],
)
def test_a_game_ends_at_the_target_or_at_the_negative_limit(totals, house, hand, winners):
    assert winners_after(sheet_at(*totals, house=house), hand) == winners


def test_by_pagats_rule_only_opponents_at_zero_or_better_win_by_the_limit():
    assert winners_after(sheet_at(-140, -150, house=PAGAT), deal(NORTH, 60, 40, 60)) is None
    assert winners_after(sheet_at(-140, -60, house=PAGAT), deal(NORTH, 60, 40, 60)) == (1,)
    sheet = append_hand(GAME, sheet_at(-140, -150, house=PAGAT), deal(NORTH, 60, 40, 60))  # −200, −90
    assert winners_after(sheet, deal(EAST, 90, 0, 100)) == (1,)
    sheet = append_hand(GAME, sheet, deal(EAST, 60, 30, 70))  # −170, −20: above the limit again
    assert winners_after(sheet, deal(EAST, 50, 40, 60)) is None
