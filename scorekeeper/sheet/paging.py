"""Pages of long lists, so that the cost of a page does not grow with the sheet.

The constants are page sizes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

HANDS = 60  # hands of a match; most evenings have fewer
REVISIONS = 5  # revisions of a hand; each is scored on the sheet at that time
CHANGED_HANDS = 25  # hands changed by a correction
MATCHES = 60  # matches of a table

T = TypeVar("T")


@dataclass(frozen=True)
class Part:
    """A page of a list of ``length`` items: at most ``size`` items from index ``first`` on.

    ``before`` and ``after`` are the ``first`` of the previous and of the next page, None if there is no such
    page.
    """

    first: int
    size: int
    length: int

    @property
    def before(self) -> int | None:
        return max(0, min(self.first, self.length) - self.size) if self.first else None

    @property
    def after(self) -> int | None:
        return self.first + self.size if self.first + self.size < self.length else None

    def cut(self, items: Sequence[T]) -> Sequence[T]:
        return items[self.first : self.first + self.size]
