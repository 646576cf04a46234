"""The boxes of a form as they are drawn. The same questions with the same answers are drawn once.

The form of the next hand is nearly always the form of the hand before: to draw it anew was half of what
saving a hand cost.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language

if TYPE_CHECKING:
    from .hand_entry import HandEntry

KEPT = 200  # forms, of 10 to 60 kB each

_kept: OrderedDict[Any, tuple[Any, Any, SafeString]] = OrderedDict()
_lock = Lock()


def boxes(entry: HandEntry, moment: str, draw: Callable[[], SafeString]) -> SafeString:
    """What ``draw`` makes of the boxes of a moment, kept while all that it could show is the same."""
    groups = entry.auction if moment == "auction" else entry.play
    # A group says everything of its questions: words, keys, what is chosen, what is wrong.
    key = (*entry.templates[moment], get_language(), groups, entry.form.sheet.seating, entry.first_side)
    beside = entry.own, entry.form.answers
    with _lock:
        known = _kept.get(key)
        if known is not None and known[:2] == beside:
            _kept.move_to_end(key)
            return known[2]
    drawn = draw()
    with _lock:
        _kept[key] = (entry.own, dict(entry.form.answers), drawn)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return drawn
