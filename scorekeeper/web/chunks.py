"""Chunks of long lists, for SQL parameters and memory."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
CHUNK_SIZE = 500  # parameters of one query


def chunked(items: Sequence[T], size: int = CHUNK_SIZE) -> Iterator[Sequence[T]]:
    """Yield the items in chunks of this size; the last chunk may be shorter."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
