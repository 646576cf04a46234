"""Chunks of long lists, for SQL parameters and memory."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
AT_ONCE = 500  # parameters of a query


def chunked(items: Sequence[T], size: int = AT_ONCE) -> Iterator[Sequence[T]]:
    """Yield the list in parts of this size; the last may be shorter."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
