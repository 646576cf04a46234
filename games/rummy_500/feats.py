"""What players of 500 Rummy tell of each other: what they lay down, and what they are caught with."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Feat, How, Sheet, _, deed, hands_of

from .hands import Deal
from .house import House

OUT = deed("out", _("Went out"), How.RATIO)
LAID = deed("laid", _("Points laid down, a deal"), How.MEAN)
MOST_LAID = deed("most_laid", _("Most points laid down"), How.MOST)
HELD = deed("held", _("Points still held, a deal"), How.MEAN)
DEEDS = (OUT, LAID, MOST_LAID, HELD)


def feats(sheet: Sheet[House]) -> Iterator[Feat]:
    """What was done in a match."""
    for row, _before in hands_of(sheet, Deal):
        for side in sheet.seating.every_side:
            held = row.hand.held[side] or 0
            yield OUT.tried(side, row, not held)
            yield LAID.came_to(side, row, row.hand.laid[side])
            yield MOST_LAID.came_to(side, row, row.hand.laid[side])
            yield HELD.came_to(side, row, held)
