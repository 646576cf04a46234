"""The form as templates see it: questions, their boxes, and the keys (buttons) of a box."""

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

from .names import name_width

MOST_KEYS = 24  # with more possible numbers than that, the number is typed
# The longest label, in Latin letters, that fits on a key. QUARTER: the key is a quarter as wide as the phone.
# HALF: it is half as wide. HALF_SMALL: half as wide, with smaller type.
QUARTER, HALF, HALF_SMALL = 5, 11, 13


@dataclass(frozen=True)
class Option:
    """A key of a box: its value and label; for a player or side, also the ``side``.

    ``sentence_word`` is the word used in the hand's sentence, if it differs from the label.
    """

    value: str
    label: str
    about: str
    chosen: bool
    id: str
    side: int | None = None
    sentence_word: str = ""


@dataclass(frozen=True)
class Box:
    """A form box; its widget names the template, its options are the keys, if it has any."""

    path: str
    name: str  # of the input
    id: str
    widget: str
    label: str
    side: int | None  # the side asked, or the side of the seat asked; None for the whole table
    value: str
    options: tuple[Option, ...]
    errors: tuple[str, ...]
    least: int | None
    most: int | None
    step: int
    required: bool
    # Name and value of the input for a number that has no key, or for a goal's number.
    number_name: str = ""
    number: str = ""
    # For a set that must be answered: "none of them" is an answer with its own key.
    none_is_answer: bool = False
    by_rank: bool = False  # cards are chosen by rank alone
    rows: int | None = None  # rows of cards on the table
    adds: str = ""  # keys that add up: "A=1|2=2|10s=10"
    is_irrelevant: bool = False  # because of the other answers; only in a nested record

    @property
    def name_size(self) -> str:
        """Return the CSS classes for keys with names this long; "" if four fit in a row."""
        names = (option.label for option in self.options if option.value)
        longest = max(map(name_width, names), default=0)
        if longest <= QUARTER:
            return ""
        return "long" if longest <= HALF else "long small" if longest <= HALF_SMALL else "long smallest"


@dataclass(frozen=True)
class Group:
    """A question and its boxes. ``matters`` is false if the answers so far make it irrelevant."""

    name: str
    label: str
    about: str
    section: str
    moment: Moment
    matters: bool
    boxes: tuple[Box, ...]
    errors: tuple[str, ...]
    total: int | None  # the sum of all answers
    other_total: int | None  # another permitted sum
    rule: Any = None
    seldom: bool = False
    none_label: str = ""  # for no answer
    # The name of an earlier question, the bid: keys with which the bidder makes the bid are marked.
    reaches: str = ""

    @property
    def is_collapsed(self) -> bool:
        """Return whether the question is hidden behind a key, as its default is nearly always right."""
        return self.seldom and not self.errors

    @property
    def nested(self) -> bool:
        """Return whether the question is a nested record, with questions of its own."""
        return any(box.side is None and box.path != self.name for box in self.boxes)

    @property
    def chosen_label(self) -> str:
        """Return the label of the chosen key, else the label for no answer."""
        return next(
            (option.label for box in self.boxes for option in box.options if option.chosen), self.none_label
        )

    @property
    def is_auction(self) -> bool:
        return self.moment is Moment.AUCTION


def irrelevant_in(groups: Iterable[Group]) -> tuple[str, ...]:
    """Return the names of the irrelevant questions, and the paths of irrelevant boxes in other questions."""
    groups = tuple(groups)
    boxes = (box.path for group in groups for box in group.boxes if box.is_irrelevant)
    return (*(group.name for group in groups if not group.matters), *boxes)


def belongs_to_any(path: str, questions: Container[str]) -> bool:
    """Return whether a box belongs to one of these questions, given by path."""
    parts = path.split(".")
    return any(".".join(parts[:n]) in questions for n in range(1, len(parts) + 1))


def widget_of(field: FormField, sheet: Sheet[Any]) -> str:
    """Return the name of the template for a field."""
    answer_type = optional(field.type) or field.type
    origin = get_origin(answer_type)
    if origin in (frozenset, Goal, tuple):
        return {frozenset: "set", Goal: "goal", tuple: "list"}[origin]
    templates = {bool: "switch", str: "text", Cards: "cards", Calls: "calls", Fraction: "fraction"}
    if answer_type in templates:
        # A switch is for a yes/no question whose default is no; any other yes/no question has two keys.
        return (
            "yesno"
            if answer_type is bool and (field.required or field.default or optional(field.type))
            else templates[answer_type]
        )
    if issubclass(answer_type, Seat | Side):
        return "who"
    if issubclass(answer_type, Choice):
        return "choice"
    return "keys" if keys_of(field, sheet) else "number"


def keys_of(field: FormField, sheet: Sheet[Any]) -> tuple[int, ...]:
    """Return the numbers that have a key; none if there are too many.

    The default has a key too, so that an answer can be changed back to it.
    """
    ask = field.ask
    least, most = limit(ask.least, sheet), limit(ask.most, sheet)
    if numbers := offers(ask, sheet):
        default = () if field.default is None or field.default in numbers else (field.default,)
        return (*default, *numbers)
    if least is None or most is None or (most - least) // ask.step >= MOST_KEYS:
        return ()
    return tuple(range(least, most + 1, ask.step))


def more_than_keys(field: FormField, sheet: Sheet[Any]) -> bool:
    """Return whether numbers without a key are allowed."""
    if widget_of(field, sheet) != "keys" or not offers(field.ask, sheet):
        return False
    least, most = limit(field.ask.least, sheet), limit(field.ask.most, sheet)
    if least is None or most is None:
        return True
    return (most - least) // field.ask.step + 1 > len(set(keys_of(field, sheet)))
