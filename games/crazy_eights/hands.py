"""How a round can end, and what the phone asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from games.engine import Ask, Card, Cards, PerSide, Seat, Sheet, _, pack

from . import rulebook as rule
from .house import Ace, Deal, House, Queen, Two, Values

TEN = 10
ONE_PACK = 5  # players; more take two packs

# fmt: off
#          standard  specials20  eight25
WORTH = {
    "2":  {Values.STANDARD:  2, Values.SPECIALS20: 20, Values.EIGHT25:  2},
    "8":  {Values.STANDARD: 50, Values.SPECIALS20: 50, Values.EIGHT25: 25},
    "T":  {Values.STANDARD: 10, Values.SPECIALS20: 10, Values.EIGHT25: 10},
    "J":  {Values.STANDARD: 10, Values.SPECIALS20: 10, Values.EIGHT25: 10},
    "Q":  {Values.STANDARD: 10, Values.SPECIALS20: 20, Values.EIGHT25: 10},
    "K":  {Values.STANDARD: 10, Values.SPECIALS20: 10, Values.EIGHT25: 10},
    "A":  {Values.STANDARD:  1, Values.SPECIALS20: 20, Values.EIGHT25:  1},
}
# fmt: on


def value(card: Card, house: House) -> int:
    """Points of a card in the hand; the other ranks count what they show."""
    return WORTH[card.rank][house.values] if card.rank in WORTH else int(card.rank)


def count(cards: Cards, house: House) -> int:
    """Points of the cards in a hand."""
    return sum(value(card, house) for card in cards)


def special(card: Card, house: House) -> bool:
    """Whether a card does something when it is played at this table."""
    off = {"2": house.two is Two.OFF, "Q": house.queen is Queen.OFF, "A": house.ace is Ace.OFF, "8": False}
    return not off.get(card.rank, True)


def dealt_each(house: House, seats: int) -> int:
    """Cards dealt to each player."""
    by_seats = 7 if seats == 2 else 5
    return {Deal.FIVE: 5, Deal.BY_SEATS: by_seats, Deal.SEVEN: 7, Deal.EIGHT: 8}[house.deal]


def packs(seats: int) -> int:
    """How many packs so many players take."""
    return 1 if seats <= ONE_PACK else 2


def the_pack(sheet: Sheet[House]) -> Cards:
    """The cards this table plays with."""
    return Cards(pack() * packs(sheet.seating.seats))


def held_at_most(sheet: Sheet[House]) -> int:
    """Cards that hands can hold: all but the one on top of the pile."""
    return len(the_pack(sheet)) - 1


def lightest(sheet: Sheet[House]) -> int:
    """Points of the card that counts least."""
    return min(value(card, sheet.house) for card in the_pack(sheet))


def dearest(sheet: Sheet[House]) -> int:
    """The most that hands can count: the whole pack but for the card on the pile."""
    return count(the_pack(sheet), sheet.house) - lightest(sheet)


def keys(sheet: Sheet[House]) -> Iterator[tuple[str, int]]:
    """A key for every card that counts something else; those that count ten share one."""
    for card in Cards.read(" ".join(f"{rank}S" for rank in "A23456789TJQK")):
        n = value(card, sheet.house)
        if card.rank not in "TJQK" or n != TEN:
            yield card.rank, n
    yield _("10s"), TEN


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


@dataclass(frozen=True)
class Blocked:
    """Nobody could play or draw any more."""

    title: ClassVar[str] = _("Nobody could play")
    sentence: ClassVar[str] = _("Nobody could play; {left}")

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
        Ask(_("Who went out?"), rule=rule.OUT, none=_("Nobody"), about=_("Nobody: nobody could play")),
    ]
    cards: Annotated[PerSide[Cards], Ask(_("Cards left"), most=held_at_most, of=the_pack, rule=rule.VALUES)]


KINDS = {"out": Out, "blocked": Blocked, "cards": Shown}
Hand = Out | Blocked | Shown
