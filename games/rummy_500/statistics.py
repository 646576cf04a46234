"""Statistics of 500 Rum: going out, points laid down, points left in the hand."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Sheet, StatEvent, _, scored_rows, stat

from .hands import Deal
from .house import House

OUT = stat("out", _("Went out"), Aggregation.RATIO)
LAID = stat("laid", _("Points laid down per deal"), Aggregation.MEAN)
MOST_LAID = stat("most_laid", _("Most points laid down"), Aggregation.MOST)
HELD = stat("held", _("Points still held per deal"), Aggregation.MEAN)
STATS = (OUT, LAID, MOST_LAID, HELD)


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    for row, _before in scored_rows(sheet, Deal):
        for side in sheet.seating.every_side:
            points_held = row.hand.held[side] or 0
            yield OUT.attempt_event(side, row, not points_held)
            yield LAID.amount_event(side, row, row.hand.laid[side])
            yield MOST_LAID.amount_event(side, row, row.hand.laid[side])
            yield HELD.amount_event(side, row, points_held)
