"""What every page asks of a table and what nearly never changes, remembered for a version of the table.

Who sits where; and what a table as a rule has none of: phones that ask to be let in, hands that are
questioned, hands that phones offer after a restore. Whoever changes one of these writes another version.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from .access import MatchContext

KEPT = 8_000

ASKING, QUESTIONED, LOST, NAMES = "asking", "questioned", "lost", "names"

Found = TypeVar("Found")

_found: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
_lock = Lock()


def found(place: MatchContext, what: str, read: Callable[[], Found]) -> Found:
    """What ``read`` finds; asked once for a version of the table. What is found is not to be changed."""
    key = _key(place, what)
    with _lock:
        if key in _found:
            known: Found = _found[key]
            return known
    # The table was read before: what is found now is of its version, or of a later one that will ask again.
    made = read()
    _remember(key, made)
    return made


def carry_on(before: MatchContext, after: MatchContext) -> None:
    """A hand was saved: everybody sits where they sat, and what was not there before is not there now."""
    if after.table.version != before.table.version + 1:
        return  # somebody else has written too
    for what in (ASKING, QUESTIONED, LOST, NAMES):
        with _lock:
            known = _found.get(_key(before, what), _found)
        if known is not _found and (what == NAMES or not known):
            _remember(_key(after, what), known)


def _remember(key: tuple[Any, ...], made: Any) -> None:
    with _lock:
        _found[key] = made
        _found.move_to_end(key)
        while len(_found) > KEPT:
            _found.popitem(last=False)


def _key(place: MatchContext, what: str) -> tuple[Any, ...]:
    # A copy that is put in place of the database may have had the same version with other people.
    table = place.table
    return what, table.code, place.match.number, table.version, table.epoch
