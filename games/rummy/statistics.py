"""Statistics of Rummy: going out, and the points that a player is caught with (holds when a deal ends)."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Sheet, StatEvent, _, scored_rows, stat

from .hands import Blocked, ByCards, Out
from .house import House
from .scoring import points_held

OUT = stat("out", _("Went out"), Aggregation.RATIO)
LEFT = stat("left", _("Points caught with"), Aggregation.MEAN)
MOST_LEFT = stat("most_left", _("Most points caught with"), Aggregation.MOST)
RUMMY = stat("rummy", _("Rummy: the whole hand in one turn"), badge=True)
STATS = (OUT, LEFT, MOST_LEFT, RUMMY)


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    for row, _before in scored_rows(sheet, Out, ByCards, Blocked):
        hand: Out | ByCards | Blocked = row.hand
        winner = None if isinstance(hand, Blocked) or hand.winner is None else sheet.seating.side(hand.winner)
        for side in sheet.seating.every_side:
            yield OUT.attempt_event(side, row, side == winner)
            if side != winner:
                points_left = points_held(hand, sheet.house)[side]
                yield LEFT.amount_event(side, row, points_left)
                yield MOST_LEFT.amount_event(side, row, points_left)
        if winner is not None and not isinstance(hand, Blocked) and hand.rummy:
            yield RUMMY.count_event(winner, row)
