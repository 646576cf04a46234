"""A language's words with the names of the players."""

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from games.engine import Seat, Seating, Side, Words


def with_names(words: Words, seating: Seating | None, names: Sequence[str]) -> Words:
    """Return the words with these names, one per seat; without names, sides and seats are numbered."""

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
    """Return the name of a side: "Ann & Cy"."""
    return " & ".join(map(isolated, partners))


@lru_cache(maxsize=10_000)
def isolated(name: str) -> str:
    """Return a name with bidi isolation marks if it is written right to left."""
    is_right_to_left = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if is_right_to_left and not name.startswith("\u2068") else name
