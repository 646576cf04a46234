"""The form of any record that a game declares: house rules, hands, a referee's facts.

``groups`` lays the boxes out by question for ``templates/boxes/``, one template per widget. A box is one
input of a question; a key is a button that gives an answer. No game is named here.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, get_args, get_origin

from games.engine import (
    JOKERS,
    Ask,
    Calls,
    Cards,
    DecodeError,
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
    from_json,
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

from .boxes import Box, Group, Option, belongs_to_any, keys_of, more_than_keys, widget_of
from .form_fields import as_json, box_value, parse_number

Check = Callable[[Any], Iterable[Problem]]
# The values sent for each box, by name and in order.
FormData = Mapping[str, Sequence[str]]


def last_sent(sent: FormData, name: str) -> str | None:
    """Return the last value of a name; None if none was sent."""
    values = sent.get(name)
    return values[-1] if values else None


class RecordForm:
    """A form that asks for one record and shows the engine's problems beside the boxes.

    ``check`` gives the engine's problems with the finished record. ``record`` is the record, or None if an
    answer is missing or cannot be read. ``errors`` are texts by path; those under "" concern the whole form.
    With ``keep_irrelevant`` irrelevant answers are kept, as house rules need. ``answers`` are initial values
    by path; ``data`` is what was sent.
    """

    has_ids = True  # the boxes have HTML ids

    def __init__(
        self,
        record: type,
        sheet: Sheet[Any],
        words: Words,
        check: Check = lambda record: (),
        data: FormData | None = None,
        answers: Mapping[str, Any] | None = None,
        prefix: str = "",
        keep_irrelevant: bool = False,
    ) -> None:
        self.kind_of_record, self.sheet, self.words, self.check = record, sheet, words, check
        self.prefix, self.keep_irrelevant = prefix, keep_irrelevant
        self.fields = {field.path: field for field in form_fields(record, sheet)}
        self.answers = dict(answers or {})
        self.errors: dict[str, list[str]] = {}
        self.record: Any = None
        self.problems: tuple[Problem, ...] = ()
        self.missing: set[str] = set()
        self._groups: tuple[Group, ...] | None = None
        self._is_read = False
        self.is_bound = data is not None
        self.data: FormData = {} if data is None else self._completed(data)
        if self.is_bound:
            self._read()
        self._is_read = True

    @property
    def non_field_errors(self) -> Sequence[str]:
        return self.errors.get("", ())

    def add_error(self, path: str, text: str) -> None:
        """Add a text beside the box of a problem's path; "" is the form as a whole."""
        self.errors.setdefault(self.box_path(path), []).append(text)
        self._groups = None

    def name_of(self, path: str) -> str:
        return f"{self.prefix}-{path}" if self.prefix else path

    def requires_answer(self, field: FormField) -> bool:
        """Return whether a box must be answered; otherwise it holds its default."""
        return field.required

    def is_none(self, field: FormField) -> bool:
        """Return whether an optional box is answered with None.

        The box was sent empty, or other boxes of its question were sent without it.
        """
        return self._was_sent(field.path) or self._another_was_sent(field)

    def add_missing(self, known: dict[str, Any]) -> None:
        """Add to ``missing`` or to the known answers. Subclasses override this."""

    def starts_empty(self, field: FormField) -> bool:
        """Return whether an unanswered box shows no key as chosen."""
        return field.owner is not None and self.widget(field) == "keys"

    def may_be_none(self, field: FormField) -> bool:
        """Return whether None is a possible answer, which then has a key."""
        return bool(optional(field.type))

    def has_key_for_none(self, field: FormField) -> bool:
        """Return whether a number box has a key for None."""
        return False

    def widget(self, field: FormField) -> str:
        """Return the template of a box.

        A required switch has two keys, because a switch left off would count as the answer "no".
        """
        widget = widget_of(field, self.sheet)
        return "yesno" if widget == "switch" and self.requires_answer(field) else widget

    # Reading -----------------------------------------------------------------

    def _completed(self, data: FormData) -> FormData:
        """Return the sent values, with the one missing number of a known total filled in."""
        sent = dict(data)
        for q in record_fields(self.kind_of_record):
            total = limit(q.ask.total, self.sheet)
            if get_origin(q.type) not in (PerSide, PerSeat) or total is None:
                continue
            names = [
                self.name_of(f"{q.name}.{n}") for n in range(len(positions(get_origin(q.type), self.sheet)))
            ]
            typed = {name: (last_sent(sent, name) or "").strip() for name in names}
            # Boxes answered with the key for None are left out.
            texts = {name: text for name, text in typed.items() if text or not last_sent(sent, f"{name}.n")}
            empty = [name for name, text in texts.items() if not text]
            numbers = [parse_number(text) for text in texts.values() if text]
            if len(empty) == 1 and None not in numbers:
                least, other_total = limit(q.ask.least, self.sheet), limit(q.ask.other_total, self.sheet)
                typed_total = sum(number for number in numbers if number is not None)
                differences = (n - typed_total for n in (total, other_total) if n is not None)
                missing = next((n for n in differences if least is None or n >= least), None)
                if missing is not None:
                    sent[empty[0]] = [str(missing)]
        return sent

    def _raw(self, field: FormField) -> Any:
        """Return the sent value of a box: a text, the texts of a set, or None."""
        name = self.name_of(field.path)
        if get_origin(field.type) is frozenset:
            # The page always sends an empty value too, to tell "none of them" from "not asked".
            return None if name not in self.data else [value for value in self.data[name] if value]
        value, number = last_sent(self.data, name), (last_sent(self.data, f"{name}.n") or "").strip()
        if get_origin(optional(field.type) or field.type) is Goal:
            return f"{value}:{number}" if value and number and ":" not in value else value
        # A typed number takes precedence over a key.
        return (more_than_keys(field, self.sheet) and number) or value

    def _read(self) -> None:
        """Make the record from the sent values, or add the errors."""
        known: dict[str, Any] = {}
        for path, field in self.fields.items():
            raw = self._raw(field)
            if raw in (None, "", []):
                continue
            try:
                known[path] = from_json(field.type, as_json(field.type, raw))
            except DecodeError as error:
                self._add_problem(Problem(path, error.words, field.ask.rule))
        known = {path: answer for path, answer in known.items() if answer is not None}
        for path, field in self.fields.items():
            if path in known or path in self.errors:
                continue
            if optional(field.type) and self.is_none(field):
                known[path] = None
            elif get_origin(field.type) is frozenset and self.requires_answer(field) and self._was_sent(path):
                known[path] = frozenset()
            elif field.type is bool and not self.requires_answer(field) and not field.default:
                known[path] = False  # a switch that is off sends nothing
            elif field.required and self._may_be_empty(field):
                known[path] = (get_origin(field.type) or field.type)()
            elif field.required:
                self.missing.add(path)
        self.answers = known
        if self.missing:
            self.missing -= self._missing_irrelevant()
        self.add_missing(known)
        if self.missing:
            self._add_missing_errors()
        if self.errors or self.missing:
            self._check_bounds(known)
        else:
            self._finish(known)

    def _missing_irrelevant(self) -> set[str]:
        """Return the missing boxes of irrelevant questions that the record does not require."""
        required = {q.name for q in record_fields(self.kind_of_record) if q.required}
        irrelevant = self.irrelevant - required
        return {path for path in self.missing if belongs_to_any(path, irrelevant)}

    def _finish(self, known: Mapping[str, Any]) -> None:
        """Make the record from the answers, or add the problems."""
        try:
            record = from_form_data(self.kind_of_record, known, self.sheet)
        except KeyError as error:
            # A question with a default may be left out as a whole, but not in part.
            self.missing.add(str(error.args[0]))
            return self._add_missing_errors()
        problems = tuple(out_of_bounds(record, self.sheet))
        if not self.keep_irrelevant:
            # Relevance is decided with the valid answers; problems of irrelevant questions are dropped.
            irrelevant = self.irrelevant
            problems = tuple(problem for problem in problems if not belongs_to_any(problem.field, irrelevant))
            record = record if problems else without_irrelevant(self.placeholder, self.sheet)
        problems = problems or tuple(self.check(record))
        self.record = None if problems else record
        for problem in problems:
            self._add_problem(problem)
        return None

    def _check_bounds(self, known: Mapping[str, Any]) -> None:
        """Add errors for answers out of bounds, even if others are missing."""
        for problem in out_of_bounds(
            with_placeholder_answers(self.kind_of_record, known, self.sheet), self.sheet
        ):
            if problem.field in known:
                self._add_problem(problem)

    def _add_problem(self, problem: Problem) -> None:
        self.problems += (problem,)
        self.add_error(problem.field, self.words.read(problem.words))

    def _was_sent(self, path: str) -> bool:
        return self.name_of(path) in self.data

    def _another_was_sent(self, field: FormField) -> bool:
        """Return whether another player's box of the same question was sent."""
        if field.owner is None or not field.required:
            return False
        paths = (path for path, other in self.fields.items() if other.question == field.question)
        return any(self._was_sent(path) for path in paths)

    def _may_be_empty(self, field: FormField) -> bool:
        """Return whether an unsent required box means an empty answer."""
        if get_origin(field.type) is frozenset:
            return not self.requires_answer(field)  # else "none of them" is sent as an answer
        return field.type in (str, Cards, Calls) and not field.ask.least

    def _add_missing_errors(self) -> None:
        """Add an error at the first unanswered box of each relevant question."""
        questions: set[str] = set()
        for path, field in self.fields.items():
            if path in self.missing and field.question not in questions:
                questions.add(field.question)
                text = self.words.gettext("Choose one")
                if field.owner is not None:
                    name = self.words.read(field.owner)
                    text = self.words.gettext("Choose one for {name}").format(name=name)
                self.add_error(path, text)

    def box_path(self, path: str) -> str:
        """Return the box that shows a problem: the one at its path, the first of its question, or ""."""
        if (first_box := next((box for box in self.fields if belongs_to_any(box, {path})), None)) is not None:
            return first_box
        while "." in path:
            path = path.rpartition(".")[0]
            if path in self.fields:
                return path
        return ""

    def is_about_empty_box(self, problem: Problem, irrelevant: Container[str] = ()) -> bool:
        """Return whether a box that a problem is about is still empty.

        A problem of the whole hand is about every box that is required or asked of a side or seat. A switch
        that is off and an empty set are answers. ``irrelevant`` boxes are ignored.
        """

        def is_concerned(field: FormField) -> bool:
            if problem.field:
                return belongs_to_any(field.path, {problem.field})
            return field.required or field.owner is not None

        return any(
            not str(self._raw(field) or "").strip()
            for path, field in self.fields.items()
            if is_concerned(field)
            and not belongs_to_any(path, irrelevant)
            and self.widget(field) not in ("switch", "set")
        )

    # Showing -----------------------------------------------------------------

    @property
    def groups(self) -> tuple[Group, ...]:
        """Return the questions in order with their boxes, computed once after the form was read."""
        if self._groups is None or not self._is_read:
            self._groups = self._make_groups()
        return self._groups

    def _make_groups(self) -> tuple[Group, ...]:
        irrelevant = self.irrelevant
        by_question: dict[str, list[FormField]] = {}
        for field in self.fields.values():
            by_question.setdefault(field.question, []).append(field)
        return tuple(
            self._group(q.name, q.ask, by_question[q.name], irrelevant)
            for q in record_fields(self.kind_of_record)
            if q.name in by_question
        )

    @property
    def filled(self) -> Mapping[str, Any]:
        """Return the values that the form shows: those sent, or else the initial answers."""
        return self.data if self.is_bound else self.answers

    @property
    def known(self) -> dict[str, Any]:
        """Return the valid answers so far, by path.

        Games rely on answers being within the bounds of their questions; a draft or a forged form may contain
        anything.
        """
        return {path: answer for path, answer in self.answers.items() if self._is_valid(path, answer)}

    @property
    def placeholder(self) -> Any:
        """Return a record of the valid answers so far, with placeholders for the others."""
        return with_placeholder_answers(self.kind_of_record, self.known, self.sheet)

    @property
    def irrelevant(self) -> set[str]:
        """Return the paths that the valid answers so far make irrelevant."""
        return set(irrelevant_paths(self.placeholder, self.sheet))

    def _is_valid(self, path: str, answer: Any) -> bool:
        field = self.fields.get(path)
        return field is not None and (answer == field.default or within_bounds(field.ask, answer, self.sheet))

    def _group(self, name: str, ask: Ask, fields: list[FormField], irrelevant: set[str]) -> Group:
        # If the whole question is irrelevant, its boxes are not marked one by one.
        marked = () if name in irrelevant else irrelevant
        boxes = tuple(self._box(field, belongs_to_any(field.path, marked)) for field in fields)
        errors = tuple(dict.fromkeys(error for box in boxes for error in box.errors))
        read = self.words.read
        return Group(
            name=name,
            label=read(ask.text),
            about=read(ask.about),
            section=read(ask.section),
            moment=ask.moment,
            matters=name not in irrelevant,
            boxes=boxes,
            errors=errors,
            total=limit(ask.total, self.sheet),
            other_total=limit(ask.other_total, self.sheet),
            rule=ask.rule,
            none_label=read(ask.none),
            reaches=ask.reaches,
            seldom=ask.seldom and all(box.value == box_value(self.fields[box.path].default) for box in boxes),
        )

    def _box(self, field: FormField, is_irrelevant: bool) -> Box:
        name, widget = self.name_of(field.path), self.widget(field)
        id = f"box-{name.replace('.', '-')}" if self.has_ids else ""
        starts_empty = field.path not in self.filled and self.starts_empty(field)
        value = "" if starts_empty and not self.is_bound else self._value(field)
        kind, _colon, number = value.partition(":") if widget == "goal" else (value, "", "")
        has_number = more_than_keys(field, self.sheet)
        adds = field.ask.adds(self.sheet) if field.ask.adds else ()
        if has_number and kind and kind not in map(str, keys_of(field, self.sheet)):
            number = kind
        if field.owner is not None and number == str(box_value(field.default)):
            number = ""  # a player's default is not shown as an answer
        return Box(
            path=field.path,
            name=name,
            id=id,
            widget=widget,
            label=self.words.read(field.ask.text if field.owner is None else field.owner),
            side=self._side(field.owner),
            value=kind if isinstance(kind, str) else "",
            options=tuple(self._options(field, widget, name, id, None if starts_empty else kind)),
            errors=tuple(self.errors.get(field.path, ())),
            least=limit(field.ask.least, self.sheet),
            most=limit(field.ask.most, self.sheet),
            step=field.ask.step,
            required=field.required,
            number_name=f"{name}.n" if widget == "goal" or has_number else "",
            number=number,
            none_is_answer=widget == "set" and not field.required and self.requires_answer(field),
            by_rank=field.ask.by_rank,
            rows=limit(field.ask.rows, self.sheet),
            adds="|".join(f"{self.words.read(label)}={n}" for label, n in adds),
            is_irrelevant=is_irrelevant,
        )

    def _side(self, owner: Side | Seat | None) -> int | None:
        return None if owner is None else int(owner) % self.sheet.seating.sides

    def _value(self, field: FormField) -> Any:
        """Return the displayed value: the sent one, valid or not, else the initial one."""
        if self.is_bound:
            raw = self._raw(field)
            if raw is None and field.path in self.answers:
                return box_value(self.answers[field.path])
            return raw if raw is not None else ("" if get_origin(field.type) is not frozenset else [])
        if field.path in self.answers:
            return box_value(self.answers[field.path])
        return "" if field.required else box_value(field.default)

    def _options(self, field: FormField, widget: str, name: str, id: str, value: Any) -> Iterable[Option]:
        if widget in ("number", "fraction") and self.has_key_for_none(field):
            label = self.words.read(field.ask.none) if field.ask.none else self.words.gettext("None")
            chosen = value == "" and (not self.is_bound or bool(last_sent(self.data, f"{name}.n")))
            yield Option("yes", label, "", chosen, id and f"{id}-none")
            return
        chosen = (set(value) or {""}) if isinstance(value, list) else {value}
        if widget == "cards":
            chosen = set(str(value).upper().split())
        for n, (key, label, about, seat) in enumerate(self._choices(field, widget)):
            sentence_word = {"yes": field.ask.yes, "no": field.ask.no}.get(key) if widget == "yesno" else None
            word = self.words.read(sentence_word) if sentence_word else ""
            yield Option(key, label, about, key in chosen, id and f"{id}-{n}", self._side(seat), word)

    def _choices(self, field: FormField, widget: str) -> Iterable[tuple[str, str, str, Side | Seat | None]]:
        """Yield each key's value, label, explanation, and the side or seat that it names."""
        read, ask = self.words.read, field.ask
        kind = optional(field.type) or field.type
        if widget in ("choice", "set", "goal"):
            members = get_args(kind)[0] if get_origin(kind) else kind
            if issubclass(members, Seat | Side):
                members = positions(PerSide if members is Side else PerSeat, self.sheet)
            for member in ask.available(self.sheet) if ask.available else members:
                if isinstance(member, Seat | Side):
                    yield str(int(member)), read(member), "", member
                    continue
                label = read(member).replace("{n}", "…") if widget == "goal" else read(member)
                yield str(member.value), label, read(member.about), None
        elif widget == "who":
            everyone = positions(PerSide if kind is Side else PerSeat, self.sheet)
            for who in ask.available(self.sheet) if ask.available else everyone:
                yield str(int(who)), read(who), "", who
        elif widget == "keys":
            for number in keys_of(field, self.sheet):
                yield str(number), read(number), "", None
        elif widget == "cards":
            for card in dict.fromkeys(
                ask.available(self.sheet) if ask.available else pack(jokers=len(JOKERS))
            ):
                yield str(card), read(card), "", None
        elif widget == "yesno":
            yield "yes", self.words.gettext("Yes"), "", None
            yield "no", self.words.gettext("No"), "", None
        none_of_them = widget == "set" and not field.required and self.requires_answer(field)
        if none_of_them or (widget in ("choice", "who", "keys", "yesno") and self.may_be_none(field)):
            yield "", read(ask.none) if ask.none else self.words.gettext("None"), "", None
