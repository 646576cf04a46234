"""The sizes of the tables of a round, and who sits where at one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Shape:
    """Chairs and sides of a table; partners sit opposite, as in ``games.engine.Seating``."""

    seats: int
    sides: int

    @property
    def team(self) -> int:
        """How many play together."""
        return self.seats // self.sides


@dataclass(frozen=True)
class Sat:
    """A table of a round: who sat on which chair; ``places`` are those of its sides, 1 the best."""

    seats: tuple[int, ...]
    sides: int
    places: tuple[int, ...] = ()

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Who played together, one team a side."""
        return tuple(self.seats[side :: self.sides] for side in range(self.sides))


def seated(teams: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Teams on their chairs: the first of each side, then the second of each."""
    return tuple(team[n] for n in range(len(teams[0])) for team in teams)


def sizes(people: int, usual: Shape, others: Sequence[Shape] = ()) -> list[Shape]:
    """The tables for so many: as few without a seat as can be, then as many usual tables as can be.

    The usual ones come first. Nothing where there are too few for any table.
    """
    kinds = [usual, *others]
    best: list[list[Shape] | None] = [[]] + [None] * people
    for n in range(1, people + 1):
        for kind in kinds:
            before = best[n - kind.seats] if n >= kind.seats else None
            if before is not None and _better([*before, kind], best[n], usual):
                best[n] = [*before, kind]
    found = next(one for one in reversed(best) if one is not None)
    return sorted(found, key=lambda shape: kinds.index(shape))


def _better(tables: list[Shape], than: list[Shape] | None, usual: Shape) -> bool:
    if than is None:
        return True
    return (tables.count(usual), -len(tables)) > (than.count(usual), -len(than))
