"""The append-only log: hands in the order they were written, and corrections as further entries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .seating import Seating
from .sheet import AnySheet

HEADING = 0  # the number of every entry that changes house rules or seating


@dataclass(frozen=True)
class Heading:
    """House rules and seating. A later heading applies to the whole match."""

    seating: Seating
    house: Any
    preset: str = ""


@dataclass(frozen=True)
class Entry:
    """A hand as written or corrected. ``hand=None`` strikes it out.

    ``number`` identifies the hand; ``why`` is required whenever an entry replaces another. ``before`` is
    only for a hand that was forgotten at first: the number of the hand that was played after it.
    """

    number: int
    hand: Any
    why: str = ""
    before: int | None = None


def effective_hands(log: Iterable[Entry]) -> tuple[tuple[int, Any], ...]:
    """Return the hands in force, each with its number, in the order of play."""
    order: list[int] = []
    latest: dict[int, Any] = {}
    for entry in log:
        if entry.number == HEADING:
            continue
        if entry.number not in latest:
            index = order.index(entry.before) if entry.before in latest else len(order)
            order.insert(index, entry.number)
        latest[entry.number] = entry.hand
    return tuple((number, latest[number]) for number in order if latest[number] is not None)


def effective_heading(first: Heading, log: Iterable[Entry]) -> Heading:
    """Return the heading in force: the latest one written, or the first."""
    heading = first
    for entry in log:
        if entry.number == HEADING and isinstance(entry.hand, Heading):
            heading = entry.hand
    return heading


def changed_hands(before: AnySheet, after: AnySheet) -> tuple[int, ...]:
    """Return the numbers of the rows that a correction changes, adds or removes, in order of play."""
    old = {row.number: row for row in before.rows}
    new = {row.number: row for row in after.rows}
    removed: dict[int | None, list[int]] = {}  # removed numbers, keyed by the last kept number before them
    last_kept = None
    for number in old:
        if number in new:
            last_kept = number
        else:
            removed.setdefault(last_kept, []).append(number)
    order = [*removed.get(None, ())]
    for number in new:
        order += [number, *removed.get(number, ())]
    return tuple(number for number in order if old.get(number) != new.get(number))
