"""Conversion between records and form fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, is_dataclass
from fractions import Fraction
from typing import Any, get_args, get_origin

from .bounds import broadcast_answer, limit, positions
from .cards import Cards
from .records import Ask, Calls, Choice, Goal, Moment, RecordField, optional, record_fields
from .seating import PerSeat, PerSide, Seat, Side
from .sheet import AnySheet


@dataclass(frozen=True)
class FormField:
    """One field of a form. ``path`` names it; ``owner`` is the side or seat that answers it, if any.

    ``question`` names the question of the record that the field belongs to: ``tricks`` for ``tricks.1``.
    """

    path: str
    type: Any
    ask: Ask
    owner: Side | Seat | None
    default: Any
    required: bool
    question: str

    @property
    def needs_answer(self) -> bool:
        """Return whether a form insists on an answer whenever the question is relevant."""
        # The default of a ``usual`` or ``seldom`` question is nearly always right.
        return self.required or not (self.ask.usual or self.ask.seldom)


def form_fields(
    record: type, sheet: AnySheet, path: str = "", owner: Side | Seat | None = None, fallback: Any = MISSING
) -> Iterator[FormField]:
    """Yield every field of a record's form, in order. ``fallback`` is a record of defaults, if any."""
    for question in record_fields(record):
        name, default = path + question.name, _default_answer(question, fallback, sheet)
        if is_dataclass(question.type):
            assert isinstance(question.type, type)
            yield from form_fields(question.type, sheet, name + ".", owner, default)
        elif (per := get_origin(question.type)) in (PerSide, PerSeat):
            (part,) = get_args(question.type)
            for n, position in enumerate(positions(per, sheet)):
                part_path, part_default = f"{name}.{n}", _nth(default, n)
                if is_dataclass(part):
                    assert isinstance(part, type)
                    yield from form_fields(part, sheet, part_path + ".", position, part_default)
                else:
                    yield _form_field(
                        part_path, part, question.ask, position, part_default, default is MISSING
                    )
        else:
            yield _form_field(name, question.type, question.ask, owner, default, default is MISSING)


def _form_field(
    path: str, answer_type: Any, ask: Ask, owner: Side | Seat | None, default: Any, required: bool
) -> FormField:
    # ``required`` is about the whole answer: it may have a default even if this part of it has none.
    default = None if default is MISSING else default
    return FormField(path, answer_type, ask, owner, default, required, path.split(".")[0])


def _default_answer(question: RecordField, fallback: Any, sheet: AnySheet) -> Any:
    """Return a question's default answer: the fallback record's, or else the question's own."""
    if fallback is not MISSING:
        return getattr(fallback, question.name)
    return MISSING if question.required else broadcast_answer(question, question.default, sheet)


def _nth(answers: Any, n: int) -> Any:
    """Return one of several answers; MISSING if there are fewer."""
    return answers[n] if answers is not MISSING and n < len(answers) else MISSING


def from_form_data(record: type, answers: Mapping[str, Any], sheet: AnySheet, path: str = "") -> Any:
    """Build the record from answers keyed by path. Raise ``KeyError`` for a missing required answer."""
    return _gather(record, path, answers, sheet, None, MISSING)


def with_placeholder_answers(record: type, answers: Mapping[str, Any], sheet: AnySheet) -> Any:
    """Build the record from partial answers, with placeholders for the rest.

    Use it to find which questions are relevant and what is at stake during a hand; never for a score.
    """
    return _gather(record, "", answers, sheet, Ask(""), MISSING)


def _gather(
    answer_type: Any, path: str, answers: Mapping[str, Any], sheet: AnySheet, ask: Ask | None, fallback: Any
) -> Any:
    """Build the answer at a path.

    A missing answer is replaced by a placeholder within the limits of ``ask``; if ``ask`` is None, raise
    ``KeyError``.
    """
    if path in answers:
        return answers[path]
    if fallback is not MISSING and not any(name.startswith(path + ".") for name in answers):
        return fallback
    if (per := get_origin(answer_type)) in (PerSide, PerSeat):
        assert per is not None
        (part,) = get_args(answer_type)
        return per(
            _gather(part, f"{path}.{n}", answers, sheet, ask, _nth(fallback, n))
            for n, _position in enumerate(positions(per, sheet))
        )
    if is_dataclass(answer_type):
        assert isinstance(answer_type, type)
        prefix = path + "." if path else ""
        parts = {}
        for question in record_fields(answer_type):
            default = _default_answer(question, fallback, sheet)
            question_ask = None if ask is None else question.ask
            parts[question.name] = _gather(
                question.type, prefix + question.name, answers, sheet, question_ask, default
            )
        return answer_type(**parts)
    if ask is None:
        raise KeyError(path)
    return placeholder_answer(answer_type, ask, sheet)


def placeholder_answer(answer_type: Any, ask: Ask, sheet: AnySheet) -> Any:
    """Return a neutral answer, within the bounds of its question if it is a number."""
    origin, parts = get_origin(answer_type), get_args(answer_type)
    if optional(answer_type):
        return None
    if origin is Goal:
        kind = _first(ask, sheet, parts[0])
        return Goal(kind, _neutral_number(ask, sheet) if "{n}" in kind.label else None)
    if origin is tuple and parts[-1] is not Ellipsis:
        return tuple(placeholder_answer(part, ask, sheet) for part in parts)
    if origin is not None:
        return origin()
    if answer_type in (Cards, Calls, bool, str):
        return answer_type()
    if issubclass(answer_type, Choice):
        return _first(ask, sheet, answer_type)
    if issubclass(answer_type, Seat | Side):
        return _first(ask, sheet, positions(PerSide if answer_type is Side else PerSeat, sheet))
    assert issubclass(answer_type, int | Fraction)
    return answer_type(_neutral_number(ask, sheet))


def _first(ask: Ask, sheet: AnySheet, choices: Iterable[Any]) -> Any:
    """Return the first choice available at this table, or the first of ``choices`` if none is available."""
    return next(iter(tuple(ask.available(sheet) if ask.available else ()) or choices))


def _neutral_number(ask: Ask, sheet: AnySheet) -> int:
    """Return the number within the bounds that is nearest to zero; with steps, the lower bound, if any."""
    least, most = limit(ask.least, sheet), limit(ask.most, sheet)
    if least is not None and (least > 0 or ask.step > 1):
        return least
    return 0 if most is None or most >= 0 else most


def to_form_data(answer: Any, path: str = "") -> dict[str, Any]:
    """Return the answers of a record, keyed by path: the initial data of a form that corrects the record."""
    prefix = path + "." if path else ""
    match answer:
        case PerSide() | PerSeat():
            parts = {f"{prefix}{n}": part for n, part in enumerate(answer)}
        case _ if is_dataclass(answer):
            parts = {
                prefix + question.name: getattr(answer, question.name)
                for question in record_fields(type(answer))
            }
        case _:
            return {path: answer}
    return {
        name: value
        for part_path, part in parts.items()
        for name, value in to_form_data(part, part_path).items()
    }


def form_fields_at(record: type, moment: Moment, sheet: AnySheet) -> tuple[FormField, ...]:
    """Return the fields that can be filled in at this moment of a hand."""
    return tuple(field for field in form_fields(record, sheet) if field.ask.moment is moment)
