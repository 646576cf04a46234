"""The bidding: middlehand asks forehand, then rearhand asks the one who has not passed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

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
    cite,
    say,
)

from . import rulebook as rule
from .game_value import ladder
from .hands import players
from .house import AllPass, House

HOLD = "hold"


@dataclass(frozen=True)
class Bidding:
    """The asker, the answerer, the bid so far, and the players who have yet to join the bidding."""

    # None: the other two have passed. If nobody has bid, forehand may still play at the lowest bid.
    asker: Seat | None
    answerer: Seat
    waiting: tuple[Seat, ...]
    bid: int = 0
    awaits_answer: bool = False  # a number was bid, and the answerer has yet to hold it or pass

    @property
    def speaker(self) -> Seat:
        return self.answerer if self.awaits_answer or self.asker is None else self.asker


def _next_pair(bidding: Bidding, survivor: Seat) -> Bidding:
    """Return the bidding after one of a pair has passed: the next player asks the survivor."""
    asker, waiting = (bidding.waiting[0], bidding.waiting[1:]) if bidding.waiting else (None, ())
    return replace(bidding, asker=asker, answerer=survivor, waiting=waiting, awaits_answer=False)


def _bidding_after(bidding: Bidding, call: str) -> Bidding:
    """Return the bidding after one more call."""
    if call == PASS:
        survivor = bidding.asker if bidding.speaker == bidding.answerer else bidding.answerer
        return _next_pair(bidding, bidding.answerer if survivor is None else survivor)
    if call == HOLD:
        return replace(bidding, awaits_answer=False)
    if bidding.asker is None:
        return replace(bidding, bid=int(call))
    return replace(bidding, bid=int(call), awaits_answer=True)


def auction_state(calls: Calls, sheet: Sheet[House]) -> AuctionState:
    """Return the bidding after these calls, which were all legal."""
    forehand, middlehand, rearhand = players(sheet)
    bidding = Bidding(middlehand, forehand, (rearhand,))
    calls_made: list[tuple[Seat, str]] = []
    all_passed = False
    for call in calls:
        calls_made.append((bidding.speaker, call))
        all_passed = bidding.asker is None and call == PASS
        bidding = _bidding_after(bidding, call)
    if all_passed:
        return AuctionState(None, (), tuple(calls_made), _all_pass_result(sheet))
    if bidding.asker is None and bidding.bid:
        words = _("{who} plays alone at {bid}")
        result = AuctionResult(
            "trump_game",
            {"declarer": bidding.answerer, "bid": bidding.bid},
            cite(rule.SPEAKING, words, who=bidding.answerer, bid=bidding.bid),
        )
        return AuctionState(None, (), tuple(calls_made), result)
    notes = tuple(_cite_question(bidding))
    return AuctionState(bidding.speaker, tuple(_offers(bidding, sheet)), tuple(calls_made), notes=notes)


def _all_pass_result(sheet: Sheet[House]) -> AuctionResult | None:
    match sheet.house.all_pass:
        case AllPass.REDEAL:
            return None
        case AllPass.RAMSCH:
            return AuctionResult("ramsch", {}, cite(rule.ALL_PASS, _("Everyone passed: a Ramsch is played")))
        case _:
            return AuctionResult(
                "passed_in", {}, cite(rule.ALL_PASS, _("Everyone passed: the deal is passed in"))
            )


def _cite_question(bidding: Bidding) -> Iterator[Cite]:
    if bidding.asker is None:
        yield cite(rule.FOREHAND, _("Nobody has bid: {who} may play at the lowest bid"), who=bidding.answerer)
    elif bidding.awaits_answer:
        words = _("{asking} says {bid}; does {answering} hold it?")
        yield cite(rule.HOLDING, words, asking=bidding.asker, bid=bidding.bid, answering=bidding.answerer)
    else:
        words = _("{asking} bids to {answering}")
        yield cite(rule.SPEAKING, words, asking=bidding.asker, answering=bidding.answerer)


def _offers(bidding: Bidding, sheet: Sheet[House]) -> Iterator[Offer]:
    numbers = ladder(sheet.house)
    yield Offer(PASS, say(_("Pass")))
    yield Offer(HOLD, say(_("Hold")), None if bidding.awaits_answer else _cite_nothing_to_hold(bidding))
    for number in numbers:
        yield Offer(str(number), say(_("{number}"), number=number), _refusal(number, bidding, numbers))


def _cite_nothing_to_hold(bidding: Bidding) -> Cite:
    return cite(
        rule.HOLDING, _("{who} has been asked nothing yet, so there is nothing to hold"), who=bidding.speaker
    )


def _refusal(number: int, bidding: Bidding, numbers: tuple[int, ...]) -> Cite | None:
    if bidding.awaits_answer:
        words = _("{who} has been asked {bid}: hold it or pass")
        return cite(rule.HOLDING, words, who=bidding.answerer, bid=bidding.bid)
    if bidding.asker is None:
        if number == numbers[0]:
            return None
        return cite(rule.FOREHAND, _("If nobody else has bid, forehand plays at {least}"), least=numbers[0])
    if number <= bidding.bid:
        return cite(rule.HOLDING, _("The bid is {bid}: only a higher number may be named"), bid=bidding.bid)
    return None


AUCTION = Auction(auction_state)
