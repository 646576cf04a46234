"""The pages of a match as text: each a function of the match, of who reads it, and of what the site adds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from .environment import draw
from .history import Account, History
from .links import Links
from .localized import LocalizedMatch
from .memory import Memory
from .paging import Part
from .paper import lines
from .presenters import HandRow, MatchPresenter
from .records import Evening
from .result_card import told
from .settling_up import settled_up
from .viewer import Dispute, RulingLink, Viewer

# The race and the rows are drawn once for all phones of a table that read the same language; the whole sheet
# once for all that look on.
_ROWS: Memory[Markup] = Memory(256)
_SHEETS: Memory[Markup] = Memory(128)


def sheet(
    board: MatchPresenter,
    viewer: Viewer,
    *,
    form: Markup | str = "",
    night: Markup | str = "",
    note: str = "",
    drawn: bool = False,
    trouble: str = "",
    problems: Sequence[str] = (),
) -> Markup:
    """The whole sheet: totals, what is said of the match, the form of the next hand, the race and the rows.

    ``form`` and ``night`` are drawn elsewhere; ``note`` is said once, and ``drawn`` when the lot fell.
    """

    def text() -> Markup:
        return _draw(
            "sheet.html",
            board,
            viewer,
            settled=settled_up(board.match, viewer.stake) if board.outcome else None,
            told=told(board, viewer.called) if board.outcome else None,
            rows=rows(board, viewer),
            form=form,
            night=night,
            note=note,
            drawn=drawn,
            trouble=trouble,
            problems=problems,
        )

    match, begun = board.match, board.begun
    # A phone that writes has a key of its own on its page.
    if viewer.may_score or match.state.key is None or trouble or problems:
        return text()
    said = begun and (begun.fingerprint, begun.in_short)
    reader = match.reader.language, match.reader.zone
    return _SHEETS.recall(
        (match.state.key, match.names, reader, viewer, said, board.first, form, night, note, drawn), text
    )


def rows(board: MatchPresenter, viewer: Viewer) -> Markup:
    """The race and the newest hands, as they stand below the form."""

    def text() -> Markup:
        return _draw("rows.html", board, viewer, race=board.race)

    match = board.match
    if match.state.key is None:
        return text()
    about = match.state.key, match.names, match.reader.language, viewer.objections, viewer.links
    return _ROWS.recall(about, text)


def hands(board: MatchPresenter, viewer: Viewer) -> Markup:
    """One page of earlier hands."""
    return _draw("hands.html", board, viewer)


def reasons(
    match: LocalizedMatch,
    viewer: Viewer,
    row: HandRow,
    history: History,
    disputes: Sequence[Dispute],
    rulings: Sequence[RulingLink],
) -> Markup:
    """Why a hand counts what it counts, and every writing of it."""
    return _of_match(
        "reasons.html", match, viewer, row=row, history=history, disputes=disputes, rulings=rulings
    )


def account(match: LocalizedMatch, viewer: Viewer, of_side: Account) -> Markup:
    """How the total of a side came about."""
    return _of_match("account.html", match, viewer, account=of_side)


def paper(board: MatchPresenter, viewer: Viewer, started: Any, first: int = 0) -> Markup:
    """The sheet as a scorer would have ruled it."""
    return _draw(
        "paper.html",
        board,
        viewer,
        told=told(board, viewer.called),
        lines=lines(board, first),
        started=started,
    )


def television(board: MatchPresenter, viewer: Viewer, watch_qr: Markup | str) -> Markup:
    """The sheet to be read from across the room."""
    return _draw("television.html", board, viewer, race=board.race, watch_qr=watch_qr)


def evening(match: LocalizedMatch, viewer: Viewer, records: Evening) -> Markup:
    """What a table has played so far."""
    return _of_match("evening.html", match, viewer, evening=records)


def payments(match: LocalizedMatch, viewer: Viewer) -> Markup:
    """Who pays whom."""
    return _of_match("_settled.html", match, viewer, settled=settled_up(match, viewer.stake))


def pages(match: LocalizedMatch, part: Part, to: str, back: str, on: str, more: str = "") -> Markup:
    """The way to the other parts of a long list."""
    return draw("pages.html", match.words, part=part, to=to, back=back, on=on, more=more)


def _draw(template: str, board: MatchPresenter, viewer: Viewer, **more: Any) -> Markup:
    return _of_match(template, board.match, viewer, board=board, **more)


def _of_match(template: str, match: LocalizedMatch, viewer: Viewer, **more: Any) -> Markup:
    links: Links = viewer.links
    return draw(template, match.words, match=match, viewer=viewer, links=links, reader=match.reader, **more)
