"""The names of the players: at each hand, in translated texts, and shortened."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from games.engine import Seat, Seating, Side, Words

# The most letters of a name at the head of a column, including the "…".
HEAD_LETTERS = 12
HEAD_LETTERS_OF_FOUR = 10  # with four columns
HEAD_LETTERS_NARROW = 3  # with more columns, or more than two players a side; without "…"


@dataclass(frozen=True)
class PlayerNames:
    """The names at the seats, hand by hand."""

    seating: Seating
    sitting: tuple[tuple[int, int, str], ...]  # (position, number of the first hand, name), in order

    def at(self, number: int) -> tuple[str, ...]:
        return self.current if number >= self._last_change else self._at(number)

    @cached_property
    def _last_change(self) -> int:
        return max((since for _position, since, _name in self.sitting), default=0)

    @cached_property
    def current(self) -> tuple[str, ...]:
        return self._at(self._last_change)

    def _at(self, number: int) -> tuple[str, ...]:
        names = [""] * self.seating.seats
        for position, since, name in self.sitting:
            if position < len(names) and since <= number:
                names[position] = name
        return tuple(names)

    def words(self, words: Words, number: int | None = None) -> Words:
        """Return the texts of a language with the names at a hand, or with the current names."""
        return with_names(words, self.seating, self.current if number is None else self.at(number))


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
        return " & ".join(isolated(names[seat]) for seat in seating.seats_of(who))

    def people(who: Side | Seat) -> int:
        return len(seating.seats_of(who)) if seating is not None and isinstance(who, Side) else 1

    return replace(words, name=name, people=people)


@lru_cache(maxsize=10_000)
def isolated(name: str) -> str:
    """Return a name with bidi isolation marks if it is written right to left."""
    is_right_to_left = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if is_right_to_left and not name.startswith("\u2068") else name


def letters_of(name: str) -> list[str]:
    """Return the letters of a name, each with its combining marks."""
    letters: list[str] = []
    for letter in name:
        if letters and unicodedata.combining(letter):
            letters[-1] += letter
        else:
            letters.append(letter)
    return letters


def shorten(names: Sequence[str], limit: int, mark: str = "…") -> tuple[str, ...]:
    """Return the names, cut to ``limit`` letters including the mark of the cut.

    Names that would look the same get more letters.
    """
    lengths = [limit] * len(names)
    while True:
        cut = tuple(_cut(name, length, mark) for name, length in zip(names, lengths, strict=True))
        alike = Counter(text.casefold() for text in cut)
        longer = [
            length + 1 if alike[text.casefold()] > 1 and text != name else length
            for name, text, length in zip(names, cut, lengths, strict=True)
        ]
        if longer == lengths:
            return cut
        lengths = longer


def _cut(name: str, limit: int, mark: str) -> str:
    letters = letters_of(name)
    if len(letters) <= limit:
        return name
    return "".join(letters[: limit - len(mark)]).rstrip(" -.&") + mark


def line_width(name: str) -> float:
    """Return the width of a name on one line; a Latin letter is 1 wide."""
    return sum(map(_letter_width, name))


def name_width(name: str) -> float:
    """Return the width of the widest part of a name between possible line breaks, as ``line_width``."""
    return max(map(line_width, re.split(r"[\s-]+", name)), default=0)


def _letter_width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.9
    return 1.25 if "\u0370" <= letter <= "\u052f" else 1
