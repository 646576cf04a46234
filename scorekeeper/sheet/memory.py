"""What was drawn before, named by all that went into it: never out of date, and nothing need forget it."""

from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable, Hashable
from hashlib import blake2b
from threading import Lock
from typing import Generic, TypeVar

Made = TypeVar("Made")


def part_name(*texts: str) -> str:
    """A short name of these texts: a phone that has the part of a page by this name need not be sent it."""
    return urlsafe_b64encode(blake2b("\0".join(texts).encode(), digest_size=9).digest()).decode()


class Memory(Generic[Made]):
    """The last few things that were made, each by its content. What is remembered is not to be changed."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._kept: OrderedDict[Hashable, Made] = OrderedDict()
        self._lock = Lock()

    def known(self, key: Hashable) -> Made | None:
        """What is remembered under that key, if anything is."""
        with self._lock:
            return self._kept.get(key)

    def recall(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What ``make`` makes of everything that ``key`` holds; made once while it is remembered."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        self.keep(key, made)
        return made

    def keep(self, key: Hashable, made: Made) -> None:
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self.size:
                self._kept.popitem(last=False)
