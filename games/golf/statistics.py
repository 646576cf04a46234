"""Statistics of Golf: their holes, and the knocks that went wrong."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Sheet, StatEvent, _, scored_rows, stat

from .hands import Hole, Shown, points
from .house import House

HOLE = stat("hole", _("Points, a hole"), Aggregation.MEAN)
BEST_HOLE = stat("hole_best", _("Best hole"), Aggregation.LEAST)
WORST_HOLE = stat("hole_worst", _("Worst hole"), Aggregation.MOST)
KNOCK = stat("knock", _("Knocked, and was lowest"), Aggregation.RATIO)
BELOW = stat("below_zero", _("A hole below zero"), badge=True)
STATS = (HOLE, BEST_HOLE, WORST_HOLE, KNOCK, BELOW)


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    """Yield the events of the game's own statistics."""
    for row, _before in scored_rows(sheet, Hole, Shown):
        each = sheet.seating.per_side(lambda side: points(row.hand, side, sheet.house))  # noqa: B023
        for side in sheet.seating.every_side:
            for what in (HOLE, BEST_HOLE, WORST_HOLE):
                yield what.measured(side, row, each[side])
            if each[side] < 0:
                yield BELOW.counted(side, row)
        if row.hand.knocker is not None:
            own = each[sheet.seating.side(row.hand.knocker)]
            yield KNOCK.attempted(row.hand.knocker, row, own == min(each))
