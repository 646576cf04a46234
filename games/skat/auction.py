"""The bidding: middlehand asks forehand, then rearhand asks the survivor."""

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
class Standing:
    """The asker, the answerer, the bid so far, and the players yet to come."""

    asking: Seat | None  # None: nobody is left to ask, and forehand may play at the lowest bid
    answering: Seat
    waiting: tuple[Seat, ...]
    bid: int = 0
    asked: bool = False  # a number has been bid and waits for its answer

    @property
    def speaker(self) -> Seat:
        return self.answering if self.asked or self.asking is None else self.asking


def _next(standing: Standing, survivor: Seat) -> Standing:
    asking, waiting = (standing.waiting[0], standing.waiting[1:]) if standing.waiting else (None, ())
    return replace(standing, asking=asking, answering=survivor, waiting=waiting, asked=False)


def _after(standing: Standing, call: str) -> Standing:
    """Return the bidding after one more call."""
    if call == PASS:
        passed = standing.speaker
        survivor = standing.asking if passed == standing.answering else standing.answering
        return _next(standing, standing.answering if survivor is None else survivor)
    if call == HOLD:
        return replace(standing, asked=False)
    if standing.asking is None:
        return replace(standing, bid=int(call))
    return replace(standing, bid=int(call), asked=True)


def auction_state(calls: Calls, sheet: Sheet[House]) -> AuctionState:
    """Return the bidding after these calls, which were all legal."""
    forehand, middlehand, rearhand = players(sheet)
    standing = Standing(middlehand, forehand, (rearhand,))
    made: list[tuple[Seat, str]] = []
    declined = False
    for call in calls:
        made.append((standing.speaker, call))
        declined = standing.asking is None and call == PASS
        standing = _after(standing, call)
    if declined:
        return AuctionState(None, (), tuple(made), _all_passed(sheet))
    if standing.asking is None and standing.bid:
        words = _("{who} plays alone at {bid}")
        settled = AuctionResult(
            "trump_game",
            {"declarer": standing.answering, "bid": standing.bid},
            cite(rule.SPEAKING, words, who=standing.answering, bid=standing.bid),
        )
        return AuctionState(None, (), tuple(made), settled)
    notes = tuple(_cite_question(standing))
    return AuctionState(standing.speaker, tuple(_offers(standing, sheet)), tuple(made), notes=notes)


def _all_passed(sheet: Sheet[House]) -> AuctionResult | None:
    match sheet.house.all_pass:
        case AllPass.REDEAL:
            return None
        case AllPass.RAMSCH:
            return AuctionResult("ramsch", {}, cite(rule.ALL_PASS, _("Everyone passed: a Ramsch is played")))
        case _:
            return AuctionResult(
                "passed_in", {}, cite(rule.ALL_PASS, _("Everyone passed: the deal is passed in"))
            )


def _cite_question(standing: Standing) -> Iterator[Cite]:
    if standing.asking is None:
        yield cite(
            rule.FOREHAND, _("Nobody has bid: {who} may play at the lowest bid"), who=standing.answering
        )
    elif standing.asked:
        words = _("{asking} says {bid}; does {answering} hold it?")
        yield cite(
            rule.HOLDING, words, asking=standing.asking, bid=standing.bid, answering=standing.answering
        )
    else:
        words = _("{asking} bids to {answering}")
        yield cite(rule.SPEAKING, words, asking=standing.asking, answering=standing.answering)


def _offers(standing: Standing, sheet: Sheet[House]) -> Iterator[Offer]:
    numbers = ladder(sheet.house)
    yield Offer(PASS, say(_("Pass")))
    yield Offer(HOLD, say(_("Hold")), None if standing.asked else _cannot_hold(standing))
    for number in numbers:
        yield Offer(str(number), say(_("{number}"), number=number), _refused(number, standing, numbers))


def _cannot_hold(standing: Standing) -> Cite:
    return cite(
        rule.HOLDING, _("{who} has been asked nothing yet, so there is nothing to hold"), who=standing.speaker
    )


def _refused(number: int, standing: Standing, numbers: tuple[int, ...]) -> Cite | None:
    if standing.asked:
        words = _("{who} has been asked {bid}: hold it or pass")
        return cite(rule.HOLDING, words, who=standing.answering, bid=standing.bid)
    if standing.asking is None:
        if number == numbers[0]:
            return None
        return cite(rule.FOREHAND, _("With no bid against it forehand plays at {least}"), least=numbers[0])
    if number <= standing.bid:
        return cite(rule.HOLDING, _("{bid} stands: only a higher number may be named"), bid=standing.bid)
    return None


AUCTION = Auction(auction_state)
