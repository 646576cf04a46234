"""The form of any record a game declares: house rules, hands, a referee's facts. No game is named here.

A ``RecordForm`` is a Django form with one field a box; ``groups`` lays the boxes out question by question
for the templates in ``templates/boxes/``, one template a shape.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, get_args, get_origin

from django import forms
from django.utils.translation import gettext as _

from games.engine import (
    JOKERS,
    SIGNS,
    Ask,
    Blank,
    Calls,
    Cards,
    Choice,
    Goal,
    Moment,
    PerSeat,
    PerSide,
    Problem,
    Seat,
    Sheet,
    Side,
    Words,
    asks,
    blanks,
    filled_in,
    from_json,
    idle,
    limit,
    optional,
    out_of_bounds,
    pack,
    places,
    plain,
    supposed,
    to_json,
)
from games.engine.records import Unfit

Check = Callable[[Any], Iterable[Problem]]

MOST_KEYS = 24  # numbers that get a key each; beyond that they are typed


@dataclass(frozen=True)
class Option:
    """One key: what it sends, what stands on it, and whose seat or side it is, if anybody's."""

    value: str
    label: str
    about: str
    chosen: bool
    id: str
    place: Side | Seat | None = None


@dataclass(frozen=True)
class Box:
    """One box for a template: its shape names the template, its options are the keys, if it has any."""

    path: str
    name: str  # of the input
    id: str
    shape: str
    label: str
    place: Side | Seat | None
    value: str
    options: tuple[Option, ...]
    errors: tuple[str, ...]
    least: int | None
    most: int | None
    step: int
    required: bool
    # A number in a box of its own beside the keys: a goal's, or one that has no key.
    number_name: str = ""
    number: str = ""
    # A single player's, and nobody has filled it in: what holds then is not shown as chosen.
    unsaid: bool = False
    by_rank: bool = False  # cards are tapped by rank alone
    rows: int | None = None  # in which they lie on the table
    adds: str = ""  # keys that add up: "A=1|2=2|10s=10"
    idle: bool = False  # a box of a record within, whose own question does not matter by these answers


@dataclass(frozen=True)
class Group:
    """A question and its boxes. ``matters`` is false where the answers so far make it idle."""

    name: str
    label: str
    about: str
    section: str
    moment: Moment
    matters: bool
    boxes: tuple[Box, ...]
    errors: tuple[str, ...]
    total: int | None
    rule: Any = None
    seldom: bool = False
    none: str = ""  # what leaving it out says

    @property
    def folded(self) -> bool:
        """Whether the question stands behind a key of its own: what it says is what it nearly always says."""
        return self.seldom and not self.errors

    @property
    def nested(self) -> bool:
        """Whether the question is a record within the record: its boxes have questions of their own."""
        return any(box.place is None and box.path != self.name for box in self.boxes)

    @property
    def said(self) -> str:
        """The answer as its key says it, where one key is chosen."""
        return next(
            (option.label for box in self.boxes for option in box.options if option.chosen), self.none
        )

    @property
    def is_auction(self) -> bool:
        return self.moment is Moment.AUCTION


def idle_of(groups: Iterable[Group]) -> tuple[str, ...]:
    """The names of the idle questions, and the paths of the idle boxes in the others."""
    groups = tuple(groups)
    boxes = (box.path for group in groups for box in group.boxes if box.idle)
    return (*(group.name for group in groups if not group.matters), *boxes)


class RecordField(forms.Field):
    """A box whose text the engine reads: what comes out is an answer of the box's shape."""

    def __init__(self, blank: Blank, shape: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.blank, self.shape = blank, shape

    def to_python(self, value: Any) -> Any:
        if value in self.empty_values:
            return None
        try:
            return from_json(self.shape, _as_json(self.shape, value))
        except Unfit as unfit:
            raise forms.ValidationError(str(unfit.words), code="unfit", params={"unfit": unfit}) from None


class OneOf(forms.RadioSelect):
    """Radio inputs; with a number beside them where the answer is a goal."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        kind, number = data.get(name), data.get(f"{name}.n", "")
        return f"{kind}:{number.strip()}" if kind and number.strip() and ":" not in kind else kind


class KeyOr(forms.TextInput):
    """A key, or another number typed beside the keys; what is typed holds."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return str(data.get(f"{name}.n", "")).strip() or data.get(name)


class SomeOf(forms.CheckboxSelectMultiple):
    """Checkboxes; an unseen one that is always sent tells "none of them" from "not asked"."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        values = data.getlist(name) if hasattr(data, "getlist") else data.get(name)
        return None if values is None else [value for value in values if value]


def _as_json(shape: Any, value: Any) -> Any:
    """What a person typed or tapped, as the JSON that the engine reads strictly."""
    if inner := optional(shape):
        return _as_json(inner, value)
    origin = get_origin(shape)
    if origin is frozenset:
        return [_as_json(get_args(shape)[0], one) for one in value]
    if shape is Cards:
        return str(value).translate(_SUITS).strip()
    if origin is Goal or shape in (str, Calls):
        return str(value).strip()
    text = str(value).strip().replace("\N{MINUS SIGN}", "-").replace("\N{NO-BREAK SPACE}", "")
    if origin is tuple:
        return _listed(shape, text)
    if shape is bool:
        return {"yes": True, "on": True, "true": True, "no": False, "false": False}.get(text.lower(), text)
    if shape is Fraction:
        return _decimal(text)
    if isinstance(shape, type) and issubclass(shape, Choice):
        return text
    try:
        return int(text) if len(text) <= 12 else text
    except ValueError:
        return text


# What people type for a suit, as cards are written: "Q♥" is QH. A variation selector is not seen.
_SUITS = {ord(sign): suit for suit, sign in SIGNS.items()} | {0xFE0E: None, 0xFE0F: None}


# As much as people write. Not 1e9: a few letters more of that would keep the server busy for hours.
_NUMBER = re.compile(r"[+-]?(?:\d{1,9}(?:[.,]\d{0,9})?|[.,]\d{1,9}|\d{1,9}/0*[1-9]\d{0,8})", re.ASCII)


def number_typed(text: str) -> Fraction | None:
    """What someone typed, if it is a number: 12, 1.5, 1,5 or 3/2."""
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    return Fraction(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None


def _decimal(text: str) -> str:
    """ "1.5" and "1,5" as the engine writes them: "3/2"."""
    number = number_typed(text)
    return text if number is None else str(number)


def _listed(shape: Any, text: str) -> list[Any]:
    """ "5, 3, 1" or, for a list of pairs, "10:2, 13:3"."""
    inner = get_args(shape)[0]
    parts = [part for part in text.replace(";", ",").replace(" ", ",").split(",") if part]
    if get_origin(inner) is tuple:
        kinds = get_args(inner)
        return [
            [_as_json(kind, piece) for kind, piece in zip(kinds, part.split(":"), strict=False)]
            for part in parts
        ]
    return [_as_json(inner, part) for part in parts]


def shown(answer: Any) -> Any:
    """An answer as its box shows it."""
    stored = to_json(answer)
    if stored is None:
        return ""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, frozenset):
        return stored
    if isinstance(stored, list):
        return ", ".join(":".join(map(str, part)) if isinstance(part, list) else str(part) for part in stored)
    return str(stored)


def shape_of(blank: Blank, sheet: Sheet[Any]) -> str:
    """The name of the template that asks for an answer of this shape."""
    shape = optional(blank.type) or blank.type
    origin = get_origin(shape)
    if origin in (frozenset, Goal, tuple):
        return {frozenset: "set", Goal: "goal", tuple: "list"}[origin]
    named = {bool: "switch", str: "text", Cards: "cards", Calls: "calls", Fraction: "fraction"}
    if shape in named:
        return (
            "yesno"
            if shape is bool and (blank.required or blank.default or optional(blank.type))
            else named[shape]
        )
    if issubclass(shape, Seat | Side):
        return "who"
    if issubclass(shape, Choice):
        return "choice"
    return "keys" if _keys(blank.ask, sheet) else "number"


def _keys(ask: Ask, sheet: Sheet[Any]) -> tuple[int, ...]:
    """The numbers that get a key each; none where there are too many."""
    least, most = limit(ask.least, sheet), limit(ask.most, sheet)
    if ask.offers:
        return ask.offers
    if least is None or most is None or (most - least) // ask.step >= MOST_KEYS:
        return ()
    return tuple(range(least, most + 1, ask.step))


def more_than_keys(blank: Blank, sheet: Sheet[Any]) -> bool:
    """Whether numbers are allowed that no key offers."""
    if shape_of(blank, sheet) != "keys" or not blank.ask.offers:
        return False
    least, most = limit(blank.ask.least, sheet), limit(blank.ask.most, sheet)
    if least is None or most is None:
        return True
    return (most - least) // blank.ask.step + 1 > len(set(blank.ask.offers))


class RecordForm(forms.Form):
    """Asks for one record; what the engine finds wrong lands beside its box.

    ``check`` gives the engine's problems with the finished record. ``record`` is what came of it:
    the record, or None where something is missing or cannot be read. With ``idle_too`` answers that do
    not matter are kept as well: house rules must say the same whatever else they say.
    """

    def __init__(
        self,
        record: type,
        sheet: Sheet[Any],
        words: Words,
        check: Check = lambda made: (),
        data: Mapping[str, Any] | None = None,
        answers: Mapping[str, Any] | None = None,
        prefix: str | None = None,
        idle_too: bool = False,
    ) -> None:
        super().__init__(data=data, prefix=prefix)
        self.idle_too = idle_too
        self.kind_of_record, self.sheet, self.words, self.check = record, sheet, words, check
        self.blanks = {blank.path: blank for blank in blanks(record, sheet)}
        self.answers = dict(answers or {})  # what the boxes start with, by path
        self.record: Any = None
        self.problems: tuple[Problem, ...] = ()
        self.missing: set[str] = set()
        for path, blank in self.blanks.items():
            self.fields[path] = self._field(blank)
        if self.is_bound:
            self.data = self._completed(data)

    def _field(self, blank: Blank) -> RecordField:
        label = self.words.read(blank.ask.text if blank.place is None else blank.place)
        widget: forms.Widget = forms.TextInput()
        if get_origin(blank.type) is frozenset:
            widget = SomeOf()
        elif get_origin(optional(blank.type) or blank.type) is Goal:
            widget = OneOf()
        elif more_than_keys(blank, self.sheet):
            widget = KeyOr()
        return RecordField(blank, blank.type, label=label, required=False, widget=widget)

    # Reading -----------------------------------------------------------------

    def _completed(self, data: Any) -> Any:
        """What was sent, with the last number of a known total filled in where it alone was left out."""
        sent = data.copy()
        for q in asks(self.kind_of_record):
            total = limit(q.ask.total, self.sheet)
            if get_origin(q.type) not in (PerSide, PerSeat) or total is None:
                continue
            names = [
                self.add_prefix(f"{q.name}.{n}") for n in range(len(places(get_origin(q.type), self.sheet)))
            ]
            empty = [name for name in names if not str(sent.get(name, "")).strip()]
            others = [number_typed(str(sent.get(name))) for name in names if name not in empty]
            known = [other for other in others if other is not None]
            if len(empty) == 1 and len(known) == len(others):
                rest, least = total - sum(known), limit(q.ask.least, self.sheet)
                if least is None or rest >= least:
                    sent[empty[0]] = str(rest)
        return sent

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        known = {path: answer for path, answer in given.items() if answer is not None}
        for path, blank in self.blanks.items():
            if path in known or path in self.errors:
                continue
            if optional(blank.type) and (self._sent(path) or self._beside_sent(blank)):
                known[path] = None  # an empty box is an answer: none; so is one hidden among others
            elif blank.type is bool and not blank.required and not blank.default:
                known[path] = False  # a switch that is off sends nothing
            elif blank.required and self._may_be_empty(blank):
                known[path] = _empty(blank.type)
            elif blank.required:
                self.missing.add(path)
        self.answers = known
        if self.missing:
            self.missing -= self._idle(known)
            self._say_missing(known)
        if self.errors or self.missing:
            self._bound_known(known)
        else:
            self._finish(known)
        return given

    def _idle(self, known: Mapping[str, Any]) -> set[str]:
        """The boxes of questions that may stay open, for by these answers they do not matter."""
        record = self.kind_of_record
        must = {q.name for q in asks(record) if q.required}
        open_ = set(idle(supposed(record, known, self.sheet), self.sheet)) - must
        return {path for path in self.missing if belongs(path, open_)}

    def _finish(self, known: Mapping[str, Any]) -> None:
        """The record that the answers make, or what is wrong with it."""
        try:
            made = filled_in(self.kind_of_record, known, self.sheet)
        except KeyError as gap:
            # Answers that may be left out together, of which some were given.
            self.missing.add(str(gap.args[0]))
            return self._say_missing(known)
        made = made if self.idle_too else plain(made, self.sheet)
        self.problems = tuple(out_of_bounds(made, self.sheet)) or tuple(self.check(made))
        self.record = None if self.problems else made
        for problem in self.problems:
            self.add_error(self._box(problem.field), self.words.read(problem.words))
        return None

    def _bound_known(self, known: Mapping[str, Any]) -> None:
        """Even where something is missing, what lies beyond its limits is said at once."""
        for problem in out_of_bounds(supposed(self.kind_of_record, known, self.sheet), self.sheet):
            if problem.field in known:
                self.add_error(problem.field, self.words.read(problem.words))

    def _sent(self, path: str) -> bool:
        return self.add_prefix(path) in self.data

    def _beside_sent(self, blank: Blank) -> bool:
        """Whether another player's box of the same question was sent."""
        if blank.place is None or not blank.required:
            return False
        others = (path for path, other in self.blanks.items() if other.question == blank.question)
        return any(self._sent(path) for path in others)

    @staticmethod
    def _may_be_empty(blank: Blank) -> bool:
        return (blank.type in (str, Cards, Calls) and not blank.ask.least) or get_origin(
            blank.type
        ) is frozenset

    def _say_missing(self, known: Mapping[str, Any]) -> None:
        """A question that does not matter may stay open; the others say so, each once."""
        asked: set[str] = set()
        for path in list(self.missing):
            question = self.blanks[path].question
            if question not in asked:
                asked.add(question)
                self.add_error(path, _("This is still to be said."))

    def _box(self, path: str) -> str | None:
        """The field that a problem's path belongs to: its own, or the first box of its question."""
        if path in self.fields:
            return path
        inside = [box for box in self.fields if path and box.startswith(path + ".")]
        if inside:
            return inside[0]
        while "." in path:
            path = path.rpartition(".")[0]
            if path in self.fields:
                return path
        return None

    def waits(self, problem: Problem, idle: Container[str] = ()) -> bool:
        """Whether a box is still empty that a problem is about; of the whole hand, any that awaits an answer.

        A switch that is off and a set of which nothing is marked are answers. ``idle``: what is not asked.
        """
        field = problem.field
        return any(
            self._is_empty(path)
            for path, blank in self.blanks.items()
            if (blank.required or blank.place is not None if field == "" else belongs(path, {field}))
            and not belongs(path, idle)
            and shape_of(blank, self.sheet) not in ("switch", "set")
        )

    def _is_empty(self, path: str) -> bool:
        raw = self.fields[path].widget.value_from_datadict(self.data, {}, self.add_prefix(path))
        return raw is None or not str(raw).strip()

    # Showing -----------------------------------------------------------------

    @property
    def groups(self) -> tuple[Group, ...]:
        """The questions in order, each with its boxes."""
        off = set(idle(supposed(self.kind_of_record, self._known(), self.sheet), self.sheet))
        nested = {blank.question for blank in self.blanks.values()}
        return tuple(self._group(q.name, q.ask, off) for q in asks(self.kind_of_record) if q.name in nested)

    @property
    def said(self) -> Mapping[str, Any]:
        """The boxes that were filled in."""
        return self.data if self.is_bound else self.answers

    def _known(self) -> dict[str, Any]:
        """The answers so far, by path, for what depends on them."""
        if not self.is_bound:
            return {path: answer for path, answer in self.answers.items() if path in self.blanks}
        self.full_clean() if self._errors is None else None
        return {path: answer for path, answer in self.answers.items() if path in self.blanks}

    def _group(self, name: str, ask: Ask, off: set[str]) -> Group:
        shown_here = (self._show(blank) for blank in self.blanks.values() if blank.question == name)
        boxes = tuple(replace(box, idle=name not in off and belongs(box.path, off)) for box in shown_here)
        errors = tuple(dict.fromkeys(error for box in boxes for error in box.errors))
        read = self.words.read
        return Group(
            name=name,
            label=read(ask.text),
            about=read(ask.about),
            section=read(ask.section),
            moment=ask.moment,
            matters=name not in off,
            boxes=boxes,
            errors=errors,
            total=limit(ask.total, self.sheet),
            rule=ask.rule,
            none=read(ask.none),
            seldom=ask.seldom and all(self._is_usual(box) for box in boxes),
        )

    def _is_usual(self, box: Box) -> bool:
        return box.value == shown(self.blanks[box.path].default)

    def _show(self, blank: Blank) -> Box:
        name, shape = self.add_prefix(blank.path), shape_of(blank, self.sheet)
        value = self._value(blank)
        kind, _colon, number = value.partition(":") if shape == "goal" else (value, "", "")
        more = more_than_keys(blank, self.sheet)
        if more and kind and not (kind.strip("-").isdecimal() and int(kind) in _keys(blank.ask, self.sheet)):
            number = kind  # it has no key
        if blank.place is not None and number == str(shown(blank.default)):
            number = ""  # what holds for a player if nobody says is not shown as said
        return Box(
            path=blank.path,
            name=name,
            id=f"box-{name.replace('.', '-')}",
            shape=shape,
            label=str(self.fields[blank.path].label),
            place=blank.place,
            value=kind if isinstance(kind, str) else "",
            options=tuple(self._options(blank, shape, name, kind)),
            errors=tuple(str(error) for error in self.errors.get(blank.path, ())) if self.is_bound else (),
            least=limit(blank.ask.least, self.sheet),
            most=limit(blank.ask.most, self.sheet),
            step=blank.ask.step,
            required=blank.required,
            number_name=f"{name}.n" if shape == "goal" or more else "",
            number=number,
            unsaid=blank.place is not None and blank.path not in self.said,
            by_rank=blank.ask.by_rank,
            rows=limit(blank.ask.rows, self.sheet),
            adds="|".join(f"{read}={n}" for read, n in self._adds(blank)),
        )

    def _adds(self, blank: Blank) -> Iterable[tuple[str, int]]:
        for label, n in blank.ask.adds(self.sheet) if blank.ask.adds else ():
            yield self.words.read(label), n

    def _value(self, blank: Blank) -> Any:
        """What the box shows: what was typed, right or wrong; else what it starts with."""
        if self.is_bound:
            raw = self.fields[blank.path].widget.value_from_datadict(
                self.data, {}, self.add_prefix(blank.path)
            )
            if raw is None and blank.path in self.answers:
                return shown(self.answers[blank.path])
            return raw if raw is not None else ("" if get_origin(blank.type) is not frozenset else [])
        if blank.path in self.answers:
            return shown(self.answers[blank.path])
        return "" if blank.required else shown(blank.default)

    def _options(self, blank: Blank, shape: str, name: str, value: Any) -> Iterable[Option]:
        chosen = set(value) if isinstance(value, list) else {value}
        if shape == "cards":
            chosen = set(str(value).upper().split())
        for n, (key, label, about, place) in enumerate(self._choices(blank, shape)):
            identity = f"box-{name.replace('.', '-')}-{n}"
            yield Option(key, label, about, key in chosen, identity, place)

    def _choices(self, blank: Blank, shape: str) -> Iterable[tuple[str, str, str, Side | Seat | None]]:
        read, ask = self.words.read, blank.ask
        kind = optional(blank.type) or blank.type
        if shape in ("choice", "set", "goal"):
            members = get_args(kind)[0] if get_origin(kind) else kind
            if issubclass(members, Seat | Side):
                members = places(PerSide if members is Side else PerSeat, self.sheet)
            for member in ask.of(self.sheet) if ask.of else members:
                if isinstance(member, Seat | Side):
                    yield str(int(member)), read(member), "", member
                    continue
                label = read(member).replace("{n}", "…") if shape == "goal" else read(member)
                yield str(member.value), label, read(member.about), None
        elif shape == "who":
            everyone = places(PerSide if kind is Side else PerSeat, self.sheet)
            for who in ask.of(self.sheet) if ask.of else everyone:
                yield str(int(who)), read(who), "", who
        elif shape == "keys":
            for number in _keys(ask, self.sheet):
                yield str(number), read(number), "", None
        elif shape == "cards":
            for card in dict.fromkeys(ask.of(self.sheet) if ask.of else pack(jokers=len(JOKERS))):
                yield str(card), read(card), "", None
        elif shape == "yesno":
            yield "yes", _("Yes"), "", None
            yield "no", _("No"), "", None
        if optional(blank.type) and shape in ("choice", "who", "keys", "yesno"):
            yield "", read(ask.none) if ask.none else _("None"), "", None


def belongs(path: str, questions: Container[str]) -> bool:
    """Whether a box belongs to one of these questions, named by their paths."""
    parts = path.split(".")
    return any(".".join(parts[:n]) in questions for n in range(1, len(parts) + 1))


def _empty(shape: Any) -> Any:
    return frozenset() if get_origin(shape) is frozenset else shape()
