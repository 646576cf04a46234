"""What the engine says, left untranslated until someone reads it.

``_`` and ``ngettext`` only mark strings (their names are the ones that
``makemessages`` looks for). Whoever shows a message brings the ``Words``.
What a person typed is always a value, never a template.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from .cards import Cards
from .table import Seat, Side


def _(msgid: str) -> str:
    """Mark a text for translation."""
    return msgid


@dataclass(frozen=True)
class Message:
    """A template and the values that fill it."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)
    plural: str = ""  # the template when the value named by ``by`` asks for a plural
    by: str = "n"  # a number, or who it is about: a side of two is "Ann & Cy", who are ahead

    def __str__(self) -> str:
        return ENGLISH.read(self)

    def read_in(self, words: Words) -> str:
        """The text in a reader's language."""
        chosen = (
            words.ngettext(self.template, self.plural, words.how_many(self.values[self.by]))
            if self.plural
            else words.gettext(self.template)
        )
        return chosen.format_map({name: words.read(value) for name, value in self.values.items()})


def say(template: str, /, **values: object) -> Message:
    """A message from a marked text: ``say(_("At most {most}"), most=10)``."""
    return Message(template, values)


def ngettext(one: str, many: str, n: int, /, **values: object) -> Message:
    """A message that counts: both texts may name ``{n}``."""
    return Message(one, {"n": n, **values}, many)


def agree(one: str, many: str, /, **values: object) -> Message:
    """A message about somebody, the first of the values: ``one`` where that is one person, else ``many``::

        agree("{who} is ahead with {n}", "{who} are ahead with {n}", who=ahead, n=best)

    Who it is may be a side, a seat, or several of them.
    """
    return Message(one, values, many, next(iter(values)))


def format_points(points: int | Fraction) -> str:
    """A number as a score sheet shows it: a true minus sign, halves and quarters as such."""
    if type(points) is int:
        return str(points) if points >= 0 else f"\N{MINUS SIGN}{-points}"
    sign = "\N{MINUS SIGN}" if points < 0 else ""
    whole, part = divmod(abs(Fraction(points)), 1)
    if not part:
        return f"{sign}{whole}"
    signs = {
        Fraction(1, 2): "½",
        Fraction(1, 4): "¼",
        Fraction(3, 4): "¾",
        Fraction(1, 3): "⅓",
        Fraction(2, 3): "⅔",
    }
    if part in signs:
        return f"{sign}{whole or ''}{signs[part]}"
    if 100 % part.denominator == 0:
        return f"{sign}{whole}.{int(part * 100):02d}".rstrip("0")
    exact = abs(Fraction(points))
    return f"{sign}{exact.numerator}/{exact.denominator}"


@dataclass(frozen=True)
class Words:
    """A reader's language, and the names of those at the table."""

    gettext: Callable[[str], str] = lambda text: text
    ngettext: Callable[[str, str, int], str] = lambda one, many, n: one if n == 1 else many
    name: Callable[[Side | Seat], str] = lambda who: (
        f"side {who + 1}" if isinstance(who, Side) else f"seat {who + 1}"
    )
    number: Callable[[int | Fraction], str] = format_points
    people: Callable[[Side | Seat], int] = lambda who: 1  # how many a name stands for

    def read(self, said: object) -> str:
        """The text of anything the engine says, in this language."""
        if said.__class__ is str:
            return str(said)
        if said.__class__ is int:
            return self.number(said)
        match said:
            case Message():
                return said.read_in(self)
            case Side() | Seat():
                return self.name(said)
            case bool() | None:
                return self.gettext(_("yes") if said else _("no"))
            case int() | Fraction():
                return self.number(said)
            case _ if (label := getattr(said, "label", None)) is not None:
                return self.read(label) if isinstance(label, Message) else self.gettext(label)
            case Cards():
                return " ".join(self.read(card) for card in said)
            case tuple() if said and all(isinstance(one, Side | Seat) for one in said):
                return self.listed([self.name(one) for one in said])
            case tuple():
                # A list of lists, such as steps and their factors, as its box shows it: 10:2, 13:3.
                parts = (
                    ":".join(map(self.read, part)) if type(part) is tuple else self.read(part)
                    for part in said
                )
                return ", ".join(parts)
            case frozenset():
                return ", ".join(sorted(self.read(part) for part in said))
            case _:
                return str(said)

    def listed(self, names: Sequence[str]) -> str:
        """Names in a sentence: "Ann", "Ann and Bo", "Ann, Bo and Cy"."""
        *most, last = names
        if not most:
            return last
        return self.gettext(_("{names} and {last}")).format(names=", ".join(most), last=last)

    def how_many(self, counted: object) -> int:
        """What decides between one and many: a number, or how many people somebody is."""
        match counted:
            case Side() | Seat():
                return self.people(counted)
            case tuple():
                return sum(self.people(one) for one in counted)
        return abs(int(str(counted)))


ENGLISH = Words()
