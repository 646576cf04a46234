"""Statistics of Big Two: going out, cards left, and places."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Sheet, Side, StatEvent, _, scored_rows, stat

from .hands import Deal, DragonHand, MalteseDragon, Pairs, Placings, most_left
from .house import House

WENT_OUT = stat("out", _("Went out first"), Aggregation.RATIO)
CARDS_LEFT = stat("cards_left", _("Cards left per deal lost"), Aggregation.MEAN)
MOST_LEFT = stat("most_left", _("Most cards left"), Aggregation.MOST)
WHOLE_HAND = stat("whole_hand", _("Caught with the whole hand"))
TWOS = stat("twos_left", _("2s left in the hand"), Aggregation.SUM)
OTHERS_CARDS = stat("everybody", _("Most cards left with others in one deal"), Aggregation.MOST)
DRAGON = stat("dragon", _("A dragon"), badge=True)
FIRST = stat("first", _("Came first"), Aggregation.RATIO)
LAST = stat("last", _("Came last"), Aggregation.RATIO)
STATS = (WENT_OUT, CARDS_LEFT, MOST_LEFT, WHOLE_HAND, TWOS, OTHERS_CARDS, DRAGON, FIRST, LAST)


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    """Yield the events of the game's own statistics."""
    seating = sheet.seating
    for row, sheet_before in scored_rows(sheet, Deal, Pairs):
        hand: Deal | Pairs = row.hand
        positions = seating.every_side if isinstance(hand, Deal) else seating.every_seat
        winner = seating.side(hand.winner) if isinstance(hand, Deal) else hand.winner
        yield OTHERS_CARDS.amount_event(hand.winner, row, sum(hand.left))
        for player in positions:
            yield WENT_OUT.attempt_event(player, row, player == winner)
            if player != winner:
                yield CARDS_LEFT.amount_event(player, row, hand.left[player])
                yield MOST_LEFT.amount_event(player, row, hand.left[player])
                if hand.twos[player]:
                    yield TWOS.amount_event(player, row, hand.twos[player])
                if hand.left[player] == most_left(sheet_before):
                    yield WHOLE_HAND.count_event(player, row)
    for row, _before in scored_rows(sheet, Placings):
        for place, side in zip(row.hand.places, seating.every_side, strict=True):
            yield FIRST.attempt_event(Side(side), row, place == 1)
            yield LAST.attempt_event(Side(side), row, place == max(row.hand.places))
    for row, _before in scored_rows(sheet, DragonHand, MalteseDragon):
        yield DRAGON.count_event(row.hand.by, row)
