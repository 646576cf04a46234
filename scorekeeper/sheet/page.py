"""The pages of a match as text: each a function of the match, of who reads it, and of what the site adds."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from markupsafe import Markup

from games.engine import Row, rule_at_table

from .environment import draw
from .history import Account, History
from .links import Links
from .localized import LocalizedMatch
from .memory import Memory, part_name
from .paging import Part
from .paper import lines
from .points import in_full, with_rule
from .presenters import HandRow, MatchPresenter, row_of
from .records import Evening
from .result_card import told
from .settling_up import settled_up
from .viewer import Dispute, RulingLink, Viewer

# The race and the rows are drawn once for all phones of a table that read the same language; the whole sheet
# once for all that look on.
_BELOW: Memory[Markup] = Memory(256)
_ROWS: Memory[list[Markup]] = Memory(256)  # by their name, as they were shown
_ROW: Memory[Markup] = Memory(8_000)  # of half a kB each
_SHEETS: Memory[Markup] = Memory(128)
HERE = Markup("<!--rows-->")  # where the rows stand in what is drawn around them
MOST_NEW = 10  # rows above those that a phone has


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

    shown = hand_rows(board, viewer)
    name = part_name(*shown)
    _ROWS.keep(name, shown)

    def text() -> Markup:
        return _draw("rows.html", board, viewer, race=board.race, rows=HERE if shown else "", part=name)

    match = board.match
    about = match.state.key, match.names, match.reader.language, name
    below = text() if match.state.key is None else _BELOW.recall(about, text)
    return Markup(below.replace(HERE, _left_out(shown, viewer.parts) or Markup("").join(shown)))


def _left_out(shown: list[Markup], parts: frozenset[str]) -> Markup | None:
    """The rows that a phone has not, and how many follow of those that it has; None where it has none."""
    for part in parts:
        has = _ROWS.known(part) or []
        for new in range(min(len(shown), MOST_NEW)):
            if shown[new:] == has[: len(shown) - new]:
                rest = Markup('  <tbody data-had="{}" data-rows="{}"></tbody>').format(part, len(shown) - new)
                return Markup("").join(shown[:new]) + rest
    return None


def hands(board: MatchPresenter, viewer: Viewer) -> Markup:
    """One page of earlier hands."""
    return _draw("hands.html", board, viewer, rows=Markup("").join(hand_rows(board, viewer)), part="")


class _ThisRow(NamedTuple):
    """A row of a sheet, equal to itself alone. Only sheets that were played alike up to it share a row."""

    row: Row

    def __hash__(self) -> int:
        return id(self.row)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ThisRow) and other.row is self.row


def hand_rows(board: MatchPresenter, viewer: Viewer) -> list[Markup]:
    """The hands of this page, struck ones too, the newest first. One hand more costs one row more."""
    return [_hand_row(board, viewer, number) for number in board.numbers]


def _hand_row(board: MatchPresenter, viewer: Viewer, number: int) -> Markup:
    match = board.match

    def text() -> Markup:
        return _draw("_row.html", board, viewer, row=row_of(match, number))

    if (index := match.state.row_at(number)) is None:
        return text()
    said = match.state.amended(number), number in viewer.objections, not board.first
    who_reads = match.names, match.reader.language, viewer.links("reasons", number)
    return _ROW.recall((_ThisRow(match.sheet.rows[index]), said, who_reads), text)


def reasons(
    match: LocalizedMatch,
    viewer: Viewer,
    row: HandRow,
    history: History,
    disputes: Sequence[Dispute] = (),
    rulings: Sequence[RulingLink] = (),
) -> Markup:
    """Why a hand counts what it counts, each line with its rule in full, and every writing of it."""
    row = replace(
        row,
        reasons=tuple(in_full(match, reason) for reason in row.reasons),
        notes=tuple(with_rule(match, note) for note in row.notes),
    )
    return _of_match(
        "reasons.html", match, viewer, row=row, history=history, disputes=disputes, rulings=rulings
    )


def account(match: LocalizedMatch, viewer: Viewer, of_side: Account) -> Markup:
    """How the total of a side came about."""
    return _of_match("account.html", match, viewer, account=of_side)


def rulebook(match: LocalizedMatch) -> Markup:
    """The rules of the game in reading order, with this table's own numbers."""
    game, house, words = match.game, match.state.heading.house, match.words
    sections = {
        title: [rule_at_table(game, rule, house, words) for rule in game.rulebook if rule.section == number]
        for number, title in game.sections.items()
    }
    return draw("rulebook.html", words, game=game, sections=sections)


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
