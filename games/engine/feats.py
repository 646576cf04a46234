"""Feats: what people tell of a match afterwards, each with the hand that earned it.

A ``Deed`` is what is counted and how, a ``Feat`` that somebody did it once. Deeds of any game are here;
a game says in ``Game.deeds`` and ``Game.feats`` what only it knows. The names of deeds are stored for ever.
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


class How(enum.Enum):
    """How the feats of one deed add up."""

    COUNT = "count"  # how often
    RATIO = "ratio"  # how often of how many tries
    SUM = "sum"  # how much together
    MEAN = "mean"  # how much each time
    MOST = "most"  # the highest there was
    LEAST = "least"  # the lowest there was


@dataclass(frozen=True, eq=False)
class Deed:
    """Something that is counted. ``group`` is the heading of several that stand as one table.

    ``badge``: whoever has done it once may show it.
    """

    id: str
    words: Message
    how: How
    group: str = ""
    badge: bool = False

    def done(self, who: Seat | Side, row: Row) -> Feat:
        """Somebody did it."""
        return Feat(self, who, row.number)

    def tried(self, who: Seat | Side, row: Row, made: bool) -> Feat:
        """Somebody tried, and made it or not."""
        return Feat(self, who, row.number, n=int(made))

    def came_to(self, who: Seat | Side, row: Row, amount: Points) -> Feat:
        """Somebody came to so much."""
        return Feat(self, who, row.number, amount=amount)


@dataclass(frozen=True)
class Feat:
    """A deed of a seat or a side in the hand of this number: ``n`` times of ``tries``, to this amount."""

    deed: Deed
    who: Seat | Side
    number: int
    n: int = 1
    tries: int = 1
    amount: Points = 0


def deed(
    id: str, text: str, how: How = How.COUNT, /, *, group: str = "", badge: bool = False, **values: object
) -> Deed:
    """``deed("sets", _("Contracts set"), How.RATIO)``."""
    return Deed(id, say(text, **values), how, group, badge)


# What any game has -----------------------------------------------------------

MATCH = deed("match", _("Matches won"), How.RATIO)
TOTAL = deed("total", _("Total, a match"), How.MEAN)
HANDS = deed("hands", _("Hands played"), How.SUM)
BEST_TOTAL = deed("best_total", _("Highest total"), How.MOST)
LOWEST_TOTAL = deed("lowest_total", _("Lowest total"), How.LEAST)
BEST_HAND = deed("best_hand", _("Best hand"), How.MOST)
LOWEST_HAND = deed("lowest_hand", _("Best hand (the fewest points)"), How.LEAST)
COMEBACK = deed("comeback", _("Biggest comeback"), How.MOST)
MARGIN = deed("margin", _("Biggest win"), How.MOST)
ANY_GAME = (MATCH, TOTAL, HANDS, BEST_TOTAL, LOWEST_TOTAL, BEST_HAND, LOWEST_HAND, COMEBACK, MARGIN)


def deeds_of(game: Game[Any]) -> tuple[Deed, ...]:
    """Everything that is counted in a game."""
    return (*ANY_GAME, *game.deeds)


def feats_of(game: Game[Any], sheet: AnySheet) -> Iterator[Feat]:
    """Everything there is to tell of a match that is over; nothing of one that goes on."""
    if sheet.outcome is None or not sheet.rows:
        return
    yield from _any_game(game, sheet)
    yield from game.feats(sheet)


def hands_of(sheet: AnySheet, *kinds: type) -> Iterator[tuple[Row, AnySheet]]:
    """The rows of these kinds that could be scored, each with the sheet as it was before it."""
    for place, row in enumerate(sheet.rows):
        if isinstance(row.hand, kinds) and not row.problems:
            yield row, replace(sheet, rows=sheet.rows[:place], outcome=None)


def _any_game(game: Game[Any], sheet: AnySheet) -> Iterator[Feat]:
    assert sheet.outcome is not None
    sides, final, end, winners = sheet.seating.every_side, sheet.final, sheet.rows[-1], sheet.outcome.winners
    lowest = game.lowest_first(sheet.house)
    played = sum(1 for row in sheet.rows if type(row.hand) in game.hands.values() and not row.problems)
    for side in sides:
        yield MATCH.tried(side, end, side in winners)
        yield TOTAL.came_to(side, end, final[side])
        yield (LOWEST_TOTAL if lowest else BEST_TOTAL).came_to(side, end, final[side])
        yield HANDS.came_to(side, end, played)
    yield from _best_hands(game, sheet, lowest)
    if len(winners) == 1 and len(sides) > 1:
        (winner,) = winners
        others = [final[side] for side in sheet.seating.others(winner)]
        ahead = min(others) - final[winner] if lowest else final[winner] - max(others)
        if ahead > 0:
            yield MARGIN.came_to(winner, end, ahead)
        yield from _comeback(winner, sheet, lowest)


def _best_hands(game: Game[Any], sheet: AnySheet, lowest: bool) -> Iterator[Feat]:
    kinds = tuple(game.hands.values())
    dealt = [(row, row.gains) for row in sheet.rows if type(row.hand) in kinds and row.lines]
    for side in sheet.seating.every_side if dealt else ():
        if lowest:
            row, gains = min(dealt, key=lambda one: one[1][side])
            yield LOWEST_HAND.came_to(side, row, gains[side])
        else:
            row, gains = max(dealt, key=lambda one: one[1][side])
            yield BEST_HAND.came_to(side, row, gains[side])


def _comeback(winner: Side, sheet: AnySheet, lowest: bool) -> Iterator[Feat]:
    """How far behind the winner ever was, and after which hand."""

    def behind(row: Row) -> Points:
        others = [row.totals[side] for side in sheet.seating.others(winner)]
        return row.totals[winner] - min(others) if lowest else max(others) - row.totals[winner]

    row = max(sheet.rows[:-1], key=behind, default=None)
    if row is not None and behind(row) > 0:
        yield COMEBACK.came_to(winner, row, behind(row))
