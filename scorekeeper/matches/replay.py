"""A match as it stands: its log, the sheet the log makes, and who sits where."""

from __future__ import annotations

import uuid
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from threading import Lock
from typing import Any, NamedTuple

from games import every_game
from games.engine import (
    HEADING,
    Adjustment,
    Entry,
    Game,
    Heading,
    Ruled,
    Seat,
    Seating,
    Sheet,
    Stopped,
    Unreadable,
    Words,
    go_on,
    heading,
    replay,
    restored,
    standing,
    upto,
    write,
)
from games.engine.interchange import read_written
from games.engine.records import Unfit
from scorekeeper.words import words_for

from . import models
from .house_rules import load_house


@dataclass(frozen=True)
class LoggedEntry:
    """One entry with what the page tells about it besides its hand."""

    entry: Entry
    place: int
    rev: int
    by: str
    at: datetime
    key: uuid.UUID  # of the request that wrote it


@dataclass(frozen=True)
class MatchState:
    """A log and the sheet it makes. Its matches' head names it, so it can be kept and never goes stale."""

    game: Game[Any]
    first: Heading
    log: tuple[LoggedEntry, ...]
    sheet: Sheet[Any]
    # Rows as they were shown last, for presenters.py alone. A row that a new hand leaves as it was stays the
    # very same object, and so does the picture of it: the story that follows this one takes them along.
    drawn: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    # The same of the sheet as a whole: another story, another sheet.
    pictures: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    # The last entry as it is stored: phones keep it (healing.py).
    last: models.Entry | None = field(default=None, compare=False, repr=False)

    @cached_property
    def heading(self) -> Heading:
        """House rules and seating as they stand."""
        return heading(self.first, (written.entry for written in self.log))

    @cached_property
    def revs(self) -> dict[int, int]:
        """How often each hand has been written, by number."""
        return {written.entry.number: written.rev for written in self.log}

    @property
    def next_number(self) -> int:
        """The number of the hand that comes next."""
        return max(self.revs, default=HEADING) + 1

    @cached_property
    def _versions(self) -> dict[int, tuple[LoggedEntry, ...]]:
        found: dict[int, list[LoggedEntry]] = {}
        for written in self.log:
            found.setdefault(written.entry.number, []).append(written)
        return {number: tuple(writings) for number, writings in found.items()}

    def versions(self, number: int) -> tuple[LoggedEntry, ...]:
        """Every writing of a hand, the first one first."""
        return self._versions.get(number, ())

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Every hand there has been, in the order of play, those struck out too."""
        return tuple(number for number, _hand in standing(_as_if_standing(self.log)))

    @cached_property
    def standing(self) -> tuple[tuple[int, Any], ...]:
        """The hands that stand, by number, in the order of play: one a row of the sheet."""
        return standing(written.entry for written in self.log)

    def as_of(self, place: int, number: int | None = None) -> Sheet[Any]:
        """The sheet as it was when the entry of this place was written; only up to hand ``number``."""
        return self._sheet_of([written.entry for written in self.log if written.place <= place], number)

    def with_entry(self, entry: Entry) -> Sheet[Any]:
        """The sheet as it would be with one entry more."""
        return self._sheet_of([written.entry for written in self.log] + [entry])

    def _sheet_of(self, log: list[Entry], number: int | None = None) -> Sheet[Any]:
        """The sheet that another log makes; only what follows the hands that both begin with is played."""
        now, hands, same = heading(self.first, log), standing(log), 0
        if number is not None:
            upto_it = next((n for n, hand in enumerate(hands, start=1) if hand[0] == number), len(hands))
            hands = hands[:upto_it]
        if now != self.heading:
            return replay(self.game, now.seating, now.house, hands)
        for (mine, hand), (theirs, other) in zip(self.standing, hands, strict=False):
            if mine != theirs or hand is not other:
                break
            same += 1
        return go_on(self.game, upto(self.sheet, same), hands[same:])

    def before(self, number: int, inserted_before: int | None = None) -> Sheet[Any]:
        """The sheet as it was before a hand, a struck one too: where an amendment of it starts from."""
        stop = number if inserted_before is None else inserted_before
        return upto(self.sheet, self.rows_before(stop))

    def rows_before(self, number: int) -> int:
        """How many hands that stand were played before this one; all, if there is none of this number."""
        return self._rows_before.get(number, len(self.sheet.rows))

    def row_at(self, number: int) -> int | None:
        """Which row of the sheet is this hand's; None for one that was struck out."""
        index = self.rows_before(number)
        stands = index < len(self.sheet.rows) and self.sheet.rows[index].number == number
        return index if stands else None

    @cached_property
    def _rows_before(self) -> dict[int, int]:
        stand, before, found = {number for number, _hand in self.standing}, 0, {}
        for number in self.order:
            found[number] = before
            before += number in stand
        return found


def _as_if_standing(log: tuple[LoggedEntry, ...]) -> Iterator[Entry]:
    """The entries with nothing struck out."""
    for written in log:
        entry = written.entry
        yield Entry(entry.number, entry.hand or Unreadable({}), before=entry.before)


def sheet_of(game: Game[Any], first: Heading, log: list[Entry]) -> Sheet[Any]:
    """The sheet that a log makes."""
    now = heading(first, log)
    return replay(game, now.seating, now.house, standing(log))


def game_of(match: models.Match) -> Game[Any]:
    return every_game()[match.game_slug]


def first_heading(match: models.Match) -> Heading:
    """The heading a match was started with."""
    house = load_house(game_of(match), match.preset, match.house)
    return Heading(Seating(match.seats, match.sides, Seat(match.first_dealer)), house, match.preset)


def read_entry(game: Game[Any], row: models.Entry) -> LoggedEntry:
    """An entry of the database as the engine reads it. Never raises."""
    if row.number == HEADING and row.hand is not None:
        try:
            hand = read_written(game, HEADING, row.hand)
        except Unfit:
            hand = None
    else:
        hand = row.hand if row.hand is None else restored(game, row.hand)
    entry = Entry(row.number, hand, row.why, row.before)
    return LoggedEntry(entry, row.place, row.rev, row.by_name, row.at, row.key)


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
    with _lock:
        key = key_of(match)
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
    game, first = game_of(match), first_heading(match)
    if before is not None and (story := _gone_on(before, newest.head, match)) is not None:
        return remember(match, story)
    entries = models.Entry.objects.filter(match=match, place__lte=match.length)
    rows = list(entries.order_by("place")) if match.length else []
    log = tuple(read_entry(game, row) for row in rows)
    sheet = sheet_of(game, first, [written.entry for written in log])
    story = MatchState(game, first, log, sheet, last=rows[-1] if rows else None)
    # Read without a transaction, the rows may be younger than the head: then it is not kept.
    return remember(match, story) if len(log) == match.length else story


def _gone_on(story: MatchState, head: str, match: models.Match) -> MatchState | None:
    """The story with what another process has written since; None where it did not go on from here.

    A hand more costs one hand: rows that stand as they stood stay the very same objects.
    """
    more = models.Entry.objects.filter(match=match, place__gt=len(story.log), place__lte=match.length)
    rows = list(more.order_by("place"))
    if not rows or (rows[0].prev, rows[-1].hash) != (head, match.head):
        return None
    if len(story.log) + len(rows) != match.length:
        return None
    log, sheet = list(story.log), story.sheet
    for row in rows:
        written = read_entry(story.game, row)
        log.append(written)
        if row.rev == 1 and row.before is None and row.number != HEADING and written.entry.hand is not None:
            sheet = write(story.game, sheet, written.entry.hand, row.number)
        else:
            sheet = sheet_of(story.game, story.first, [one.entry for one in log])
    return replace(story, log=tuple(log), sheet=sheet, last=rows[-1])


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
    rows: dict[int, list[models.Entry]] = {pk: [] for pk in unread}
    if unread:
        for row in models.Entry.objects.filter(match__in=unread).order_by("match", "place"):
            rows[row.match_id].append(row)
    for pk, match in unread.items():
        game, first = game_of(match), first_heading(match)
        own = [row for row in rows[pk] if row.place <= match.length]
        log = tuple(read_entry(game, row) for row in own)
        sheet = sheet_of(game, first, [written.entry for written in log])
        story = MatchState(game, first, log, sheet, last=own[-1] if own else None)
        found[pk] = remember(match, story) if len(log) == match.length else story
    return found


@dataclass(frozen=True)
class PlayerNames:
    """Who sat where, hand by hand."""

    seating: Seating
    sitting: tuple[tuple[int, int, str], ...]  # position, since, name, in order

    def at(self, number: int) -> tuple[str, ...]:
        """The names, one a seat, when this hand was played."""
        return self._now if number >= self._last_change else self._at(number)

    @cached_property
    def _last_change(self) -> int:
        return max((since for _position, since, _name in self.sitting), default=0)

    @cached_property
    def _now(self) -> tuple[str, ...]:
        return self._at(self._last_change)

    def _at(self, number: int) -> tuple[str, ...]:
        names = [""] * self.seating.seats
        for position, since, name in self.sitting:
            if position < len(names) and since <= number:
                names[position] = name
        return tuple(names)

    @property
    def now(self) -> tuple[str, ...]:
        return self._now

    def words(self, number: int | None = None) -> Words:
        """Words with the names of a hand, or of now."""
        return words_for(self.seating, self.now if number is None else self.at(number))


def player_names(match: models.Match) -> PlayerNames:
    rows = models.Seat.objects.filter(match=match).values_list("position", "since", "name")
    return PlayerNames(Seating(match.seats, match.sides, Seat(match.first_dealer)), tuple(rows))


def hands_played(sheet: Sheet[Any]) -> int:
    """How many hands of the game itself were played that could be scored: no agreed points, no agreed end."""
    beside = Adjustment | Ruled | Stopped | Unreadable
    return sum(not row.problems and not isinstance(row.hand, beside) for row in sheet.rows)
