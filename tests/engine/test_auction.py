"""Auctions: the speaker, the legal calls, and the result."""

from games.engine import PASS, Calls, Seat, empty_sheet, run_auction
from tests.engine.toy import FOUR, TOY, House

SHEET = empty_sheet(TOY, FOUR, House())


def run(words, sheet=SHEET):
    return run_auction(TOY.auction, Calls.read(words), sheet)


def test_an_auction_begins_with_the_first_speaker():
    state, wrong = run("")
    assert wrong is None
    assert state.speaker == Seat(1)
    assert state.made == ()
    assert [offer.call for offer in state.offers][:3] == [PASS, "1", "2"]
    assert not any(offer.refused for offer in state.offers)


def test_a_call_that_is_too_low_is_refused_with_the_rule():
    state, wrong = run("3")
    assert wrong is None
    assert state.speaker == Seat(2)
    assert str(state.offer("3").refused.words) == "3 is bid already"
    assert state.offer("4").refused is None
    assert state.offer("seven") is None


def test_an_auction_ends_with_a_result():
    state, wrong = run("3 pass 5")
    assert wrong is None
    assert state.speaker is None
    assert state.result.kind == "flight"
    assert state.result.answers == {"bidder": Seat(3), "bid": 5}
    assert state.made == ((1, "3"), (2, "pass"), (3, "5"))


def test_an_auction_may_end_without_a_result():
    state, wrong = run("pass pass pass")
    assert wrong is None
    assert state.speaker is None
    assert state.result is None


def test_the_first_illegal_call_is_reported():
    state, wrong = run("3 2 5")
    assert (wrong.place, wrong.call, wrong.speaker) == (1, "2", 2)
    assert str(wrong.because.words) == "3 is bid already"
    assert state.speaker == Seat(2), "the auction stands where it was still right"


def test_an_unknown_call_breaks_no_rule():
    _turn, wrong = run("3 banana")
    assert (wrong.place, wrong.call, wrong.speaker, wrong.because) == (1, "banana", 2, None)


def test_a_call_after_the_end_is_illegal():
    state, wrong = run("3 pass 5 6")
    assert (wrong.place, wrong.call, wrong.speaker, wrong.because) == (3, "6", None, None)
    assert state.result


def test_bounds_of_the_house_rules_limit_the_bidding():
    state, wrong = run("3", empty_sheet(TOY, FOUR, House(most_bid=3)))
    assert wrong is None
    assert state.result.answers == {"bidder": Seat(1), "bid": 3}
