"""Statistics of a tally: the winners of each round."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Sheet, StatEvent, _, stat

from .hands import round_winners, written_rounds
from .house import House

ROUND = stat("round", _("Rounds won"), Aggregation.RATIO)
STATS = (ROUND,)


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    for row, winners in zip(written_rounds(sheet), round_winners(sheet), strict=True):
        for side in dict.fromkeys(line.side for line in row.lines):
            yield ROUND.attempt_event(side, row, side in winners)
