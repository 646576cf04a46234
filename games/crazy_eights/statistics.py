"""Statistics of crazy eights: going out, and points caught with."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Sheet, StatEvent, _, scored_rows, stat

from .hands import Blocked, ByCards, Out, points_of
from .house import House

OUT = stat("out", _("Went out"), Aggregation.RATIO)
LEFT = stat("left", _("Points caught with"), Aggregation.MEAN)
MOST_LEFT = stat("most_left", _("Most points caught with"), Aggregation.MOST)
STATS = (OUT, LEFT, MOST_LEFT)


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    """Yield the events of the game's own statistics."""
    for row, _before in scored_rows(sheet, Out, ByCards, Blocked):
        hand: Out | ByCards | Blocked = row.hand
        winner = None if isinstance(hand, Blocked) or hand.winner is None else sheet.seating.side(hand.winner)
        for side in sheet.seating.every_side:
            yield OUT.attempt_event(side, row, side == winner)
            if side != winner:
                points_left = (
                    points_of(hand.cards[side], sheet.house)
                    if isinstance(hand, ByCards)
                    else hand.left[side] or 0
                )
                yield LEFT.amount_event(side, row, points_left)
                yield MOST_LEFT.amount_event(side, row, points_left)
