"""What a draw goes by, and what comes out of it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from .evening_out import Met
from .shapes import Sat, Shape

RANDOM, ROTATING, PROGRESSIVE, SWISS, FIXED = "random", "rotating", "progressive", "swiss", "fixed"


@dataclass(frozen=True)
class Here:
    """Somebody present: the partner they came with, and whether they sit this round out by choice.

    Whose ``partner`` is somebody else's takes turns with these two.
    """

    id: int
    partner: int | None = None
    rests: bool = False


@dataclass(frozen=True)
class Draw:
    """The tables of a round in the order of the room, and who sits out."""

    tables: tuple[Sat, ...] = ()
    out: tuple[int, ...] = ()


@dataclass(frozen=True)
class Evening:
    """What a draw goes by: who is here in the order they came, the rounds so far, the tables' shapes.

    ``standing`` is everybody's place so far, the best first: for those alike to meet.
    """

    here: tuple[Here, ...]
    shape: Shape
    seed: int
    past: tuple[Draw, ...] = ()
    others: tuple[Shape, ...] = ()
    standing: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """The round that is drawn."""
        return len(self.past) + 1

    @property
    def playing(self) -> list[Here]:
        return [one for one in self.here if not one.rests]

    def lot(self, what: str = "") -> Random:
        """Chance that comes out the same each time."""
        return Random(f"{self.seed}.{self.number}.{what}")

    @property
    def met(self) -> Met:
        met = Met()
        for drawn in self.past:
            met.add(drawn.tables)
        return met
