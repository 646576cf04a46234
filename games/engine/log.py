"""What was written down, in order, with nothing rubbed out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .sheet import AnySheet
from .table import Seating

HEADING = 0  # the number under which house rules and seating are written again


@dataclass(frozen=True)
class Heading:
    """House rules and seating. Written again, it holds for the whole match."""

    seating: Seating
    house: Any
    preset: str = ""


@dataclass(frozen=True)
class Entry:
    """A hand as written, or written again. ``hand=None`` strikes it out.

    ``number`` says which hand; ``why`` is asked for whenever an entry replaces another;
    ``before`` names the hand that a forgotten one goes in before.
    """

    number: int
    hand: Any
    why: str = ""
    before: int | None = None


def effective_hands(log: Iterable[Entry]) -> tuple[tuple[int, Any], ...]:
    """The hands that stand, by number, in the order of play."""
    order: list[int] = []
    latest: dict[int, Any] = {}
    for entry in log:
        if entry.number == HEADING:
            continue
        if entry.number not in latest:
            place = order.index(entry.before) if entry.before in latest else len(order)
            order.insert(place, entry.number)
        latest[entry.number] = entry.hand
    return tuple((number, latest[number]) for number in order if latest[number] is not None)


def effective_heading(first: Heading, log: Iterable[Entry]) -> Heading:
    """The heading that stands: the first, or the last that was written over it."""
    for entry in log:
        if entry.number == HEADING and isinstance(entry.hand, Heading):
            first = entry.hand
    return first


def changed_hands(before: AnySheet, after: AnySheet) -> tuple[int, ...]:
    """The numbers of the hands whose row an amendment changes, puts in or takes away, in order of play."""
    old = {row.number: row for row in before.rows}
    new = {row.number: row for row in after.rows}
    gone: dict[int | None, list[int]] = {}  # by the hand they followed
    kept = None
    for number in old:
        if number in new:
            kept = number
        else:
            gone.setdefault(kept, []).append(number)
    order = [*gone.get(None, ()), *(each for number in new for each in (number, *gone.get(number, ())))]
    return tuple(number for number in order if old.get(number) != new.get(number))
