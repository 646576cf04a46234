"""What a table has none of, as a rule: phones that ask to be let in, and hands that are questioned.

Every page asks for them. That there is none is remembered for a version of the table, for whoever changes
that writes another version; what there is, is read each time.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .guards import Place

KEPT = 4_000

ASKING, QUESTIONED = "asking", "questioned"

_none: OrderedDict[tuple[str, str, int, int], None] = OrderedDict()
_lock = Lock()


def has_none(place: Place, what: str) -> bool:
    """Whether it is known that there is none."""
    with _lock:
        return _key(place, what) in _none


def remember_none(place: Place, what: str) -> None:
    """There is none, read after the table was."""
    with _lock:
        _none[_key(place, what)] = None
        while len(_none) > KEPT:
            _none.popitem(last=False)


def carry_on(before: Place, after: Place) -> None:
    """A hand was saved, which asks and questions nothing: what was not there before is not there now."""
    if after.table.version != before.table.version + 1:
        return  # somebody else has written too
    for what in (ASKING, QUESTIONED):
        if has_none(before, what):
            remember_none(after, what)


def _key(place: Place, what: str) -> tuple[str, str, int, int]:
    return what, place.table.code, place.match.number, place.table.version
