"""What was drawn before, named by all that went into it: never out of date, and nothing need forget it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Memory(Generic[Made]):
    """The last few things that were made, each by its content. What is remembered is not to be changed."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._kept: OrderedDict[Hashable, Made] = OrderedDict()
        self._lock = Lock()

    def recall(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What ``make`` makes of everything that ``key`` holds; made once while it is remembered."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self.size:
                self._kept.popitem(last=False)
        return made
