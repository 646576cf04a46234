"""Records: frozen dataclasses whose fields are questions. Each has a form for people and is stored as JSON.

House rules, hands and a referee's facts are all such records. The type of a field is the type of the answer;
its ``Ask`` has the text of the question and the limits::

    tricks: Annotated[PerSide[int], Ask(_("Tricks taken"), most=10, total=10)]

Types: ``bool``, ``int``, ``Fraction``, ``str``, a ``Choice``, ``Side``, ``Seat``, ``Cards``, ``Calls``,
``Goal[…]``, any of them ``| None``, a ``frozenset`` of a ``Choice``, tuples of types (``tuple[int, ...]``),
``PerSide`` or ``PerSeat`` of a type, and records within records. If the default of a ``PerSide`` or
``PerSeat`` has a single value, it is the default for every side or seat.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Generic, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from .rulebook import Rule
from .seating import PerSeat, PerSide
from .sheet import AnySheet
from .text import Message, _, say

Limit = int | Callable[[AnySheet], int | None] | None


class Choice(enum.Enum):
    """A stored value and the words people see: ``HEARTS = "hearts", _("Hearts")``.

    A third text, ``about``, may explain the choice.
    """

    label: str
    about: str

    # Members are unique. An enum's own hash looks up the member's name, and choices are hashed often.
    __hash__ = object.__hash__

    def __new__(cls, value: str, label: str, about: str = "") -> Choice:
        member = object.__new__(cls)
        member._value_ = value
        member.label = label
        member.about = about
        return member


C = TypeVar("C", bound=Choice)
Value = TypeVar("Value")


class Goal(NamedTuple, Generic[C]):
    """A choice that may need a number: ``points:500``, ``deals:20``, ``none``.

    A choice whose label contains ``{n}`` needs a number.
    """

    kind: C
    n: int | None = None

    @property
    def label(self) -> Message:
        return say(self.kind.label) if self.n is None else say(self.kind.label, n=self.n)

    def __str__(self) -> str:
        return str(self.kind.value) if self.n is None else f"{self.kind.value}:{self.n}"


class Calls(tuple[str, ...]):
    """The calls of an auction, in order, as words: ``7H pass misere pass``."""

    @classmethod
    def read(cls, text: str) -> Calls:
        return cls(text.replace(",", " ").split())

    def __str__(self) -> str:
        return " ".join(self)


class Moment(enum.Enum):
    """The moment when the people at the table can answer a question about a hand."""

    AUCTION = "auction"  # as soon as the bidding is over
    PLAY = "play"  # once the cards have been played


@dataclass(frozen=True)
class Ask:
    """The text of a question, and the limits of its answers.

    ``least``, ``most``, ``total`` and ``other_total`` bound numbers (for ``str`` the characters, for
    ``Cards`` the number of cards); a bound may be a function of the sheet. ``step``: numbers increase by this
    much from ``least``. ``offers``: the usual numbers, each with its own button; they may be a function of
    the sheet too. ``available``: the choices, cards or seats possible at this table, if not all.
    """

    text: str
    least: Limit = 0
    most: Limit = None
    total: Limit = None  # the sum of all answers
    other_total: Limit = None  # another permitted sum, such as after shooting the moon
    available: Callable[[AnySheet], Iterable[Any]] | None = None
    rule: Rule | None = None
    # The condition, given the answers so far, under which a question with a default is relevant.
    relevant_if: Callable[[Any, AnySheet], bool] | None = None
    section: str = ""
    step: int = 1
    offers: tuple[int, ...] | Callable[[AnySheet], Iterable[int]] = ()
    moment: Moment = Moment.PLAY
    about: str = ""
    none: str = ""  # the label of an omitted optional answer: "Alone"
    # The words for yes and no in the sentence of a hand: "made", "failed".
    yes: str = ""
    no: str = ""
    # For a yes/no question: the kind of hand gets a second button with this label ("Open misère"), which
    # answers yes. The button with the title of the kind then answers no.
    as_kind: str = ""
    # The name of an earlier question, the bid: the form marks the bidder's buttons with at least that number.
    reaches: str = ""
    # The answer is nearly always the default: the form folds the question away.
    seldom: bool = False
    # The default is nearly always right: the form shows it as chosen and insists on no answer. Any other
    # question that can change the score must be answered, even if it has a default (decision 0023).
    usual: bool = False
    # The suits of these cards do not matter: the form has one button per rank.
    by_rank: bool = False
    # Cards named by rank alone are taken to be of different suits.
    any_suits: bool = False
    # The number of rows in which the cards lie on the table: people enter the cards column by column, and
    # the form shows them in these rows.
    rows: Limit = None
    # Buttons that count card by card: the label of each button and the number it adds.
    adds: Callable[[AnySheet], Iterable[tuple[str, int]]] | None = None


@dataclass(frozen=True)
class RecordField:
    """A question of a record: its name, the type of its answer, and its ``Ask``."""

    name: str
    type: Any
    ask: Ask
    default: Any
    required: bool

    @property
    def needs_answer(self) -> bool:
        """Return whether a form insists on an answer whenever the question is relevant."""
        return self.required or not (self.ask.usual or self.ask.seldom)


class DecodeError(ValueError):
    """Stored or sent data that fits no record: the path (``house.target``) and the reason."""

    def __init__(self, path: str, words: Message) -> None:
        super().__init__(f"{path}: {words}" if path else str(words))
        self.path, self.words = path, words

    def within(self, path: str) -> DecodeError:
        """Return the same error with ``path`` put before its own."""
        return DecodeError(f"{path}.{self.path}" if self.path else path, self.words)


def within(path: str, read: Callable[..., Value], *args: Any) -> Value:
    """Return ``read(*args)``, with ``path`` put before the path of a ``DecodeError``."""
    try:
        return read(*args)
    except DecodeError as error:
        raise error.within(path) from None


def _read_fields(record: type) -> tuple[RecordField, ...]:
    """Return the questions of a record, in the order they are written."""
    # No local names (``{}``): a name in an annotation means the module's, even if a field has the same name.
    hints = get_type_hints(record, None, {}, include_extras=True)
    questions = []
    for field in fields(record):
        answer_type, ask = get_args(hints[field.name])
        required = field.default is MISSING
        questions.append(
            RecordField(field.name, answer_type, ask, None if required else field.default, required)
        )
    return tuple(questions)


# Annotated because ``cache`` accepts only Hashable, and mypy does not see that a class is hashable.
record_fields: Callable[[type], tuple[RecordField, ...]] = cache(_read_fields)


@cache
def optional(answer_type: Any) -> Any:
    """Return the type inside ``type | None``; None if the answer is not optional."""
    if get_origin(answer_type) not in (UnionType, Union):
        return None
    (inner,) = (part for part in get_args(answer_type) if part is not type(None))
    return inner


def relevant_questions(record: Any, sheet: AnySheet) -> frozenset[str]:
    """Return the names of the relevant questions, given the answers so far."""
    return frozenset(
        question.name
        for question in record_fields(record.__class__)
        if question.ask.relevant_if is None or question.ask.relevant_if(record, sheet)
    )


def irrelevant_paths(record: Any, sheet: AnySheet, path: str = "") -> Iterator[str]:
    """Yield the paths of the irrelevant questions, given the answers so far.

    Includes the questions of nested records: ``first.knocker``, ``eggs.1.lined``.
    """
    relevant = relevant_questions(record, sheet)
    for question in record_fields(record.__class__):
        if question.name not in relevant:
            yield path + question.name
            continue
        for inner_path, inner in _records(getattr(record, question.name), path + question.name):
            yield from irrelevant_paths(inner, sheet, inner_path + ".")


def _records(answer: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the records in an answer, with their paths."""
    if isinstance(answer, PerSide | PerSeat):
        for n, part in enumerate(answer):
            yield from _records(part, f"{path}.{n}")
    elif is_dataclass(answer):
        yield path, answer


def without_irrelevant(record: Any, sheet: AnySheet) -> Any:
    """Return the record with irrelevant answers reset to their defaults, in nested records too."""
    relevant, nested, changes = relevant_questions(record, sheet), _nested_questions(record.__class__), {}
    for question in record_fields(record.__class__):
        answer = new_answer = getattr(record, question.name)
        if question.name not in relevant:
            new_answer = question.default
        elif question.name in nested:
            new_answer = _without_nested_irrelevant(answer, sheet)
        if new_answer is not answer:
            changes[question.name] = new_answer
    return replace_answers(record, changes) if changes else record


def replace_answers(record: Any, changes: Mapping[str, Any]) -> Any:
    """Return the record with these answers replaced; faster than ``dataclasses.replace``."""
    names = _names(record.__class__)
    return record.__class__(
        **{name: changes[name] if name in changes else getattr(record, name) for name in names}
    )


@cache
def _names(record: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(record) if field.init)


@cache
def _nested_questions(record: type) -> frozenset[str]:
    """Return the questions of a record whose answers may be records themselves."""
    return frozenset(question.name for question in record_fields(record) if _may_be_record(question.type))


def _may_be_record(answer_type: Any) -> bool:
    return is_dataclass(answer_type) or any(map(_may_be_record, get_args(answer_type)))


def _without_nested_irrelevant(answer: Any, sheet: AnySheet) -> Any:
    if is_dataclass(answer):
        return without_irrelevant(answer, sheet)
    if isinstance(answer, PerSide | PerSeat) and any(map(is_dataclass, answer)):
        return answer.__class__(without_irrelevant(part, sheet) for part in answer)
    return answer


def not_played_here() -> Message:
    return say(_("Not played at this table"))
