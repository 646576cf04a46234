"""Auctions: the speaker (whose turn it is), the legal calls, and the result."""

import pytest

from games.engine import PASS, Calls, Seat, empty_sheet, run_auction
from tests.engine.toy import FOUR, TOY, House

SHEET = empty_sheet(TOY, FOUR, House())


def run(words, sheet=SHEET):
    return run_auction(TOY.auction, Calls.read(words), sheet)


@pytest.mark.parametrize(
    ("words", "speaker", "answers"),
    [
        ("", Seat(1), None),
        ("3", Seat(2), None),
        ("3 pass 5", None, {"bidder": Seat(3), "bid": 5}),
        ("pass pass pass", None, None),
    ],
)
def test_an_auction_goes_on_until_nobody_speaks(words, speaker, answers):
    state, illegal_call = run(words)
    assert illegal_call is None
    assert state.speaker == speaker
    callers = (1, 2, 3)  # the dealer, seat 0, does not call
    assert state.calls_made == tuple(zip(callers, words.split(), strict=False))
    assert (state.result and state.result.answers) == answers


def test_a_call_that_is_too_low_is_refused_with_the_rule():
    state, _illegal = run("3")
    assert [offer.call for offer in state.offers][:3] == [PASS, "1", "2"]
    assert str(state.offer("3").refusal.words) == "3 is bid already"
    assert state.offer("4").refusal is None
    assert state.offer("seven") is None


def test_the_first_illegal_call_is_reported():
    state, illegal_call = run("3 2 5")
    assert (illegal_call.index, illegal_call.call, illegal_call.speaker) == (1, "2", 2)
    assert str(illegal_call.because.words) == "3 is bid already"
    assert state.speaker == Seat(2), "only the calls before the illegal one count"


def test_unknown_calls_and_calls_after_the_end_are_illegal():
    for words, index, call, speaker in (("3 banana", 1, "banana", 2), ("3 pass 5 6", 3, "6", None)):
        state, illegal_call = run(words)
        assert (illegal_call.index, illegal_call.call, illegal_call.speaker) == (index, call, speaker)
        assert illegal_call.because is None
    assert state.result, "the last call came after the end"


def test_the_highest_bid_of_the_house_rules_ends_the_auction():
    state, _illegal = run("3", empty_sheet(TOY, FOUR, House(most_bid=3)))
    assert state.result.answers == {"bidder": Seat(1), "bid": 3}
