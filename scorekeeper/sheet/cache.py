"""A cache of computed and drawn values, under keys that contain everything a value depends on.

Such a value is never out of date, so nothing has to be invalidated. Values must not be changed. The size is
bounded by an estimate in bytes; the least recently used value is dropped first.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

Value = TypeVar("Value")

CAPACITY = 64_000_000

_entries: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
_total = 0
_lock = Lock()


def get(key: Hashable) -> Any | None:
    with _lock:
        if key not in _entries:
            return None
        _entries.move_to_end(key)
        return _entries[key][0]


def put(key: Hashable, value: Any, size: int | None = None) -> None:
    """Store a value; ``size`` is an estimate in bytes."""
    global _total
    size = _estimate(value) if size is None else size
    with _lock:
        _total += size - _entries.pop(key, (None, 0))[1]
        _entries[key] = value, size
        while _total > CAPACITY:
            _total -= _entries.popitem(last=False)[1][1]


def get_or_make(key: Hashable, make: Callable[[], Value]) -> Value:
    """Return the value of ``key``, made by ``make`` if there is none."""
    with _lock:
        if key in _entries:
            _entries.move_to_end(key)
            cached: Value = _entries[key][0]
            return cached
    value = make()
    put(key, value)
    return value


def clear() -> None:
    """Drop every value, as in a new process."""
    global _total
    with _lock:
        _entries.clear()
        _total = 0


def _estimate(value: Any) -> int:
    if isinstance(value, str):
        return 500 + len(value)
    if isinstance(value, tuple):
        return 500 + sum(map(_estimate, value))
    return 1_000
