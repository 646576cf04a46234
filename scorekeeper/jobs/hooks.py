"""Hooks by which higher layers register job handlers and the recomputation of statistics."""

from collections.abc import Callable
from dataclasses import dataclass, field

from .models import Job

# Called repeatedly with the number of steps done and their total.
Progress = Callable[[int, int], None]
Handler = Callable[[Job, Progress], None]


def _recompute_nothing(club: int, game: str) -> None:
    """Default hook: no statistics."""


def _has_no_matches(club: int, game: str, matches: int) -> bool:
    return False


@dataclass
class JobHooks:
    # Handlers by kind of job.
    handlers: dict[str, Handler] = field(default_factory=dict)
    # Recompute the statistics of a club's game.
    recompute: Callable[[int, str], object] = _recompute_nothing
    # Return True if a club has played more than the given number of matches of a game.
    has_more_matches: Callable[[int, str, int], bool] = _has_no_matches


job_hooks = JobHooks()
