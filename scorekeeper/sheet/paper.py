"""The sheet as on paper: oldest hand first, with each side's gain and total."""

from dataclasses import dataclass

from games.engine import Words

from . import paging
from .paging import Part
from .points import Figure, Reason, reasons
from .presenters import HandRow, MatchPresenter, row_of


@dataclass(frozen=True)
class PaperLine:
    """A line of the sheet; ``cells`` are gain and total of each side."""

    number: str  # the displayed number; "" for a deleted hand
    short: str
    cells: tuple[tuple[Figure, Figure], ...]
    is_deleted: bool
    mark: str  # the sign of its footnote, "" without one


@dataclass(frozen=True)
class Footnote:
    """A footnote: a hand, who edited or deleted it, and why."""

    mark: str
    number: str
    what: str
    by: str
    why: str


@dataclass(frozen=True)
class Paper:
    """The lines of a page and its footnotes; the opening and closing score lines."""

    part: Part
    opening: tuple[Reason, ...]
    lines: tuple[PaperLine, ...]
    notes: tuple[Footnote, ...]
    closing: tuple[Reason, ...]


def paper_page(presenter: MatchPresenter, first: int = 0) -> Paper:
    """Return a page of the sheet: its hands from position ``first`` on."""
    order = presenter.match.state.order
    part = Part(first, paging.HANDS, len(order))
    paper_lines: list[PaperLine] = []
    notes: list[Footnote] = []
    for number in part.cut(order):
        row = row_of(presenter.match, number)
        mark = ""
        if row.is_deleted or row.amended:
            mark = str(len(notes) + 1)
            notes.append(_note(row, mark, presenter.words))
        cells = tuple(zip(row.gains, row.totals, strict=True))
        paper_lines.append(PaperLine(_number(row), row.short, cells, row.is_deleted, mark))
    sheet = presenter.sheet
    opening = () if first else reasons(presenter.words, sheet.opening)
    end = sheet.outcome.lines if sheet.outcome and part.after is None else ()
    return Paper(part, opening, tuple(paper_lines), tuple(notes), reasons(presenter.words, end))


def _note(row: HandRow, mark: str, words: Words) -> Footnote:
    what = words.gettext("Deleted hand") if row.is_deleted else words.gettext("Edited")
    return Footnote(mark, _number(row), what, row.by, row.why)


def _number(row: HandRow) -> str:
    """Return the displayed number of a row; "" if it is deleted or the end of the game."""
    return "" if row.is_deleted or row.ends else str(row.display_number)
