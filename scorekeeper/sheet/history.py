"""Explanation of a total, and all revisions of a hand."""

from dataclasses import dataclass
from datetime import datetime

from games.engine import upto

from . import paging
from .localized import LocalizedMatch
from .paging import Part
from .points import Figure, Reason, reasons, total
from .presenters import HandRow, hand_row, in_short
from .state import LoggedEntry


@dataclass(frozen=True)
class SideAccount:
    """The explanation of one side's total: the score lines of a page's hands, newest first."""

    name: str
    side: int
    total: Figure
    hands: tuple[tuple[HandRow, tuple[Reason, ...], Figure], ...]
    opening: tuple[Reason, ...]
    end: tuple[Reason, ...]
    part: Part


def account(match: LocalizedMatch, side: int, first: int = 0) -> SideAccount:
    words, sheet = match.words, match.sheet

    def own(all_reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
        return tuple(reason for reason in all_reasons if reason.side == side)

    part = Part(first, paging.HANDS, len(sheet.rows))
    rows = [hand_row(match, sheet.rows[index], index) for index in part.cut(range(len(sheet.rows))[::-1])]
    return SideAccount(
        name=words.name(sheet.seating.every_side[side]),
        side=side,
        total=total(words, side, sheet.final[side], match.covered),
        hands=tuple((row, own(row.reasons), row.totals[side]) for row in rows),
        opening=own(reasons(words, sheet.opening)) if part.after is None else (),
        end=own(reasons(words, sheet.outcome.lines)) if sheet.outcome and not first else (),
        part=part,
    )


@dataclass(frozen=True)
class Revision:
    """One revision of a hand: by whom, when, why, and the score lines it made then."""

    writing: int
    by: str
    at: datetime
    why: str
    short: str
    reasons: tuple[Reason, ...]
    struck: bool


@dataclass(frozen=True)
class History:
    """The revisions of a hand on one page, and how many there are."""

    versions: tuple[Revision, ...]
    part: Part


def history(match: LocalizedMatch, number: int, first: int = 0) -> History:
    """Return the revisions of a hand, newest first, each with its score lines at that time."""
    every = match.state.versions(number)[::-1]
    part = Part(first, paging.VERSIONS, len(every))
    return History(tuple(_version(match, written) for written in part.cut(every)), part)


def _version(match: LocalizedMatch, written: LoggedEntry) -> Revision:
    number, words = written.entry.number, match.words_at(written.entry.number)
    short, struck = "", written.entry.hand is None
    lines: tuple[Reason, ...] = ()
    if not struck:
        sheet_then = match.state.as_of(written.place, number)
        row = sheet_then.rows[-1]
        short = in_short(match, row.hand, upto(sheet_then, len(sheet_then.rows) - 1), words)
        lines = reasons(words, row.lines)
    return Revision(written.rev, written.by, written.at, written.entry.why, short, lines, struck)
