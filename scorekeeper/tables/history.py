"""How a total came about, and every writing of a hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.engine import upto
from scorekeeper.matches.replay import LoggedEntry

from .access import MatchContext
from .points import (
    Figure,
    Reason,
    reasons,
    total,
)
from .presenters import (
    HandRow,
    board,
    in_short,
)


@dataclass(frozen=True)
class Account:
    """How one side's total came about: every line it has, hand by hand, the newest first."""

    name: str
    side: int
    total: Figure
    hands: tuple[tuple[HandRow, tuple[Reason, ...], Figure], ...]
    opening: tuple[Reason, ...]
    end: tuple[Reason, ...]


def account(place: MatchContext, side: int) -> Account:
    words, sheet = place.words, place.sheet

    def own(all_reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
        return tuple(reason for reason in all_reasons if reason.side == side)

    rows = [row for row in board(place).rows if not row.struck]
    return Account(
        name=words.name(sheet.seating.every_side[side]),
        side=side,
        total=total(words, side, sheet.final[side], place.covered),
        hands=tuple((row, own(row.reasons), row.totals[side]) for row in rows),
        opening=own(reasons(words, sheet.opening)),
        end=own(reasons(words, sheet.outcome.lines)) if sheet.outcome else (),
    )


@dataclass(frozen=True)
class Version:
    """One writing of a hand: who, when, why, and the lines it made then."""

    writing: int
    by: str
    at: datetime
    why: str
    short: str
    reasons: tuple[Reason, ...]
    struck: bool


def history(place: MatchContext, number: int) -> tuple[Version, ...]:
    """Every writing of a hand, the newest first, each with the lines it made when it was written."""
    return tuple(_version(place, written) for written in reversed(place.story.versions(number)))


def _version(place: MatchContext, written: LoggedEntry) -> Version:
    number, words = written.entry.number, place.names.words(written.entry.number)
    then = place.story.as_of(written.place)
    found = next(((index, row) for index, row in enumerate(then.rows) if row.number == number), None)
    short, lines = "", ()
    if found is not None:
        index, row = found
        short, lines = in_short(place, row.hand, upto(then, index), words), reasons(words, row.lines)
    struck = written.entry.hand is None
    return Version(written.rev, written.by, written.at, written.entry.why, short, lines, struck)
