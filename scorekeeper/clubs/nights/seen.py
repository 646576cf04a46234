"""What the templates of a night are given."""

from __future__ import annotations

from dataclasses import dataclass

from .standing import Standing


@dataclass(frozen=True)
class Chair:
    """Somebody at a table: what the chair is called, and whether it is whoever asks."""

    label: str
    name: str
    player: int
    mine: bool


@dataclass(frozen=True)
class SideNow:
    """A side of a table: who, and its total as it stands ("" where it stays covered)."""

    side: int
    chairs: tuple[Chair, ...]
    total: str
    negative: bool
    leads: bool


@dataclass(frozen=True)
class TableNow:
    """A table of a round as it stands. ``told`` is what its people must know: last hand, round over."""

    number: int
    code: str
    sides: tuple[SideNow, ...]
    hands: int
    over: bool
    told: str

    @property
    def chairs(self) -> list[Chair]:
        """Everybody in the order of the chairs."""
        return [chair for row in zip(*(side.chairs for side in self.sides), strict=True) for chair in row]

    @property
    def mine(self) -> Chair | None:
        return next((chair for side in self.sides for chair in side.chairs if chair.mine), None)


@dataclass(frozen=True)
class Line:
    """A line of the standing: the player, and the points of each round."""

    standing: Standing
    name: str
    mine: bool
    rounds: tuple[str, ...]
    present: bool

    @property
    def player(self) -> int:
        return self.standing.score.player
