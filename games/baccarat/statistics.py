"""Statistics of baccarat: bets won, and the size of stakes."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Sheet, StatEvent, _, scored_rows, stat

from .hands import COUPS, Spot, Winner, result_of
from .house import House

PUNTO = stat("punto", _("Bets on Punto won"), Aggregation.RATIO)
BANCO = stat("banco", _("Bets on Banco won"), Aggregation.RATIO)
STAKE = stat("stake", _("Average stake per coup"), Aggregation.MEAN)
CAME_IN = stat("came_in", _("Biggest winning stake"), Aggregation.MOST)
TIES = stat("ties", _("Ties called"), Aggregation.RATIO, badge=True)
STATS = (PUNTO, BANCO, STAKE, CAME_IN, TIES)


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    """Yield the events of the game's own statistics."""
    for row, _before in scored_rows(sheet, *COUPS):
        result = result_of(row.hand)
        for seat in sheet.seating.every_seat:
            spot, stake = row.hand.on[seat], row.hand.stake[seat]
            if spot is not None and stake:
                yield STAKE.amount_event(seat, row, stake)
                if result.winner is not Winner.TIE:
                    yield (PUNTO if spot is Spot.PUNTO else BANCO).attempt_event(
                        seat, row, result.is_winner(spot)
                    )
                    if result.is_winner(spot):
                        yield CAME_IN.amount_event(seat, row, stake)
            if row.hand.tie[seat]:
                yield TIES.attempt_event(seat, row, result.winner is Winner.TIE)
