"""How a total came about, and every writing of a hand."""

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
class Account:
    """How one side's total came about: the lines of a page's hands, the newest first."""

    name: str
    side: int
    total: Figure
    hands: tuple[tuple[HandRow, tuple[Reason, ...], Figure], ...]
    opening: tuple[Reason, ...]
    end: tuple[Reason, ...]
    part: Part


def account(match: LocalizedMatch, side: int, first: int = 0) -> Account:
    words, sheet = match.words, match.sheet

    def own(all_reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
        return tuple(reason for reason in all_reasons if reason.side == side)

    part = Part(first, paging.HANDS, len(sheet.rows))
    rows = [hand_row(match, sheet.rows[index], index) for index in part.cut(range(len(sheet.rows))[::-1])]
    return Account(
        name=words.name(sheet.seating.every_side[side]),
        side=side,
        total=total(words, side, sheet.final[side], match.covered),
        hands=tuple((row, own(row.reasons), row.totals[side]) for row in rows),
        opening=own(reasons(words, sheet.opening)) if part.after is None else (),
        end=own(reasons(words, sheet.outcome.lines)) if sheet.outcome and not first else (),
        part=part,
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


@dataclass(frozen=True)
class History:
    """The writings of a hand that one page shows, and how many there are."""

    versions: tuple[Version, ...]
    part: Part


def history(match: LocalizedMatch, number: int, first: int = 0) -> History:
    """The writings of a hand, the newest first, each with the lines it made when it was written."""
    every = match.state.versions(number)[::-1]
    part = Part(first, paging.VERSIONS, len(every))
    return History(tuple(_version(match, written) for written in part.cut(every)), part)


def _version(match: LocalizedMatch, written: LoggedEntry) -> Version:
    number, words = written.entry.number, match.words_at(written.entry.number)
    short, struck = "", written.entry.hand is None
    lines: tuple[Reason, ...] = ()
    if not struck:
        then = match.state.as_of(written.place, number)
        row = then.rows[-1]
        short = in_short(match, row.hand, upto(then, len(then.rows) - 1), words)
        lines = reasons(words, row.lines)
    return Version(written.rev, written.by, written.at, written.entry.why, short, lines, struck)
