"""How a deal can end, and what the phone asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from games.engine import Ask, Cards, PerSide, Seat, Sheet, _, pack

from . import rulebook as rule
from .house import Deal, GoingRummy, House, Scoring

TENS = "TJQK"
TEN = 10
JOKER = 15
# fmt: off
BY_SEATS = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
# fmt: on


def value(rank: str, house: House) -> int:
    """Points of a card in the hand."""
    if rank == "X":
        return JOKER
    if rank == "A":
        return house.ace_points
    return TEN if rank in TENS else int(rank)


def count(cards: Cards, house: House) -> int:
    """Points of the cards in a hand."""
    return sum(value(card.rank, house) for card in cards)


def dealt_each(house: House, seats: int) -> int:
    """Cards dealt to each player."""
    return {Deal.SEVEN: 7, Deal.TEN: 10, Deal.BY_SEATS: BY_SEATS[seats]}[house.deal]


def the_pack(sheet: Sheet[House]) -> Cards:
    """The cards this table plays with."""
    return pack(jokers=sheet.house.jokers)


def hand_size(sheet: Sheet[House]) -> int:
    """Cards in a hand between turns: never more than were dealt."""
    return dealt_each(sheet.house, sheet.seating.seats)


def values(sheet: Sheet[House]) -> list[int]:
    """The points of every card of the pack, the dearest first."""
    return sorted((value(card.rank, sheet.house) for card in the_pack(sheet)), reverse=True)


def dearest(sheet: Sheet[House], hands: int = 1) -> int:
    """The most that so many hands can count."""
    return sum(values(sheet)[: hands * hand_size(sheet)])


def keys(sheet: Sheet[House]) -> Iterator[tuple[str, int]]:
    """A key for every card that counts something else."""
    for rank in "A23456789":
        yield rank, value(rank, sheet.house)
    yield _("10s"), TEN
    if sheet.house.jokers:
        yield _("Joker"), JOKER


def rummy_pays(hand: Out | Shown, sheet: Sheet[House]) -> bool:
    """Whether going rummy changes what this deal scores; where nobody went out it is refused."""
    if hand.winner is None:
        return hand.rummy
    pays = sheet.house.going_rummy
    collects = sheet.house.scoring is Scoring.WINNER_COLLECTS
    return pays is GoingRummy.DOUBLE or (pays is GoingRummy.PLUS10 and collects)


@dataclass(frozen=True)
class Out:
    """Somebody went out; the others count what they hold."""

    title: ClassVar[str] = _("Somebody went out")
    sentence: ClassVar[str] = _("{winner} out; {left}")

    winner: Annotated[Seat, Ask(_("Who went out?"), rule=rule.OUT)]
    # The one who went out leaves the box empty, or writes 0.
    left: Annotated[
        PerSide[int | None],
        Ask(_("Points left in the hand"), most=dearest, rule=rule.VALUES, none=_("Went out"), adds=keys),
    ]
    rummy: Annotated[
        bool,
        Ask(
            _("Rummy! The whole hand in one turn"),
            rule=rule.RUMMY,
            relevant_if=rummy_pays,
            usual=True,
            about=_("Nothing melded or laid off before in this deal"),
        ),
    ] = False


@dataclass(frozen=True)
class Blocked:
    """The stock ran out and nobody could go out."""

    title: ClassVar[str] = _("The deal was blocked")
    sentence: ClassVar[str] = _("Blocked; {left}")

    left: Annotated[
        PerSide[int], Ask(_("Points left in the hand"), most=dearest, rule=rule.VALUES, adds=keys)
    ]


@dataclass(frozen=True)
class Shown:
    """The same by cards: they are counted, and no card can be in two hands."""

    title: ClassVar[str] = _("By cards")
    sentence: ClassVar[str] = _("{winner} out; {cards}")

    winner: Annotated[
        Seat | None,
        Ask(_("Who went out?"), rule=rule.OUT, none=_("Nobody"), about=_("Nobody: the deal was blocked")),
    ]
    cards: Annotated[PerSide[Cards], Ask(_("Cards left"), most=hand_size, of=the_pack, rule=rule.VALUES)]
    rummy: Annotated[
        bool, Ask(_("Rummy! The whole hand in one turn"), rule=rule.RUMMY, relevant_if=rummy_pays, usual=True)
    ] = False


KINDS = {"out": Out, "blocked": Blocked, "cards": Shown}
Hand = Out | Blocked | Shown
