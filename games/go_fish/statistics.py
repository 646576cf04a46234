"""Statistics of go fish: books made."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Sheet, StatEvent, _, scored_rows, stat

from .hands import Round, RoundByRanks
from .house import House

BOOKS = stat("books", _("Books per round"), Aggregation.MEAN)
MOST_BOOKS = stat("most_books", _("Most books in a round"), Aggregation.MOST)
NO_BOOK = stat("no_book", _("Not a single book"))
STATS = (BOOKS, MOST_BOOKS, NO_BOOK)


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    """Yield the events of the game's own statistics."""
    for row, _before in scored_rows(sheet, Round, RoundByRanks):
        for side in sheet.seating.every_side:
            books = row.hand.books[side]
            book_count = books if isinstance(books, int) else len(books)
            yield BOOKS.amount_event(side, row, book_count)
            yield MOST_BOOKS.amount_event(side, row, book_count)
            if not book_count:
                yield NO_BOOK.count_event(side, row)
