"""200: worked by hand from the sources, rule by rule."""

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
    fields_wrong,
    rules_of,
    standing,
    totals_after,
    winners_after,
    words_wrong,
)

# The presets -------------------------------------------------------------------


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
        "kitty_points_to": "defenders",
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


def test_the_traditional_game_of_the_seed_is_offered_first_with_two_partnerships():
    assert GAME.presets[0].id == "traditional_200"
    assert GAME.presets[0].source.tag == "debitcardcasino"
    assert GAME.seatings[0].shape == (4, 2)


@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.id)
def test_each_preset_is_as_published(preset):
    assert to_json(preset.house) == PUBLISHED["traditional_200"] | PUBLISHED[preset.id]


def test_every_preset_published_is_there():
    assert {preset.id for preset in GAME.presets} == set(PUBLISHED)


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
    sheet = standing(0, 0)
    conditions = {
        "hundred_threshold",
        "shutout_counts_as_silent",
        "kitty_points_to",
        "negative_limit_needs_other_nonnegative",
    }
    assert relevant_questions(KITTY, sheet) >= conditions
    assert not relevant_questions(BAROUCHE, sheet) & conditions


# Scoring: the formula of the seed ------------------------------------------------


def test_bidders_who_make_the_bid_score_all_they_took():
    assert totals_after(standing(0, 0), deal(NORTH, 60, 85, 15)) == (85, 15)


def test_a_bid_just_made_is_made():
    assert totals_after(standing(0, 0), deal(NORTH, 60, 60, 40)) == (60, 40)


def test_bidders_who_fall_short_lose_the_bid_and_keep_nothing():
    assert totals_after(standing(0, 0), deal(EAST, 60, 45, 55)) == (45, -60)


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
def test_pagats_worked_example_from_120_to_100_with_75_bid(took, defender_bid, expected, winners):
    sheet = standing(120, 100, house=PAGAT)
    hand = deal(NORTH, 75, took, 100 - took, defender_bid=defender_bid)
    assert totals_after(sheet, hand) == expected
    assert winners_after(sheet, hand) == winners


@pytest.mark.parametrize(
    ("before", "scores"), [(95, True), (100, False), (110, False), (-50, True), (0, True)]
)
def test_the_hundred_rule_looks_at_the_total_before_the_hand(before, scores):
    assert totals_after(standing(0, before), deal(NORTH, 75, 40, 60))[1] == before + (60 if scores else 0)


def test_a_barred_side_has_a_zero_line_with_the_reason():
    row = append_hand(GAME, standing(0, 110), deal(NORTH, 75, 40, 60)).rows[-1]
    assert [(line.side, line.points) for line in row.lines] == [(0, -75), (1, 0)]
    assert rules_of(row) == ["4.2", "4.4"]
    words = ENGLISH.read(row.lines[1].because[0].words)
    assert words == "Stood at 110 and did not bid: the 60 taken in defence do not count"


def test_a_side_at_the_hundred_that_bid_scores_with_the_reason():
    row = append_hand(GAME, standing(0, 110), deal(NORTH, 75, 40, 60, defender_bid=True)).rows[-1]
    assert rules_of(row) == ["4.2", "4.3", "4.5"]
    assert row.totals == (-75, 170)


def test_the_bidders_are_never_barred():
    assert totals_after(standing(150, 0), deal(NORTH, 50, 50, 50)) == (200, 50)


def test_the_hundred_rule_can_be_left_out_or_moved():
    hand = deal(NORTH, 75, 40, 60)
    assert totals_after(standing(0, 110, house=House(hundred_rule=HundredRule.OFF)), hand) == (-75, 170)
    assert totals_after(standing(0, 110, house=House(hundred_threshold=None)), hand) == (-75, 170)
    assert totals_after(standing(0, 110, house=House(hundred_threshold=150)), hand) == (-75, 170)
    assert totals_after(standing(0, 110, house=House(hundred_threshold=50)), hand) == (-75, 110)


def test_hundred_rule_on_reads_as_yes_and_off_as_no():
    assert HundredRule.ON
    assert not HundredRule.OFF


# Relevance of a defender's bid -----------------------------------------------------


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
    assert ("defender_bid" in relevant_questions(hand, standing(*totals))) is asks
    assert "sides_bid" not in relevant_questions(hand, standing(*totals))


def test_a_matching_dealer_does_not_prove_silence():
    house = House(dealer_may_match=True)
    assert "defender_bid" in relevant_questions(deal(NORTH, 50, 40, 60), standing(0, 110, house=house))
    assert "defender_bid" not in relevant_questions(deal(SOUTH, 50, 40, 60), standing(0, 110, house=house))
    assert totals_after(standing(0, 110, house=house), deal(NORTH, 50, 40, 60, defender_bid=True)) == (
        -50,
        170,
    )


def test_no_defender_can_have_bid_before_the_lowest_bid():
    for before in 0, 110:
        hand = deal(NORTH, 50, 60, 40, defender_bid=True)
        assert words_wrong(standing(0, before), hand) == [
            "50 is the lowest bid, so no defender can have bid before it"
        ]


def test_an_irrelevant_answer_is_reset():
    sheet = append_hand(GAME, standing(0, 0), deal(NORTH, 75, 80, 20, defender_bid=True))
    assert sheet.last.defender_bid is False


@pytest.mark.parametrize(
    ("counts_as_silent", "bidder", "first_call", "expected"),
    [
        (True, EAST, True, 110),
        (False, EAST, True, 140),  # East sits at the dealer's left: North and South never spoke
        (False, EAST, False, 110),
        (False, WEST, True, 110),  # South had a turn before West
    ],
)
def test_a_hundred_called_at_once_leaves_the_others_silent_or_excused(
    counts_as_silent, bidder, first_call, expected
):
    house = House(shutout_counts_as_silent=counts_as_silent)
    hand = deal(bidder, 100, 30, 70, first_call=first_call)
    assert totals_after(standing(110, 0, house=house), hand)[0] == expected


def test_a_first_call_is_asked_only_where_it_excuses_a_side():
    excused = House(shutout_counts_as_silent=False)
    hand = deal(EAST, 100, 30, 70)
    assert "first_call" in relevant_questions(hand, standing(110, 0, house=excused))
    assert "first_call" not in relevant_questions(hand, standing(110, 0))
    assert "first_call" not in relevant_questions(hand, standing(95, 0, house=excused))
    assert "first_call" not in relevant_questions(replace(hand, bid=95), standing(110, 0, house=excused))
    assert "first_call" not in relevant_questions(
        replace(hand, bidder=SOUTH), standing(110, 0, house=excused)
    )
    one_round = replace(excused, auction=AuctionRounds.SINGLE_ROUND)
    assert "first_call" not in relevant_questions(hand, standing(110, 0, house=one_round))


def test_in_a_single_round_every_call_is_a_first_call():
    house = House(shutout_counts_as_silent=False, auction=AuctionRounds.SINGLE_ROUND)
    assert totals_after(standing(110, 0, house=house), deal(EAST, 100, 30, 70))[0] == 140


@pytest.mark.parametrize("house", [House(barouche_bid=True), House(dealer_may_match=True)])
def test_a_side_that_can_still_bid_is_not_excused(house):
    house = replace(house, shutout_counts_as_silent=False)
    hand = deal(EAST, 100, 30, 70, first_call=True)
    assert totals_after(standing(110, 0, house=house), hand)[0] == 110


# Impossible answers --------------------------------------------------------------


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
    assert fields_wrong(standing(0, 0), hand) == fields


def test_nothing_is_written_after_the_end():
    sheet = append_hand(GAME, standing(190, 0), deal(NORTH, 50, 60, 40))
    assert sheet.outcome
    assert words_wrong(sheet, PassedIn()) == ["The game was already over"]


def test_bids_go_up_in_this_tables_steps():
    house = House(bid_step=10)
    assert words_wrong(standing(0, 0, house=house), deal(NORTH, 65, 60, 40)) == [
        "Bids go up from 50 in steps of 10"
    ]
    assert totals_after(standing(0, 0, house=house), deal(NORTH, 70, 80, 20)) == (80, 20)


# The end -------------------------------------------------------------------------


@pytest.mark.parametrize(("total", "over"), [(195, False), (200, True), (205, True)])
def test_200_or_more_wins(total, over):
    assert winners_after(standing(total - 60, 0), deal(NORTH, 60, 60, 40)) == ((0,) if over else None)


def test_defenders_alone_may_win_in_defence():
    assert winners_after(standing(0, 160), deal(NORTH, 75, 40, 60, defender_bid=True)) == (1,)
    assert winners_after(standing(0, 160), deal(NORTH, 75, 40, 60)) is None


def test_bidders_win_if_both_reach_the_target():
    hand = deal(NORTH, 55, 55, 45, defender_bid=True)
    assert winners_after(standing(150, 190), hand) == (0,)
    assert winners_after(standing(150, 190, house=House(both_reach=BothReach.HIGHER_TOTAL)), hand) == (1,)


def test_level_totals_go_to_the_bidders_where_the_higher_would_win():
    house = House(both_reach=BothReach.HIGHER_TOTAL)
    hand = deal(NORTH, 55, 60, 40, defender_bid=True)
    assert winners_after(standing(150, 170, house=house), hand) == (0,)


def test_agreed_totals_are_compared_without_a_bidder():
    assert winners_after(standing(0, 0), Adjustment(PerSide((200, 215)), "agreed")) == (1,)
    assert winners_after(standing(0, 0), Adjustment(PerSide((200, 200)), "agreed")) == (0, 1)


def test_at_minus_200_the_opponents_win_whatever_they_have():
    assert winners_after(standing(-150, -60), deal(NORTH, 55, 10, 90)) == (1,)
    assert winners_after(standing(-140, -110), deal(NORTH, 55, 40, 60)) is None  # −195
    assert winners_after(standing(-140, -150), deal(NORTH, 60, 40, 60)) == (1,)  # −200, the others at −90


def test_by_pagats_rule_only_opponents_at_zero_or_better_win_by_it():
    assert winners_after(standing(-140, -150, house=PAGAT), deal(NORTH, 60, 40, 60)) is None
    assert winners_after(standing(-140, -60, house=PAGAT), deal(NORTH, 60, 40, 60)) == (1,)
    sheet = append_hand(GAME, standing(-140, -150, house=PAGAT), deal(NORTH, 60, 40, 60))  # −200, −90
    assert winners_after(sheet, deal(EAST, 90, 0, 100)) == (1,)
    sheet = append_hand(GAME, sheet, deal(EAST, 60, 30, 70))  # −170, −20: out of the hole again
    assert winners_after(sheet, deal(EAST, 50, 40, 60)) is None


def test_without_a_limit_a_negative_total_does_not_lose():
    assert winners_after(standing(-195, 0, house=DEUX_CENTS), deal(NORTH, 100, 40, 60)) is None


def test_when_both_are_below_the_limit_play_goes_on():
    assert winners_after(standing(0, 0), Adjustment(PerSide((-200, -205)), "agreed")) is None


def test_the_target_follows_the_house_rule():
    assert winners_after(standing(190, 0, house=House(target=300)), deal(NORTH, 50, 60, 40)) is None
    assert winners_after(standing(240, 0, house=House(target=300)), deal(NORTH, 50, 60, 40)) == (0,)
