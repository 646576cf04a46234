"""500: the bidding, call by call."""

import pytest

from games.engine import ENGLISH, Calls, run_auction
from games.five_hundred.auction import AUCTION, bidding_after, refusal
from games.five_hundred.bids import Call
from tests.games.five_hundred_table import EAST, NORTH, SOUTH, WEST, contract, sheet_with, verdict


def auction(calls, sheet=None, **rules):
    """Return the auction after these calls, which must all be legal."""
    state, illegal_call = run_auction(AUCTION, Calls.read(calls), sheet or sheet_with(**rules))
    assert illegal_call is None, illegal_call
    return state


def rule_against_last(calls, **rules):
    """Return the rule against the last call; None if it is legal."""
    _state, illegal_call = run_auction(AUCTION, Calls.read(calls), sheet_with(**rules))
    if illegal_call is None:
        return None
    assert illegal_call.index == len(Calls.read(calls)) - 1, "an earlier call was wrong"
    return illegal_call.because.rule.number


def auction_result(calls, **rules):
    state = auction(calls, **rules)
    assert state.speaker is None
    return state.result.kind, dict(state.result.answers)


def notes(calls, **rules):
    return [ENGLISH.read(note.words) for note in auction(calls, **rules).notes]


# The speaker


def test_the_dealers_left_speaks_first_and_the_turn_goes_clockwise():
    assert [auction(calls).speaker for calls in ("", "6S", "6S 6C", "6S 6C pass")] == [
        EAST,
        SOUTH,
        WEST,
        NORTH,
    ]
    assert auction("", dealer=WEST).speaker == NORTH


def test_the_bidding_goes_round_until_all_but_one_have_passed():
    assert auction("7H pass 8S pass").speaker == EAST
    assert auction("7H pass 8S pass pass").speaker is None
    assert auction_result("7H pass 8S pass 8C pass")[1]["bidder"] == EAST


def test_a_player_who_passed_is_not_asked_again():
    assert auction("pass 7H 8S pass").speaker == SOUTH  # not East, who passed


def test_everyone_speaks_once_where_there_is_one_round():
    state = auction("7H pass 8S pass", preset="american_inkle")
    assert state.speaker is None
    assert state.result.answers["bidder"] == WEST
    assert rule_against_last("7H pass 8S pass 9H", preset="american_inkle") == "2.5"
    assert auction("pass pass pass", preset="american_inkle").speaker == NORTH


def test_a_side_that_dropped_out_does_not_bid():
    lost_hand = contract(1, "10NT", 0, 9, 1)
    sheet = sheet_with("three_handed", [lost_hand], back_door_multi="loser_drops_out")
    assert auction("", sheet).speaker == 0
    assert auction("7S", sheet).speaker == 2
    assert auction("7S pass", sheet).result.answers["bidder"] == 0


# Legal calls

CALLS = [  # preset, calls, the rule that forbids the last; None where it is legal
    ("wikipedia", "7D 7C", "2.2"),
    ("wikipedia", "6NT 7S", None),
    ("australian", "6H misere", None),
    ("pagat_australian", "6H misere", "3.3"),
    ("pagat_australian", "misere", "3.3"),
    ("pagat_australian", "7S misere", None),
    ("pagat_australian", "7S misere 8S", None),
    ("australian", "misere 8S", "3.2"),
    ("australian", "misere 8C", None),
    ("pagat_australian", "open_misere", None),
    ("pagat_australian", "open_misere 10D", "3.5"),
    ("pagat_australian", "open_misere 10H", None),
    ("australian", "9S open_misere", None),
    ("australian", "9S open_misere 9C", None),
    ("house_45", "6H pass 6NT", "2.8"),
    ("american_inkle", "6H pass 6NT", "2.8"),
    ("wikipedia", "6H misere", "3.3"),
    ("house_45", "6H 6D", "2.2"),
    ("house_45", "6H 6NT", None),
    ("house_45", "6H 7S", None),
    ("wikipedia", "7H pass pass pass 8H", "2.6"),
    ("quebec_1000", "misere 8H", "3.2"),
    ("quebec_1000", "misere 8NT", None),
    ("three_handed", "misere", None),
    ("wikipedia", "7H 7H", "2.2"),
    ("wikipedia", "8H 7NT", "2.2"),
    ("house_45", "misere", "3.1"),
    ("house_45", "open_misere", "3.4"),
    ("wikipedia", "double_nullo", None),
    ("wikipedia", "pass pass pass pass 7H", "2.4"),
    ("house_45", "6H 6NT pass pass 7S", "2.5"),
]


@pytest.mark.parametrize(("preset", "calls", "rule"), CALLS)
def test_calls_are_legal_by_the_rules(preset, calls, rule):
    assert rule_against_last(calls, preset=preset) == rule
    *earlier, call = calls.split()
    facts = {"calls": " ".join(earlier), "call": call}
    assert verdict("bid_legal", facts, preset=preset) == ("illegal" if rule else "legal")


def test_newcastle_players_may_raise_themselves():
    newcastle = {"rebid_rule": "anytime_if_not_passed"}
    assert rule_against_last("7H pass pass pass 8H", **newcastle) is None
    assert rule_against_last("7H pass pass pass 7S", **newcastle) == "2.2"
    assert auction("7H pass pass pass", **newcastle).speaker == EAST
    assert auction_result("7H pass pass pass 8H pass", **newcastle)[1]["level"] == 8
    assert auction("7H pass pass pass", preset="american_inkle", **newcastle).speaker is None


def test_the_original_schedule_ranks_by_points():
    original = {"schedule": "original"}
    assert rule_against_last("9S 8H", **original) is None  # 160, then 300
    assert rule_against_last("8H 9S", **original) == "2.3"
    assert rule_against_last("8S 7C", **original) == "2.3"  # 120 each: more tricks
    assert rule_against_last("7C 8S", **original) is None


def test_double_nullo_needs_the_partners_misere_by_house_rule():
    rules = {"double_nullo_needs_partner": True}
    assert rule_against_last("7H misere double_nullo", **rules) == "3.9"
    assert rule_against_last("7H misere pass double_nullo", **rules) is None
    assert rule_against_last("double_nullo", preset="six_player", double_nullo_value=500) == "3.8"
    assert auction_result("double_nullo pass pass pass") == ("double_nullo", {"bidder": EAST})


def test_bar_nullo_is_played_without_the_kitty():
    assert auction_result("bar_nullo pass pass pass", bar_nullo_value=500) == ("bar_nullo", {"bidder": EAST})
    assert "seat 2 plays without the kitty" in notes("bar_nullo pass pass pass", bar_nullo_value=500)


def test_the_winner_may_declare():
    declare = {"declare_solo": True}
    assert rule_against_last("7H declare", **declare) == "3.12"
    assert auction("7H misere pass pass pass", **declare).speaker is None  # declaring is for numbered bids
    assert auction("7H pass pass pass", **declare).speaker == EAST
    assert rule_against_last("7H pass pass pass 8H", **declare) == "2.6"
    assert auction_result("7H pass pass pass declare", **declare) == ("declare", {"bidder": EAST})
    assert auction_result("7H pass pass pass pass", **declare)[0] == "contract"


def test_the_dealer_must_bid_where_all_others_passed():
    rules = {"all_pass": "dealer_must_bid"}
    assert rule_against_last("pass pass pass pass", **rules) == "2.10"
    assert rule_against_last("pass pass pass 6S", **rules) is None
    assert rule_against_last("7H pass pass pass", **rules) is None
    assert rule_against_last("6H pass pass pass", preset="house_45", **rules) == "2.10"
    assert rule_against_last("pass pass pass 6S", preset="house_45", **rules) == "2.10"
    assert rule_against_last("pass pass pass 7S", preset="house_45", **rules) is None


def test_a_call_not_on_the_pad_is_illegal():
    assert run_auction(AUCTION, Calls(["7H", "declare"]), sheet_with())[1].because is None
    assert run_auction(AUCTION, Calls(["6S"]), sheet_with(min_level=7))[1].because is None
    empty = bidding_after(Calls(), sheet_with(min_level=7))
    assert refusal(Call.S6, empty).rule.number == "2.7"
    assert refusal(Call.DECLARE, empty).rule.number == "3.12"


# Results of the auction


def test_a_contract_fills_in_bidder_level_and_trumps():
    kind, answers = auction_result("7H pass 8S pass pass")
    assert kind == "contract"
    assert (answers["bidder"], answers["level"], answers["trumps"].value) == (WEST, 8, "spades")
    assert notes("7H pass 8S pass pass") == ["seat 4 takes the kitty: 3 cards"]
    assert notes("7H pass pass pass", preset="house_45") == ["seat 2 takes the kitty: 5 cards"]


def test_a_misere_fills_in_whether_it_is_open():
    assert auction_result("7H misere pass pass pass") == ("misere", {"bidder": SOUTH, "open": False})
    assert auction_result("open_misere pass pass pass") == ("misere", {"bidder": EAST, "open": True})


def test_an_inkle_is_a_bid_or_only_a_signal():
    assert auction_result("6H pass pass pass", preset="american_inkle")[0] == "contract"
    assert auction_result("6H 6NT pass pass", preset="house_45") == ("passed_in", {})
    assert auction_result("6H 7S pass pass", preset="house_45")[1]["level"] == 7


def test_a_hand_without_a_bid_ends_by_house_rule():
    assert auction_result("pass pass pass pass", preset="australian") == ("passed_in", {})
    assert auction_result("pass pass pass", preset="hoyle_three") == ("played_no_trump", {})


def test_calls_after_a_six_hearts_inkle_match_the_encyclopedia():
    """Check the source: "Their only options are to inkle no trump, bid seven or more […], or pass"."""
    legal_calls = {offer.call for offer in auction("6H", preset="american_inkle").offers if not offer.refusal}
    numbered_bids = {call for call in legal_calls if call[0].isdigit()}
    assert {call for call in numbered_bids if call.startswith("6")} == {"6NT"}
    assert {
        f"{level}{suit}" for level in range(7, 11) for suit in ("S", "C", "D", "H", "NT")
    } <= numbered_bids
    assert {"misere", "pass"} <= legal_calls
