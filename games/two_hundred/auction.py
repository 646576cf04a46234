"""The auction of 200 (section 2 of the rulebook): calls ``50`` … ``100``, ``pass``, ``barouche``.

Barouche is a bid for the whole game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.engine import (
    PASS,
    Auction,
    AuctionResult,
    AuctionState,
    Calls,
    Cite,
    Offer,
    Seat,
    Sheet,
    _,
    agree,
    cite,
    relevant_questions,
    say,
    with_placeholder_answers,
)

from . import rulebook as rule
from .hands import TWO, Deal, at_threshold, dealer
from .house import AllPass, AuctionRounds, House

BAROUCHE = "barouche"

CallsMade = tuple[tuple[Seat, str], ...]  # each call with its caller, in order


def auction_state(calls: Calls, sheet: Sheet[House]) -> AuctionState:
    """Return the auction after these calls, which were all legal."""
    calls_made: CallsMade = ()
    speaker: Seat | None = sheet.seating.left(dealer(sheet))
    for call in calls:
        assert speaker is not None, "nobody speaks after the end"
        calls_made = (*calls_made, (speaker, call))
        speaker = _next_speaker(calls_made, sheet)
    if speaker is None:
        return AuctionState(None, (), calls_made, _result(calls_made, sheet))
    return AuctionState(
        speaker,
        tuple(_offers(speaker, calls_made, sheet)),
        calls_made,
        notes=tuple(_notes(speaker, calls_made, sheet)),
    )


def _highest_bid(calls_made: CallsMade) -> tuple[Seat, str] | None:
    """Return the bidder and the last bid, which is always the highest; None if nobody has bid."""
    return next(((seat, call) for seat, call in reversed(calls_made) if call != PASS), None)


def _next_speaker(calls_made: CallsMade, sheet: Sheet[House]) -> Seat | None:
    """Return the next speaker: the next to the left who is still in and could go higher (rule 2.5)."""
    highest_bid = _highest_bid(calls_made)
    last_speaker, _call = calls_made[-1]
    single_round = sheet.house.auction is AuctionRounds.SINGLE_ROUND
    finished_seats = {seat for seat, call in calls_made if single_round or call == PASS}
    for seat in sheet.seating.round_from(sheet.seating.left(last_speaker)):
        if seat in finished_seats or (highest_bid and seat == highest_bid[0]):
            continue
        if any(_refusal(call, seat, calls_made, sheet) is None for call in _bids(sheet)):
            return seat
    return None


def _bids(sheet: Sheet[House]) -> Iterator[str]:
    """Yield every call but the pass, in ascending order."""
    house = sheet.house
    for bid in range(house.min_bid, house.max_bid + 1, house.bid_step):
        yield str(bid)
    if house.barouche_bid:
        yield BAROUCHE


def _offers(speaker: Seat, calls_made: CallsMade, sheet: Sheet[House]) -> Iterator[Offer]:
    for call in _bids(sheet):
        label = say(_("Barouche")) if call == BAROUCHE else say(_("{bid}"), bid=int(call))
        yield Offer(call, label, _refusal(call, speaker, calls_made, sheet))
    yield Offer(PASS, say(_("Pass")))


def _refusal(call: str, seat: Seat, calls_made: CallsMade, sheet: Sheet[House]) -> Cite | None:
    """Cite why a bid is illegal now; None if it is legal."""
    highest_bid = _highest_bid(calls_made)
    if highest_bid is None:
        return None
    _bidder, last_bid = highest_bid
    if last_bid == BAROUCHE:
        return cite(rule.BAROUCHE_BID, _("Nothing is higher than Barouche"))
    if call == BAROUCHE or int(call) > int(last_bid):
        return None
    if int(call) == int(last_bid):
        if sheet.house.dealer_may_match and seat == dealer(sheet):
            return None
        return cite(rule.HIGHER, _("{bid} is already bid, and a bid must be higher"), bid=int(call))
    words = _("{bid} is lower than the {standing} already bid")
    return cite(rule.HIGHER, words, bid=int(call), standing=int(last_bid))


def _notes(speaker: Seat, calls_made: CallsMade, sheet: Sheet[House]) -> Iterator[Cite]:
    """Yield a warning if the speaker's side must bid to score in defence."""
    side = sheet.seating.side(speaker)
    side_has_bid = any(call != PASS and sheet.seating.side(seat) == side for seat, call in calls_made)
    if at_threshold(side, sheet) and not side_has_bid:
        words = agree(
            "{side}, on {total}: as a defender they score only if they bid",
            "{side}, on {total}: as defenders they score only if one of them bids",
            side=side,
            total=sheet.totals[side],
        )
        yield cite(rule.HUNDRED, words)


def _result(calls_made: CallsMade, sheet: Sheet[House]) -> AuctionResult:
    """Return the result of an auction that is over."""
    house, highest_bid = sheet.house, _highest_bid(calls_made)
    if highest_bid is None and house.all_pass is AllPass.DEALER_MUST_BID_MINIMUM:
        words = _("All passed: {dealer} has to play for {bid}")
        because = cite(rule.ALL_PASS, words, dealer=dealer(sheet), bid=house.min_bid)
        return _deal_result(dealer(sheet), house.min_bid, calls_made, sheet, because)
    if highest_bid is None:
        return AuctionResult(
            "passed_in", {}, cite(rule.ALL_PASS, _("All passed: {then}"), then=house.all_pass)
        )
    seat, call = highest_bid
    if call == BAROUCHE:
        return AuctionResult(
            BAROUCHE, {"bidder": seat}, cite(rule.BAROUCHE_BID, _("{bidder} bid Barouche"), bidder=seat)
        )
    because = cite(rule.AUCTION_ENDS, _("{bidder} plays for {bid}"), bidder=seat, bid=int(call))
    return _deal_result(seat, int(call), calls_made, sheet, because)


def _deal_result(
    bidder: Seat, bid: int, calls_made: CallsMade, sheet: Sheet[House], because: Cite
) -> AuctionResult:
    """Return the result of an auction after which a hand is played, with the relevant answers."""
    seating = sheet.seating
    other_sides_that_bid = frozenset(seating.side(seat) for seat, call in calls_made if call != PASS) - {
        seating.side(bidder)
    }
    answers: dict[str, Any] = {
        "bidder": bidder,
        "bid": bid,
        "defender_bid": bool(other_sides_that_bid) and seating.sides == TWO,
        **{
            f"sides_bid.{side}": side in other_sides_that_bid and seating.sides > TWO
            for side in seating.every_side
        },
        "first_call": [seat for seat, _call in calls_made].count(bidder) == 1,
    }
    relevant = relevant_questions(with_placeholder_answers(Deal, answers, sheet), sheet)
    relevant_answers = {path: answer for path, answer in answers.items() if path.split(".")[0] in relevant}
    return AuctionResult("deal", relevant_answers, because)


AUCTION = Auction(auction_state)
