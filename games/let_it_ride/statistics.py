"""Statistics of Let It Ride: the hands they made, and what they let ride."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Message, Sheet, Stat, StatEvent, _, scored_rows, stat

from .hands import ROUNDS, STAKES, made_by
from .house import House
from .poker import Made
from .scoring import playing

PAID = stat("paid", _("Hands that paid"), Aggregation.RATIO)
ALL_THREE = stat("all_three", _("All three let ride, and it paid"), Aggregation.RATIO)
RARE = stat("rare", _("Four of a kind or better"), badge=True)
BY_HAND = {
    made: Stat(f"made_{made.value}", Message("{made}", {"made": made}), Aggregation.COUNT, _("Hands made"))
    for made in Made
}
STATS = (PAID, ALL_THREE, RARE, *BY_HAND.values())


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    """Yield the events of the game's own statistics."""
    ranking = list(Made)
    for row, before in scored_rows(sheet, *ROUNDS):
        for seat in playing(row.hand, before):
            made = made_by(row.hand, seat)
            yield PAID.attempted(seat, row, made is not Made.NO_PAY)
            yield BY_HAND[made].counted(seat, row)
            if row.hand.kept[seat] == STAKES:
                yield ALL_THREE.attempted(seat, row, made is not Made.NO_PAY)
            if ranking.index(made) >= ranking.index(Made.FOUR):
                yield RARE.counted(seat, row)
