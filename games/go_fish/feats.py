"""What players of Go Fish tell of each other: the books they make."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Feat, How, Sheet, _, deed, hands_of

from .hands import Ranks, Round
from .house import House

BOOKS = deed("books", _("Books, a round"), How.MEAN)
MOST_BOOKS = deed("most_books", _("Most books in a round"), How.MOST)
NONE = deed("no_book", _("Not a single book"))
DEEDS = (BOOKS, MOST_BOOKS, NONE)


def feats(sheet: Sheet[House]) -> Iterator[Feat]:
    """What was done in a match."""
    for row, _before in hands_of(sheet, Round, Ranks):
        for side in sheet.seating.every_side:
            made = row.hand.books[side]
            n = made if isinstance(made, int) else len(made)
            yield BOOKS.came_to(side, row, n)
            yield MOST_BOOKS.came_to(side, row, n)
            if not n:
                yield NONE.done(side, row)
