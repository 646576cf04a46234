"""Statistics: what is counted of finished matches, each with the hand that earned it.

A ``Stat`` is what is counted and how, a ``StatEvent`` that somebody did it once. Those of any game are here;
a game says in ``Game.stats`` and ``Game.stat_events`` what only it knows. Their ids are stored for ever.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .sheet import AnySheet, Points, Row
from .table import Seat, Side
from .text import Message, _, say

if TYPE_CHECKING:
    from .game import Game


class Aggregation(enum.Enum):
    """How the events of one statistic add up."""

    COUNT = "count"  # how often
    RATIO = "ratio"  # how often of how many tries
    SUM = "sum"  # how much together
    MEAN = "mean"  # how much each time
    MOST = "most"  # the highest there was
    LEAST = "least"  # the lowest there was


@dataclass(frozen=True, eq=False)
class Stat:
    """Something that is counted. ``group`` is the heading of several that stand as one table.

    ``badge``: whoever has done it once may show it. ``moment`` is what the table says when it happens, for
    a badge its own words.
    """

    id: str
    words: Message
    aggregation: Aggregation
    group: str = ""
    badge: bool = False
    moment: Message | None = None

    def counted(self, who: Seat | Side, row: Row) -> StatEvent:
        """Somebody did it."""
        return StatEvent(self, who, row.number)

    def attempted(self, who: Seat | Side, row: Row, made: bool) -> StatEvent:
        """Somebody tried, and made it or not."""
        return StatEvent(self, who, row.number, n=int(made))

    def measured(self, who: Seat | Side, row: Row, amount: Points) -> StatEvent:
        """Somebody came to so much."""
        return StatEvent(self, who, row.number, amount=amount)


@dataclass(frozen=True)
class StatEvent:
    """What a seat or a side did in the hand of this number: ``n`` times of ``tries``, to this amount."""

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
    moment: str = "",
    **values: object,
) -> Stat:
    """``stat("sets", _("Contracts set"), Aggregation.RATIO)``."""
    words = say(text, **values)
    return Stat(id, words, aggregation, group, badge, say(moment) if moment else words if badge else None)


# What any game has -----------------------------------------------------------

MATCH = stat("match", _("Matches won"), Aggregation.RATIO)
TOTAL = stat("total", _("Total, a match"), Aggregation.MEAN)
HANDS = stat("hands", _("Hands played"), Aggregation.SUM)
BEST_TOTAL = stat("best_total", _("Highest total"), Aggregation.MOST)
LOWEST_TOTAL = stat("lowest_total", _("Lowest total"), Aggregation.LEAST)
BEST_HAND = stat("best_hand", _("Best hand"), Aggregation.MOST)
LOWEST_HAND = stat("lowest_hand", _("Best hand (the fewest points)"), Aggregation.LEAST)
COMEBACK = stat("comeback", _("Biggest comeback"), Aggregation.MOST)
MARGIN = stat("margin", _("Biggest win"), Aggregation.MOST)
COMMON_STATS = (MATCH, TOTAL, HANDS, BEST_TOTAL, LOWEST_TOTAL, BEST_HAND, LOWEST_HAND, COMEBACK, MARGIN)


def game_stats(game: Game[Any]) -> tuple[Stat, ...]:
    """Everything that is counted in a game."""
    return (*COMMON_STATS, *game.stats)


def match_stat_events(game: Game[Any], sheet: AnySheet) -> Iterator[StatEvent]:
    """Everything there is to tell of a match that is over; nothing of one that goes on."""
    if sheet.outcome is None or not sheet.rows:
        return
    yield from _any_game(game, sheet)
    yield from game.stat_events(sheet)


def last_moments(game: Game[Any], sheet: AnySheet) -> tuple[StatEvent, ...]:
    """What the last hand had in it that a table talks about: a slam, a contract that was set."""
    if not sheet.rows or sheet.rows[-1].problems:
        return ()
    number = sheet.rows[-1].number
    return tuple(
        event
        for event in game.stat_events(sheet)
        if event.number == number and event.n and event.stat.moment is not None
    )


def scored_rows(sheet: AnySheet, *kinds: type) -> Iterator[tuple[Row, AnySheet]]:
    """The rows of these kinds that could be scored, each with the sheet as it was before it."""
    for place, row in enumerate(sheet.rows):
        if isinstance(row.hand, kinds) and not row.problems:
            yield row, replace(sheet, rows=sheet.rows[:place], outcome=None)


def _any_game(game: Game[Any], sheet: AnySheet) -> Iterator[StatEvent]:
    assert sheet.outcome is not None
    sides, final, end, winners = sheet.seating.every_side, sheet.final, sheet.rows[-1], sheet.outcome.winners
    lowest = game.lowest_first(sheet.house)
    played = sum(1 for row in sheet.rows if type(row.hand) in game.hands.values() and not row.problems)
    for side in sides:
        yield MATCH.attempted(side, end, side in winners)
        yield TOTAL.measured(side, end, final[side])
        yield (LOWEST_TOTAL if lowest else BEST_TOTAL).measured(side, end, final[side])
        yield HANDS.measured(side, end, played)
    yield from _best_hands(game, sheet, lowest)
    if len(winners) == 1 and len(sides) > 1:
        (winner,) = winners
        others = [final[side] for side in sheet.seating.others(winner)]
        ahead = min(others) - final[winner] if lowest else final[winner] - max(others)
        if ahead > 0:
            yield MARGIN.measured(winner, end, ahead)
        yield from _comeback(winner, sheet, lowest)


def _best_hands(game: Game[Any], sheet: AnySheet, lowest: bool) -> Iterator[StatEvent]:
    kinds = tuple(game.hands.values())
    dealt = [(row, row.gains) for row in sheet.rows if type(row.hand) in kinds and row.lines]
    for side in sheet.seating.every_side if dealt else ():
        if lowest:
            row, gains = min(dealt, key=lambda one: one[1][side])
            yield LOWEST_HAND.measured(side, row, gains[side])
        else:
            row, gains = max(dealt, key=lambda one: one[1][side])
            yield BEST_HAND.measured(side, row, gains[side])


def _comeback(winner: Side, sheet: AnySheet, lowest: bool) -> Iterator[StatEvent]:
    """How far behind the winner ever was, and after which hand."""

    def behind(row: Row) -> Points:
        others = [row.totals[side] for side in sheet.seating.others(winner)]
        return row.totals[winner] - min(others) if lowest else max(others) - row.totals[winner]

    row = max(sheet.rows[:-1], key=behind, default=None)
    if row is not None and behind(row) > 0:
        yield COMEBACK.measured(winner, row, behind(row))
