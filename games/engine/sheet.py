"""The score sheet: seating, house rules, and a row for every hand.

A sheet is immutable: a further hand gives a new sheet. The score is the sum of the lines, so an explanation
can never disagree with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, wraps
from typing import Any, Generic, TypeVar

from .rulebook import Cite, Problem, Rule
from .seating import PerSide, Seat, Seating, Side
from .text import Message, say

House = TypeVar("House")
Value = TypeVar("Value")

Points = int | Fraction  # never a float


def plain_points(points: Points) -> Points:
    """Return the same number, as an int if it is whole."""
    return int(points) if points == int(points) else points


@dataclass(frozen=True)
class ScoreLine:
    """Points for one side, and the rules they follow from."""

    side: Side
    points: Points
    because: tuple[Cite, ...]


def score_line(
    side: Side, points: Points, rule: Rule, words: Message | str, /, **values: object
) -> ScoreLine:
    """Return a line with a single reason."""
    message = words if isinstance(words, Message) else say(words, **values)
    return ScoreLine(side, points, (Cite(rule, message),))


@dataclass(frozen=True)
class Row:
    """A hand, its score, and the totals after it.

    ``number`` identifies the hand and never changes, whatever is inserted or struck out before it. A row with
    problems scores nothing: an old hand may become impossible when an earlier one is corrected, and the sheet
    must still be readable. ``notes`` say why the game goes on after a hand that could have ended it.
    """

    hand: Any
    lines: tuple[ScoreLine, ...]
    totals: PerSide[Points]
    problems: tuple[Problem, ...] = ()
    number: int = 0
    notes: tuple[Cite, ...] = ()

    @property
    def gains(self) -> PerSide[Points]:
        """Return the points each side scored in this hand."""
        return add_lines(PerSide(0 for _total in self.totals), self.lines)


@dataclass(frozen=True)
class Outcome:
    """The end of the game: the winners, the rule that ended it, and any points scored only then.

    ``winners`` is empty where the rules name none: everybody still in the game has lost.
    """

    winners: tuple[Side, ...]
    because: Cite
    lines: tuple[ScoreLine, ...] = ()


@dataclass(frozen=True)
class Sheet(Generic[House]):
    """The seating, the house rules, and the rows so far."""

    seating: Seating
    house: House
    rows: tuple[Row, ...] = ()
    outcome: Outcome | None = None
    opening: tuple[ScoreLine, ...] = ()  # the points that the sides start with, if any
    # ``Game.score``, for a question that is relevant only at some scores.
    score: Callable[[Any, Sheet[House]], Iterable[ScoreLine]] = field(
        default=lambda hand, sheet: (), compare=False, repr=False
    )

    @property
    def totals(self) -> PerSide[Points]:
        """Return the totals after the last row."""
        if self.rows:
            return self.rows[-1].totals
        return add_lines(self.seating.per_side(lambda side: 0), self.opening)

    @property
    def final(self) -> PerSide[Points]:
        """Return the totals, including the points settled at the end of the game."""
        return add_lines(self.totals, self.outcome.lines if self.outcome else ())

    def sides_with_total(self, total: Points) -> tuple[Side, ...]:
        """Return the sides that have this total."""
        return tuple(side for side in self.seating.every_side if self.totals[side] == total)

    @property
    def last_hand(self) -> Any:
        """Return the hand on the last row; None on an empty sheet."""
        return self.rows[-1].hand if self.rows else None

    def scored_hands(self, *kinds: type) -> tuple[Any, ...]:
        """Return the scored hands of these kinds."""
        return tuple(row.hand for row in self.rows if isinstance(row.hand, kinds) and not row.problems)

    def last_scored(self, *kinds: type) -> Any:
        """Return the last scored hand of these kinds; None if there is none."""
        hands = (row.hand for row in reversed(self.rows) if isinstance(row.hand, kinds) and not row.problems)
        return next(hands, None)

    def dealer(self, *kinds: type) -> Seat:
        """Return the next dealer if the deal passes on after hands of these kinds."""
        return self.seating.left(self.seating.first_dealer, self.count(*kinds))

    def count(self, *kinds: type) -> int:
        """Return the number of scored hands of these kinds."""
        return _count_fold(kinds)(self)


AnySheet = Sheet[Any]


def sheet_upto(sheet: Sheet[House], rows: int) -> Sheet[House]:
    """Return the sheet as it was after its first ``rows`` rows, without replaying them."""
    if rows >= len(sheet.rows):
        return sheet
    # A row written after the end has a problem, so the last row without a problem ended the game.
    is_unfinished = any(not row.problems for row in sheet.rows[rows:])
    outcome = None if is_unfinished else sheet.outcome
    return replace(sheet, rows=sheet.rows[:rows], outcome=outcome)


def add_lines(totals: PerSide[Points], lines: Iterable[ScoreLine]) -> PerSide[Points]:
    """Return the totals with these lines added."""
    sums = list(totals)
    for line in lines:
        sums[line.side] += line.points
    return PerSide(sums)


def incremental_fold(
    start: Callable[[AnySheet], Value],
) -> Callable[[Callable[[Value, Row, AnySheet], Value]], Callable[[AnySheet], Value]]:
    """Turn a step function into a fold over the rows that caches its value on each row.

    For example::

        @incremental_fold(lambda sheet: 0)
        def passed_in(so_far: int, row: Row, sheet: AnySheet) -> int:
            return so_far + isinstance(row.hand, PassedIn)

        passed_in(sheet)  # how many so far

    One more hand therefore costs one more step. A step may use the value so far, the row, and the sheet's
    seating and house rules, but not ``sheet.rows``, which may include later rows.
    """

    def decorate(step: Callable[[Value, Row, AnySheet], Value]) -> Callable[[AnySheet], Value]:
        @wraps(step)
        def fold(sheet: AnySheet) -> Value:
            start_index = len(sheet.rows)
            while start_index and not (cached := _cached(sheet, start_index - 1, fold)):
                start_index -= 1
            value: Value = cached.value if start_index and cached else start(sheet)
            for index in range(start_index, len(sheet.rows)):
                value = step(value, sheet.rows[index], sheet)
                _store(sheet, index, fold, value)
            return value

        return fold

    return decorate


@cache
def _count_fold(kinds: tuple[type, ...]) -> Callable[[AnySheet], int]:
    """Return a fold that counts the scored hands of these kinds."""

    @incremental_fold(lambda sheet: 0)
    def count(so_far: int, row: Row, sheet: AnySheet) -> int:
        return so_far + (isinstance(row.hand, kinds) and not row.problems)

    return count


@dataclass(frozen=True)
class _Cached:
    """A value cached on a row, and the row index, seating and house rules it is valid for."""

    value: Any
    index: int
    seating: Seating
    house: Any


def _store(sheet: AnySheet, index: int, fold: object, value: Any) -> None:
    cached = _Cached(value, index, sheet.seating, sheet.house)
    vars(sheet.rows[index]).setdefault("_cached", {})[fold] = cached


def _cached(sheet: AnySheet, index: int, fold: object) -> _Cached | None:
    cached: _Cached | None = vars(sheet.rows[index]).get("_cached", {}).get(fold)
    if cached and cached.index == index and cached.house is sheet.house and cached.seating == sheet.seating:
        return cached
    return None
