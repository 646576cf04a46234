"""What every page asks of a table and what hardly ever changes, remembered for a version of the table.

Who sits where; and what a table as a rule has none of: phones that ask to be let in, hands that are
questioned. Whoever changes one of these writes another version.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from scorekeeper.sheet.memory import Memory

if TYPE_CHECKING:
    from .access import MatchContext

ASKING, QUESTIONED, NAMES = "asking", "questioned", "names"

Found = TypeVar("Found")

_CACHE: Memory[Any] = Memory(8_000)


def cached(place: MatchContext, what: str, read: Callable[[], Found]) -> Found:
    """What ``read`` finds; asked once for a version of the table. What is found is not to be changed.

    The table was read before: what is found now is of its version, or of a later one that will ask again.
    """
    found: Found = _CACHE.recall(_key(place, what), read)
    return found


def carry_over(before: MatchContext, after: MatchContext) -> None:
    """A hand was saved: everybody sits where they sat, and what was not there before is not there now."""
    if after.table.version != before.table.version + 1:
        return  # somebody else has written too
    for what in (ASKING, QUESTIONED, NAMES):
        known = _CACHE.known(_key(before, what))
        if known is not None and (what == NAMES or not known):
            _CACHE.keep(_key(after, what), known)


def _key(place: MatchContext, what: str) -> tuple[Any, ...]:
    table = place.table
    return what, table.code, place.match.number, table.version
