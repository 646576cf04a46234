"""Statistics of golf: points of holes, and knocks."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Sheet, StatEvent, _, scored_rows, stat

from .hands import ByCards, Hole, hole_points
from .house import House

HOLE = stat("hole", _("Points per hole"), Aggregation.MEAN)
BEST_HOLE = stat("hole_best", _("Best hole"), Aggregation.LEAST)
WORST_HOLE = stat("hole_worst", _("Worst hole"), Aggregation.MOST)
KNOCK = stat("knock", _("Knocked, and was lowest"), Aggregation.RATIO)
BELOW_ZERO = stat("below_zero", _("A hole below zero"), badge=True)
STATS = (HOLE, BEST_HOLE, WORST_HOLE, KNOCK, BELOW_ZERO)


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    """Yield the events of the game's own statistics."""
    for row, _before in scored_rows(sheet, Hole, ByCards):
        side_points = sheet.seating.per_side(lambda side: hole_points(row.hand, side, sheet.house))  # noqa: B023
        for side in sheet.seating.every_side:
            for statistic in (HOLE, BEST_HOLE, WORST_HOLE):
                yield statistic.amount_event(side, row, side_points[side])
            if side_points[side] < 0:
                yield BELOW_ZERO.count_event(side, row)
        if row.hand.knocker is not None:
            points = side_points[sheet.seating.side(row.hand.knocker)]
            yield KNOCK.attempt_event(row.hand.knocker, row, points == min(side_points))
