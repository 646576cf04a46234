"""What a template draws of a form: the questions, their boxes, and the keys of a box."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, get_origin

from games.engine import (
    Calls,
    Cards,
    Choice,
    FormField,
    Goal,
    Moment,
    Seat,
    Sheet,
    Side,
    limit,
    offers,
    optional,
)

MOST_KEYS = 24  # numbers that get a key each; beyond that they are typed


@dataclass(frozen=True)
class Option:
    """One key: what it sends, what stands on it, and the side it belongs to, or whose seat it is, if any.

    ``said`` is what the sentence of a hand says for it, where that is not what stands on the key.
    """

    value: str
    label: str
    about: str
    chosen: bool
    id: str
    side: int | None = None
    said: str = ""


@dataclass(frozen=True)
class Box:
    """One box for a template: its shape names the template, its options are the keys, if it has any."""

    path: str
    name: str  # of the input
    id: str
    shape: str
    label: str
    side: int | None  # whom it asks, or whose seat; None of the whole table
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
    # Of a set that must be said: "none of them" is an answer with a key of its own.
    none_is_said: bool = False
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
    other_total: int | None
    rule: Any = None
    seldom: bool = False
    none: str = ""  # what leaving it out says
    reaches: str = ""  # the question whose number makes it, for whoever won the bidding

    @property
    def folded(self) -> bool:
        """Whether the question stands behind a key of its own: what it says is what it nearly always says."""
        return self.seldom and not self.errors

    @property
    def nested(self) -> bool:
        """Whether the question is a record within the record: its boxes have questions of their own."""
        return any(box.side is None and box.path != self.name for box in self.boxes)

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


def belongs(path: str, questions: Container[str]) -> bool:
    """Whether a box belongs to one of these questions, named by their paths."""
    parts = path.split(".")
    return any(".".join(parts[:n]) in questions for n in range(1, len(parts) + 1))


def shape_of(blank: FormField, sheet: Sheet[Any]) -> str:
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
    return "keys" if keys_of(blank, sheet) else "number"


def keys_of(blank: FormField, sheet: Sheet[Any]) -> tuple[int, ...]:
    """The numbers that get a key each; none where there are too many.

    What holds if nobody says has a key as well: else an answer, once given, could not be taken away.
    """
    ask = blank.ask
    least, most = limit(ask.least, sheet), limit(ask.most, sheet)
    if usual := offers(ask, sheet):
        more = () if blank.default is None or blank.default in usual else (blank.default,)
        return (*more, *usual)
    if least is None or most is None or (most - least) // ask.step >= MOST_KEYS:
        return ()
    return tuple(range(least, most + 1, ask.step))


def more_than_keys(blank: FormField, sheet: Sheet[Any]) -> bool:
    """Whether numbers are allowed that no key offers."""
    if shape_of(blank, sheet) != "keys" or not offers(blank.ask, sheet):
        return False
    least, most = limit(blank.ask.least, sheet), limit(blank.ask.most, sheet)
    if least is None or most is None:
        return True
    return (most - least) // blank.ask.step + 1 > len(set(keys_of(blank, sheet)))
