"""The stored form of records: plain JSON, read strictly."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any, get_args, get_origin

from .cards import Cards
from .records import Calls, Choice, DecodeError, Goal, RecordField, optional, record_fields, within
from .seating import Seat, Side
from .text import Message, _, say

_PLAIN_TYPES = frozenset({int, str, bool, type(None)})
LARGEST = 10**9  # larger than any number at a card table; SQLite and PostgreSQL store it

_NOT_STORABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_FRACTION = re.compile(r"(-?[0-9]{1,10})(?:/([0-9]{1,10}))?")
_GOAL = re.compile(r"([^:]*)(?::(-?[0-9]{1,10}))?")


def to_json(answer: Any) -> Any:
    """Return the plain JSON of an answer of any type."""
    if answer.__class__ in _PLAIN_TYPES:
        return answer  # most answers have one of these types
    match answer:
        case Choice():
            return answer.value
        case Fraction(denominator=1):
            return int(answer)
        case Cards() | Calls() | Goal() | Fraction():
            return str(answer)
        case tuple():
            return [to_json(part) for part in answer]
        case frozenset():
            return sorted(to_json(part) for part in answer)
        case Seat() | Side():
            return int(answer)
        case _ if is_dataclass(answer):
            return {
                question.name: to_json(getattr(answer, question.name))
                for question in record_fields(type(answer))
            }
        case _:
            return answer


def from_json(answer_type: Any, data: Any) -> Any:
    """Return an answer of this type. Raise ``DecodeError`` with the path of the first error."""
    return _reader_of(answer_type)(data)


@cache
def _reader_of(answer_type: Any) -> Callable[[Any], Any]:
    """Return the function that reads answers of a type."""
    if inner := optional(answer_type):
        read = _reader_of(inner)
        return lambda data: None if data is None else read(data)
    if (origin := get_origin(answer_type)) is not None:
        return (
            partial(_read_goal, *get_args(answer_type))
            if origin is Goal
            else partial(_read_several, answer_type, origin)
        )
    if is_dataclass(answer_type):
        assert isinstance(answer_type, type)
        return partial(_read_record, answer_type)
    if issubclass(answer_type, Choice):
        return partial(_read_choice, answer_type)
    if issubclass(answer_type, Seat | Side):
        return lambda data: answer_type(_read_number(data))
    return _READERS[answer_type]


def _require_type(cls: type, data: Any, words: Message) -> Any:
    if type(data) is not cls:
        raise DecodeError("", words)
    return data


def _read_number(data: Any) -> int:
    if type(data) is not int:
        raise DecodeError("", say(_("A whole number is needed here")))
    number: int = data
    if not -LARGEST <= number <= LARGEST:
        raise DecodeError("", say(_("That number is too large")))
    return number


def is_storable(text: str) -> bool:
    """Return whether every database can store this text: no control characters, no lone surrogates."""
    return not _NOT_STORABLE.search(text)


def _read_text(data: Any) -> str:
    text = str(_require_type(str, data, say(_("A text is needed here"))))
    if not is_storable(text):
        raise DecodeError("", say(_("There is a character in it that cannot be kept")))
    return text


def _read_cards(data: Any) -> Cards:
    text = _read_text(data)
    try:
        return Cards.read(text)
    except ValueError as error:
        raise DecodeError("", say(_("{word} is not a card"), word=str(error)[:40])) from None


def _read_fraction(data: Any) -> Fraction:
    if type(data) is int:
        return Fraction(_read_number(data))
    words = say(_("A number, or a fraction such as 3/2, is needed here"))
    if (match := _FRACTION.fullmatch(_require_type(str, data, words))) is None:
        raise DecodeError("", words)
    numerator, denominator = int(match[1]), int(match[2] or 1)
    if denominator == 0:
        raise DecodeError("", say(_("Nothing can be divided by zero")))
    return Fraction(_read_number(numerator), _read_number(denominator))


_READERS: dict[Any, Callable[[Any], Any]] = {
    bool: lambda data: _require_type(bool, data, say(_("true or false, please"))),
    int: _read_number,
    str: _read_text,
    Fraction: _read_fraction,
    Cards: _read_cards,
    Calls: lambda data: Calls.read(_read_text(data)),
}


@cache
def _members_by_value(choices: type[Choice]) -> Mapping[str, Choice]:
    return {member.value: member for member in choices}


def _read_choice(choices: type[Choice], data: Any) -> Choice:
    known = _members_by_value(choices)
    if type(data) is int and str(data) in known:
        raise DecodeError("", say(_('Write it as text: "{data}"'), data=data))
    if not isinstance(data, str) or data not in known:
        words = say(_("{data} is none of {known}"), data=str(data)[:40], known=", ".join(known))
        raise DecodeError("", words)
    return known[data]


def _read_goal(kinds: type[Choice], data: Any) -> Goal[Choice]:
    text = _require_type(str, data, say(_("A text is needed here")))
    kind = _read_choice(kinds, text.partition(":")[0])
    has_number = "{n}" in kind.label
    match = _GOAL.fullmatch(text)
    if match is None or has_number != (match[2] is not None):
        expected = f"{kind.value}:10" if has_number else kind.value
        raise DecodeError("", say(_("Write it as {wanted}"), wanted=expected))
    return Goal(kind, _read_number(int(match[2])) if has_number else None)


def _read_several(answer_type: Any, origin: Any, data: Any) -> Any:
    part_types = get_args(answer_type)
    if not isinstance(data, list):
        raise DecodeError("", say(_("A list is needed here")))
    if origin is tuple and part_types[-1] is not Ellipsis:
        if len(data) != len(part_types):
            raise DecodeError("", say(_("{n} are needed here"), n=len(part_types)))
        return tuple(
            _read_part(part_type, n, part)
            for n, (part_type, part) in enumerate(zip(part_types, data, strict=True))
        )
    answers = (_read_part(part_types[0], n, part) for n, part in enumerate(data))
    if origin is frozenset:
        items = tuple(answers)
        if len(members := frozenset(items)) < len(items):
            raise DecodeError("", say(_("The same is here twice")))
        return members
    return origin(answers)


def _read_part(answer_type: Any, path: int | str, data: Any) -> Any:
    return within(str(path), _reader_of(answer_type), data)


@cache
def _questions_by_name(record: type) -> Mapping[str, RecordField]:
    return {question.name: question for question in record_fields(record)}


def _read_record(record: type, data: Any) -> Any:
    if not isinstance(data, Mapping):
        raise DecodeError("", say(_("An object is needed here")))
    questions = _questions_by_name(record)
    for name in data:
        if name not in questions:
            known = ", ".join(questions) or "—"
            raise DecodeError(
                str(name)[:40], say(_("There is no such question here; there are: {known}"), known=known)
            )
    for name, question in questions.items():
        if question.required and name not in data:
            raise DecodeError(name, say(_("This is missing")))
    return record(**{name: _read_part(questions[name].type, name, part) for name, part in data.items()})


def tagged_to_json(kinds: Mapping[str, type], record: Any) -> dict[str, Any]:
    """Return the stored form of a record of one of several kinds, with the name of its kind."""
    kind = next(tag for tag, cls in kinds.items() if cls is type(record))
    return {"kind": kind, **to_json(record)}


def tagged_from_json(kinds: Mapping[str, type], data: Any) -> Any:
    """Return the record that ``tagged_to_json`` stored. Raise ``DecodeError``."""
    if not isinstance(data, Mapping):
        raise DecodeError("", say(_("An object is needed here")))
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        words = say(_("{data} is none of {known}"), data=str(kind)[:40], known=", ".join(kinds))
        raise DecodeError("kind", words)
    return from_json(kinds[kind], {name: answer for name, answer in data.items() if name != "kind"})
