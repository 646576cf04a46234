"""Statistics of Ninety-Nine: bids made exactly, and premiums."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Message, Sheet, Stat, StatEvent, _, scored_rows, stat

from .house import House
from .scoring import TRICKS, Deal, Premium, makers

BID = stat("bid", _("Bids made exactly"), Aggregation.RATIO)
OFF = stat("off", _("Tricks off per missed bid"), Aggregation.MEAN)
ALONE = stat("alone", _("Made the bid alone"))
DECLARED = stat("declared", _("Declarations made"), Aggregation.RATIO)
REVEALED = stat("revealed", _("Revelations made"), Aggregation.RATIO, badge=True)
BY_BID = {
    n: Stat(f"bid_{n}", Message("{n}", {"n": n}), Aggregation.RATIO, _("Bids made, by size of bid"))
    for n in range(TRICKS + 1)
}
STATS = (BID, OFF, ALONE, DECLARED, REVEALED, *BY_BID.values())
PREMIUMS = {Premium.DECLARE: DECLARED, Premium.REVEAL: REVEALED}


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    for row, _before in scored_rows(sheet, Deal):
        hand: Deal = row.hand
        successful_sides = makers(hand)
        for side in sheet.seating.every_side:
            yield BID.attempt_event(side, row, side in successful_sides)
            yield BY_BID[hand.bids[side]].attempt_event(side, row, side in successful_sides)
            if side not in successful_sides:
                yield OFF.amount_event(side, row, abs(hand.bids[side] - hand.tricks[side]))
            if successful_sides == (side,):
                yield ALONE.count_event(side, row)
            if hand.premiums[side] in PREMIUMS:
                yield PREMIUMS[hand.premiums[side]].attempt_event(side, row, side in successful_sides)
