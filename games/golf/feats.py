"""What players of Golf tell of each other: their holes, and the knocks that went wrong."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Feat, How, Sheet, _, deed, hands_of

from .hands import Hole, Shown, points
from .house import House

HOLE = deed("hole", _("Points, a hole"), How.MEAN)
BEST_HOLE = deed("hole_best", _("Best hole"), How.LEAST)
WORST_HOLE = deed("hole_worst", _("Worst hole"), How.MOST)
KNOCK = deed("knock", _("Knocked, and was lowest"), How.RATIO)
BELOW = deed("below_zero", _("A hole below zero"), badge=True)
DEEDS = (HOLE, BEST_HOLE, WORST_HOLE, KNOCK, BELOW)


def feats(sheet: Sheet[House]) -> Iterator[Feat]:
    """What was done in a round."""
    for row, _before in hands_of(sheet, Hole, Shown):
        each = sheet.seating.per_side(lambda side: points(row.hand, side, sheet.house))  # noqa: B023
        for side in sheet.seating.every_side:
            for what in (HOLE, BEST_HOLE, WORST_HOLE):
                yield what.came_to(side, row, each[side])
            if each[side] < 0:
                yield BELOW.done(side, row)
        if row.hand.knocker is not None:
            own = each[sheet.seating.side(row.hand.knocker)]
            yield KNOCK.tried(row.hand.knocker, row, own == min(each))
