"""Statistics of gin: knocks, gins and undercuts."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Sheet, StatEvent, _, scored_rows, stat

from .hands import Knock, Partners
from .house import House
from .scoring import hand_result, opponent

KNOCK = stat("knock", _("Knocks that paid"), Aggregation.RATIO)
UNDERCUT = stat("undercut", _("Opponents' knocks undercut"), Aggregation.RATIO)
DEADWOOD = stat("deadwood", _("Deadwood per knock"), Aggregation.MEAN)
GIN = stat("gin", _("Gin"), badge=True)
BIG_GIN = stat("big_gin", _("Big gin"), badge=True)
STATS = (KNOCK, UNDERCUT, DEADWOOD, GIN, BIG_GIN)


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    """Yield the events of the game's own statistics."""
    for row, sheet_before in scored_rows(sheet, Knock):
        hand: Knock = row.hand
        result, defender = hand_result(hand, sheet_before), opponent(hand, sheet.seating)
        is_success = (
            result is not None and result.side == sheet.seating.side(hand.knocker) and result.boxes > 0
        )
        is_undercut = result is not None and result.side == sheet.seating.side(defender)
        yield KNOCK.attempt_event(hand.knocker, row, is_success)
        yield UNDERCUT.attempt_event(defender, row, is_undercut)
        yield DEADWOOD.amount_event(hand.knocker, row, hand.knocker_deadwood)
        if hand.knocker_deadwood == 0:
            yield (BIG_GIN if hand.big_gin else GIN).count_event(hand.knocker, row)
    for row, _before in scored_rows(sheet, Partners):
        for duel in (row.hand.first, row.hand.second):
            if duel.knocker is not None and duel.knocker_deadwood == 0:
                yield (BIG_GIN if duel.big_gin else GIN).count_event(duel.knocker, row)
