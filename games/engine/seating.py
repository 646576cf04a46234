"""Seats, sides and seatings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

T = TypeVar("T")


class Seat(int):
    """A chair at the table, counted clockwise from zero."""


class Side(int):
    """A column of the score: a player or a partnership."""


class PerSide(tuple[T, ...]):
    """One value for each side, in the order of the columns."""


class PerSeat(tuple[T, ...]):
    """One value for each seat, clockwise."""


@dataclass(frozen=True)
class Seating:
    """``seats`` chairs, ``sides`` columns, and the first dealer; partners sit opposite each other.

    Seat ``n`` plays for side ``n % sides``: with four seats and two sides, 0 and 2 are partners.
    """

    seats: int
    sides: int
    first_dealer: Seat = Seat(0)  # noqa: RUF009 (a number)

    @cached_property
    def every_side(self) -> tuple[Side, ...]:
        return tuple(Side(side) for side in range(self.sides))

    @cached_property
    def every_seat(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat in range(self.seats))

    @property
    def shape(self) -> tuple[int, int]:
        """Return seats and sides, without the dealer."""
        return self.seats, self.sides

    def side(self, seat: int) -> Side:
        """Return the side a seat plays for."""
        return Side(seat % self.sides)

    def seats_of(self, side: int) -> tuple[Seat, ...]:
        """Return the seats that play for a side, clockwise."""
        return tuple(Seat(seat) for seat in range(side, self.seats, self.sides))

    def others(self, *sides: Side) -> tuple[Side, ...]:
        """Return every side but these."""
        return tuple(side for side in self.every_side if side not in sides)

    def left(self, seat: int, steps: int = 1) -> Seat:
        """Return the seat this many steps on, clockwise."""
        return Seat((seat + steps) % self.seats)

    def round_from(self, seat: int) -> tuple[Seat, ...]:
        """Return every seat once, clockwise, beginning with this one."""
        return tuple(self.left(seat, step) for step in range(self.seats))

    def per_side(self, value: Callable[[Side], T]) -> PerSide[T]:
        return PerSide(value(side) for side in self.every_side)

    def per_seat(self, value: Callable[[Seat], T]) -> PerSeat[T]:
        return PerSeat(value(seat) for seat in self.every_seat)
