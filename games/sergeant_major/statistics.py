"""Statistics of Sergeant Major: targets reached, and tricks over and short."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Sheet, StatEvent, _, scored_rows, stat

from .house import House
from .scoring import Deal, differences

TARGET = stat("target", _("Targets reached"), Aggregation.RATIO)
OVER = stat("over", _("Tricks over the target per hand"), Aggregation.MEAN)
MOST_OVER = stat("most_over", _("Most tricks over the target"), Aggregation.MOST)
SHORT = stat("most_short", _("Farthest below the target"), Aggregation.LEAST)
STATS = (TARGET, OVER, MOST_OVER, SHORT)


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    for row, sheet_before in scored_rows(sheet, Deal):
        surplus = differences(row.hand, sheet_before.dealer(Deal), sheet.house, sheet.seating)
        for side in sheet.seating.every_side:
            yield TARGET.attempt_event(side, row, surplus[side] >= 0)
            for statistic in (OVER, MOST_OVER, SHORT):
                yield statistic.amount_event(side, row, surplus[side])
