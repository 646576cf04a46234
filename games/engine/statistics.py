"""Statistics of finished matches, each event with the hand it happened in.

A ``Stat`` defines what is counted, a ``StatEvent`` is one occurrence. The statistics common to all games are
here; a game adds its own in ``Game.stats`` and ``Game.stat_events``. The ids are stored and never change.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass, replace

from .seating import Seat, Side
from .sheet import AnySheet, Points, Row
from .text import Message, _, say


class Aggregation(enum.Enum):
    """The way in which the events of a statistic add up."""

    COUNT = "count"  # number of events
    RATIO = "ratio"  # successes out of attempts
    SUM = "sum"  # total amount
    MEAN = "mean"  # average amount
    MOST = "most"  # highest amount
    LEAST = "least"  # lowest amount


@dataclass(frozen=True, eq=False)
class Stat:
    """A statistic. ``group`` is the heading of several statistics that are shown as one table.

    ``badge``: it is shown as a badge of each player who has an event. ``highlight`` is the text announced at
    the table when an event happens; ``stat()`` sets it to ``words`` for a badge without a text of its own.
    ``whole_match``: it is about a match, not a hand.
    """

    id: str
    words: Message
    aggregation: Aggregation
    group: str = ""
    badge: bool = False
    highlight: Message | None = None
    whole_match: bool = False

    def count_event(self, who: Seat | Side, row: Row) -> StatEvent:
        """Return the event of a single occurrence."""
        return StatEvent(self, who, row.number)

    def attempt_event(self, who: Seat | Side, row: Row, is_success: bool) -> StatEvent:
        """Return the event of an attempt, successful or not."""
        return StatEvent(self, who, row.number, n=int(is_success))

    def amount_event(self, who: Seat | Side, row: Row, amount: Points) -> StatEvent:
        """Return the event of an amount."""
        return StatEvent(self, who, row.number, amount=amount)


@dataclass(frozen=True)
class StatEvent:
    """An event of a seat or side in the hand of this number: ``n`` successes of ``tries``, or an amount."""

    stat: Stat
    who: Seat | Side
    number: int
    n: int = 1
    tries: int = 1
    amount: Points = 0


def stat(
    id: str,
    text: str,
    aggregation: Aggregation = Aggregation.COUNT,
    /,
    *,
    group: str = "",
    badge: bool = False,
    highlight: str = "",
    whole_match: bool = False,
    **values: object,
) -> Stat:
    """Return a statistic: ``stat("sets", _("Contracts set"), Aggregation.RATIO)``."""
    words = say(text, **values)
    highlight_words = say(highlight) if highlight else words if badge else None
    return Stat(id, words, aggregation, group, badge, highlight_words, whole_match)


# Statistics of any game ------------------------------------------------------

MATCH = stat("match", _("Matches won"), Aggregation.RATIO, whole_match=True)
TOTAL = stat("total", _("Total per match"), Aggregation.MEAN, whole_match=True)
HANDS = stat("hands", _("Hands played"), Aggregation.SUM)
BEST_TOTAL = stat("best_total", _("Highest total"), Aggregation.MOST, whole_match=True)
LOWEST_TOTAL = stat("lowest_total", _("Lowest total"), Aggregation.LEAST, whole_match=True)
BEST_HAND = stat("best_hand", _("Best hand"), Aggregation.MOST)
LOWEST_HAND = stat("lowest_hand", _("Best hand (the fewest points)"), Aggregation.LEAST)
COMEBACK = stat("comeback", _("Biggest comeback"), Aggregation.MOST, whole_match=True)
MARGIN = stat("margin", _("Biggest win"), Aggregation.MOST, whole_match=True)
COMMON_STATS = (MATCH, TOTAL, HANDS, BEST_TOTAL, LOWEST_TOTAL, BEST_HAND, LOWEST_HAND, COMEBACK, MARGIN)


def scored_rows(sheet: AnySheet, *kinds: type) -> Iterator[tuple[Row, AnySheet]]:
    """Yield the scored rows of these kinds, each with the sheet before it."""
    for index, row in enumerate(sheet.rows):
        if isinstance(row.hand, kinds) and not row.problems:
            yield row, replace(sheet, rows=sheet.rows[:index], outcome=None)


def common_stat_events(sheet: AnySheet, kinds: tuple[type, ...], lowest: bool) -> Iterator[StatEvent]:
    """Yield the events of a finished match that every game counts; ``lowest``: the lowest total wins."""
    assert sheet.outcome is not None
    sides, final, winners = sheet.seating.every_side, sheet.final, sheet.outcome.winners
    last_row = sheet.rows[-1]
    for side in sides:
        yield MATCH.attempt_event(side, last_row, side in winners)
        yield TOTAL.amount_event(side, last_row, final[side])
        yield (LOWEST_TOTAL if lowest else BEST_TOTAL).amount_event(side, last_row, final[side])
    yield from _hand_events(sheet, kinds, lowest)
    if len(winners) == 1 and len(sides) > 1:
        (winner,) = winners
        other_totals = [final[side] for side in sheet.seating.others(winner)]
        lead = min(other_totals) - final[winner] if lowest else final[winner] - max(other_totals)
        if lead > 0:
            yield MARGIN.amount_event(winner, last_row, lead)
        yield from _comeback_events(winner, sheet, lowest)


def _hand_events(sheet: AnySheet, kinds: tuple[type, ...], lowest: bool) -> Iterator[StatEvent]:
    """Yield the events of each hand of each side.

    The events are per hand, so that players who share a seat during a match each get their own.
    """
    best = LOWEST_HAND if lowest else BEST_HAND
    for row in sheet.rows:
        if type(row.hand) not in kinds:
            continue
        gains = row.gains
        for side in sheet.seating.every_side:
            if not row.problems:
                yield HANDS.amount_event(side, row, 1)
            if row.lines:  # a hand without score lines cannot be a best hand
                yield best.amount_event(side, row, gains[side])


def _comeback_events(winner: Side, sheet: AnySheet, lowest: bool) -> Iterator[StatEvent]:
    """Yield the winner's largest deficit, with the hand that led to it."""

    def deficit(row: Row) -> Points:
        other_totals = [row.totals[side] for side in sheet.seating.others(winner)]
        return row.totals[winner] - min(other_totals) if lowest else max(other_totals) - row.totals[winner]

    row = max(sheet.rows[:-1], key=deficit, default=None)
    if row is not None and deficit(row) > 0:
        yield COMEBACK.amount_event(winner, row, deficit(row))
