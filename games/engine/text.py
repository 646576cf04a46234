"""Messages of the engine, untranslated until they are read.

``_`` and ``ngettext`` only mark texts for ``makemessages``, which looks for these names. ``Words``
renders a message in the reader's language. User input is always a value, never a template.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from .cards import Cards
from .seating import Seat, Side


def _(msgid: str) -> str:
    """Mark a text for translation."""
    return msgid


@dataclass(frozen=True)
class Message:
    """A template and its values."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)
    plural: str = ""  # the template if the value named by ``plural_by`` is plural
    plural_by: str = "n"  # the name of a number, or of the subject ("Ann & Cy are ahead")

    def __str__(self) -> str:
        return ENGLISH.read(self)

    def read_in(self, words: Words) -> str:
        """Return the text in a reader's language."""
        template = (
            words.ngettext(self.template, self.plural, words.how_many(self.values[self.plural_by]))
            if self.plural
            else words.gettext(self.template)
        )
        return template.format_map({name: words.read(value) for name, value in self.values.items()})


def say(template: str, /, **values: object) -> Message:
    """Return a message from a marked text: ``say(_("At most {most}"), most=10)``."""
    return Message(template, values)


def ngettext(singular: str, plural: str, n: int, /, **values: object) -> Message:
    """Return a message with a number: both texts may name ``{n}``."""
    return Message(singular, {"n": n, **values}, plural)


def agree(singular: str, plural: str, /, **values: object) -> Message:
    """Return a message whose subject is its first value: ``singular`` for one person, else ``plural``.

    For example::

        agree("{who} is ahead with {n}", "{who} are ahead with {n}", who=ahead, n=best)

    The subject may be a side, a seat, or several of them.
    """
    return Message(singular, values, plural, next(iter(values)))


def format_points(points: int | Fraction) -> str:
    """Return a number as a score sheet shows it: with a true minus sign, and "½" for 1/2."""
    if type(points) is int:
        return str(points) if points >= 0 else f"\N{MINUS SIGN}{-points}"
    sign = "\N{MINUS SIGN}" if points < 0 else ""
    whole, part = divmod(abs(Fraction(points)), 1)
    if not part:
        return f"{sign}{whole}"
    symbols = {
        Fraction(1, 2): "½",
        Fraction(1, 4): "¼",
        Fraction(3, 4): "¾",
        Fraction(1, 3): "⅓",
        Fraction(2, 3): "⅔",
    }
    if part in symbols:
        return f"{sign}{whole or ''}{symbols[part]}"
    if 100 % part.denominator == 0:
        return f"{sign}{whole}.{int(part * 100):02d}".rstrip("0")
    size = abs(Fraction(points))
    return f"{sign}{size.numerator}/{size.denominator}"


@dataclass(frozen=True)
class Words:
    """The reader's language, and the names at the table."""

    gettext: Callable[[str], str] = lambda text: text
    ngettext: Callable[[str, str, int], str] = lambda singular, plural, n: singular if n == 1 else plural
    name: Callable[[Side | Seat], str] = lambda who: (
        f"side {who + 1}" if isinstance(who, Side) else f"seat {who + 1}"
    )
    number: Callable[[int | Fraction], str] = format_points
    people: Callable[[Side | Seat], int] = lambda who: 1  # how many people a name stands for

    def read(self, value: object) -> str:
        """Return the text of any value in this language."""
        if value.__class__ is str:
            return str(value)
        if value.__class__ is int:
            return self.number(value)
        match value:
            case Message():
                return value.read_in(self)
            case Side() | Seat():
                return self.name(value)
            case bool() | None:
                return self.gettext(_("yes") if value else _("no"))
            case int() | Fraction():
                return self.number(value)
            case _ if (label := getattr(value, "label", None)) is not None:
                return self.read(label) if isinstance(label, Message) else self.gettext(label)
            case Cards():
                return " ".join(self.read(card) for card in value)
            case tuple() if value and all(isinstance(part, Side | Seat) for part in value):
                return self.join_names([self.name(who) for who in value])
            case tuple():
                # A tuple of pairs, such as steps and their factors, reads as in its form field: 10:2, 13:3.
                parts = (
                    ":".join(map(self.read, part)) if type(part) is tuple else self.read(part)
                    for part in value
                )
                return ", ".join(parts)
            case frozenset():
                return ", ".join(sorted(self.read(part) for part in value))
            case _:
                return str(value)

    def join_names(self, names: Sequence[str]) -> str:
        """Join names in a sentence: "Ann", "Ann and Bo", "Ann, Bo and Cy"."""
        *most, last = names
        if not most:
            return last
        return self.gettext(_("{names} and {last}")).format(names=", ".join(most), last=last)

    def how_many(self, value: object) -> int:
        """Return the number that selects the plural: a number itself, or the number of people."""
        match value:
            case Side() | Seat():
                return self.people(value)
            case tuple():
                return sum(self.people(who) for who in value)
        return abs(int(str(value)))


ENGLISH = Words()
