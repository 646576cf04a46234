"""The kinds of hand: the ways a round can end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from games.engine import Ask, Card, Cards, PerSide, Seat, Sheet, _, pack

from . import rulebook as rule
from .house import Ace, Deal, House, Queen, Two, Values

TEN = 10
MOST_SEATS_WITH_ONE_PACK = 5

# fmt: off
CARD_POINTS = {
    "2":  {Values.STANDARD:  2, Values.SPECIALS20: 20, Values.EIGHT25:  2},
    "8":  {Values.STANDARD: 50, Values.SPECIALS20: 50, Values.EIGHT25: 25},
    "T":  {Values.STANDARD: 10, Values.SPECIALS20: 10, Values.EIGHT25: 10},
    "J":  {Values.STANDARD: 10, Values.SPECIALS20: 10, Values.EIGHT25: 10},
    "Q":  {Values.STANDARD: 10, Values.SPECIALS20: 20, Values.EIGHT25: 10},
    "K":  {Values.STANDARD: 10, Values.SPECIALS20: 10, Values.EIGHT25: 10},
    "A":  {Values.STANDARD:  1, Values.SPECIALS20: 20, Values.EIGHT25:  1},
}
# fmt: on


def card_points(card: Card, house: House) -> int:
    """Return the points of a card in the hand; ranks not in the table count their number."""
    return CARD_POINTS[card.rank][house.values] if card.rank in CARD_POINTS else int(card.rank)


def points_of(cards: Cards, house: House) -> int:
    """Return the points of the cards in a hand."""
    return sum(card_points(card, house) for card in cards)


def is_special(card: Card, house: House) -> bool:
    """Return whether a card has an effect at this table when it is played."""
    has_effect = {
        "2": house.two is not Two.OFF,
        "Q": house.queen is not Queen.OFF,
        "A": house.ace is not Ace.OFF,
        "8": True,
    }
    return has_effect.get(card.rank, False)


def dealt_each(house: House, seats: int) -> int:
    """Return the number of cards dealt to each player."""
    by_seats = 7 if seats == 2 else 5
    return {Deal.FIVE: 5, Deal.BY_SEATS: by_seats, Deal.SEVEN: 7, Deal.EIGHT: 8}[house.deal]


def packs_for(seats: int) -> int:
    return 1 if seats <= MOST_SEATS_WITH_ONE_PACK else 2


def table_pack(sheet: Sheet[House]) -> Cards:
    """Return the cards this table plays with."""
    return Cards(pack() * packs_for(sheet.seating.seats))


def most_cards_held(sheet: Sheet[House]) -> int:
    """Return the number of cards that all hands can hold: all but the top card of the pile."""
    return len(table_pack(sheet)) - 1


def lowest_card_points(sheet: Sheet[House]) -> int:
    return min(card_points(card, sheet.house) for card in table_pack(sheet))


def most_points_held(sheet: Sheet[House]) -> int:
    """Return the most points that all hands can hold: those of the pack without the lowest card."""
    return points_of(table_pack(sheet), sheet.house) - lowest_card_points(sheet)


def card_keys(sheet: Sheet[House]) -> Iterator[tuple[str, int]]:
    """Yield the label and points of each button that adds a card; cards that count ten share a button."""
    for card in Cards.read(" ".join(f"{rank}S" for rank in "A23456789TJQK")):
        points = card_points(card, sheet.house)
        if card.rank not in "TJQK" or points != TEN:
            yield card.rank, points
    yield _("10s"), TEN


@dataclass(frozen=True)
class Out:
    """A round that a player ended by going out; the others count their cards."""

    title: ClassVar[str] = _("Somebody went out")
    sentence: ClassVar[str] = _("{winner} out; {left}")

    winner: Annotated[Seat, Ask(_("Who went out?"), rule=rule.OUT)]
    # None for the player who went out, who is not asked.
    left: Annotated[
        PerSide[int | None],
        Ask(_("Points left in the hand"), most=most_points_held, rule=rule.VALUES, adds=card_keys),
    ]


@dataclass(frozen=True)
class Blocked:
    """A round that ended because no player could play or draw."""

    title: ClassVar[str] = _("Nobody could play")
    sentence: ClassVar[str] = _("Nobody could play; {left}")

    left: Annotated[
        PerSide[int],
        Ask(_("Points left in the hand"), most=most_points_held, rule=rule.VALUES, adds=card_keys),
    ]


@dataclass(frozen=True)
class ByCards:
    """A round entered as the cards left."""

    title: ClassVar[str] = _("By cards")
    sentence: ClassVar[str] = _("{winner} out; {cards}")

    winner: Annotated[
        Seat | None,
        Ask(_("Who went out?"), rule=rule.OUT, none=_("Nobody"), about=_("Nobody: nobody could play")),
    ]
    cards: Annotated[
        PerSide[Cards], Ask(_("Cards left"), most=most_cards_held, available=table_pack, rule=rule.VALUES)
    ]


KINDS = {"out": Out, "blocked": Blocked, "cards": ByCards}
Hand = Out | Blocked | ByCards
