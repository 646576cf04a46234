"""How even the draw with rotating partners is, for every number of people: ``python -m benchmarks draws``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from scorekeeper.clubs.nights.pairing import pair_round
from scorekeeper.clubs.nights.pairing_input import ROTATING, Attendee, Meetings, PairingInput, Shape


@dataclass(frozen=True)
class Evenness:
    """Of every two: how often they were partners and opponents, from least to most; and who sat out."""

    people: int
    rounds: int
    partners: tuple[int, int]
    opponents: tuple[int, int]
    out: tuple[int, int]

    def __str__(self) -> str:
        told = (f"{low}" if low == high else f"{low}-{high}" for low, high in self.counts)
        return f"{self.people:4} {self.rounds:6}  " + "".join(f"{one:>10}" for one in told)

    @property
    def counts(self) -> tuple[tuple[int, int], ...]:
        return self.partners, self.opponents, self.out


def evenness(people: int, rounds: int, seed: int = 7) -> Evenness:
    """The draw of so many rounds for so many people, at tables of two pairs."""
    everybody = tuple(Attendee(one) for one in range(1, people + 1))
    evening = PairingInput(everybody, Shape(4, 2), seed)
    for _round in range(rounds):
        evening = replace(evening, past=(*evening.past, pair_round(ROTATING, evening)))
    met, out = Meetings(), Counter(one for drawn in evening.past for one in drawn.out)
    for drawn in evening.past:
        met.add(drawn.tables)
    pairs = [frozenset(pair) for pair in combinations(range(1, people + 1), 2)]
    return Evenness(
        people,
        rounds,
        _least_and_most(met.partners[pair] for pair in pairs),
        _least_and_most(met.opponents[pair] for pair in pairs),
        _least_and_most(out[one.id] for one in everybody),
    )


def _least_and_most(counts: Iterable[int]) -> tuple[int, int]:
    found = list(counts)
    return min(found), max(found)


def all_of_them(people: int) -> int:
    """The rounds in which everybody could have been everybody's partner once."""
    return people - 1 if people % 4 == 0 else people


def main(least: int = 4, most: int = 60, evening: int = 8) -> None:
    """Print a usual evening of each number, and as many rounds as there are partners to be had."""
    print("people rounds    partners opponents  sat out")
    for people in range(least, most + 1):
        for rounds in sorted({min(evening, all_of_them(people)), all_of_them(people)}):
            print(evenness(people, rounds), flush=True)
