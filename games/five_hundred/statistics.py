"""Statistics of 500: contracts by level and suit, overbids, tricks left unbid."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Message, Sheet, Stat, StatEvent, _, scored_rows, stat

from .bids import BID, LEVELS, UNNUMBERED, value_or_zero
from .cards import HAND
from .hands import BarNullo, Contract, Declare, DoubleNullo, Misere, Revoke, call_of, declarers
from .house import House
from .scoring import bid_is_made, stake, tricks_taken

CONTRACT = stat("contract", _("Contracts made"), Aggregation.RATIO)
SET = stat("set", _("Contracts set in defence"), Aggregation.RATIO, highlight=_("Contract set"))
SLAM = stat("slam", _("All ten tricks"), badge=True)
POINTS_LEFT = stat("left", _("Points left on the table per contract made"), Aggregation.MEAN)
TRICKS_SHORT = stat("short", _("Tricks short per contract set"), Aggregation.MEAN)
HIGHEST_CONTRACT = stat("highest", _("Highest contract made"), Aggregation.MOST)
MISERE = stat("misere_made", _("Misère made"), badge=True)
BY_CALL = {
    call: Stat(
        f"made_{call.value}", Message("{call}", {"call": call}), Aggregation.RATIO, _("Made, by contract")
    )
    for call in (*BID.values(), *UNNUMBERED)
}
STATS = (CONTRACT, SET, SLAM, POINTS_LEFT, TRICKS_SHORT, HIGHEST_CONTRACT, MISERE, *BY_CALL.values())


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    """Yield the events of the game's own statistics."""
    for row, sheet_before in scored_rows(sheet, Contract, Misere, DoubleNullo, BarNullo, Declare, Revoke):
        hand, bidder = row.hand, row.hand.bidder
        call, is_made, tricks = (
            call_of(hand),
            bid_is_made(hand, sheet_before),
            min(tricks_taken(hand, sheet_before), HAND),
        )
        yield CONTRACT.attempt_event(bidder, row, is_made)
        yield BY_CALL[call].attempt_event(bidder, row, is_made)
        for side in sheet.seating.others(*declarers(hand, sheet_before)):
            yield SET.attempt_event(side, row, not is_made)
        if is_made:
            yield HIGHEST_CONTRACT.amount_event(bidder, row, stake(hand, sheet.house))
        if not call.level:
            if is_made:
                yield MISERE.count_event(bidder, row)
        elif is_made:
            # The bid for all the tricks taken, with the same trumps.
            possible_call = BID[max(tricks, LEVELS[0]), call.trumps]
            yield POINTS_LEFT.amount_event(
                bidder, row, max(0, value_or_zero(possible_call, sheet.house) - stake(hand, sheet.house))
            )
        elif tricks < call.level:
            yield TRICKS_SHORT.amount_event(bidder, row, call.level - tricks)
        if call.level and tricks == HAND:
            yield SLAM.count_event(bidder, row)
