"""Evenness of the draw with rotating partners for each number of people: ``python -m benchmarks draws``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from scorekeeper.nights.draw import ROTATING, Attendee, Draw, Meetings, Shape
from scorekeeper.nights.pairing import pair_round


@dataclass(frozen=True)
class Evenness:
    """The least and most times that two people were partners or opponents, and that one person sat out."""

    people: int
    rounds: int
    partners: tuple[int, int]
    opponents: tuple[int, int]
    out: tuple[int, int]

    def __str__(self) -> str:
        ranges = (f"{low}" if low == high else f"{low}-{high}" for low, high in self.counts)
        return f"{self.people:4} {self.rounds:6}  " + "".join(f"{text:>10}" for text in ranges)

    @property
    def counts(self) -> tuple[tuple[int, int], ...]:
        return self.partners, self.opponents, self.out


def evenness(people: int, rounds: int, seed: int = 7) -> Evenness:
    """Return the evenness of this number of rounds at tables of two pairs."""
    everybody = tuple(Attendee(n) for n in range(1, people + 1))
    draw = Draw(everybody, Shape(4, 2), seed)
    for _round in range(rounds):
        draw = replace(draw, past=(*draw.past, pair_round(ROTATING, draw)))
    meetings, out = Meetings(), Counter(person for pairing in draw.past for person in pairing.sitting_out)
    for pairing in draw.past:
        meetings.add(pairing.tables)
    pairs = [frozenset(pair) for pair in combinations(range(1, people + 1), 2)]
    return Evenness(
        people,
        rounds,
        _least_and_most(meetings.partners[pair] for pair in pairs),
        _least_and_most(meetings.opponents[pair] for pair in pairs),
        _least_and_most(out[person.id] for person in everybody),
    )


def _least_and_most(counts: Iterable[int]) -> tuple[int, int]:
    found = list(counts)
    return min(found), max(found)


def full_rounds(people: int) -> int:
    """Return the number of rounds in which everyone can partner everyone once."""
    return people - 1 if people % 4 == 0 else people


def main(least: int = 4, most: int = 60, usual_rounds: int = 8) -> None:
    """Print the evenness for each number of people: in a usual evening, and over full rounds."""
    print("people rounds    partners opponents  sat out")
    for people in range(least, most + 1):
        for rounds in sorted({min(usual_rounds, full_rounds(people)), full_rounds(people)}):
            print(evenness(people, rounds), flush=True)
