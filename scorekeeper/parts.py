"""Long lists in parts: as many as one statement may hold on either database, or as memory should."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

One = TypeVar("One")
AT_ONCE = 500  # numbers in one question


def chunked(every: Sequence[One], size: int = AT_ONCE) -> Iterator[Sequence[One]]:
    """The list in parts of this size, the last one of what is left; nothing of an empty one."""
    for start in range(0, len(every), size):
        yield every[start : start + size]
