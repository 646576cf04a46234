"""What an application above adds to tables and matches: clubs fill these hooks (``clubs/wiring.py``).

A table that belongs to nobody needs none of them, so every default does nothing. All but ``after_restore``
are called in the transaction that writes, under the table's lock.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine import Problem, Sheet

from .closing import Closed
from .models import Match, Table

Names = Sequence[str]
Players = Sequence[int | None]


def _nothing(*about: Any) -> None:
    """Nobody listens."""


def _open(*about: Any) -> None:
    """Nothing closes a table that belongs to nobody."""
    return None


def _no_problem(match: Match, before: Sheet[Any], after: Sheet[Any]) -> tuple[Problem, ...]:
    return ()


def _nobody(table: Table, names: Names, meant: Players, seats: int) -> list[int | None]:
    """Names at a table that belongs to nobody stand for no player."""
    return [None] * len(names)


@dataclass
class Hooks:
    # After the table's version rose: whoever else shows the table.
    after_write: Callable[[Table], None] = _nothing
    # After the ``Result`` rows of a match were written or removed, or somebody else was said to sit there.
    after_result: Callable[[Match], None] = _nothing
    # After a backup was put in place: versions go on from this one.
    after_restore: Callable[[int], None] = _nothing
    # The players whom names stand for, one a name; ``meant`` are those whom somebody chose, ``seats`` is the
    # number of seats of the match where the names are only some of it (else 0).
    seat_players: Callable[[Table, Names, Players, int], list[int | None]] = _nobody
    # Why only those who keep the club's score may write on a sheet; None as long as its table may.
    closed: Callable[[Table, Match], Closed | None] = _open
    # Why no match may be begun at a table after its last one.
    no_more_matches: Callable[[Table], Closed | None] = _open
    # Why the sheet may not go on from ``before`` to ``after``: a round has only so many hands.
    beyond_limit: Callable[[Match, Sheet[Any], Sheet[Any]], tuple[Problem, ...]] = _no_problem
    # A closed sheet was changed: by whom, which hand (0: its rules), and why.
    closed_sheet_changed: Callable[[Closed, Match, str, int, str], None] = _nothing
    # Somebody else was said to have sat at a closed sheet: by whom.
    closed_names_changed: Callable[[Closed, Match, str], None] = _nothing


hooks = Hooks()
