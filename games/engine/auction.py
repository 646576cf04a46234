"""Auctions: the calls made, whose turn it is, and which calls are legal.

A call is a word (``7H``, ``pass``, ``misere``); an auction is the calls in the order they were made. A game
interprets an auction with a pure function, ``state``; everything else is derived from its result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .records import Calls
from .rulebook import Cite
from .seating import Seat
from .sheet import Sheet
from .text import Message

House = TypeVar("House")

PASS = "pass"


@dataclass(frozen=True)
class Offer:
    """A call on the bidding pad: its word, its label, and why it is illegal now (None if it is legal)."""

    call: str
    label: Message
    refusal: Cite | None = None


@dataclass(frozen=True)
class AuctionResult:
    """The result of an auction: the kind of hand, and the form fields it fills in (values keyed by path)."""

    kind: str
    answers: Mapping[str, Any]
    because: Cite


@dataclass(frozen=True)
class AuctionState:
    """The state of an auction.

    ``speaker`` is the seat whose turn it is to call, None once the auction is over. ``calls_made`` lists each
    call with its caller. At the end, ``result`` is None if the cards are thrown in and dealt again. ``notes``
    are shown to the speaker.
    """

    speaker: Seat | None
    offers: tuple[Offer, ...]
    calls_made: tuple[tuple[Seat, str], ...]
    result: AuctionResult | None = None
    notes: tuple[Cite, ...] = field(default=())

    def offer(self, call: str) -> Offer | None:
        """Return the offer of this call, legal or not; None for a word that is not a call here."""
        return next((offer for offer in self.offers if offer.call == call), None)


@dataclass(frozen=True)
class Auction(Generic[House]):
    """The bidding of a game. ``state(calls, sheet)`` interprets calls that were all legal."""

    state: Callable[[Calls, Sheet[House]], AuctionState]


@dataclass(frozen=True)
class IllegalCall:
    """The first illegal call of an auction: its position, its caller, and the reason."""

    index: int
    call: str
    speaker: Seat | None
    because: Cite | None  # None: not a call in this game, or the auction was already over


def run_auction(
    auction: Auction[Any], calls: Calls, sheet: Sheet[Any]
) -> tuple[AuctionState, IllegalCall | None]:
    """Return the state after the legal calls, and the first illegal call (None if all were legal)."""
    state = auction.state(Calls(), sheet)
    for index, call in enumerate(calls):
        offer = state.offer(call)
        if state.speaker is None or offer is None or offer.refusal:
            return state, IllegalCall(index, call, state.speaker, offer.refusal if offer else None)
        state = auction.state(Calls(calls[: index + 1]), sheet)
    return state, None
