"""Hooks that packages of higher layers set (``clubs/wiring.py``, ``history/apps.py``, ``nights/apps.py``).

A table without a club needs none, so every default does nothing. All but ``after_restore`` are called in the
writing transaction, under the table's lock.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine import Problem, Sheet

from .closing import Closed
from .models import Match, Table

Names = Sequence[str]
Players = Sequence[int | None]


def _none(*args: Any) -> None:
    """Do nothing, and return None (default hook)."""


def _no_problem(match: Match, before: Sheet[Any], after: Sheet[Any]) -> tuple[Problem, ...]:
    """Return no problems (default hook)."""
    return ()


def _no_players(table: Table, names: Names, chosen: Players, seats: int) -> list[int | None]:
    """Return None for each name (default hook): the names stand for no players."""
    return [None] * len(names)


@dataclass
class Hooks:
    # Called after the table's version rose, to update other pages that show the table.
    after_write: Callable[[Table], None] = _none
    # Called after the ``Result`` rows or the seats of a match changed.
    after_result: Callable[[Match], None] = _none
    # Called after a backup was restored, with the lowest version to use from now on.
    after_restore: Callable[[int], None] = _none
    # Returns the player id of each name. ``chosen`` are the player ids chosen in the form; ``seats`` is the
    # match's number of seats if ``names`` are the names of only some seats, else 0.
    seat_players: Callable[[Table, Names, Players, int], list[int | None]] = _no_players
    # Returns why only the club's scorers may write on a sheet; None while the table's phones may.
    closed: Callable[[Table, Match], Closed | None] = _none
    # Returns why no further match may start at a table.
    no_more_matches: Callable[[Table], Closed | None] = _none
    # Returns why a sheet may not change from ``before`` to ``after``: a round may limit its hands.
    hands_limit_problems: Callable[[Match, Sheet[Any], Sheet[Any]], tuple[Problem, ...]] = _no_problem
    # Called when a closed sheet changed, with the writer's name, the hand (0: the heading) and the reason.
    closed_sheet_changed: Callable[[Closed, Match, str, int, str], None] = _none
    # Called when the names at a closed sheet changed, with the writer's name.
    closed_names_changed: Callable[[Closed, Match, str], None] = _none


hooks = Hooks()
