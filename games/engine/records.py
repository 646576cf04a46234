"""Frozen dataclasses that a phone can ask for and a database can keep.

The type of a field says what shape the answer has; its ``Ask`` says how to put
the question and where the limits are::

    tricks: Annotated[PerSide[int], Ask(_("Tricks taken"), most=10, total=10)]

Shapes: ``bool``, ``int``, ``Fraction``, ``str``, a ``Choice``, ``Side``, ``Seat``, ``Cards``,
``Calls``, ``Goal[…]``, any of them ``| None``, a ``frozenset`` of a ``Choice``, tuples of
shapes (``tuple[int, ...]``), ``PerSide`` or ``PerSeat`` of a shape, and records within records.
A default ``PerSide`` or ``PerSeat`` of one value is everybody's.
House rules, hands and a referee's facts are all such records.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from .rulebook import Rule
from .table import PerSeat, PerSide
from .text import Message, _, say

if TYPE_CHECKING:
    from .sheet import AnySheet

Limit = int | Callable[["AnySheet"], int | None] | None


class Choice(enum.Enum):
    """A stored value and the words people see: ``HEARTS = "hearts", _("Hearts")``.

    A third text, if there is one, says more: what playing so means.
    """

    label: str
    about: str

    # There is one of each: an enum's own hash asks its name each time, and rules look much up by choices.
    __hash__ = object.__hash__

    def __new__(cls, value: str, label: str, about: str = "") -> Choice:
        member = object.__new__(cls)
        member._value_ = value
        member.label = label
        member.about = about
        return member


C = TypeVar("C", bound=Choice)


class Goal(NamedTuple, Generic[C]):
    """A choice that may need a number: ``points:500``, ``deals:20``, ``none``.

    A choice whose label names ``{n}`` needs one.
    """

    kind: C
    n: int | None = None

    @property
    def label(self) -> Message:
        return say(self.kind.label) if self.n is None else say(self.kind.label, n=self.n)

    def __str__(self) -> str:
        return str(self.kind.value) if self.n is None else f"{self.kind.value}:{self.n}"


class Calls(tuple[str, ...]):
    """What was called in an auction, in order, as words: ``7H pass misere pass``."""

    @classmethod
    def read(cls, text: str) -> Calls:
        return cls(text.replace(",", " ").split())

    def __str__(self) -> str:
        return " ".join(self)


class Moment(enum.Enum):
    """When the people at the table can answer a question about a hand."""

    AUCTION = "auction"  # as soon as the bidding is over
    PLAY = "play"  # once the cards have been played


@dataclass(frozen=True)
class Ask:
    """How to put a question, and what answers will do.

    ``least``, ``most``, ``total`` and ``other_total`` bound numbers (for ``str`` the letters, for ``Cards``
    how many); a bound may be a function of the sheet. ``step``: numbers go up by so much from
    ``least``. ``offers``: the usual numbers, each with a key of its own; they may be a function of the sheet
    too. ``of``: the choices, cards or seats there are at this table, where not all.
    """

    text: str
    least: Limit = 0
    most: Limit = None
    total: Limit = None  # what all the answers add up to
    other_total: Limit = None  # what else they may add up to, as when one shoots the moon
    of: Callable[[AnySheet], Iterable[Any]] | None = None
    rule: Rule | None = None
    # A question with a default may say when, for these answers, it is worth asking.
    relevant_if: Callable[[Any, AnySheet], bool] | None = None
    section: str = ""
    step: int = 1
    offers: tuple[int, ...] | Callable[[AnySheet], Iterable[int]] = ()
    moment: Moment = Moment.PLAY
    about: str = ""
    none: str = ""  # what leaving out an answer that may be left out is called: "Alone"
    # What a yes and a no are called in the sentence of a hand: "made", "failed".
    yes: str = ""
    no: str = ""
    # A yes that is played as a kind of hand of its own, "Open misère", has a key so called beside the kinds;
    # the kind's own key says no.
    as_kind: str = ""
    # The question whose number this one must reach, for whoever won the bidding: its keys are marked.
    reaches: str = ""
    # Hardly ever another answer than the default: the form folds the question away.
    seldom: bool = False
    # The default nearly always holds: the form shows it as chosen, one tap from being changed, and insists on
    # no answer. A form takes no other default for granted while another answer would change the score.
    usual: bool = False
    # Cards whose suits do not matter: the pad has a key for each rank.
    by_rank: bool = False
    # Whoever names these cards by their ranks alone means cards of different suits.
    any_suits: bool = False
    # Cards that lie in so many rows, named column by column: they are shown as they lie.
    rows: Limit = None
    # What is counted card by card: keys that add up, what stands on each and what it adds.
    adds: Callable[[AnySheet], Iterable[tuple[str, int]]] | None = None


@dataclass(frozen=True)
class RecordField:
    """A question of a record: its name, the shape of the answer, the words."""

    name: str
    type: Any
    ask: Ask
    default: Any
    required: bool

    @property
    def must_be_said(self) -> bool:
        """Whether a form asks for an answer wherever the question matters, and takes none for granted."""
        return self.required or not (self.ask.usual or self.ask.seldom)


@dataclass(frozen=True)
class Problem:
    """Why an answer cannot stand. ``field`` is a path such as ``tricks.1``, ``""`` the whole hand."""

    field: str
    words: Message
    rule: Rule | None = None


class DecodeError(ValueError):
    """Stored or sent data that no record fits: where (``house.target``) and why."""

    def __init__(self, path: str, words: Message) -> None:
        super().__init__(f"{path}: {words}" if path else str(words))
        self.path, self.words = path, words

    def within(self, path: str) -> DecodeError:
        """The same, seen from one level further out."""
        return DecodeError(f"{path}.{self.path}" if self.path else path, self.words)


def _read_fields(record: type) -> tuple[RecordField, ...]:
    """The questions a record asks, in the order they are written."""
    # Without the names of the class: else a function written in an ``Ask`` would find them alone when it is
    # called, and not those of its module.
    hints = get_type_hints(record, None, {}, include_extras=True)
    asked = []
    for field in fields(record):
        shape, ask = get_args(hints[field.name])
        required = field.default is MISSING
        asked.append(RecordField(field.name, shape, ask, None if required else field.default, required))
    return tuple(asked)


# Its type stands here, for a cache takes only what is Hashable, which mypy does not see that a class is.
record_fields: Callable[[type], tuple[RecordField, ...]] = cache(_read_fields)


@cache
def optional(shape: Any) -> Any:
    """The shape inside ``shape | None``; None if the answer may not be left out."""
    if get_origin(shape) not in (UnionType, Union):
        return None
    (inner,) = (part for part in get_args(shape) if part is not type(None))
    return inner


def relevant_questions(record: Any, sheet: AnySheet) -> frozenset[str]:
    """The questions that matter, given the answers so far."""
    return frozenset(
        q.name
        for q in record_fields(record.__class__)
        if q.ask.relevant_if is None or q.ask.relevant_if(record, sheet)
    )


def irrelevant_paths(record: Any, sheet: AnySheet, path: str = "") -> Iterator[str]:
    """The paths of the questions that do not matter, given the answers so far.

    Records within are looked through as well: ``first.knocker``, ``eggs.1.lined``.
    """
    worth = relevant_questions(record, sheet)
    for q in record_fields(record.__class__):
        if q.name not in worth:
            yield path + q.name
            continue
        for spot, inner in _records(getattr(record, q.name), path + q.name):
            yield from irrelevant_paths(inner, sheet, spot + ".")


def _records(answer: Any, path: str) -> Iterator[tuple[str, Any]]:
    """The records that an answer is made of, and where they stand."""
    if isinstance(answer, PerSide | PerSeat):
        for n, one in enumerate(answer):
            yield from _records(one, f"{path}.{n}")
    elif is_dataclass(answer):
        yield path, answer


def without_irrelevant(record: Any, sheet: AnySheet) -> Any:
    """The record with answers that do not matter put back to their defaults, in records within too."""
    worth, within, changed = relevant_questions(record, sheet), _within(record.__class__), {}
    for q in record_fields(record.__class__):
        answer = usual = getattr(record, q.name)
        if q.name not in worth:
            usual = q.default
        elif q.name in within:
            usual = _plain(answer, sheet)
        if usual is not answer:
            changed[q.name] = usual
    return replace_answers(record, changed) if changed else record


def replace_answers(record: Any, changes: Mapping[str, Any]) -> Any:
    """The record with these answers instead: ``dataclasses.replace`` for what is done to every hand."""
    names = _names(record.__class__)
    return record.__class__(
        **{name: changes[name] if name in changes else getattr(record, name) for name in names}
    )


@cache
def _names(record: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(record) if field.init)


@cache
def _within(record: type) -> frozenset[str]:
    """The questions of a record whose answers may be records themselves."""
    return frozenset(q.name for q in record_fields(record) if _may_be_record(q.type))


def _may_be_record(shape: Any) -> bool:
    return is_dataclass(shape) or any(map(_may_be_record, get_args(shape)))


def _plain(answer: Any, sheet: AnySheet) -> Any:
    if is_dataclass(answer):
        return without_irrelevant(answer, sheet)
    if isinstance(answer, PerSide | PerSeat) and any(is_dataclass(one) for one in answer):
        return answer.__class__(without_irrelevant(one, sheet) for one in answer)
    return answer


def not_played_here() -> Message:
    return say(_("Not played at this table"))
