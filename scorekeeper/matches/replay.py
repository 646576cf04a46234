"""Match states read from the log, cached under the log's own hash."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games import every_game
from games.engine import Game, Heading, Seat, Seating
from scorekeeper.sheet import cache, stored
from scorekeeper.sheet.names import PlayerNames
from scorekeeper.sheet.state import MatchState, StoredEntry
from scorekeeper.sheet.stored import extend_state, read_entry, state_of

from . import models


def game_of(match: models.Match) -> Game[Any]:
    return every_game()[match.game_slug]


def first_heading(match: models.Match) -> Heading:
    return stored.first_heading(game_of(match), match)


# The columns read for an entry, as plain rows: building a thousand model objects takes as long as decoding
# the entries.
COLUMNS = ("place", "number", "rev", "hand", "before", "why", "key", "by_id", "by_name", "at", "prev", "hash")


def rows_of(entries: QuerySet[models.Entry]) -> list[Any]:
    """Return entries in log order as named rows of ``COLUMNS``."""
    return list(entries.order_by("match", "place").values_list("match_id", *COLUMNS, named=True))


def stored_entry(row: Any) -> StoredEntry:
    """Return a database row as a plain value."""
    return StoredEntry(
        row.place, row.number, row.rev, row.hand, row.before, row.why, row.key, row.by_id, row.at, row.hash
    )


ENTRY_SIZE = 4_000  # bytes of an entry and its row in a state, roughly
NEWEST = 10  # entries read first: if a state before one of these is cached, no earlier entries are read


class LogKey(NamedTuple):
    """The cache key of a log: its match, the hash of the last entry, and the name counter."""

    match: int
    head: str
    named: int


def cache_state(match: models.Match, state: MatchState) -> MatchState:
    """Cache the state of a match, and return it with its key.

    The state of an empty log is not cached: without a hash, its key could be that of another match, because
    the primary key of a rolled-back match is reused.
    """
    if not match.head:
        return state
    key = LogKey(match.pk, match.head, match.named)
    state = replace(state, key=key)
    cache.put(("state", key), state, ENTRY_SIZE * len(state.log))
    return state


def _cached_state(match: models.Match, head: str) -> MatchState | None:
    """Return the cached state of the log that ends with this hash."""
    return cache.get(("state", LogKey(match.pk, head, match.named))) if head else None


def load_match_state(match: models.Match) -> MatchState:
    """Return the state of a match up to its ``head``."""
    if (cached := _cached_state(match, match.head)) is not None:
        return cached
    entries = models.Entry.objects.filter(match=match, place__lte=match.length)
    newest = rows_of(entries.filter(place__gt=match.length - NEWEST)) if match.length else []
    if newest and newest[-1].hash == match.head:
        for index in reversed(range(len(newest))):
            earlier_state = _cached_state(match, newest[index].prev)
            if earlier_state is not None and len(earlier_state.log) == newest[index].place - 1:
                return cache_state(match, _with_rows(earlier_state, newest[index:]))
    earlier = rows_of(entries.filter(place__lte=match.length - NEWEST)) if match.length > NEWEST else []
    return _from_rows(match, earlier + newest)


def _from_rows(match: models.Match, rows: list[Any]) -> MatchState:
    game = game_of(match)
    log = [read_entry(game, row) for row in rows]
    state = state_of(game, first_heading(match), log, stored_entry(rows[-1]) if rows else None)
    state = replace(state, before_last=stored_entry(rows[-2]) if len(rows) > 1 else None)
    # Without a transaction the rows may be newer than the head; such a state is not cached.
    return cache_state(match, state) if len(rows) == match.length else state


def _with_rows(state: MatchState, rows: list[Any]) -> MatchState:
    extended = extend_state(state, [read_entry(state.game, row) for row in rows], stored_entry(rows[-1]))
    return replace(extended, before_last=stored_entry(rows[-2]) if len(rows) > 1 else state.last)


def load_match_states(matches: Iterable[models.Match]) -> dict[int, MatchState]:
    """Return the states of matches, keyed by primary key; one query reads all that are not cached."""
    states: dict[int, MatchState] = {}
    unread: dict[int, models.Match] = {}
    for match in matches:
        if (cached := _cached_state(match, match.head)) is not None:
            states[match.pk] = cached
        else:
            unread[match.pk] = match
    rows: dict[int, list[Any]] = {pk: [] for pk in unread}
    if unread:
        for row in rows_of(models.Entry.objects.filter(match__in=unread)):
            rows[row.match_id].append(row)
    for pk, match in unread.items():
        states[pk] = _from_rows(match, [row for row in rows[pk] if row.place <= match.length])
    return states


def player_names(match: models.Match) -> PlayerNames:
    """Return the names at a match, with the hands that each applies to."""
    rows = models.Seat.objects.filter(match=match).values_list("position", "since", "name")
    return PlayerNames(Seating(match.seats, match.sides, Seat(match.first_dealer)), tuple(rows))
