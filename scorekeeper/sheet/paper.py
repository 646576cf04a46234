"""The sheet as it stands on paper: the oldest hand first, what each side wrote and what it then stood on."""

from dataclasses import dataclass

from games.engine import Words

from . import paging
from .paging import Part
from .points import Figure, Reason, reasons
from .presenters import HandRow, MatchPresenter, row_of


@dataclass(frozen=True)
class Line:
    """A ruled line of the sheet; ``cells`` are gain and total of each side."""

    number: str  # as people see it; "" for a hand that was struck out
    short: str
    cells: tuple[tuple[Figure, Figure], ...]
    struck: bool
    mark: str  # the sign of its footnote, "" without one


@dataclass(frozen=True)
class Note:
    """A footnote: the hand it is about, and who put it right or struck it out, and why."""

    mark: str
    number: str
    what: str
    by: str
    why: str


@dataclass(frozen=True)
class Paper:
    """The lines of a page and its footnotes; first what the sides began with, last what the end wrote."""

    part: Part
    opening: tuple[Reason, ...]
    lines: tuple[Line, ...]
    notes: tuple[Note, ...]
    closing: tuple[Reason, ...]


def lines(board: MatchPresenter, first: int = 0) -> Paper:
    order = board.match.state.order
    part = Part(first, paging.HANDS, len(order))
    ruled: list[Line] = []
    notes: list[Note] = []
    for number in part.cut(order):
        row = row_of(board.match, number)
        mark = ""
        if row.struck or row.amended:
            mark = str(len(notes) + 1)
            notes.append(_note(row, mark, board.words))
        cells = tuple(zip(row.gains, row.totals, strict=True))
        ruled.append(Line(_number(row), row.short, cells, row.struck, mark))
    sheet = board.sheet
    opening = () if first else reasons(board.words, sheet.opening)
    end = sheet.outcome.lines if sheet.outcome and part.after is None else ()
    return Paper(part, opening, tuple(ruled), tuple(notes), reasons(board.words, end))


def _note(row: HandRow, mark: str, words: Words) -> Note:
    what = words.gettext("Deleted hand") if row.struck else words.gettext("Edited")
    return Note(mark, _number(row), what, row.by, row.why)


def _number(row: HandRow) -> str:
    return "" if row.struck else str(row.shown)
