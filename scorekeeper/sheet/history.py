"""Explanation of a total, and all revisions of a hand."""

from dataclasses import dataclass
from datetime import datetime

from games.engine import sheet_upto

from . import paging
from .localized import LocalizedMatch
from .paging import Part
from .points import Figure, Reason, reasons, total
from .presenters import HandRow, hand_row, hand_summary
from .state import LoggedEntry


@dataclass(frozen=True)
class SideAccount:
    """One page of the explanation of a side's total: hands, newest first, with the side's score lines.

    Each item of ``hands`` is a hand, its score lines for the side, and the side's total after it.
    """

    name: str
    side: int
    total: Figure
    hands: tuple[tuple[HandRow, tuple[Reason, ...], Figure], ...]
    opening: tuple[Reason, ...]
    end: tuple[Reason, ...]
    part: Part


def side_account(match: LocalizedMatch, side: int, first: int = 0) -> SideAccount:
    words, sheet = match.words, match.sheet

    def of_side(all_reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
        return tuple(reason for reason in all_reasons if reason.side == side)

    part = Part(first, paging.HANDS, len(sheet.rows))
    rows = [hand_row(match, sheet.rows[index], index) for index in part.cut(range(len(sheet.rows))[::-1])]
    return SideAccount(
        name=words.name(sheet.seating.every_side[side]),
        side=side,
        total=total(words, side, sheet.final[side], match.hides_totals),
        hands=tuple((row, of_side(row.reasons), row.totals[side]) for row in rows),
        opening=of_side(reasons(words, sheet.opening)) if part.after is None else (),
        end=of_side(reasons(words, sheet.outcome.lines)) if sheet.outcome and not first else (),
        part=part,
    )


@dataclass(frozen=True)
class Revision:
    """One revision of a hand: its author, time and reason, and the score lines that it made."""

    rev: int
    by: str
    at: datetime
    why: str
    short: str  # the hand in a few words
    reasons: tuple[Reason, ...]
    is_deleted: bool


@dataclass(frozen=True)
class History:
    """The revisions of a hand on one page, and how many there are."""

    revisions: tuple[Revision, ...]
    part: Part


def history(match: LocalizedMatch, number: int, first: int = 0) -> History:
    """Return the revisions of a hand, newest first, each with its score lines at that time."""
    revisions = match.state.revisions(number)[::-1]
    part = Part(first, paging.REVISIONS, len(revisions))
    return History(tuple(_revision(match, logged) for logged in part.cut(revisions)), part)


def _revision(match: LocalizedMatch, logged: LoggedEntry) -> Revision:
    number, words = logged.entry.number, match.words_at(logged.entry.number)
    short, is_deleted = "", logged.entry.hand is None
    lines: tuple[Reason, ...] = ()
    if not is_deleted:
        sheet_then = match.state.sheet_after(logged.place, number)
        row = sheet_then.rows[-1]
        short = hand_summary(match, row.hand, sheet_upto(sheet_then, len(sheet_then.rows) - 1), words)
        lines = reasons(words, row.lines)
    return Revision(logged.rev, logged.by, logged.at, logged.entry.why, short, lines, is_deleted)
