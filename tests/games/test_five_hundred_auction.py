"""500: the bidding, call by call.

An inkle is a bid of six that tells the partner about a suit.
"""

import pytest

from games.engine import ENGLISH, Calls, run_auction
from games.five_hundred.auction import AUCTION, bidding_after, refusal
from games.five_hundred.bids import Call
from tests.games.five_hundred_table import (
    AUSTRALIAN,
    DROPS_OUT,
    EAST,
    HOUSE_45,
    HOYLE,
    INKLE,
    NORTH,
    PAGAT,
    QUEBEC,
    SIX,
    SOUTH,
    THREE,
    WEST,
    contract,
    sheet_with,
    verdict,
)


def auction(calls, sheet=None, **rules):
    """Return the auction after these calls, which must all be legal."""
    state, illegal_call = run_auction(AUCTION, Calls.read(calls), sheet or sheet_with(**rules))
    assert illegal_call is None, illegal_call
    return state


def auction_result(calls, **rules):
    state = auction(calls, **rules)
    assert state.speaker is None
    return state.result.kind, dict(state.result.answers)


def notes(calls, **rules):
    return [ENGLISH.read(note.words) for note in auction(calls, **rules).notes]


# The speaker: the player whose turn it is to call


def test_the_player_left_of_the_dealer_speaks_first_and_the_turn_goes_clockwise():
    speakers = [auction(calls).speaker for calls in ("", "6S", "6S 6C", "6S 6C pass")]
    assert speakers == [EAST, SOUTH, WEST, NORTH]
    assert auction("", dealer=WEST).speaker == NORTH


def test_the_bidding_goes_round_until_all_but_one_have_passed():
    assert auction("7H pass 8S pass").speaker == EAST
    assert auction("7H pass 8S pass pass").speaker is None
    assert auction_result("7H pass 8S pass 8C pass")[1]["bidder"] == EAST


def test_a_player_who_passed_is_not_asked_again():
    assert auction("pass 7H 8S pass").speaker == SOUTH  # not East, who passed


def test_everyone_speaks_once_where_there_is_one_round():
    state = auction("7H pass 8S pass", **INKLE)
    assert state.speaker is None
    assert state.result.answers["bidder"] == WEST
    assert auction("pass pass pass", **INKLE).speaker == NORTH


def test_a_side_that_dropped_out_does_not_bid():
    sheet = sheet_with(hands=[contract(1, "10NT", 0, 9, 1)], **THREE, **DROPS_OUT)
    assert auction("", sheet).speaker == 0
    assert auction("7S", sheet).speaker == 2
    assert auction("7S pass", sheet).result.answers["bidder"] == 0


# Legal calls

NEWCASTLE = {"rebid_rule": "anytime_if_not_passed"}
ORIGINAL = {"schedule": "original"}
AFTER_PARTNER = {"double_nullo_needs_partner": True}
DECLARE = {"declare_solo": True}  # the winner may play alone for all ten tricks
DEALER_BIDS = {"all_pass": "dealer_must_bid"}
CALLS = [  # changed rules, calls, the rule that forbids the last call; None if that call is legal
    ({}, "7D 7C", "2.2"),
    ({}, "6NT 7S", None),
    (AUSTRALIAN, "6H misere", None),
    (PAGAT, "6H misere", "3.3"),
    (PAGAT, "misere", "3.3"),
    (PAGAT, "7S misere", None),
    (PAGAT, "7S misere 8S", None),
    (AUSTRALIAN, "misere 8S", "3.2"),
    (AUSTRALIAN, "misere 8C", None),
    (PAGAT, "open_misere", None),
    (PAGAT, "open_misere 10D", "3.5"),
    (PAGAT, "open_misere 10H", None),
    (AUSTRALIAN, "9S open_misere", None),
    (AUSTRALIAN, "9S open_misere 9C", None),
    (HOUSE_45, "6H pass 6NT", "2.8"),
    (INKLE, "6H pass 6NT", "2.8"),
    ({}, "6H misere", "3.3"),
    (HOUSE_45, "6H 6D", "2.2"),
    (HOUSE_45, "6H 6NT", None),
    (HOUSE_45, "6H 7S", None),
    ({}, "7H pass pass pass 8H", "2.6"),
    (QUEBEC, "misere 8H", "3.2"),
    (QUEBEC, "misere 8NT", None),
    (THREE, "misere", None),
    ({}, "7H 7H", "2.2"),
    ({}, "8H 7NT", "2.2"),
    (HOUSE_45, "misere", "3.1"),
    (HOUSE_45, "open_misere", "3.4"),
    ({}, "double_nullo", None),
    ({}, "pass pass pass pass 7H", "2.4"),
    (HOUSE_45, "6H 6NT pass pass 7S", "2.5"),
    (INKLE, "7H pass 8S pass 9H", "2.5"),
    (NEWCASTLE, "7H pass pass pass 8H", None),
    (NEWCASTLE, "7H pass pass pass 7S", "2.2"),
    (ORIGINAL, "9S 8H", None),  # worth 160, then 300
    (ORIGINAL, "8H 9S", "2.3"),
    (ORIGINAL, "8S 7C", "2.3"),  # worth 120 each, but 8S is for more tricks
    (ORIGINAL, "7C 8S", None),
    (AFTER_PARTNER, "7H misere double_nullo", "3.9"),
    (AFTER_PARTNER, "7H misere pass double_nullo", None),
    (SIX | {"double_nullo_value": 500}, "double_nullo", "3.8"),
    (DECLARE, "7H declare", "3.12"),
    (DECLARE, "7H pass pass pass 8H", "2.6"),
    (DEALER_BIDS, "pass pass pass pass", "2.10"),
    (DEALER_BIDS, "pass pass pass 6S", None),
    (DEALER_BIDS, "7H pass pass pass", None),
    (HOUSE_45 | DEALER_BIDS, "6H pass pass pass", "2.10"),
    (HOUSE_45 | DEALER_BIDS, "pass pass pass 6S", "2.10"),
    (HOUSE_45 | DEALER_BIDS, "pass pass pass 7S", None),
]


@pytest.mark.parametrize(("rules", "calls", "rule"), CALLS)
def test_calls_are_legal_by_the_rules(rules, calls, rule):
    _state, illegal_call = run_auction(AUCTION, Calls.read(calls), sheet_with(**rules))
    *earlier, call = calls.split()
    if rule is None:
        assert illegal_call is None
    else:
        assert (illegal_call.index, illegal_call.because.rule.number) == (len(earlier), rule)
    facts = {"calls": " ".join(earlier), "call": call}
    assert verdict("bid_legal", facts, **rules) == ("illegal" if rule else "legal")


def test_players_may_raise_their_own_bid_by_the_newcastle_rule():
    assert auction("7H pass pass pass", **NEWCASTLE).speaker == EAST
    assert auction_result("7H pass pass pass 8H pass", **NEWCASTLE)[1]["level"] == 8
    assert auction("7H pass pass pass", **INKLE, **NEWCASTLE).speaker is None


def test_nullos_fill_in_the_bidder():
    assert auction_result("double_nullo pass pass pass") == ("double_nullo", {"bidder": EAST})
    bar_nullo = "bar_nullo pass pass pass"
    assert auction_result(bar_nullo, bar_nullo_value=500) == ("bar_nullo", {"bidder": EAST})
    assert "seat 2 plays without the kitty" in notes(bar_nullo, bar_nullo_value=500)


def test_the_winner_may_declare():
    assert auction("7H misere pass pass pass", **DECLARE).speaker is None  # nobody may declare a misère
    assert auction("7H pass pass pass", **DECLARE).speaker == EAST
    assert auction_result("7H pass pass pass declare", **DECLARE) == ("declare", {"bidder": EAST})
    assert auction_result("7H pass pass pass pass", **DECLARE)[0] == "contract"


def test_a_call_not_played_at_this_table_is_illegal():
    assert run_auction(AUCTION, Calls(["7H", "declare"]), sheet_with())[1].because is None
    assert run_auction(AUCTION, Calls(["6S"]), sheet_with(min_level=7))[1].because is None
    bidding_before_any_call = bidding_after(Calls(), sheet_with(min_level=7))
    assert refusal(Call.S6, bidding_before_any_call).rule.number == "2.7"
    assert refusal(Call.DECLARE, bidding_before_any_call).rule.number == "3.12"


# Results of the auction


def test_a_contract_fills_in_bidder_level_and_trumps():
    kind, answers = auction_result("7H pass 8S pass pass")
    assert kind == "contract"
    assert (answers["bidder"], answers["level"], answers["trumps"].value) == (WEST, 8, "spades")
    assert notes("7H pass 8S pass pass") == ["seat 4 takes the kitty: 3 cards"]
    assert notes("7H pass pass pass", **HOUSE_45) == ["seat 2 takes the kitty: 5 cards"]


def test_a_misere_fills_in_whether_it_is_open():
    assert auction_result("7H misere pass pass pass") == ("misere", {"bidder": SOUTH, "open": False})
    assert auction_result("open_misere pass pass pass") == ("misere", {"bidder": EAST, "open": True})


def test_an_inkle_is_a_bid_or_only_a_signal():
    assert auction_result("6H pass pass pass", **INKLE)[0] == "contract"
    assert auction_result("6H 6NT pass pass", **HOUSE_45) == ("passed_in", {})
    assert auction_result("6H 7S pass pass", **HOUSE_45)[1]["level"] == 7


def test_a_hand_without_a_bid_ends_by_house_rule():
    assert auction_result("pass pass pass pass", **AUSTRALIAN) == ("passed_in", {})
    assert auction_result("pass pass pass", **HOYLE) == ("played_no_trump", {})


def test_calls_after_a_six_hearts_inkle_match_the_encyclopedia():
    """Check the source: "Their only options are to inkle no trump, bid seven or more […], or pass"."""
    legal_calls = {offer.call for offer in auction("6H", **INKLE).offers if not offer.refusal}
    numbered_bids = {call for call in legal_calls if call[0].isdigit()}
    sevens_or_more = {f"{level}{suit}" for level in range(7, 11) for suit in ("S", "C", "D", "H", "NT")}
    assert numbered_bids == {"6NT"} | sevens_or_more
    assert {"misere", "pass"} <= legal_calls
