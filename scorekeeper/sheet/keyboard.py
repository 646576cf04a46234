"""The form of a hand as a keyboard asks it: one question at a time, and the sentence that the answers make.

Without script all of it stands on one page, in the same order.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from markupsafe import Markup

from games.engine import (
    Cards,
    Entry,
    Sheet,
    Stopped,
    Words,
    append_hand,
    optional,
    record_fields,
    sentence_pieces,
)

from .boxes import Box, Group
from .environment import draw
from .form_fields import shown
from .hand_entry import HandEntry, Kind
from .hand_form import HandForm
from .localized import LocalizedMatch
from .memory import Made, Memory, part_name
from .presenters import HandRow, MatchPresenter
from .preview import Clash, Preview, won
from .preview import changes as changes_of
from .relevance import Tree, forced_boxes, of_questions, relevance
from .step_form import StepForm
from .viewer import Viewer

_PADS: Memory[Markup] = Memory(200)  # of 5 to 40 kB each
_FRESH: Memory[tuple[Any] | None] = Memory(1_200)
_AFTER: Memory[_Pad] = Memory(200)


@dataclass(frozen=True)
class Step:
    """One question with its keys: of the table, or of one side or seat.

    ``must`` is a step of its own; any other question is a small key below the keys of the first step of
    ``below`` that is asked.
    ``also`` are the boxes that the same keys answer.
    """

    group: Group
    box: Box
    must: bool
    below: tuple[str, ...] = ()
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
    """One kind of hand: its questions, its sentence, and when each question matters (JSON).

    ``name`` is that of the whole, for a phone that has it; "" where it holds what was sent.
    """

    kind: Kind
    text: Markup  # its questions with their keys
    sentence: str
    matters: str
    name: str = ""


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
        trees = relevance(form)
        pad = _Pad(draw_steps(form, kind.id, language, trees), _sentence(form), _json(trees))
    else:
        # What no log names is looked at anew each time.
        state = entry.match.state
        fresh = _Fresh(form, (kind.id, entry.match.names, language))
        about = fresh.about, state.key or object(), entry.number, entry.before
        pad = _AFTER.recall(about, lambda: fresh.pad(kind.id, language))
    name = "" if form.is_bound else part_name(kind.id, kind.title, str(kind.chosen), *pad)
    return KindPad(kind, *pad, name)


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


class _Fresh:
    """A form of which nothing is said: the same each time, but where the game looks at what was played."""

    def __init__(self, form: HandForm, about: tuple[Hashable, ...]) -> None:
        self.form = form
        self.about = form.game.slug, form.sheet.house, form.sheet.seating, *about

    def pad(self, kind: str, language: str) -> _Pad:
        trees = relevance(self.form, self._known("forced", lambda form: list(forced_boxes(form))))
        matters = _json(trees)
        text = self._recall(matters, lambda form: draw_steps(form, kind, language, trees))
        return _Pad(text, self._recall("sentence", _sentence), matters)

    def _recall(self, what: str, make: Callable[[HandForm], Made]) -> Made:
        """What ``make`` makes of the form; remembered where the house rules alone decide it."""
        found = self._known(what, make)
        return make(self.form) if found is None else found

    def _known(self, what: str, make: Callable[[HandForm], Made]) -> Made | None:
        """The same; None where more than the house rules decides it."""
        found: tuple[Made] | None = _FRESH.recall((self.about, what), lambda: self._by_the_house(make))
        return found[0] if found else None

    def _by_the_house(self, make: Callable[[HandForm], Made]) -> tuple[Made] | None:
        form, sheet = self.form, self.form.sheet
        watched = _HouseOnly(sheet.seating, sheet.house, sheet.rows, sheet.outcome, sheet.opening)
        made = make(HandForm(form.game, form.kind_of_record, watched, form.words))
        return None if vars(watched).get("asked") else (made,)


def _sentence(form: HandForm) -> str:
    return _json([list(one) for one in sentence_pieces(form.kind_of_record, form.words)])


def draw_steps(form: HandForm, kind: str, language: str, trees: Mapping[str, list[Tree]]) -> Markup:
    """The questions of a kind of hand with their keys, by the game's own template or the general one.

    The form of the next hand is nearly always the form of the hand before; to draw it costs ten to thirty
    times as much as to find it.
    """
    own = form.game.template_context(kind, form.sheet)
    # Which questions there are depends on the sheet too: a side at the hundred makes one more of them.
    steps = tuple(steps_of(form, form.game.slug, kind, own, trees))
    return _PADS.recall(
        (kind, form.game.slug, language, steps, tuple(own.items()), tuple(form.answers.items())),
        lambda: draw("hand/steps.html", form.words, steps=steps, own=own, answers=form.answers),
    )


def facts_pad(form: StepForm, words: Words, auction: str) -> Markup:
    """The questions about a dispute with their keys; ``auction`` is where a pad of calls gets its own."""
    trees = of_questions(form)
    told = [(f" {words.gettext(q.ask.text)} ", q.name, "") for q in record_fields(form.kind_of_record)]
    return draw(
        "hand/facts.html",
        words,
        steps=tuple(steps_of(form, "", "", {}, trees)),
        own={},
        answers=form.answers,
        auction=auction,
        sentence=_json(told),
        matters=_json(trees),
    )


def usual_of(form: StepForm) -> str:
    """What stands in the boxes that are no steps while nobody says anything else (JSON)."""
    return _json({path: shown(one.default) for path, one in form.blanks.items() if not form.is_step(one)})


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def steps_of(
    form: StepForm, slug: str, kind: str, own: Mapping[str, Any], trees: Mapping[str, list[Tree]]
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
            () if must else _below(group, box, ordered, asked),
            together.get(group.name, ()),
            f"{slug}/_{kind}_{group.name}.html" if group.name in together else "",
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


def _below(
    group: Group, box: Box, ordered: list[tuple[Group, Box]], asked: list[tuple[Group, Box]]
) -> tuple[str, ...]:
    """Below which steps an optional question may stand: of its player and moment first, the nearest first.

    More than one, for by what was said the nearest may not be asked.
    """
    own = [step for step in asked if step[1].side == box.side] or asked
    at = [id(each) for _group, each in ordered].index(id(box))
    places = {id(each): n for n, (_group, each) in enumerate(ordered)}

    def near(step: tuple[Group, Box]) -> tuple[bool, bool, int]:
        place = places[id(step[1])]
        return step[0].is_auction is not group.is_auction, place > at, abs(place - at)

    return tuple(step[1].path for step in sorted(own, key=near))


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
    here: bool = False,
) -> Markup:
    """The page of a hand that is written again, put in or agreed on; ``to`` is its own address.

    ``here``: it stands on the sheet, in the place of the next hand's form, and has a key that gives it up.
    Of a hand that only that phone has (``kept``) it asks no reason: no log has it.
    """
    values: dict[str, Any] = {"viewer": viewer, "links": viewer.links, "entry": entry, "kept": kept}
    title = correction_title(match, entry, way)
    form = _form(
        entry,
        values,
        match,
        heading=draw("hand/correction_heading.html", match.words, title=title, clash=clash),
        errors=tuple(entry.form.non_field_errors),
        preview=changes(match, entry, preview, to),
        beside=draw("hand/give_up.html", match.words) if here else "",
        action=to,
        target="",
        save="",
        changed=True,
        title=match.words.gettext(match.game.hand_title),
        asks_why=entry.amends and not (here and kept),
        reason_needed=reason_needed,
    )
    return draw("hand/correction.html", match.words, form=form)


def deletion(
    match: LocalizedMatch,
    viewer: Viewer,
    row: HandRow,
    *,
    why: str = "",
    wrong: str = "",
    kept: str = "",
    reason_needed: bool = True,
    here: bool = False,
) -> Markup:
    """A hand struck out: what would follow, the reason, and doing it.

    ``kept``: the key under which a phone keeps the hand; then no sheet has it yet, and it is simply gone.
    """
    return draw(
        "hand/strike.html",
        match.words,
        viewer=viewer,
        links=viewer.links,
        row=row,
        why=why,
        wrong=wrong,
        kept=kept,
        reason_needed=reason_needed,
        changes=changes(match, None, changes_of(match, Entry(row.number, None, "—"))),
        beside=draw("hand/give_up.html", match.words) if here else "",
    )


def ending(board: MatchPresenter, viewer: Viewer, *, here: bool = False) -> Markup:
    """Whether the game ends here: who is ahead, what then holds, and doing it."""
    match = board.match
    number = match.state.next_number
    after = append_hand(match.game, match.sheet, Stopped(), number)
    wins, because = won(match, after)
    return draw(
        "hand/stop.html",
        match.words,
        board=board,
        viewer=viewer,
        links=viewer.links,
        number=number,
        wins=wins,
        because=None if match.covered else because,  # who is ahead is seen once it is over
        problems=[match.words.read(problem.words) for problem in after.rows[-1].problems],
        beside=draw("hand/give_up.html", match.words) if here else "",
    )


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
    drawn = pads(entry, match.reader.language)
    return draw(
        "hand/form.html",
        match.words,
        pads=drawn,
        drawn=[pad.kind.id for pad in drawn],
        usual=usual_of(entry.form),
        lacks=entry.lacks,
        **{"asks_why": entry.amends, "reason_needed": True, "judge": ""} | values | more,
    )


def _errors(match: LocalizedMatch, entry: HandEntry, clash: Clash | None) -> tuple[str, ...]:
    if clash is not None:
        return (match.words.gettext("The sheet has changed meanwhile. Look at it, then save once more."),)
    return tuple(entry.form.non_field_errors)
