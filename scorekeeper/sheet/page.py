"""The pages of a match as text. Each depends on the match, the viewer, and values from the site."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from games.engine import rule_at_table

from . import cache
from .environment import draw
from .history import History, SideAccount
from .localized import LocalizedMatch
from .paging import Part
from .paper import paper_page
from .points import with_rule, with_rules
from .presenters import HandRow, MatchPresenter, answers_of, row_of
from .records import TableRecords
from .result_card import result_text
from .settling_up import settled_up
from .viewer import Dispute, RulingLink, Viewer


def sheet(
    presenter: MatchPresenter,
    viewer: Viewer,
    *,
    form: Markup | str = "",
    night: Markup | str = "",
    note: str = "",
    drawn: bool = False,
    trouble: str = "",
    problems: Sequence[str] = (),
) -> Markup:
    """Draw the whole sheet: totals, notes, the form of the next hand, the race diagram and the rows.

    The race diagram shows each side's total, hand by hand. ``form`` and ``night`` are already drawn. ``note``
    is a one-time message, ``trouble`` and ``problems`` are errors; ``drawn``: the first dealer was drawn at
    random.
    """

    def text() -> Markup:
        return _draw(
            "sheet.html",
            presenter,
            viewer,
            settled=settled_up(presenter.match, viewer.stake) if presenter.outcome else None,
            result_text=result_text(presenter, viewer.match_name) if presenter.outcome else None,
            rows=rows(presenter, viewer),
            form=form,
            night=night,
            note=note,
            drawn=drawn,
            trouble=trouble,
            problems=problems,
        )

    match, draft = presenter.match, presenter.draft
    # A scorer's page has its own request key, so it is not cached.
    if viewer.may_score or match.state.key is None or trouble or problems:
        return text()
    draft_key = draft and (draft.fingerprint, draft.summary, draft.by)
    reader = match.reader.language, match.reader.zone
    key = (
        "sheet",
        match.state.key,
        match.names,
        reader,
        viewer,
        draft_key,
        presenter.first,
        form,
        night,
        note,
        drawn,
    )
    return cache.get_or_make(key, text)


def correcting(presenter: MatchPresenter, viewer: Viewer, form: Markup) -> Markup:
    """Draw the totals above the form of a correction."""
    return _draw("correcting.html", presenter, viewer, form=form, drawn=False, note="")


def rows(presenter: MatchPresenter, viewer: Viewer) -> Markup:
    """Draw the race diagram and the newest hands, which stand below the form."""
    return _draw("rows.html", presenter, viewer, race=presenter.race, rows=_rows(presenter, viewer))


def hands(presenter: MatchPresenter, viewer: Viewer) -> Markup:
    return _draw("hands.html", presenter, viewer, rows=_rows(presenter, viewer))


def _rows(presenter: MatchPresenter, viewer: Viewer) -> Markup:
    """Draw the hands of this page, newest first, also deleted ones. Each hand that counts is cached."""
    match, rows = presenter.match, presenter.match.sheet.rows
    context = match.names, match.reader.language, viewer.links, match.hides_totals, not presenter.first
    texts = []
    for number in presenter.numbers:
        index = match.state.row_at(number)
        # Sheets share a row object only if they are equal up to that row. The cached value holds the row, so
        # that its id is not reused.
        row = None if index is None else rows[index]
        key = "row", id(row), match.state.amended(number), number in viewer.objections, context
        cached = None if row is None else cache.get(key)
        text = cached[1] if cached else _draw("_row.html", presenter, viewer, row=row_of(match, number))
        if row is not None and cached is None:
            cache.put(key, (row, text))
        texts.append(text)
    return Markup("").join(texts)


def reasons(
    match: LocalizedMatch,
    viewer: Viewer,
    row: HandRow,
    history: History,
    disputes: Sequence[Dispute] = (),
    rulings: Sequence[RulingLink] = (),
) -> Markup:
    """Draw the explanation of a hand: each line with its rule in full, and every revision."""
    row = replace(
        row,
        reasons=tuple(with_rules(match, reason) for reason in row.reasons),
        notes=tuple(with_rule(match, note) for note in row.notes),
    )
    answers = answers_of(match, row.number) if viewer.may_score and not row.is_deleted else ()
    return _draw_match(
        "reasons.html",
        match,
        viewer,
        row=row,
        answers=answers,
        history=history,
        disputes=disputes,
        rulings=rulings,
    )


def side_account(match: LocalizedMatch, viewer: Viewer, account: SideAccount) -> Markup:
    """Draw the explanation of one side's total."""
    return _draw_match("account.html", match, viewer, account=account)


def rulebook(match: LocalizedMatch) -> Markup:
    """Draw the rules of the game in reading order, with this table's numbers."""
    game, house, words = match.game, match.state.heading.house, match.words
    sections = {
        title: [rule_at_table(game, rule, house, words) for rule in game.rulebook if rule.section == number]
        for number, title in game.sections.items()
    }
    return draw("rulebook.html", words, game=game, sections=sections)


def paper(presenter: MatchPresenter, viewer: Viewer, started: Any, first: int = 0) -> Markup:
    """Draw the sheet for printing, laid out like a paper score sheet."""
    return _draw(
        "paper.html",
        presenter,
        viewer,
        result_text=result_text(presenter, viewer.match_name),
        paper=paper_page(presenter, first),
        started=started,
    )


def television(presenter: MatchPresenter, viewer: Viewer, watch_qr: Markup | str) -> Markup:
    """Draw the sheet in large type for a television."""
    return _draw("television.html", presenter, viewer, race=presenter.race, watch_qr=watch_qr)


def table_records(match: LocalizedMatch, viewer: Viewer, records: TableRecords) -> Markup:
    return _draw_match("table_records.html", match, viewer, records=records)


def payments(match: LocalizedMatch, viewer: Viewer) -> Markup:
    return _draw_match("_settled.html", match, viewer, settled=settled_up(match, viewer.stake))


def pages(match: LocalizedMatch, part: Part, url: str, back: str, forward: str, query: str = "") -> Markup:
    """Draw the links to the other pages of a long list."""
    return draw("pages.html", match.words, part=part, url=url, back=back, forward=forward, query=query)


def _draw(template: str, presenter: MatchPresenter, viewer: Viewer, **values: Any) -> Markup:
    return _draw_match(template, presenter.match, viewer, presenter=presenter, **values)


def _draw_match(template: str, match: LocalizedMatch, viewer: Viewer, **values: Any) -> Markup:
    context = {"match": match, "viewer": viewer, "links": viewer.links, "reader": match.reader}
    return draw(template, match.words, **context, **values)
