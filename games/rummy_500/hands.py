"""The kind of hand: a deal, with two numbers for each player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from games.engine import HIGH_OR_LOW, LOW, Ask, Card, Cards, PerSide, Sheet, _, is_run, is_set, pack

from . import rulebook as rule
from .house import House, Values

ACE = JOKER = 15
TEN, FIVE = 10, 5
TENS = "TJQK"
CARDS_EACH = 7
FEWEST_SEATS_FOR_TWO_PACKS = 5


def counts_by_fives(house: House) -> bool:
    """Return whether cards count by fives: 5, 10 or 15 points each."""
    return house.values is Values.FIVES


def value(rank: str, house: House) -> int:
    """Return the points of a card, counting an ace as high."""
    if rank in "AX":
        return {"A": ACE, "X": JOKER}[rank]
    if rank in TENS:
        return TEN
    return FIVE if counts_by_fives(house) else int(rank)


def held_value(rank: str, house: House) -> int:
    """Return the points that a card left in the hand costs; by fives, an ace always costs 15."""
    return house.ace_held if rank == "A" and not counts_by_fives(house) else value(rank, house)


def held_points(cards: Cards, house: House) -> int:
    """Return the points that cards left in the hand cost."""
    return sum(held_value(card.rank, house) for card in cards)


def is_meld(cards: tuple[Card, ...]) -> bool:
    return is_set(cards) or is_run(cards, HIGH_OR_LOW)


def needs_low_ace(cards: tuple[Card, ...]) -> bool:
    """Return whether these cards are a meld only as a run with the ace low."""
    ace_high = HIGH_OR_LOW[1:]
    return is_run(cards, LOW) and not is_run(cards, ace_high) and not is_set(cards)


def meld_points(cards: Cards, house: House) -> int:
    """Return the points of a meld for the player who laid it."""
    ace_is_low = needs_low_ace(cards) and not counts_by_fives(house)
    return sum(
        house.ace_low_meld if ace_is_low and card.rank == "A" else value(card.rank, house) for card in cards
    )


def packs_for(sheet: Sheet[House]) -> int:
    """Return the number of packs at this table."""
    return 2 if sheet.seating.seats >= FEWEST_SEATS_FOR_TWO_PACKS else 1


def table_pack(sheet: Sheet[House]) -> Cards:
    """Return the cards of all packs at this table."""
    return Cards(pack(jokers=sheet.house.jokers) * packs_for(sheet))


def dealt_each(sheet: Sheet[House]) -> int:
    return sheet.house.deal_two if sheet.seating.seats == 2 else CARDS_EACH


def all_points(sheet: Sheet[House]) -> int:
    """Return the points of all cards together; at face value, 396 a pack and 15 a joker."""
    return sum(value(card.rank, sheet.house) for card in table_pack(sheet))


@dataclass(frozen=True)
class Deal:
    """The points each player laid down, and the points still held."""

    title: ClassVar[str] = _("A deal")
    sentence: ClassVar[str] = _("Laid down {laid}; held {held}")

    laid: Annotated[PerSide[int], Ask(_("Points laid down"), most=all_points, rule=rule.LAID)]
    # The player who went out leaves the field empty, or enters 0.
    held: Annotated[
        PerSide[int | None], Ask(_("Points still held"), most=all_points, rule=rule.HELD, none=_("Went out"))
    ]


KINDS = {"deal": Deal}
