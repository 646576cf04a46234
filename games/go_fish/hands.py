"""The kinds of hand: the number of books of each player, or their ranks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from games.engine import Ask, Choice, PerSide, Sheet, _

from . import rulebook as rule
from .house import BookValue, Collect, Deal, End, House

BOOKS, PAIRS = 13, 26  # in the pack


class Rank(Choice):
    ACE = "A", _("Ace")
    TWO = "2", "2"
    THREE = "3", "3"
    FOUR = "4", "4"
    FIVE = "5", "5"
    SIX = "6", "6"
    SEVEN = "7", "7"
    EIGHT = "8", "8"
    NINE = "9", "9"
    TEN = "T", "10"
    JACK = "J", _("Jack")
    QUEEN = "Q", _("Queen")
    KING = "K", _("King")


# fmt: off
VALUES = {
    Rank.TWO: 2, Rank.THREE: 3, Rank.FOUR: 4, Rank.FIVE: 5, Rank.SIX: 6, Rank.SEVEN: 7, Rank.EIGHT: 8,
    Rank.NINE: 9, Rank.TEN: 10, Rank.JACK: 11, Rank.QUEEN: 12, Rank.KING: 13, Rank.ACE: 15,
}
# fmt: on


def dealt_each(house: House, seats: int) -> int:
    """Return the number of cards dealt to each player."""
    match house.deal:
        case Deal.SIX:
            return 6
        case Deal.SEVEN:
            return 7
        case Deal.FIVE:
            return 7 if seats == 2 else 5
        case _:
            return 7 if seats <= 3 else 5


def books_in_pack(sheet: Sheet[Any]) -> int:
    """Return the number of books, or pairs, in the pack."""
    return PAIRS if sheet.house.collect is Collect.PAIRS else BOOKS


def required_books(sheet: Sheet[Any]) -> int | None:
    """Return the number of books that a round must have; None where it may stop early."""
    return books_in_pack(sheet) if sheet.house.end is End.ALL_BOOKS else None


def ranks_have_values(house: House) -> bool:
    """Return whether a book is worth the value of its rank."""
    return house.collect is Collect.BOOKS and house.book_value is BookValue.RANK_VALUE


@dataclass(frozen=True)
class Round:
    """A round entered as the number of books, or pairs, of each player."""

    title: ClassVar[str] = _("A round")
    sentence: ClassVar[str] = _("Books: {books}")

    books: Annotated[PerSide[int], Ask(_("Books"), most=books_in_pack, total=required_books, rule=rule.BOOK)]


@dataclass(frozen=True)
class RoundByRanks:
    """A round entered as the ranks of each player's books."""

    title: ClassVar[str] = _("By books")
    sentence: ClassVar[str] = _("Books: {books}")

    books: Annotated[PerSide[frozenset[Rank]], Ask(_("Which books?"), rule=rule.BOOK)]


KINDS = {"round": Round, "ranks": RoundByRanks}
Hand = Round | RoundByRanks
