"""Auctions: what has been called, who speaks, which calls may be made and why not the others.

A call is a word (``7H``, ``pass``, ``misere``); an auction is the calls in the order they were
made. A game reads one with a pure function, ``state``, and everything else follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .records import Calls
from .rulebook import Cite
from .sheet import Sheet
from .table import Seat
from .text import Message

House = TypeVar("House")

PASS = "pass"


@dataclass(frozen=True)
class Offer:
    """A call on the pad: its word, its label, and why it may not be made now (None: it may)."""

    call: str
    label: Message
    refused: Cite | None = None


@dataclass(frozen=True)
class AuctionResult:
    """What an auction has settled: the kind of hand, and the boxes it fills in (path to answer)."""

    kind: str
    answers: Mapping[str, Any]
    because: Cite


@dataclass(frozen=True)
class AuctionState:
    """Where an auction stands.

    ``speaker`` is None once it is over; then ``normalise_hand`` says what came of it. ``made`` is who
    said what. ``normalise_hand`` is None at the end where the cards are thrown in and dealt again.
    """

    speaker: Seat | None
    offers: tuple[Offer, ...]
    made: tuple[tuple[Seat, str], ...]
    result: AuctionResult | None = None
    notes: tuple[Cite, ...] = field(default=())

    def offer(self, call: str) -> Offer | None:
        """The offer of this call, refused or not; None for a word that is no call here."""
        return next((offer for offer in self.offers if offer.call == call), None)


@dataclass(frozen=True)
class Auction(Generic[House]):
    """How a game is bid for. ``state(calls, sheet)`` reads calls that were all legal."""

    state: Callable[[Calls, Sheet[House]], AuctionState]


@dataclass(frozen=True)
class IllegalCall:
    """The first call of an auction that could not be made: which, who made it, and why not."""

    place: int
    call: str
    speaker: Seat | None
    because: Cite | None  # None: the word is no call here, or the auction was already over


def run_auction(
    auction: Auction[Any], calls: Calls, sheet: Sheet[Any]
) -> tuple[AuctionState, IllegalCall | None]:
    """Where these calls lead, as far as they were legal, and the first that was not."""
    turn = auction.state(Calls(), sheet)
    for place, call in enumerate(calls):
        offer = turn.offer(call)
        if turn.speaker is None or offer is None or offer.refused:
            return turn, IllegalCall(place, call, turn.speaker, offer.refused if offer else None)
        turn = auction.state(Calls(calls[: place + 1]), sheet)
    return turn, None
