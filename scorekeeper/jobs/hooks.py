"""Hooks by which higher layers register job handlers and the recomputation of statistics."""

from collections.abc import Callable
from dataclasses import dataclass, field

from .models import Job

# Called now and then with the number done and the total.
Progress = Callable[[int, int], None]
Handler = Callable[[Job, Progress], None]


def _nothing(club: int, game: str) -> None:
    """Default hook: no statistics."""


def _no(club: int, game: str, matches: int) -> bool:
    return False


@dataclass
class JobHooks:
    # Handlers by kind of job.
    handlers: dict[str, Handler] = field(default_factory=dict)
    # Recompute the statistics of a club's game.
    recompute: Callable[[int, str], object] = _nothing
    # Return True if a club has played more than so many matches of a game.
    has_more_matches: Callable[[int, str, int], bool] = _no


job_hooks = JobHooks()
