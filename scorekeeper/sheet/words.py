"""The names of those at a table, in the words of a language."""

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from games.engine import Seat, Seating, Side, Words


def with_names(words: Words, seating: Seating | None, names: Sequence[str]) -> Words:
    """The words of a language with these names, one a seat; without names, sides and seats are numbered."""

    def name(who: Side | Seat) -> str:
        if seating is None or not names:
            number = int(who) + 1
            return (
                words.gettext("side {n}").format(n=number)
                if isinstance(who, Side)
                else words.gettext("seat {n}").format(n=number)
            )
        if isinstance(who, Seat):
            return isolated(names[who]) if who < len(names) else str(int(who) + 1)
        return side_name([names[seat] for seat in seating.seats_of(who)])

    def people(who: Side | Seat) -> int:
        return len(seating.seats_of(who)) if seating is not None and isinstance(who, Side) else 1

    return replace(words, name=name, people=people)


def side_name(partners: Sequence[str]) -> str:
    """ "Ann & Cy"."""
    return " & ".join(map(isolated, partners))


@lru_cache(maxsize=10_000)
def isolated(name: str) -> str:
    """The name; one that is read from the right is set apart, or it would turn the numbers after it."""
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if turns and not name.startswith("\u2068") else name
