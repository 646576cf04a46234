"""Statistics of Old Maid: times left with the maid, and times first out."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Sheet, StatEvent, _, scored_rows, stat

from .hands import Maid, Places
from .house import House
from .scoring import order_of_getting_out

MAID = stat("maid", _("Left with the old maid"), Aggregation.RATIO)
FIRST = stat("first", _("First to get out"), Aggregation.RATIO)
STATS = (MAID, FIRST)


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    for row, sheet_before in scored_rows(sheet, Maid, Places):
        order = order_of_getting_out(row.hand, sheet_before)
        for side in order:
            yield MAID.attempt_event(side, row, side == order[-1])
            if isinstance(row.hand, Places):
                yield FIRST.attempt_event(side, row, side == order[0])
