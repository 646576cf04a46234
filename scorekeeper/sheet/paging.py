"""Long lists a page at a time: how long a sheet is decides how many pages it has, not what one costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

HANDS = 60  # on one page: more than most evenings have
VERSIONS = 5  # of one hand: each is scored on the sheet as it was then
MOVED = 25  # hands that a correction changes

T = TypeVar("T")


@dataclass(frozen=True)
class Part:
    """What one page shows of a list that is ``of`` long: ``size`` of it, without the ``first`` so many."""

    first: int
    size: int
    of: int

    @property
    def before(self) -> int | None:
        """Where the page before this one begins."""
        return max(0, min(self.first, self.of) - self.size) if self.first else None

    @property
    def after(self) -> int | None:
        """Where the next page begins."""
        return self.first + self.size if self.first + self.size < self.of else None

    def cut(self, every: Sequence[T]) -> Sequence[T]:
        """The part of the list."""
        return every[self.first : self.first + self.size]
