"""The score sheet: a heading, and a row for every hand.

A sheet is never edited. Writing a hand gives a new sheet, and the score is
nothing but the sum of the lines, so no explanation can disagree with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, wraps
from typing import Any, Generic, TypeVar

from .records import Problem
from .rulebook import Cite, Rule
from .table import PerSide, Seat, Seating, Side
from .text import Message, say

House = TypeVar("House")
Carried = TypeVar("Carried")

Points = int | Fraction  # never a float


@dataclass(frozen=True)
class ScoreLine:
    """Points for one side, and every rule that made them."""

    side: Side
    points: Points
    because: tuple[Cite, ...]


def score_line(
    side: Side, points: Points, rule: Rule, words: Message | str, /, **values: object
) -> ScoreLine:
    """A line with a single reason, which most lines have."""
    message = words if isinstance(words, Message) else say(words, **values)
    return ScoreLine(side, points, (Cite(rule, message),))


@dataclass(frozen=True)
class Row:
    """A hand, what it scored and where that left each side.

    ``number`` is the hand's own, which it keeps whatever is put in or struck out before it.
    A row with problems scores nothing and says why: an old hand may stop making
    sense when an earlier one is put right, and the sheet must still be readable.
    ``notes`` say why the game goes on, where a side stands where it could have ended.
    """

    hand: Any
    lines: tuple[ScoreLine, ...]
    totals: PerSide[Points]
    problems: tuple[Problem, ...] = ()
    number: int = 0
    notes: tuple[Cite, ...] = ()

    @property
    def gains(self) -> PerSide[Points]:
        """What each side scored in this hand."""
        return add_lines(PerSide(0 for _total in self.totals), self.lines)


@dataclass(frozen=True)
class Outcome:
    """The game is over: who won, the rule that ended it, and what is settled only at the end.

    ``winners`` is empty where the rules name none: everybody left has lost.
    """

    winners: tuple[Side, ...]
    because: Cite
    lines: tuple[ScoreLine, ...] = ()


@dataclass(frozen=True)
class Sheet(Generic[House]):
    """Who plays, by which house rules, and what has been written so far."""

    seating: Seating
    house: House
    rows: tuple[Row, ...] = ()
    outcome: Outcome | None = None
    opening: tuple[ScoreLine, ...] = ()  # what the sides start with, where it is not nothing

    @property
    def totals(self) -> PerSide[Points]:
        """How matters stand between hands."""
        if self.rows:
            return self.rows[-1].totals
        return add_lines(self.seating.per_side(lambda side: 0), self.opening)

    @property
    def final(self) -> PerSide[Points]:
        """The totals with what is settled at the end, once it has ended."""
        return add_lines(self.totals, self.outcome.lines if self.outcome else ())

    @property
    def last(self) -> Any:
        """The hand on the last row; None on an empty sheet."""
        return self.rows[-1].hand if self.rows else None

    def dealt(self, *kinds: type) -> tuple[Any, ...]:
        """The hands of these kinds so far (not adjustments, rulings or buy-ins) that could be scored."""
        return tuple(row.hand for row in self.rows if isinstance(row.hand, kinds) and not row.problems)

    def latest(self, *kinds: type) -> Any:
        """The last hand of these kinds that could be scored; None if there is none."""
        found = (row.hand for row in reversed(self.rows) if isinstance(row.hand, kinds) and not row.problems)
        return next(found, None)

    def dealer(self, *kinds: type) -> Seat:
        """Who deals next when the deal passes on after hands of these kinds."""
        return self.seating.left(self.seating.first_dealer, self.count(*kinds))

    def count(self, *kinds: type) -> int:
        """How many hands of these kinds there are so far that could be scored."""
        return _counting(kinds)(self)


AnySheet = Sheet[Any]


def upto(sheet: Sheet[House], rows: int) -> Sheet[House]:
    """The sheet as it was after so many of its rows, without playing them again."""
    if rows >= len(sheet.rows):
        return sheet
    # Whatever is written once the game is over has that problem: the last row without one ended it.
    after = any(not row.problems for row in sheet.rows[rows:])
    return Sheet(
        sheet.seating, sheet.house, sheet.rows[:rows], None if after else sheet.outcome, sheet.opening
    )


def add_lines(totals: PerSide[Points], lines: Iterable[ScoreLine]) -> PerSide[Points]:
    """The totals with these lines added."""
    sums = list(totals)
    for entry in lines:
        sums[entry.side] += entry.points
    return PerSide(sums)


def incremental_fold(
    start: Callable[[AnySheet], Carried],
) -> Callable[[Callable[[Carried, Row, AnySheet], Carried]], Callable[[AnySheet], Carried]]:
    """What is carried on from row to row: remembered with each row, so a hand more costs one step more::

        @incremental_fold(lambda sheet: 0)
        def passed_in(so_far: int, row: Row, sheet: AnySheet) -> int:
            return so_far + isinstance(row.hand, PassedIn)

        passed_in(sheet)  # how many so far

    A step may look at what was carried, at the row, and at the seating and house rules of the sheet: not
    at its rows, for there may be later ones.
    """

    def carry(step: Callable[[Carried, Row, AnySheet], Carried]) -> Callable[[AnySheet], Carried]:
        @wraps(step)
        def now(sheet: AnySheet) -> Carried:
            place = len(sheet.rows)
            while place and not (kept := _kept(sheet, place - 1, now)):
                place -= 1
            value: Carried = kept.value if place and kept else start(sheet)
            for at in range(place, len(sheet.rows)):
                value = step(value, sheet.rows[at], sheet)
                _keep(sheet, at, now, value)
            return value

        return now

    return carry


@cache
def _counting(kinds: tuple[type, ...]) -> Callable[[AnySheet], int]:
    """Counts the hands of these kinds from row to row."""

    @incremental_fold(lambda sheet: 0)
    def so_many(so_far: int, row: Row, sheet: AnySheet) -> int:
        return so_far + (isinstance(row.hand, kinds) and not row.problems)

    return so_many


@dataclass(frozen=True)
class _Kept:
    """What a row remembers, and where it was remembered: in another place it is not the same row."""

    value: Any
    place: int
    seating: Seating
    house: Any


def _keep(sheet: AnySheet, place: int, what: object, value: Any) -> None:
    kept = _Kept(value, place, sheet.seating, sheet.house)
    vars(sheet.rows[place]).setdefault("_carried", {})[what] = kept


def _kept(sheet: AnySheet, place: int, what: object) -> _Kept | None:
    kept: _Kept | None = vars(sheet.rows[place]).get("_carried", {}).get(what)
    if kept and kept.place == place and kept.house is sheet.house and kept.seating == sheet.seating:
        return kept
    return None
