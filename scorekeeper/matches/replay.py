"""The log of a match read from the database, and the state it makes, remembered under the log's own hash."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from threading import Lock
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games import every_game
from games.engine import Game, Heading, Seat, Seating
from scorekeeper.sheet import stored as stored_match
from scorekeeper.sheet.state import MatchState, PlayerNames, StoredEntry
from scorekeeper.sheet.stored import carried_on, read_entry, state_of

from . import models


def game_of(match: models.Match) -> Game[Any]:
    return every_game()[match.game_slug]


def first_heading(match: models.Match) -> Heading:
    """The heading a match was started with."""
    return stored_match.first_heading(game_of(match), match)


# What is read of an entry. As plain rows: to make objects of a thousand costs as much as to decode them.
COLUMNS = (
    *("place", "number", "rev", "hand", "before", "why", "key"),
    *("by_id", "by_name", "at", "prev", "hash"),
)


def rows_of(entries: QuerySet[models.Entry]) -> list[Any]:
    """Entries in the order in which they were written, as named rows of ``COLUMNS``."""
    return list(entries.order_by("match", "place").values_list("match_id", *COLUMNS, named=True))


def stored(row: Any) -> StoredEntry:
    """An entry of the database as a plain value."""
    return StoredEntry(
        row.place, row.number, row.rev, row.hand, row.before, row.why, row.key, row.by_id, row.at, row.hash
    )


# The stories of the last few hundred logs. The key is the hash of the log itself: a log that has
# changed has another key, so no reader can be given a sheet that is not of the log it has just read;
# and so has one in which names were covered.
class LogKey(NamedTuple):
    """What names a log: its match, the hash of the last entry, how often names were covered."""

    match: int
    head: str
    named: int


def key_of(match: models.Match) -> LogKey:
    return LogKey(match.pk, match.head, match.named)


_kept: OrderedDict[LogKey, MatchState] = OrderedDict()
_newest: dict[int, LogKey] = {}  # the key of the last story that was kept of a match
_lock = Lock()
KEPT = 256


def remember(match: models.Match, story: MatchState) -> MatchState:
    """Remember the story of a match under the log's own hash.

    An empty log has none, and the number of a match that was rolled back is given again: it is made anew.
    """
    if not match.head:
        return story
    key = key_of(match)
    story = replace(story, key=key)
    with _lock:
        _kept[key] = story
        _kept.move_to_end(key)
        _newest[match.pk] = key
        while len(_kept) > KEPT:
            old, _story = _kept.popitem(last=False)
            if _newest.get(old.match) == old:
                del _newest[old.match]
    return story


def load_match_state(match: models.Match) -> MatchState:
    """The log and the sheet of a match, as its head names them."""
    with _lock:
        if (known := _kept.get(key := key_of(match))) is not None:
            _kept.move_to_end(key)
            return known
        newest = _newest.get(match.pk, key)
        same = match.length and key == newest._replace(head=match.head)
        before = _kept.get(newest) if same else None
    if before is not None and (story := _gone_on(before, newest.head, match)) is not None:
        return remember(match, story)
    entries = models.Entry.objects.filter(match=match, place__lte=match.length)
    return _from_rows(match, rows_of(entries) if match.length else [])


def _from_rows(match: models.Match, rows: list[Any]) -> MatchState:
    """The state that these rows of its log make, from the first one on."""
    game = game_of(match)
    log = [read_entry(game, row) for row in rows]
    story = state_of(game, first_heading(match), log, stored(rows[-1]) if rows else None)
    story = replace(story, before_last=stored(rows[-2]) if len(rows) > 1 else None)
    # Read without a transaction, the rows may be younger than the head: then it is not kept.
    return remember(match, story) if len(rows) == match.length else story


def _gone_on(story: MatchState, head: str, match: models.Match) -> MatchState | None:
    """The story with what another process has written since; None where it did not go on from here."""
    more = models.Entry.objects.filter(match=match, place__gt=len(story.log), place__lte=match.length)
    rows = rows_of(more)
    if not rows or (rows[0].prev, rows[-1].hash) != (head, match.head):
        return None
    if len(story.log) + len(rows) != match.length:
        return None
    now = carried_on(story, [read_entry(story.game, row) for row in rows], stored(rows[-1]))
    return replace(now, before_last=stored(rows[-2]) if len(rows) > 1 else story.last)


def load_match_states(matches: Iterable[models.Match]) -> dict[int, MatchState]:
    """The stories of several matches by their keys; what is not remembered is read in one go."""
    found: dict[int, MatchState] = {}
    unread: dict[int, models.Match] = {}
    with _lock:
        for match in matches:
            if (known := _kept.get(key_of(match))) is not None:
                found[match.pk] = known
            else:
                unread[match.pk] = match
    rows: dict[int, list[Any]] = {pk: [] for pk in unread}
    if unread:
        for row in rows_of(models.Entry.objects.filter(match__in=unread)):
            rows[row.match_id].append(row)
    for pk, match in unread.items():
        found[pk] = _from_rows(match, [row for row in rows[pk] if row.place <= match.length])
    return found


def player_names(match: models.Match) -> PlayerNames:
    rows = models.Seat.objects.filter(match=match).values_list("position", "since", "name")
    return PlayerNames(Seating(match.seats, match.sides, Seat(match.first_dealer)), tuple(rows))
