"""The form of a hand as a keyboard asks it: one question at a time, and the sentence that the answers make.

Without script all of it stands on one page, in the same order.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from markupsafe import Markup

from games.engine import Cards, Sheet, optional, sentence_pieces

from .boxes import Box, Group
from .environment import draw
from .form_fields import shown
from .hand_entry import HandEntry, Kind
from .hand_form import HandForm
from .localized import LocalizedMatch
from .memory import Memory
from .presenters import MatchPresenter
from .preview import Clash, Preview
from .relevance import Tree, relevance
from .viewer import Viewer

_PADS: Memory[Markup] = Memory(200)  # of 5 to 40 kB each
_FRESH: Memory[_Pad | None] = Memory(400)
_AFTER: Memory[_Pad] = Memory(200)


@dataclass(frozen=True)
class Step:
    """One question with its keys: of the table, or of one side or seat.

    ``must`` is a step of its own; any other question is a small key below the keys of the step ``below``.
    ``also`` are the boxes that the same keys answer.
    """

    group: Group
    box: Box
    must: bool
    below: str = ""
    also: tuple[str, ...] = ()
    own: str = ""  # the game's own template for its keys

    @property
    def whose(self) -> str:
        """The player or side that is asked about, or the part of a question; "" where it is the table."""
        return self.box.label if self.box.side is not None or self.group.nested else ""

    @property
    def templates(self) -> tuple[str, ...]:
        return (*((self.own,) if self.own else ()), f"boxes/{self.box.shape}.html")

    @property
    def said(self) -> bool:
        """Whether what was typed or marked, though it may be nothing, is an answer."""
        return bool(self.box.value or any(option.chosen for option in self.box.options))


@dataclass(frozen=True)
class KindPad:
    """One kind of hand: its questions, its sentence, and when each question matters (JSON)."""

    kind: Kind
    text: Markup  # its questions with their keys
    sentence: str
    matters: str


def pads(entry: HandEntry, language: str) -> tuple[KindPad, ...]:
    """Every kind of hand of this table: the one being entered, and the others with nothing said yet.

    But for those that are told card by card: their pads weigh ten times as much, and are fetched when
    somebody chooses them.
    """
    forms = [(kind, entry.form if kind.chosen else entry.another(kind.id)) for kind in entry.kinds]
    return tuple(
        _pad(entry, kind, form, language) for kind, form in forms if kind.chosen or not _tells_cards(form)
    )


def _tells_cards(form: HandForm) -> bool:
    return any((optional(blank.type) or blank.type) is Cards for blank in form.blanks.values())


def _pad(entry: HandEntry, kind: Kind, form: HandForm, language: str) -> KindPad:
    if form.is_bound or form.answers:
        return KindPad(kind, *_drawn(form, kind.id, language))
    # A form of which nothing is said is the same hand after hand, unless the game looks at what was played.
    sheet, state = form.sheet, entry.match.state
    about = form.game.slug, kind.id, sheet.house, sheet.seating, entry.match.names, language
    drawn = _FRESH.recall(about, lambda: _drawn_by_the_house(form, kind.id, language))
    if drawn is None:
        # What no log names is looked at anew each time.
        log = state.key or object(), entry.number, entry.before
        drawn = _AFTER.recall((about, log), lambda: _drawn(form, kind.id, language))
    return KindPad(kind, *drawn)


class _Pad(NamedTuple):
    """What is drawn of a kind of hand: see ``KindPad``."""

    text: Markup
    sentence: str
    matters: str


class _HouseOnly(Sheet[Any]):
    """A sheet that notices when anything is asked of it but who plays, and by which house rules."""

    def __getattribute__(self, name: str) -> Any:
        if name in ("rows", "outcome", "opening"):
            object.__setattr__(self, "asked", True)
        return object.__getattribute__(self, name)


def _drawn_by_the_house(form: HandForm, kind: str, language: str) -> _Pad | None:
    """What is drawn where the house rules alone decide it; None where what was played does too."""
    sheet = form.sheet
    watched = _HouseOnly(sheet.seating, sheet.house, sheet.rows, sheet.outcome, sheet.opening)
    drawn = _drawn(HandForm(form.game, form.kind_of_record, watched, form.words), kind, language)
    return None if vars(watched).get("asked") else drawn


def _drawn(form: HandForm, kind: str, language: str) -> _Pad:
    pieces, trees = sentence_pieces(form.kind_of_record, form.words), relevance(form)
    return _Pad(draw_steps(form, kind, language, trees), _json([list(one) for one in pieces]), _json(trees))


def draw_steps(form: HandForm, kind: str, language: str, trees: Mapping[str, list[Tree]]) -> Markup:
    """The questions of a kind of hand with their keys, by the game's own template or the general one.

    The form of the next hand is nearly always the form of the hand before; to draw it costs ten to thirty
    times as much as to find it.
    """
    own = form.game.template_context(kind, form.sheet)
    # Which questions there are depends on the sheet too: a side at the hundred makes one more of them.
    steps = tuple(steps_of(form, kind, own, trees))
    return _PADS.recall(
        (kind, form.game.slug, language, steps, tuple(own.items()), tuple(form.answers.items())),
        lambda: draw("hand/steps.html", form.words, steps=steps, own=own, answers=form.answers),
    )


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def steps_of(
    form: HandForm, kind: str, own: Mapping[str, Any], trees: Mapping[str, list[Tree]]
) -> Iterator[Step]:
    """The questions of a hand one by one: those known when the auction ends first, then those of the play.

    Questions in a row that are asked of each player are asked player by player. ``own`` is what the game's
    own keys show, ``trees`` when each question matters.
    """
    groups = form.groups
    together: Mapping[str, tuple[str, ...]] = dict(own.get("together", ()))
    elsewhere = {name for names in together.values() for name in names}
    never = {name for name, tree in trees.items() if tree == [0]}
    said = {path.partition(".")[0] for path in form.said}
    ordered = [
        (group, box)
        for moment in (True, False)
        for group, box in in_order(group for group in groups if group.is_auction is moment)
        # What is never asked at this table is drawn only where it was said all the same.
        if group.name not in elsewhere and (group.name not in never or group.name in said)
    ]
    asked = [(group, box) for group, box in ordered if form.is_step(form.blanks[box.path])]
    for group, box in ordered:
        must = form.is_step(form.blanks[box.path])
        yield Step(
            group,
            box,
            must,
            "" if must else _below(group, box, ordered, asked),
            together.get(group.name, ()),
            f"{form.game.slug}/_{kind}_{group.name}.html" if group.name in together else "",
        )


def in_order(groups: Iterable[Group]) -> Iterator[tuple[Group, Box]]:
    """The boxes as they are asked: several questions in a row about each player go player by player."""
    for each, run in groupby(groups, lambda group: group.total is None and group.boxes[0].side is not None):
        several = tuple(run)
        if each:
            for boxes in zip(*(group.boxes for group in several), strict=True):
                yield from zip(several, boxes, strict=True)
        else:
            for group in several:
                yield from ((group, box) for box in group.boxes)


def _below(group: Group, box: Box, ordered: list[tuple[Group, Box]], asked: list[tuple[Group, Box]]) -> str:
    """The step below whose keys an optional question stands: the one before it of the same player."""
    own = [step for step in asked if step[1].side == box.side] or asked
    own = [step for step in own if step[0].is_auction is group.is_auction] or own
    at = [id(each) for _group, each in ordered].index(id(box))
    before = [step for step in own if step in ordered[:at]]
    return (before[-1] if before else own[0])[1].path if own else ""


def entry_section(
    board: MatchPresenter,
    viewer: Viewer,
    entry: HandEntry,
    preview: Preview,
    *,
    changed: bool = False,
    clash: Clash | None = None,
    kept: str = "",
) -> Markup:
    """The form of the next hand on the sheet, or the two hands to choose from that two phones wrote.

    ``changed``: it holds answers that were sent. ``kept``: the key under which the phone keeps them.
    """
    match, links = board.match, viewer.links
    values: dict[str, Any] = {"board": board, "viewer": viewer, "links": links, "entry": entry, "kept": kept}
    form: Markup | str = ""
    if clash is not None and clash.theirs is not None:
        # Only the answers: what else was sent stands in the form of the two hands already, as it is now.
        boxes = [
            (name, value)
            for name, several in entry.form.data.items()
            if name.removesuffix(".n") in entry.form.blanks
            for value in several
        ]
        form = draw("hand/clash.html", match.words, clash=clash, boxes=boxes, **values)
    elif not board.outcome:
        form = _form(
            entry,
            values,
            board.match,
            heading=draw("hand/heading.html", match.words, **values),
            errors=_errors(match, entry, clash),
            preview=draw("hand/preview.html", match.words, preview=preview, **values),
            beside=draw("hand/undo.html", match.words, **values) if board.last else "",
            action=links("hand"),
            judge=links("ask_at_table", entry.auction_judge) if entry.auction_judge else "",
            target="#sheet",
            save=preview.save,
            changed=changed or clash is not None,
            title=match.words.gettext(match.game.hand_title),
        )
    return draw("hand/entry.html", match.words, form=form, **values)


def correction(
    match: LocalizedMatch,
    viewer: Viewer,
    entry: HandEntry,
    way: str,
    preview: Preview | None,
    to: str,
    *,
    clash: Clash | None = None,
    kept: str = "",
    reason_needed: bool = True,
) -> Markup:
    """The page of a hand that is written again, put in or agreed on; ``to`` is its own address."""
    values: dict[str, Any] = {"viewer": viewer, "links": viewer.links, "entry": entry, "kept": kept}
    title = correction_title(match, entry, way)
    form = _form(
        entry,
        values,
        match,
        heading=draw("hand/correction_heading.html", match.words, title=title, clash=clash),
        errors=tuple(entry.form.non_field_errors),
        preview=changes(match, entry, preview, to),
        beside="",
        action=to,
        target="",
        save="",
        changed=True,
        title="",
        reason_needed=reason_needed,
    )
    return draw("hand/correction.html", match.words, form=form)


def correction_title(match: LocalizedMatch, entry: HandEntry, way: str) -> str:
    """What a correction is called: ``way`` is "amend", "insert" or "adjust"."""
    text = match.words.gettext
    if way == "amend":
        return text("Edit hand {n}").format(n=entry.shown)
    if way == "insert":
        return text("Add a missed hand before hand {n}").format(n=entry.shown)
    return text("Adjust points")


def changes(match: LocalizedMatch, entry: HandEntry | None, preview: Preview | None, to: str = "") -> Markup:
    """What an entry more would change on the sheet."""
    return draw("hand/changes.html", match.words, entry=entry, preview=preview, to=to)


def previewed(match: LocalizedMatch, viewer: Viewer, entry: HandEntry, preview: Preview) -> Markup:
    """What the form so far would do."""
    return draw("hand/preview.html", match.words, entry=entry, preview=preview, links=viewer.links)


def _form(entry: HandEntry, values: dict[str, Any], match: LocalizedMatch, **more: Any) -> Markup:
    usual = {
        path: shown(one.default) for path, one in entry.form.blanks.items() if not entry.form.is_step(one)
    }
    drawn = pads(entry, match.reader.language)
    return draw(
        "hand/form.html",
        match.words,
        pads=drawn,
        drawn=[pad.kind.id for pad in drawn],
        usual=_json(usual),
        lacks=entry.lacks,
        **{"reason_needed": True, "judge": ""} | values | more,
    )


def _errors(match: LocalizedMatch, entry: HandEntry, clash: Clash | None) -> tuple[str, ...]:
    if clash is not None:
        return (match.words.gettext("The sheet has changed meanwhile. Look at it, then save once more."),)
    return tuple(entry.form.non_field_errors)
