"""Skat: the bidding, and the briefing."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    PASS,
    PartialHand,
    append_hand,
    format_points,
    hand_problems,
    play,
    to_form_data,
)
from games.skat import GAME
from games.skat import rulebook as rule
from games.skat.game_value import NULL_VALUE
from games.skat.hands import (
    Announced,
    Null,
    NullGame,
    TrumpGame,
)
from games.skat.house import (
    PUB,
    AllPass,
    House,
    NullOverbid,
)
from tests.games.skat_table import CLUBS, FOUR, LEAGUE, SIMPLE, THREE, A, B, C, D, bidding, sheet
from tests.strategies import records

# The bidding


@pytest.mark.parametrize(("calls", "declarer", "bid"), [
    ("18 pass pass", C, 18),  # A deals: C is middlehand
    ("18 hold pass pass", B, 18),
    ("18 hold 20 pass pass", C, 20),
    ("18 hold pass 20 pass", A, 20),
    ("18 hold pass 20 hold 22 hold pass", B, 22),
    ("pass 18 hold pass", B, 18),
    ("pass 18 pass", A, 18),
    ("pass pass 18", B, 18),
    ("264 hold pass pass", B, 264),
])  # fmt: skip
def test_the_bidding_ends_with_a_declarer_and_a_bid(calls, declarer, bid):
    state, wrong_call = bidding(calls)
    assert (wrong_call, state.speaker) == (None, None)
    assert state.result.kind == "trump_game"
    assert state.result.answers == {"declarer": declarer, "bid": bid}


def test_at_four_the_dealer_does_not_bid():
    assert bidding("", seating=FOUR)[0].speaker == C
    state, _illegal = bidding("pass pass 18", seating=FOUR)
    assert [seat for seat, _call in state.calls_made] == [C, D, B]


@pytest.mark.parametrize(
    ("all_pass", "kind"), [(AllPass.PASS_IN, "passed_in"), (AllPass.RAMSCH, "ramsch"), (AllPass.REDEAL, None)]
)
def test_when_all_pass_the_house_rule_decides(all_pass, kind):
    state, wrong_call = bidding("pass pass pass", House(all_pass=all_pass))
    assert (wrong_call, state.speaker) == (None, None)
    assert (state.result and state.result.kind) == kind


@pytest.mark.parametrize(("calls", "cited"), [
    ("hold", rule.HOLDING),  # no number was called yet
    ("18 20", rule.HOLDING),  # the player who is asked holds or passes
    ("20 hold 18", rule.HOLDING),
    ("20 hold 20", rule.HOLDING),
    ("20 pass 20", rule.HOLDING),
    ("pass pass 20", rule.FOREHAND),
])  # fmt: skip
def test_a_call_out_of_order_is_refused_with_its_rule(calls, cited):
    _state, wrong_call = bidding(calls)
    assert wrong_call.index == len(calls.split()) - 1
    assert wrong_call.because.rule is cited


def test_a_number_that_is_no_game_value_and_a_call_after_the_end_are_refused():
    assert bidding("19")[1].because is None
    assert bidding("18 pass pass pass")[1].index == 3


def test_the_bidding_pad_shows_the_call_to_answer():
    for calls, words in ("", "bids to"), ("18", "says 18"), ("pass pass", "lowest bid"):
        assert words in str(bidding(calls)[0].notes[0].words)
    assert bidding("")[0].offer(PASS).refusal is None


# The briefing


def briefing(sheet, partial_hand=None):
    return [str(citation.words) for citation in GAME.briefing(sheet, partial_hand)]


LOST_60_60 = TrumpGame(A, CLUBS, 1, 60)


def test_the_briefing_warns_of_bock():
    for house, words in (
        (PUB, "Bock: the next 3 deals count double"),
        (replace(PUB, bock_length=1), "Bock: this deal counts double"),
    ):
        assert briefing(play(GAME, THREE, house, [LOST_60_60]))[2] == words


def stakes(kind, house=SIMPLE, **answers):
    """Return the briefing's lines on a hand with these answers, without the dealer and the deal's number."""
    return briefing(sheet(house), PartialHand(kind, answers))[2:]


def test_the_briefing_says_what_a_declarer_needs_and_what_the_game_is_worth():
    clubs = {"declarer": A, "game": CLUBS}
    assert stakes("trump_game", **clubs) == ["seat 1 plays ♣ Clubs and needs 61 card points"]
    assert stakes("trump_game", **clubs, bid=33)[1].startswith("To cover 33 it takes 3 × 12 = 36")
    assert "90" in stakes("trump_game", **clubs, hand=True, announced=Announced.SCHNEIDER)[0]
    assert "every trick" in stakes("trump_game", **clubs, hand=True, announced=Announced.OUVERT)[0]
    assert "50" in stakes("trump_game", LEAGUE, **clubs)[1]
    assert "twice" in stakes("trump_game", PUB, **clubs, kontra=B)[1]
    assert "four times" in stakes("trump_game", PUB, **clubs, kontra=B, re=True)[1]
    assert stakes("trump_game", declarer=A) == []
    assert stakes("passed_in") == []
    null = {"declarer": A, "game": NullGame.NULL_HAND}
    assert stakes("null", **null) == ["seat 1 plays Null hand: without a trick 35, with one −70"]
    assert "does not reach" in stakes("null", **null, bid=36)[0]
    assert len(stakes("null", **null, bid=36)) == 1, (
        "a null worth less than the bid may not be played, so no score is given"
    )
    multiple = replace(SIMPLE, null_overbid=NullOverbid.MULTIPLE_OF_23)
    assert stakes("null", multiple, **null, bid=36)[1].endswith("overbid, and so −92 in any case")


@given(data=st.data())
def test_the_briefing_of_a_null_predicts_its_score(data):
    hands = data.draw(st.sampled_from([[], [LOST_60_60]]))
    sheet_before = play(GAME, THREE, data.draw(st.sampled_from([SIMPLE, PUB])), hands)
    hand = data.draw(records(Null, sheet_before))
    if hand_problems(GAME, hand, sheet_before) or (hand.bid or 0) > NULL_VALUE[hand.game]:
        return
    text = " ".join(briefing(sheet_before, PartialHand("null", to_form_data(hand))))
    points = append_hand(GAME, sheet_before, hand).rows[-1].gains[sheet_before.seating.side(hand.declarer)]
    assert f"{'without a trick' if hand.won else 'with one'} {format_points(points)}" in text
