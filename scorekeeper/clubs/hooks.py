"""Hooks that higher layers set when Django starts."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.clubs.models import Club, Player


@dataclass
class ClubHooks:
    # Called when the seats of these player ids changed, in the transaction that changed them.
    players_changed: Callable[[Iterable[int]], None] = lambda players: None
    # Return a player's latest matches. The ids are the player's own and those of merged records.
    recent_matches: Callable[[Player, list[int]], Sequence[Any]] = lambda player, records: ()
    # Called when a person with these names is erased, in the transaction that erases them.
    on_erased: list[Callable[[Club, set[str]], None]] = field(default_factory=list)


club_hooks = ClubHooks()
