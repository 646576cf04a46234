"""What an application above adds to a table's pages: clubs fill these hooks (``clubs/wiring.py``)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from games.engine import Game
from scorekeeper.matches.models import Table


def _none(*about: Any) -> None:
    """A table that belongs to nobody."""
    return None


def _no_clubs(request: HttpRequest) -> Sequence[Any]:
    return ()


def _no_ways(table: Table, game: Game[Any]) -> Sequence[Any]:
    return ()


@dataclass
class PageHooks:
    # The club of a table, for a member who asks: ``club`` (``code``, ``name``) and ``keeps_score``.
    membership: Callable[[HttpRequest, Table], Any] = _none
    # The round of a night that the table plays; None for a table of no night.
    night_status: Callable[[Table], Any] = _none
    # The house rules by name that are offered for a game at a table: each a ``starting.Way``.
    ways: Callable[[Table, Game[Any]], Sequence[Any]] = _no_ways
    # The memberships of whoever asks, for the first page: each with its ``club``.
    memberships: Callable[[HttpRequest], Sequence[Any]] = _no_clubs


page_hooks = PageHooks()
