"""Hooks that the clubs app fills (``clubs/wiring.py``).

A custom is what a club has settled about a rule or a question: "at our club, …".
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from .models import Ruling


def _no_customs(club: int, game: str) -> Iterable[Any]:
    """Return no customs (default hook)."""
    return ()


def _no_clubs(request: HttpRequest, ruling: Ruling) -> Mapping[str, Any]:
    """Return no clubs and no customs (default hook)."""
    return {"clubs": (), "customs": ()}


@dataclass
class LibraryHooks:
    # Returns a club's customs for a game, each with ``question``, ``option`` and ``words``.
    customs: Callable[[int, str], Iterable[Any]] = _no_customs
    # Returns the clubs for which the user may adopt a ruling (``clubs``), and the customs based on it.
    ruling_context: Callable[[HttpRequest, Ruling], Mapping[str, Any]] = _no_clubs


library_hooks = LibraryHooks()
