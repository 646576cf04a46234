"""What the engine says, left untranslated until someone reads it.

``_`` and ``ngettext`` only mark strings (their names are the ones that
``makemessages`` looks for). Whoever shows a message brings the ``Words``.
What a person typed is always a value, never a template.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    plural: str = ""  # the template when ``values["n"]`` asks for a plural

    def __str__(self) -> str:
        return ENGLISH.read(self)


def say(template: str, /, **values: object) -> Message:
    """A message from a marked text: ``say(_("At most {most}"), most=10)``."""
    return Message(template, values)


def ngettext(one: str, many: str, n: int, /, **values: object) -> Message:
    """A message that counts: both texts may name ``{n}``."""
    return Message(one, {"n": n, **values}, many)


def plainly(points: int | Fraction) -> str:
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
    number: Callable[[int | Fraction], str] = plainly

    def read(self, said: object) -> str:
        """The text of anything the engine says, in this language."""
        if said.__class__ is str:
            return str(said)
        if said.__class__ is int:
            return self.number(said)
        match said:
            case Message(template, values, plural):
                chosen = (
                    self.ngettext(template, plural, abs(int(str(values["n"]))))
                    if plural
                    else self.gettext(template)
                )
                return chosen.format_map({name: self.read(value) for name, value in values.items()})
            case Side() | Seat():
                return self.name(said)
            case bool() | None:
                return self.gettext(_("yes") if said else _("no"))
            case int() | Fraction():
                return self.number(said)
            case str():
                return said
            case _ if (label := getattr(said, "label", None)) is not None:
                return self.read(label) if isinstance(label, Message) else self.gettext(label)
            case Cards():
                return " ".join(self.read(card) for card in said)
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


ENGLISH = Words()
