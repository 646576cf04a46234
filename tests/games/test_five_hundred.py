"""500: presets, deal, hands and briefing, by the sources."""

from dataclasses import replace

import pytest

from games.engine import (
    Adjustment,
    PartialHand,
    PerSide,
    Seating,
    append_hand,
    house_problems,
    relevant_questions,
    to_json,
)
from games.five_hundred import GAME
from games.five_hundred.bids import Call, Trumps
from games.five_hundred.hands import (
    BarNullo,
    Declare,
    DoubleNullo,
    Misere,
    PassedIn,
    PlayedNoTrump,
    Revoke,
)
from games.five_hundred.house import House
from games.five_hundred.referee_score import Result
from games.five_hundred.referee_win import ClaimedWin
from tests.games.five_hundred_table import (
    AUSTRALIAN,
    BID_VALUES,
    DROPS_OUT,
    EAST,
    EXACT,
    FIVE,
    HOFFMANN,
    HOUSE_45,
    HOYLE,
    NORTH,
    PAGAT,
    SIX,
    SOUTH,
    THREE,
    WEST,
    briefing,
    contract,
    house_of,
    sheet_at,
    sheet_with,
    tricks_taken,
)

# The presets

DEFAULTS = {
    "deck": "by_seats", "schedule": "avondale", "min_level": 6, "six_bids": "normal",
    "auction_rounds": "until_all_pass", "rebid_rule": "after_intervening_bid", "all_pass": "next_dealer",
    "misere_value": 250, "misere_rank": "between_7_and_8", "misere_needs_seven": True,
    "open_misere_value": 500, "open_misere_rank": "between_10D_10H", "open_misere_shown": "after_first_trick",
    "double_nullo_value": None, "double_nullo_needs_partner": False, "bar_nullo_value": None,
    "declare_solo": False, "slam_250": True, "defender_tricks": "always", "misere_defender_tricks": "none",
    "trick_cap": "none", "failed_contract": "subtract", "target": 500, "win_compare": "at_least",
    "win_on": "made_contract", "both_reach": "bidder", "both_defenders_reach": "first_trick",
    "overshoot_limit": None, "back_door": -500, "back_door_needs_other_nonnegative": False,
    "back_door_multi": "highest_total_wins", "five_player_share": "half", "five_player_call": "card_secret",
    "first_lead": "declarer", "joker_nt": "pagat", "no_ace_no_face": False, "six_no_allowed": False,
    "revoke_rule": "manual",
}  # fmt: skip

ENCYCLOPEDIA = {
    "deck": "43", "all_pass": "redeal_twice_then_next", "misere_rank": "by_value", "double_nullo_value": 500,
    "win_on": "any", "joker_nt": "simple_trump",
}  # fmt: skip
NO_MISERE = {"misere_value": None, "open_misere_value": None}
NO_SLAM = {"slam_250": False}

PRESET_CHANGES = {
    "wikipedia": ENCYCLOPEDIA,
    "australian": NO_SLAM | {
        "deck": "43", "misere_rank": "by_value", "misere_needs_seven": False, "open_misere_value": 350,
        "open_misere_rank": "by_value", "win_compare": "over", "win_on": "any",
    },
    "american_inkle": ENCYCLOPEDIA | {
        "deck": "45", "auction_rounds": "single", "six_bids": "inkle_can_stand", "misere_needs_seven": False,
    },
    "house_45": NO_MISERE | NO_SLAM | {
        "deck": "45", "auction_rounds": "single", "six_bids": "inkle_signal_only", "min_level": 7,
        "all_pass": "redeal_same_dealer", "no_ace_no_face": True, "joker_nt": "simple_trump",
    },
    "quebec_1000": NO_SLAM | {
        "deck": "46", "misere_value": 500, "misere_rank": "below_8NT", "misere_needs_seven": False,
        "open_misere_value": 1000, "open_misere_rank": "below_10NT", "target": 1000, "win_on": "any",
        "failed_contract": "give_to_opponents", "back_door": None,
    },
    "exact_500": ENCYCLOPEDIA | {
        "double_nullo_value": None, "win_compare": "exactly", "overshoot_limit": 1000,
    },
    "pagat_australian": {"deck": "43"},
    "three_handed": {"deck": "33", "misere_needs_seven": False, "win_on": "any"},
    "hoyle_three": NO_MISERE | {
        "deck": "33", "all_pass": "play_no_trump", "win_on": "any", "back_door": None, "joker_nt": "hoyle",
    },
    "five_player": NO_MISERE | NO_SLAM | {"deck": "53"},
    "six_player": NO_SLAM | {"deck": "63", "win_on": "any"},
    # The encyclopedia says that misère for two is generally not allowed.
    "two_handed": NO_MISERE | NO_SLAM | {"deck": "43", "win_on": "any"},
}  # fmt: skip
SEATS = {"three_handed": (3, 3), "hoyle_three": (3, 3), "five_player": (5, 5), "six_player": (6, 2)}
SEATS |= {"two_handed": (2, 2)}


def test_defaults_match_the_rules():
    assert to_json(House()) == DEFAULTS


def test_each_preset_is_as_published():
    assert {preset.id: to_json(preset.house) for preset in GAME.presets} == {
        id: DEFAULTS | changed for id, changed in PRESET_CHANGES.items()
    }
    for preset in GAME.presets:
        assert GAME.shapes(preset) == (SEATS.get(preset.id, (4, 2)),), preset.id


def problem_fields(seating, **changes):
    return [problem.field for problem in house_problems(GAME, house_of("wikipedia", **changes), seating)]


def test_a_pack_suits_only_its_numbers_of_players():
    assert problem_fields(Seating(4, 2), deck="33") == ["deck"]
    assert problem_fields(Seating(3, 3), deck="45") == []  # with a dead hand
    assert problem_fields(Seating(6, 2), deck="65") == []
    assert problem_fields(Seating(5, 5), deck="43") == ["deck"]
    assert problem_fields(Seating(5, 5), deck="by_seats") == []


def test_in_the_exact_game_the_losing_limit_is_above_the_target():
    exact = {"win_compare": "exactly"}
    assert problem_fields(Seating(4, 2), overshoot_limit=500, **exact) == ["overshoot_limit"]
    assert problem_fields(Seating(4, 2), overshoot_limit=510, **exact) == []
    assert problem_fields(Seating(4, 2), overshoot_limit=None, **exact) == []
    assert problem_fields(Seating(4, 2), overshoot_limit=500) == []


# The dealer

SEVEN = contract(NORTH, "7S", 7, 3)


def dealer_after(*hands, **rules):
    return GAME.dealer(sheet_with(hands=hands, **rules))


def test_the_deal_passes_to_the_left():
    assert [dealer_after(*[SEVEN] * n) for n in range(3)] == [NORTH, EAST, SOUTH]
    assert dealer_after(dealer=WEST) == WEST
    assert dealer_after(SEVEN, dealer=WEST) == NORTH


def test_the_dealer_after_everyone_passed_follows_the_house_rule():
    assert dealer_after(PassedIn(), **AUSTRALIAN) == EAST
    assert dealer_after(*[PassedIn()] * 9, **HOUSE_45) == NORTH
    assert [dealer_after(*[PassedIn()] * n) for n in range(5)] == [NORTH, NORTH, NORTH, EAST, EAST]
    assert dealer_after(PlayedNoTrump(tricks_taken(5, 3, 2)), **HOYLE) == EAST


def test_adjustments_and_impossible_hands_do_not_move_the_deal():
    assert GAME.dealer(sheet_at(10, 0)) == NORTH
    sheet = append_hand(GAME, sheet_with(), contract(NORTH, "7S", 7, 4))
    assert sheet.rows[-1].problems
    assert GAME.dealer(sheet) == NORTH


def test_a_player_who_dropped_out_does_not_deal():
    lost_hand, another_lost_hand = contract(1, "10NT", 0, 9, 1), contract(1, "10NT", 1, 9, 0)
    for hand, dealer, expected in (lost_hand, 0, 2), (lost_hand, 1, 2), (another_lost_hand, 2, 0):
        assert dealer_after(hand, dealer=dealer, **THREE, **DROPS_OUT) == expected


def test_a_void_hand_is_dealt_again():
    revoke = Revoke(NORTH, Call.H8, EAST, tricks_taken(0, 0))
    assert dealer_after(revoke, revoke_rule="redeal") == NORTH
    assert dealer_after(revoke, **HOFFMANN) == EAST


# Questions of a hand


@pytest.mark.parametrize(
    ("rules", "kinds"),
    [
        ({}, "contract misere double_nullo passed_in"),
        (AUSTRALIAN, "contract misere passed_in"),
        (HOUSE_45, "contract passed_in"),
        (HOYLE, "contract played_no_trump"),
        (SIX | {"double_nullo_value": 500}, "contract misere passed_in"),
        (HOFFMANN | {"bar_nullo_value": 500, "declare_solo": True},
         "contract misere double_nullo bar_nullo declare passed_in revoke"),
        ({"all_pass": "dealer_must_bid"}, "contract misere double_nullo"),
        (HOUSE_45 | {"open_misere_value": 500}, "contract misere passed_in"),
    ],
)  # fmt: skip
def test_the_kinds_of_hand_follow_from_the_house_rules(rules, kinds):
    assert GAME.kinds_at(sheet_with(**rules)) == tuple(kinds.split())


def bid_grid(preset, **rules):
    context = GAME.template_context("contract", sheet_with(preset, **rules))
    return {level: tuple(points for _trumps, points in cells) for level, cells in context["rows"]}


def test_the_bid_grid_is_the_printed_table():
    assert bid_grid("wikipedia") == BID_VALUES
    assert list(bid_grid("house_45")) == [7, 8, 9, 10]
    assert bid_grid("wikipedia", schedule="original")[10] == (200, 300, 400, 500, 600)
    assert GAME.template_context("contract", sheet_with())["columns"] == tuple(Trumps)
    assert GAME.template_context("misere", sheet_with()) == {}


PAID = {"misere_defender_tricks": "per_trick"}
MADE, LOST = Misere(NORTH, made=True), Misere(NORTH, made=False)


def questions_of(hand, **rules):
    return relevant_questions(hand, sheet_with(**rules))


def test_open_is_asked_only_where_both_kinds_of_misere_are_played():
    assert "open" in questions_of(MADE)
    assert "open" not in questions_of(MADE, open_misere_value=None)
    assert "open" in questions_of(MADE, misere_value=None)
    # An answer that the house rules exclude is asked, so that it is refused.
    assert "open" in questions_of(replace(MADE, open=True), open_misere_value=None)


def test_questions_of_a_hand_are_asked_only_where_relevant():
    assert "partner" not in questions_of(SEVEN)
    five_player_hand = contract(0, "7S", 7, 1, 1, 1, 0)
    assert "partner" in questions_of(five_player_hand, **FIVE)
    assert "tricks" not in questions_of(LOST)
    assert "tricks" in questions_of(LOST, **PAID)
    assert "tricks" not in questions_of(MADE, **PAID)  # the others took all ten tricks
    assert "tricks" in questions_of(MADE, **THREE, **PAID)
    if_set = PAID | {"defender_tricks": "only_if_set"}
    assert "tricks" in questions_of(LOST, **if_set)
    assert "tricks" not in questions_of(MADE, **THREE, **if_set)
    assert "tricks" not in questions_of(LOST, **PAID, defender_tricks="never")
    assert "made" in questions_of(ClaimedWin(510), **HOUSE_45)
    assert "made" not in questions_of(ClaimedWin(510))
    assert "alone" in questions_of(Result(Call.H8, 8), **FIVE)
    assert "alone" not in questions_of(Result(Call.H8, 8))


def test_the_first_to_reach_the_target_is_asked_only_if_two_reached_it():
    hand = contract(0, "6S", 5, 3, 2)
    sheet = sheet_at(0, 480, 480, **HOYLE)
    assert "first_there" in relevant_questions(hand, sheet)
    assert "first_there" not in relevant_questions(hand, sheet_with("hoyle_three"))
    shared = sheet_at(0, 480, 480, **HOYLE, both_defenders_reach="share")
    assert "first_there" not in relevant_questions(hand, shared)


# Impossible hands


def problems_of(hand, sheet=None, **rules):
    """Return the field and the number of the rule of each problem of a hand."""
    after = append_hand(GAME, sheet or sheet_with(**rules), hand)
    assert not (after.rows[-1].problems and after.rows[-1].lines)
    return [(problem.field, problem.rule and problem.rule.number) for problem in after.rows[-1].problems]


REFUSED = [  # rules, hand, the fields with problems and the rules
    ({}, SEVEN, []),
    ({}, contract(NORTH, "7S", 7, 4), [("tricks", "1.3")]),
    ({}, contract(NORTH, "7S", 11, 0), [("tricks.0", "1.3")]),
    (HOUSE_45, contract(NORTH, "6S", 7, 3), [("level", "2.7")]),
    (HOUSE_45, MADE, [("open", "3.1")]),
    (HOUSE_45, replace(MADE, open=True), [("open", "3.4")]),
    ({}, BarNullo(NORTH, made=True), [("", "3.10")]),
    (AUSTRALIAN, DoubleNullo(NORTH, made=True), [("", "3.8")]),
    (SIX | {"double_nullo_value": 500}, DoubleNullo(NORTH, made=True), [("", "3.8")]),
    ({}, Declare(NORTH, tricks_taken(10, 0)), [("", "3.12")]),
    ({"all_pass": "dealer_must_bid"}, PassedIn(), [("", "2.10")]),
    (HOYLE, PassedIn(), [("", "2.10")]),
    (THREE, PlayedNoTrump(tricks_taken(5, 3, 2)), [("", "2.10")]),
    (PAID, LOST, [("tricks", "5.13")]),
    (PAID, replace(LOST, tricks=tricks_taken(0, 4)), [("tricks", "5.11")]),
    (PAID, replace(LOST, tricks=tricks_taken(1, 10)), [("tricks", "1.3")]),
    (PAID, replace(LOST, tricks=tricks_taken(1, 4)), []),
    (THREE | PAID, replace(MADE, tricks=tricks_taken(0, 6, 3)), [("tricks", "5.11")]),
    (THREE | PAID, replace(MADE, tricks=tricks_taken(1, 6, 3)), [("tricks", "5.11")]),
    (THREE | PAID, replace(MADE, tricks=tricks_taken(0, 6, 4)), []),
    ({}, Revoke(NORTH, Call.H8, EAST, tricks_taken(8, 2)), [("", "7.3")]),
    (HOFFMANN, Revoke(NORTH, Call.H8, EAST, tricks_taken(8, 3)), [("tricks", "1.3")]),
    (HOFFMANN, Revoke(NORTH, Call.BAR_NULLO, EAST, tricks_taken(0, 3)), [("bid", "2.1")]),
    (HOFFMANN, Revoke(NORTH, Call.H8, EAST, tricks_taken(8, 2)), []),
    (FIVE, contract(0, "7S", 7, 1, 1, 1, 0, partner=0), [("partner", "4.13")]),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "hand", "expected"), REFUSED)
def test_impossible_hands_are_refused_with_their_rules(rules, hand, expected):
    assert problems_of(hand, **rules) == expected


def test_seats_and_sides_must_be_at_the_table():
    assert [field for field, _rule in problems_of(contract(7, "7S", 7, 3))] == ["bidder"]
    assert [field for field, _rule in problems_of(contract(NORTH, "7S", 7, 2, 1))] == ["tricks"]


def test_the_first_to_reach_the_target_is_required_if_two_reach_it():
    sheet, refused = sheet_at(0, 480, 480, **HOYLE), [("first_there", "6.7")]
    assert problems_of(contract(0, "6S", 5, 3, 2), sheet) == refused
    assert problems_of(contract(0, "6S", 5, 3, 2, first_there=0), sheet) == refused
    assert problems_of(contract(0, "6S", 5, 3, 2, first_there=1), sheet) == []
    assert problems_of(PlayedNoTrump(tricks_taken(0, 5, 5)), sheet) == refused


def test_a_side_that_dropped_out_neither_bids_nor_takes_tricks():
    lost_hand = contract(0, "10NT", 9, 1, 0)
    sheet = sheet_with(hands=[lost_hand], all_pass="play_no_trump", **THREE, **DROPS_OUT)
    assert problems_of(contract(0, "7S", 0, 5, 5), sheet) == [("bidder", "6.14")]
    assert problems_of(contract(1, "7S", 1, 5, 4), sheet) == [("tricks.0", "6.14")]
    assert problems_of(contract(1, "7S", 0, 6, 4), sheet) == []
    assert problems_of(PlayedNoTrump(tricks_taken(1, 5, 4)), sheet) == [("tricks.0", "6.14")]


def test_a_partner_who_dropped_out_is_refused():
    sheet = sheet_with(hands=[contract(2, "10NT", 0, 1, 9, 0, 0)], **FIVE, **DROPS_OUT)
    assert problems_of(contract(0, "7S", 7, 2, 0, 1, 0, partner=2), sheet) == [("partner", "6.14")]
    # The deal passes on even if an adjustment puts everyone out of the game.
    everyone_out = append_hand(GAME, sheet, Adjustment(PerSide([-900] * 5), "a bet"))
    assert GAME.dealer(everyone_out) in everyone_out.seating.every_seat


# Briefing


def test_the_briefing_counts_redeals():
    assert "Dealt again once by seat 1" in briefing(sheet_with(hands=[PassedIn()]))
    assert "Dealt again 2 times by seat 1" in briefing(sheet_with(hands=[PassedIn(), PassedIn()]))


# A side that is "put out" reaches the target; a side that is "put out the back door" loses.
NEAR = [  # rules, the second side's total, what the briefing says
    (PAGAT, 480, "side 2, on 480: tricks cannot win it for them, a contract can"),
    ({}, 480, "side 2, on 480: 2 tricks against a bidder put them out"),
    ({}, 490, "side 2, on 490: 1 trick against a bidder puts them out"),
    (AUSTRALIAN, 480, "side 2, on 480: 3 tricks against a bidder put them out"),
    ({"defender_tricks": "never"}, 480, "side 2, on 480: tricks score nothing"),
    ({"trick_cap": "490"}, 480, "side 2, on 480: tricks cannot lift them past 490"),
    ({"trick_cap": "stop_over_400"}, 480, "side 2, on 480: tricks score nothing"),
    ({"trick_cap": "stop_over_400"}, 400, "side 2, on 400: 10 tricks against a bidder put them out"),
    (EXACT, 480, "side 2, on 480: 2 tricks against a bidder put them out"),
    ({}, -300, "side 2, on −300: a loss of 200 puts them out the back door"),
]


@pytest.mark.parametrize(("rules", "total", "words"), NEAR)
def test_the_briefing_warns_of_a_side_near_the_target(rules, total, words):
    assert words in briefing(sheet_at(0, total, **rules))


def briefing_during(sheet, kind="contract", **answers):
    return briefing(sheet, PartialHand(kind, answers))


EIGHT = {"bidder": NORTH, "level": 8, "trumps": Trumps.HEARTS}


@pytest.mark.parametrize(
    ("rules", "kind", "answers", "words"),
    [
        ({}, "contract", EIGHT,
         {"seat 1 plays 8♥, worth 300", "Made: side 1 at 300", "Lost: side 1 at −300"}),
        ({}, "contract", EIGHT | {"level": 7}, {"All ten tricks: 250"}),
        (THREE, "contract", EIGHT, {"Made: side 1 at 300"}),
        ({}, "misere", {"bidder": EAST},
         {"seat 2 plays Misère, worth 250", "Made: side 2 at 250", "Lost: side 2 at −250"}),
        ({"declare_solo": True}, "declare", {"bidder": EAST},
         {"Made: side 2 at 500", "Lost: side 2 at −500"}),
        ({}, "double_nullo", {"bidder": EAST}, {"Lost: side 2 at −500"}),
        (HOFFMANN, "revoke", {"bidder": EAST, "bid": Call.H8},
         {"seat 2 plays 8♥, worth 300"}),
    ],
)  # fmt: skip
def test_the_briefing_gives_the_value_of_a_bid(rules, kind, answers, words):
    assert words <= set(briefing_during(sheet_with(**rules), kind, **answers))


def test_the_briefing_says_which_result_ends_the_game():
    notes = briefing_during(sheet_at(200, 0), **EIGHT)
    assert any(words.startswith("Made: side 1 stands at 500") for words in notes)
    near_the_limit = briefing_during(sheet_at(-200, 0), **EIGHT)
    assert any("back door" in words for words in near_the_limit)
