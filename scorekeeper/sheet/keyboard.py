"""The form of a hand, one question at a time, and the sentence that its answers make.

A question has keys: the buttons that answer it. Without script, all questions stand on one page in the same
order.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple, TypeVar, get_origin
from urllib.parse import urlencode

from markupsafe import Markup

from games.engine import (
    Cards,
    Entry,
    FormField,
    Moment,
    Piece,
    Seat,
    Sheet,
    Side,
    Stopped,
    Words,
    append_hand,
    optional,
    record_fields,
    sentence_pieces,
)

from . import cache
from .boxes import Box, Group, belongs_to_any, irrelevant_in
from .environment import draw
from .form_fields import box_value
from .hand_entry import HandEntry, Kind
from .hand_form import HandForm, forced_fields
from .localized import LocalizedMatch
from .presenters import HandRow, MatchPresenter
from .preview import Clash, Preview, reason_of_end
from .preview import changes as changes_of
from .relevance import Tree, forced_boxes, question_trees, relevance
from .step_form import StepForm
from .viewer import Viewer

Value = TypeVar("Value")


@dataclass(frozen=True)
class Step:
    """One question with its keys, about the table or about one side or seat.

    A question that ``is_required`` is a step of its own. Any other is a small key below another step: the
    first step of ``below`` that is shown. ``other_boxes`` are boxes that the same keys answer.
    """

    group: Group
    box: Box
    is_required: bool
    below: tuple[str, ...] = ()
    other_boxes: tuple[str, ...] = ()
    game_template: str = ""  # the game's own template for its keys
    short: str = ""  # the question in the sentence: "who?"
    kinds: tuple[str, ...] = ()  # the kinds of hand that may be chosen instead of an answer

    @property
    def subject(self) -> str:
        """Return the player or side asked about, or the part of a question; "" for the table."""
        return self.box.label if self.box.side is not None or self.group.nested else ""

    @property
    def templates(self) -> tuple[str, ...]:
        """Return the templates to try for its keys."""
        return (*((self.game_template,) if self.game_template else ()), f"boxes/{self.box.widget}.html")

    @property
    def is_answered(self) -> bool:
        return bool(self.box.value or any(option.chosen for option in self.box.options))


@dataclass(frozen=True)
class Repeat:
    """Answers of an earlier hand that a player can repeat; ``sends`` are the box values (JSON)."""

    name: str
    side: int
    text: str
    sends: str


@dataclass(frozen=True)
class KindPad:
    """A kind of hand: its questions, its sentence, and the relevance of each question (JSON)."""

    kind: Kind
    text: Markup  # the questions with their keys
    sentence: str
    relevance: str


def pads(entry: HandEntry, language: str) -> tuple[KindPad, ...]:
    """Return a pad for each kind of hand at this table; only the pad of the chosen kind has answers.

    Kinds that ask for cards are left out until chosen: their pads are ten times as large.
    """

    def asks_cards(form: HandForm) -> bool:
        return any((optional(field.type) or field.type) is Cards for field in form.fields.values())

    forms = [(kind, entry.form if kind.chosen else entry.form_of_kind(kind.id)) for kind in entry.kinds]
    return tuple(
        _pad(entry, kind, form, language) for kind, form in forms if kind.chosen or not asks_cards(form)
    )


def _pad(entry: HandEntry, kind: Kind, form: HandForm, language: str) -> KindPad:
    if form.is_bound or form.answers:
        trees = relevance(form)
        pad = _Pad(draw_steps(form, kind.id, language, trees), _sentence(form), _json(trees))
    else:
        pad = _EmptyForm(form, (kind.id, entry.match.names, language)).pad(kind.id, language)
    return KindPad(kind, *pad)


class _Pad(NamedTuple):
    """The drawn parts of a ``KindPad``."""

    text: Markup
    sentence: str
    relevance: str


class _WatchedSheet(Sheet[Any]):
    """A sheet that records whether anything but its seating and house rules is read."""

    def __getattribute__(self, name: str) -> Any:
        if name in ("rows", "outcome", "opening"):
            object.__setattr__(self, "was_read", True)
        return object.__getattribute__(self, name)


class _EmptyForm:
    """An empty form. Each part is cached, unless making it reads the hands already played."""

    def __init__(self, form: HandForm, key: tuple[Hashable, ...]) -> None:
        self.form = form
        self.key = form.game.slug, form.sheet.house, form.sheet.seating, *key

    def pad(self, kind: str, language: str) -> _Pad:
        trees = relevance(self.form, self._get_cached("forced", lambda form: list(forced_boxes(form))))
        relevance_json = _json(trees)
        # Cached under the relevance, because the drawn steps depend on it too.
        text = self._get(relevance_json, lambda form: draw_steps(form, kind, language, trees))
        return _Pad(text, self._get("sentence", _sentence), relevance_json)

    def _get(self, part: str, make: Callable[[HandForm], Value]) -> Value:
        """Return a part of the form, from the cache if it depends only on seating and house rules."""
        cached = self._get_cached(part, make)
        return make(self.form) if cached is None else cached

    def _get_cached(self, part: str, make: Callable[[HandForm], Value]) -> Value | None:
        """Return a part from the cache, or None if it depends on more than seating and house rules."""
        cached = cache.get_or_make(("form", self.key, part), lambda: self._make_if_cacheable(make))
        return cached[0] if cached else None

    def _make_if_cacheable(self, make: Callable[[HandForm], Value]) -> tuple[Value] | None:
        """Return the part; None if ``make`` reads more than seating and house rules."""
        form, sheet = self.form, self.form.sheet
        watched = _WatchedSheet(**vars(sheet))
        part = make(HandForm(form.game, form.kind_of_record, watched, form.words))
        return None if vars(watched).get("was_read") else (part,)


def _sentence(form: HandForm) -> str:
    return _json([list(piece) for piece in _pieces(form.kind_of_record, form.words)])


def _pieces(record: type, words: Words, prefix: str = "") -> Iterator[Piece]:
    """Yield the pieces of a record's sentence; a nested record yields those of its own sentence."""
    types = {q.name: q.type for q in record_fields(record)}
    for piece in sentence_pieces(record, words):
        inner = types[piece.question]
        path = prefix + piece.question
        if not is_dataclass(inner):
            yield piece._replace(question=path)
            continue
        assert isinstance(inner, type)
        first, *middle = _pieces(inner, words, f"{path}.")
        *parts, last = (first._replace(before=piece.before + first.before), *middle)
        yield from (*parts, last._replace(after=last.after + piece.after))


def draw_steps(form: HandForm, kind: str, language: str, trees: Mapping[str, list[Tree]]) -> Markup:
    """Draw the questions of a kind of hand with their keys."""
    game_values = form.game.template_context(kind, form.sheet)
    # The questions depend on the sheet too: in some games a high total adds a question.
    steps = tuple(steps_of(form, form.game.slug, kind, game_values, trees))
    sent = repeatable_boxes(form)
    repeat_values = {
        "repeats": tuple(repeats_of(form, sent)),
        "repeat_query": urlencode({"kind": kind} | sent) if sent else "",
    }
    return draw(
        "hand/steps.html",
        form.words,
        steps=steps,
        game_values=game_values,
        answers=form.answers,
        **repeat_values,
    )


def repeatable_boxes(form: HandForm) -> dict[str, str]:
    """Return the box values that repeat an earlier hand, by path.

    Irrelevant questions and defaults are left out.
    """
    if not form.earlier_answers:
        return {}
    form_again = HandForm(
        form.game, form.kind_of_record, form.sheet, form.words, answers=form.earlier_answers
    )
    irrelevant = {*irrelevant_in(form_again.groups), *forced_fields(form_again)}
    return {
        path: str(box_value(answer))
        for path, answer in form.earlier_answers.items()
        if form.requires_answer(form.fields[path]) and not belongs_to_any(path, irrelevant)
    }


def repeats_of(form: HandForm, sent: Mapping[str, str]) -> Iterator[Repeat]:
    """Yield the answers that each player can repeat: "Punto, Stake 10"."""
    by_player: dict[tuple[str, int], list[tuple[str, str, str]]] = {}
    for group in form.groups:
        for box in group.boxes:
            if box.path in sent and box.side is not None:
                value = sent[box.path]
                label = next((option.label for option in box.options if option.value == value), value)
                text = label if box.widget == "choice" else f"{group.label} {label}"
                by_player.setdefault((box.label, box.side), []).append((box.path, value, text))
    for (name, side), answers in sorted(by_player.items(), key=lambda item: item[0][1]):
        text = ", ".join(label for _path, _value, label in answers)
        yield Repeat(name, side, text, _json({path: value for path, value, _text in answers}))


def facts_pad(form: StepForm, words: Words, auction: str) -> Markup:
    """Draw the form for the facts of a referee's question; ``auction`` is the URL of the auction's pad."""
    trees = question_trees(form)
    sentence = [(f" {words.gettext(q.ask.text)} ", q.name, "") for q in record_fields(form.kind_of_record)]
    return draw(
        "hand/facts.html",
        words,
        steps=tuple(steps_of(form, "", "", {}, trees)),
        repeats=(),
        game_values={},
        answers=form.answers,
        notes=form.notes,
        answer_sources=_answer_sources(form, words),
        auction=auction,
        sentence=_json(sentence),
        matters=_json(trees),
    )


def _answer_sources(form: StepForm, words: Words) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the sources of the answers that were filled in, each with its questions."""
    labels_by_note: dict[str, dict[str, None]] = {}
    for path, note in form.notes.items():
        labels_by_note.setdefault(note, {})[words.gettext(form.fields[path].ask.text)] = None
    return tuple((note, tuple(labels)) for note, labels in labels_by_note.items())


def default_values(form: StepForm) -> str:
    """Return the default values of the optional boxes (JSON)."""
    optional_fields = {path: field for path, field in form.fields.items() if not form.requires_answer(field)}
    return _json({path: box_value(field.default) for path, field in optional_fields.items()})


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def steps_of(
    form: StepForm, slug: str, kind: str, game_values: Mapping[str, Any], trees: Mapping[str, list[Tree]]
) -> Iterator[Step]:
    """Yield the questions of a hand: those known at the end of the auction first, then those of the play.

    Consecutive questions about each player are asked player by player. ``game_values`` are the context of the
    game's own templates, ``trees`` the relevance of each question.
    """
    groups = form.groups
    together: Mapping[str, tuple[str, ...]] = dict(game_values.get("together", ()))
    without_step = {name for names in together.values() for name in names}
    never_asked = {name for name, tree in trees.items() if tree == [0]}
    answered = {path.partition(".")[0] for path in form.filled}
    ordered = [
        (group, box)
        for in_auction in (True, False)
        for group, box in in_order(group for group in groups if group.is_auction is in_auction)
        # A question that is never asked at this table is drawn only if it was answered.
        if group.name not in without_step and (group.name not in never_asked or group.name in answered)
    ]
    required = [(group, box) for group, box in ordered if form.requires_answer(form.fields[box.path])]
    other_kinds = kinds_instead(form.game.hands, kind) if isinstance(form, HandForm) else {}
    for group, box in ordered:
        field = form.fields[box.path]
        is_required = form.requires_answer(field)
        yield Step(
            group,
            box,
            is_required,
            () if is_required else _below(group, box, ordered, required),
            together.get(group.name, ()),
            f"{slug}/_{kind}_{group.name}.html" if group.name in together else "",
            _short_question(field, form.words),
            other_kinds.get(group.name, ()),
        )


def _short_question(field: FormField, words: Words) -> str:
    """Return a question in a word or two, for its place in the sentence."""
    text, kind = words.gettext, optional(field.type) or field.type
    if field.ask.yes:
        return f"{text(field.ask.yes)}?"
    if kind is bool:
        return text("yes or no?")
    if kind is Cards:
        return text("which cards?")
    if get_origin(kind) is frozenset:
        return text("which?")
    if isinstance(kind, type) and issubclass(kind, Seat | Side):
        return text("who?")
    counted = isinstance(kind, type) and issubclass(kind, int | Fraction)
    return text("how many?") if counted and field.ask.moment is Moment.PLAY else text("what?")


def kinds_instead(hands: Mapping[str, type], kind: str) -> dict[str, tuple[str, ...]]:
    """Return the kinds of hand that may still be chosen at a later question of the bidding, by question.

    Up to that question both kinds ask the same. For example, misère may be chosen when it is known who bid
    but not what.
    """
    questions = _bidding(hands[kind]) if kind in hands else ()
    kinds: dict[str, tuple[str, ...]] = {}
    for other, record in hands.items():
        other_questions = _bidding(record)
        pairs = zip(questions, other_questions, strict=False)
        first_difference = next((n for n, (left, right) in enumerate(pairs) if left != right), None)
        index = min(len(questions), len(other_questions)) if first_difference is None else first_difference
        if other != kind and 0 < index < len(questions):
            name = questions[index][0]
            kinds[name] = (*kinds.get(name, ()), other)
    return kinds


def _bidding(record: type) -> tuple[tuple[str, Any], ...]:
    """Return the questions of the bidding that must be answered, with their types."""
    asked = (q for q in record_fields(record) if q.ask.moment is Moment.AUCTION and q.needs_answer)
    return tuple((q.name, q.type) for q in asked)


def in_order(groups: Iterable[Group]) -> Iterator[tuple[Group, Box]]:
    """Yield the boxes in the order asked: consecutive questions about each player go player by player."""
    for is_per_player, run in groupby(
        groups, lambda group: group.total is None and group.boxes[0].side is not None
    ):
        several = tuple(run)
        if is_per_player:
            for boxes in zip(*(group.boxes for group in several), strict=True):
                yield from zip(several, boxes, strict=True)
        else:
            for group in several:
                yield from ((group, box) for box in group.boxes)


def _below(
    group: Group, box: Box, ordered: list[tuple[Group, Box]], required: list[tuple[Group, Box]]
) -> tuple[str, ...]:
    """Return the steps below which an optional question can stand, nearest first.

    They are the required steps of the same player, or all required steps if there are none. Steps of the
    same moment (auction or play) come first. All are returned, because the nearest may not be shown.
    """
    candidates = [step for step in required if step[1].side == box.side] or required
    index_of = {id(other): n for n, (_group, other) in enumerate(ordered)}
    own_index = index_of[id(box)]

    def distance(step: tuple[Group, Box]) -> tuple[bool, bool, int]:
        index = index_of[id(step[1])]
        return step[0].is_auction is not group.is_auction, index > own_index, abs(index - own_index)

    return tuple(step[1].path for step in sorted(candidates, key=distance))


def entry_section(
    presenter: MatchPresenter,
    viewer: Viewer,
    entry: HandEntry,
    preview: Preview,
    *,
    changed: bool = False,
    clash: Clash | None = None,
    kept_key: str = "",
) -> Markup:
    """Draw the form of the next hand, or the choice between two conflicting hands.

    ``changed``: the form holds answers that were sent; ``kept_key``: the key of the phone's unsent entry.
    """
    match, links = presenter.match, viewer.links
    values: dict[str, Any] = {"viewer": viewer, "links": links, "entry": entry, "kept_key": kept_key}
    values["presenter"] = presenter
    form: Markup | str = ""
    if clash is not None and clash.theirs is not None:
        # Only the answers: the form has current values for the other fields.
        boxes = [
            (name, value)
            for name, several in entry.form.data.items()
            if name.removesuffix(".n") in entry.form.fields
            for value in several
        ]
        form = draw("hand/clash.html", match.words, clash=clash, boxes=boxes, **values)
    elif not presenter.outcome:
        errors = tuple(entry.form.non_field_errors)
        if clash is not None:
            text = match.words.gettext(
                "The sheet has changed in the meantime. Look at it, then save once more."
            )
            errors = (text,)
        form = _form(
            entry,
            values,
            match,
            heading=draw("hand/heading.html", match.words, **values),
            errors=errors,
            preview=draw("hand/preview.html", match.words, preview=preview, **values),
            secondary=draw("hand/undo.html", match.words, **values) if presenter.last else "",
            action=links("hand"),
            auction_url=links("ask_at_table", entry.auction_question) if entry.auction_question else "",
            target="#sheet",
            save=match.words.gettext(match.game.save_title),
            changed=changed or clash is not None,
            asks_why=entry.is_correction or bool(viewer.closed),
            title=match.words.gettext(match.game.hand_title),
        )
    return draw("hand/entry.html", match.words, form=form, **values)


def correction(
    match: LocalizedMatch,
    viewer: Viewer,
    entry: HandEntry,
    operation: str,
    preview: Preview | None,
    url: str,
    *,
    clash: Clash | None = None,
    kept_key: str = "",
    reason_needed: bool = True,
    on_sheet: bool = False,
) -> Markup:
    """Draw the form that edits, inserts or adjusts a hand; ``url`` is the form's URL.

    ``operation`` is "amend", "insert" or "adjust". ``on_sheet``: this form replaces the next hand's form
    on the sheet, until Cancel is pressed. An unsent hand (``kept_key``: its key) then needs no reason.
    """
    values: dict[str, Any] = {"viewer": viewer, "links": viewer.links, "entry": entry, "kept_key": kept_key}
    title = correction_title(match, entry, operation)
    asks_why = entry.is_correction and not (on_sheet and kept_key)
    why = draw("hand/why.html", match.words, entry=entry, needed=reason_needed) if asks_why else Markup()
    form = _form(
        entry,
        values,
        match,
        heading=draw("hand/correction_heading.html", match.words, title=title, clash=clash),
        errors=tuple(entry.form.non_field_errors),
        preview=changes(match, entry, preview, url) + why,
        secondary=draw("hand/cancel.html", match.words, links=viewer.links),
        action=url,
        target="",
        save=correction_save(match, operation),
        changed=True,
        title=match.words.gettext(match.game.hand_title),
        asks_why=asks_why,
        reason_needed=reason_needed,
    )
    return draw("hand/correction.html", match.words, form=form)


def deletion(
    match: LocalizedMatch,
    viewer: Viewer,
    row: HandRow,
    *,
    why: str = "",
    error: str = "",
    kept_key: str = "",
    reason_needed: bool = True,
) -> Markup:
    """Draw the page that deletes a hand: the consequences, the reason, and the button.

    ``kept_key``: the key of an unsent hand, which the phone just drops.
    """
    return draw(
        "hand/strike.html",
        match.words,
        viewer=viewer,
        links=viewer.links,
        row=row,
        why=why,
        error=error,
        kept_key=kept_key,
        reason_needed=reason_needed,
        changes=changes(match, None, changes_of(match, Entry(row.number, None, "—"))),
        secondary=draw("hand/cancel.html", match.words, links=viewer.links),
    )


def ending(presenter: MatchPresenter, viewer: Viewer, *, why: str = "", error: str = "") -> Markup:
    """Draw the page that ends the game: the leader, the result, and the button.

    A closed sheet asks for the reason ``why``; ``error`` is the problem with it.
    """
    match = presenter.match
    number = match.state.next_number
    after = append_hand(match.game, match.sheet, Stopped(), number)
    return draw(
        "hand/stop.html",
        match.words,
        presenter=presenter,
        viewer=viewer,
        links=viewer.links,
        number=number,
        is_decided=after.outcome is not None,
        because=None if match.hides_totals else reason_of_end(match, after),  # hidden totals show no leader
        problems=[match.words.read(problem.words) for problem in after.rows[-1].problems],
        why=why,
        error=error,
        secondary=draw("hand/cancel.html", match.words, links=viewer.links),
    )


def correction_title(match: LocalizedMatch, entry: HandEntry, operation: str) -> str:
    """Return the title of a correction; ``operation`` is "amend", "insert" or "adjust"."""
    text = match.words.gettext
    if operation == "amend":
        return text("Edit hand {n}").format(n=entry.display_number)
    if operation == "insert":
        return text("Add a missed hand before hand {n}").format(n=entry.display_number)
    return text("Adjust points")


def correction_save(match: LocalizedMatch, operation: str) -> str:
    """Return the label of the button that saves a correction; ``operation`` as for the title."""
    text = match.words.gettext
    if operation == "insert":
        return text(match.game.save_title)
    return text("Save change") if operation == "amend" else text("Save points")


def changes(match: LocalizedMatch, entry: HandEntry | None, preview: Preview | None, url: str = "") -> Markup:
    """Draw the changes that an entry would make."""
    return draw("hand/changes.html", match.words, entry=entry, preview=preview, url=url)


def draw_preview(match: LocalizedMatch, viewer: Viewer, entry: HandEntry, preview: Preview) -> Markup:
    return draw("hand/preview.html", match.words, entry=entry, preview=preview, links=viewer.links)


def _form(entry: HandEntry, values: dict[str, Any], match: LocalizedMatch, **form_values: Any) -> Markup:
    kind_pads = pads(entry, match.reader.language)
    return draw(
        "hand/form.html",
        match.words,
        pads=kind_pads,
        drawn_kinds=[pad.kind.id for pad in kind_pads],
        usual=default_values(entry.form),
        fault=entry.first_fault,
        **{"asks_why": entry.is_correction, "reason_needed": True, "auction_url": ""} | values | form_values,
    )
