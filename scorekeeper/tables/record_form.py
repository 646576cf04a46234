"""The form of any record a game declares: house rules, hands, a referee's facts. No game is named here.

A ``RecordForm`` is a Django form with one field a box; ``groups`` lays the boxes out question by question
for the templates in ``templates/boxes/``, one template a shape.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any, get_args, get_origin

from django import forms
from django.utils.translation import gettext as _

from games.engine import (
    JOKERS,
    Ask,
    Calls,
    Cards,
    FormField,
    Goal,
    PerSeat,
    PerSide,
    Problem,
    Seat,
    Sheet,
    Side,
    Words,
    form_fields,
    from_form_data,
    irrelevant_paths,
    limit,
    optional,
    out_of_bounds,
    pack,
    positions,
    record_fields,
    with_placeholder_answers,
    within_bounds,
    without_irrelevant,
)

from .boxes import (
    Box,
    Group,
    Option,
    belongs,
    keys_of,
    more_than_keys,
    shape_of,
)
from .form_fields import (
    MultiSelect,
    RadioOrNumber,
    RadioSelect,
    RecordField,
    number_typed,
    shown,
)

Check = Callable[[Any], Iterable[Problem]]


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
        self.blanks = {blank.path: blank for blank in form_fields(record, sheet)}
        self.answers = dict(answers or {})  # what the boxes start with, by path
        self.record: Any = None
        self.problems: tuple[Problem, ...] = ()
        self.missing: set[str] = set()
        for path, blank in self.blanks.items():
            self.fields[path] = self._field(blank)
        if self.is_bound:
            self.data = self._completed(data)

    def _field(self, blank: FormField) -> RecordField:
        label = self.words.read(blank.ask.text if blank.place is None else blank.place)
        widget: forms.Widget = forms.TextInput()
        if get_origin(blank.type) is frozenset:
            widget = MultiSelect()
        elif get_origin(optional(blank.type) or blank.type) is Goal:
            widget = RadioSelect()
        elif more_than_keys(blank, self.sheet):
            widget = RadioOrNumber()
        return RecordField(blank, blank.type, label=label, required=False, widget=widget)

    def must_be_said(self, blank: FormField) -> bool:
        """Whether a box asks for an answer; else what holds if nobody says stands in it."""
        return blank.required

    def says_none(self, blank: FormField) -> bool:
        """Whether a box that may hold none does: an empty one, or one hidden among others of its question."""
        return self._sent(blank.path) or self._beside_sent(blank)

    def settle_missing(self, known: dict[str, Any]) -> None:
        """Add to ``missing``, or to the known answers, what this form has rules of its own for."""

    def shows_nothing_unsaid(self, blank: FormField) -> bool:
        """Whether a box that nobody has answered shows no key as chosen."""
        return blank.place is not None and self.shape(blank) == "keys"

    def has_key_for_none(self, blank: FormField) -> bool:
        """Whether a box of a number has a key beside it that says that there is none."""
        return False

    def shape(self, blank: FormField) -> str:
        """The template of a box. A switch that is off would be an answer: what must be said has two keys."""
        shape = shape_of(blank, self.sheet)
        return "yesno" if shape == "switch" and self.must_be_said(blank) else shape

    # Reading -----------------------------------------------------------------

    def _completed(self, data: Any) -> Any:
        """What was sent, with the last number of a known total filled in where it alone was left out."""
        sent = data.copy()
        for q in record_fields(self.kind_of_record):
            total = limit(q.ask.total, self.sheet)
            if get_origin(q.type) not in (PerSide, PerSeat) or total is None:
                continue
            names = [
                self.add_prefix(f"{q.name}.{n}")
                for n in range(len(positions(get_origin(q.type), self.sheet)))
            ]
            none = [name for name in names if sent.get(f"{name}.n") and not str(sent.get(name, "")).strip()]
            given = [name for name in names if name not in none]
            empty = [name for name in given if not str(sent.get(name, "")).strip()]
            others = [number_typed(str(sent.get(name))) for name in given if name not in empty]
            known = [other for other in others if other is not None]
            if len(empty) == 1 and len(known) == len(others):
                least, other = limit(q.ask.least, self.sheet), limit(q.ask.other_total, self.sheet)
                rests = (each - sum(known) for each in (total, other) if each is not None)
                if (rest := next((n for n in rests if least is None or n >= least), None)) is not None:
                    sent[empty[0]] = str(rest)
        return sent

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        known = {path: answer for path, answer in given.items() if answer is not None}
        for path, blank in self.blanks.items():
            if path in known or path in self.errors:
                continue
            if optional(blank.type) and self.says_none(blank):
                known[path] = None
            elif get_origin(blank.type) is frozenset and self.must_be_said(blank) and self._sent(path):
                known[path] = frozenset()
            elif blank.type is bool and not self.must_be_said(blank) and not blank.default:
                known[path] = False  # a switch that is off sends nothing
            elif blank.required and self._may_be_empty(blank):
                known[path] = _empty(blank.type)
            elif blank.required:
                self.missing.add(path)
        self.answers = known
        if self.missing:
            self.missing -= self._idle()
        self.settle_missing(known)
        if self.missing:
            self._say_missing(known)
        if self.errors or self.missing:
            self._bound_known(known)
        else:
            self._finish(known)
        return given

    def _idle(self) -> set[str]:
        """The boxes of questions that may stay open, for by these answers they do not matter."""
        record = self.kind_of_record
        must = {q.name for q in record_fields(record) if q.required}
        open_ = (
            set(irrelevant_paths(with_placeholder_answers(record, self.known, self.sheet), self.sheet)) - must
        )
        return {path for path in self.missing if belongs(path, open_)}

    def _finish(self, known: Mapping[str, Any]) -> None:
        """The record that the answers make, or what is wrong with it."""
        try:
            made = from_form_data(self.kind_of_record, known, self.sheet)
        except KeyError as gap:
            # Answers that may be left out together, of which some were given.
            self.missing.add(str(gap.args[0]))
            return self._say_missing(known)
        self.problems = tuple(out_of_bounds(made, self.sheet))
        if not self.idle_too:
            # Which questions matter is asked of what can stand; the rest counts where it matters.
            anyhow = with_placeholder_answers(self.kind_of_record, self.known, self.sheet)
            off = set(irrelevant_paths(anyhow, self.sheet))
            self.problems = tuple(problem for problem in self.problems if not belongs(problem.field, off))
            made = made if self.problems else without_irrelevant(anyhow, self.sheet)
        self.problems = self.problems or tuple(self.check(made))
        self.record = None if self.problems else made
        for problem in self.problems:
            self.add_error(self._box(problem.field), self.words.read(problem.words))
        return None

    def _bound_known(self, known: Mapping[str, Any]) -> None:
        """Even where something is missing, what lies beyond its limits is said at once."""
        for problem in out_of_bounds(
            with_placeholder_answers(self.kind_of_record, known, self.sheet), self.sheet
        ):
            if problem.field in known:
                self.add_error(problem.field, self.words.read(problem.words))

    def _sent(self, path: str) -> bool:
        return self.add_prefix(path) in self.data

    def _beside_sent(self, blank: FormField) -> bool:
        """Whether another player's box of the same question was sent."""
        if blank.place is None or not blank.required:
            return False
        others = (path for path, other in self.blanks.items() if other.question == blank.question)
        return any(self._sent(path) for path in others)

    @staticmethod
    def _may_be_empty(blank: FormField) -> bool:
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
            and self.shape(blank) not in ("switch", "set")
        )

    def _is_empty(self, path: str) -> bool:
        raw = self.fields[path].widget.value_from_datadict(self.data, {}, self.add_prefix(path))
        return raw is None or not str(raw).strip()

    # Showing -----------------------------------------------------------------

    @property
    def groups(self) -> tuple[Group, ...]:
        """The questions in order, each with its boxes."""
        off = set(
            irrelevant_paths(
                with_placeholder_answers(self.kind_of_record, self.known, self.sheet), self.sheet
            )
        )
        asked: dict[str, list[FormField]] = {}
        for blank in self.blanks.values():
            asked.setdefault(blank.question, []).append(blank)
        return tuple(
            self._group(q.name, q.ask, asked[q.name], off)
            for q in record_fields(self.kind_of_record)
            if q.name in asked
        )

    @property
    def said(self) -> Mapping[str, Any]:
        """The boxes that were filled in."""
        return self.data if self.is_bound else self.answers

    @property
    def known(self) -> dict[str, Any]:
        """The answers so far, by path, for what depends on them: those that can stand, each for itself.

        A game may take for granted that what it is asked about lies within the limits of its questions; a
        draft, or a form that somebody else made up, may say anything.
        """
        if self.is_bound and self._errors is None:
            self.full_clean()
        return {path: answer for path, answer in self.answers.items() if self._can_stand(path, answer)}

    def _can_stand(self, path: str, answer: Any) -> bool:
        blank = self.blanks.get(path)
        return blank is not None and (answer == blank.default or within_bounds(blank.ask, answer, self.sheet))

    def _group(self, name: str, ask: Ask, own: list[FormField], off: set[str]) -> Group:
        within = off if name not in off else ()
        boxes = tuple(self._show(blank, belongs(blank.path, within)) for blank in own)
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
            other_total=limit(ask.other_total, self.sheet),
            rule=ask.rule,
            none=read(ask.none),
            seldom=ask.seldom and all(self._is_usual(box) for box in boxes),
        )

    def _is_usual(self, box: Box) -> bool:
        return box.value == shown(self.blanks[box.path].default)

    def _show(self, blank: FormField, idle: bool) -> Box:
        name, shape = self.add_prefix(blank.path), self.shape(blank)
        unsaid = blank.path not in self.said and self.shows_nothing_unsaid(blank)
        value = "" if unsaid and not self.is_bound else self._value(blank)
        kind, _colon, number = value.partition(":") if shape == "goal" else (value, "", "")
        more = more_than_keys(blank, self.sheet)
        if more and kind and kind not in map(str, keys_of(blank, self.sheet)):
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
            options=tuple(self._options(blank, shape, name, None if unsaid else kind)),
            errors=tuple(str(error) for error in self.errors.get(blank.path, ())) if self.is_bound else (),
            least=limit(blank.ask.least, self.sheet),
            most=limit(blank.ask.most, self.sheet),
            step=blank.ask.step,
            required=blank.required,
            number_name=f"{name}.n" if shape == "goal" or more else "",
            number=number,
            none_is_said=shape == "set" and not blank.required and self.must_be_said(blank),
            by_rank=blank.ask.by_rank,
            rows=limit(blank.ask.rows, self.sheet),
            adds="|".join(f"{read}={n}" for read, n in self._adds(blank)),
            idle=idle,
        )

    def _adds(self, blank: FormField) -> Iterable[tuple[str, int]]:
        for label, n in blank.ask.adds(self.sheet) if blank.ask.adds else ():
            yield self.words.read(label), n

    def _value(self, blank: FormField) -> Any:
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

    def _options(self, blank: FormField, shape: str, name: str, value: Any) -> Iterable[Option]:
        if shape in ("number", "fraction") and self.has_key_for_none(blank):
            label = self.words.read(blank.ask.none) if blank.ask.none else _("None")
            chosen = value == "" and (not self.is_bound or bool(self.data.get(f"{name}.n")))
            yield Option("yes", label, "", chosen, f"box-{name.replace('.', '-')}-none")
            return
        chosen = (set(value) or {""}) if isinstance(value, list) else {value}
        if shape == "cards":
            chosen = set(str(value).upper().split())
        for n, (key, label, about, place) in enumerate(self._choices(blank, shape)):
            identity = f"box-{name.replace('.', '-')}-{n}"
            yield Option(key, label, about, key in chosen, identity, place)

    def _choices(self, blank: FormField, shape: str) -> Iterable[tuple[str, str, str, Side | Seat | None]]:
        read, ask = self.words.read, blank.ask
        kind = optional(blank.type) or blank.type
        if shape in ("choice", "set", "goal"):
            members = get_args(kind)[0] if get_origin(kind) else kind
            if issubclass(members, Seat | Side):
                members = positions(PerSide if members is Side else PerSeat, self.sheet)
            for member in ask.of(self.sheet) if ask.of else members:
                if isinstance(member, Seat | Side):
                    yield str(int(member)), read(member), "", member
                    continue
                label = read(member).replace("{n}", "…") if shape == "goal" else read(member)
                yield str(member.value), label, read(member.about), None
        elif shape == "who":
            everyone = positions(PerSide if kind is Side else PerSeat, self.sheet)
            for who in ask.of(self.sheet) if ask.of else everyone:
                yield str(int(who)), read(who), "", who
        elif shape == "keys":
            for number in keys_of(blank, self.sheet):
                yield str(number), read(number), "", None
        elif shape == "cards":
            for card in dict.fromkeys(ask.of(self.sheet) if ask.of else pack(jokers=len(JOKERS))):
                yield str(card), read(card), "", None
        elif shape == "yesno":
            yield "yes", _("Yes"), "", None
            yield "no", _("No"), "", None
        none_of_them = shape == "set" and not blank.required and self.must_be_said(blank)
        if none_of_them or (optional(blank.type) and shape in ("choice", "who", "keys", "yesno")):
            yield "", read(ask.none) if ask.none else _("None"), "", None


def _empty(shape: Any) -> Any:
    return frozenset() if get_origin(shape) is frozenset else shape()
