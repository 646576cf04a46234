"""Auctions: who speaks, what may be called, and what is settled."""

from games.engine import PASS, Calls, Seat, empty_sheet, run_auction
from tests.engine.toy import FOUR, TOY, House

SHEET = empty_sheet(TOY, FOUR, House())


def hear(words, sheet=SHEET):
    return run_auction(TOY.auction, Calls.read(words), sheet)


def test_an_auction_begins_with_the_first_speaker():
    turn, wrong = hear("")
    assert wrong is None
    assert turn.speaker == Seat(1)
    assert turn.made == ()
    assert [offer.call for offer in turn.offers][:3] == [PASS, "1", "2"]
    assert not any(offer.refused for offer in turn.offers)


def test_a_call_that_is_too_low_is_refused_with_the_rule():
    turn, wrong = hear("3")
    assert wrong is None
    assert turn.speaker == Seat(2)
    assert str(turn.offer("3").refused.words) == "3 is bid already"
    assert turn.offer("4").refused is None
    assert turn.offer("seven") is None


def test_an_auction_ends_with_what_it_has_settled():
    turn, wrong = hear("3 pass 5")
    assert wrong is None
    assert turn.speaker is None
    assert turn.result.kind == "flight"
    assert turn.result.answers == {"bidder": Seat(3), "bid": 5}
    assert turn.made == ((1, "3"), (2, "pass"), (3, "5"))


def test_the_cards_may_be_thrown_in():
    turn, wrong = hear("pass pass pass")
    assert wrong is None
    assert turn.speaker is None
    assert turn.result is None


def test_the_first_call_that_could_not_be_made_is_told():
    turn, wrong = hear("3 2 5")
    assert (wrong.place, wrong.call, wrong.speaker) == (1, "2", 2)
    assert str(wrong.because.words) == "3 is bid already"
    assert turn.speaker == Seat(2), "the auction stands where it was still right"


def test_a_word_that_is_no_call_has_no_rule_against_it():
    _turn, wrong = hear("3 banana")
    assert (wrong.place, wrong.call, wrong.speaker, wrong.because) == (1, "banana", 2, None)


def test_nobody_may_speak_when_it_is_over():
    turn, wrong = hear("3 pass 5 6")
    assert (wrong.place, wrong.call, wrong.speaker, wrong.because) == (3, "6", None, None)
    assert turn.result


def test_the_table_bounds_the_bidding():
    turn, wrong = hear("3", empty_sheet(TOY, FOUR, House(most_bid=3)))
    assert wrong is None
    assert turn.result.answers == {"bidder": Seat(1), "bid": 3}
