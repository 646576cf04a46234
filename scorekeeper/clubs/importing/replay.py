"""A match of a file played through: every value of its rows, ready for either database.

Nothing here asks the database, so that several processes can do it at once.
"""

import hashlib
import json
import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError

from games import every_game
from games.engine import (
    HEADING,
    DecodeError,
    Entry,
    Game,
    Heading,
    Message,
    Seat,
    Seating,
    Sheet,
    Words,
    _,
    from_json,
    house_problems,
    say,
    to_json,
)
from games.engine.interchange import Record, loads_strict, sheet_json, write_hand
from scorekeeper.clubs.figures import credits
from scorekeeper.clubs.history import paper_sheets
from scorekeeper.clubs.history.projection import hands_of, rows_of, rule_of
from scorekeeper.clubs.importing.records import (
    BY_NAME,
    MatchRecord,
    NoteRecord,
    SeatRecord,
    content_mark,
    read_match,
)
from scorekeeper.matches import hash_chain, outcomes, typed_names


@dataclass(frozen=True)
class ResultRow:
    """What a line of results says, each cell read; ``house`` is JSON as text."""

    game: str
    preset: str
    house: str
    seats: int
    sides: int
    names: tuple[str, ...]  # one a seat; "" where nothing is said
    totals: tuple[int, ...]  # one a side
    started: datetime
    why: str
    venue: str = ""
    season: str = ""
    note: str = ""
    title: str = ""
    mark: str = ""  # of a line that this site wrote; by it the match is known again

    @property
    def told(self) -> dict[str, Any]:
        """What its mark is made of."""
        told = {**vars(self), "started": self.started.isoformat()}
        del told["mark"]
        return told


def record_of_row(paper: ResultRow) -> MatchRecord:
    """The match of such a line. Raises ``DecodeError``."""
    game = every_game()[paper.game]
    heading = _heading(paper.game, paper.preset, paper.house, paper.seats, paper.sides)
    names = tuple(_name(n, name) for n, name in enumerate(paper.names))
    for n, error in enumerate(typed_names.distinct_names(names)):
        if error:
            raise DecodeError(f"name.{n}", say(_("The same name stands twice in this line.")))
    hands, sheet = paper_sheets.hands_for(game, heading, paper.totals, paper.why)
    entries = tuple(Entry(number, hand) for number, hand in enumerate(hands, start=HEADING + 1))
    usual = typed_names.usual_names(paper.seats)
    return MatchRecord(
        Record(game, heading, names, entries, paper.title),
        tuple(
            SeatRecord(n, 0, name) if name else SeatRecord(n, 0, usual[n], None)
            for n, name in enumerate(names)
        ),
        started=paper.started,
        ended=paper.started,
        on_paper=True,
        venue=paper.venue,
        season=paper.season,
        notes=(NoteRecord(paper.note, "", paper.started),) if paper.note else (),
        mark=paper.mark,
        played=sheet,
    )


@lru_cache(maxsize=256)
def _heading(slug: str, preset: str, stored: str, seats: int, sides: int) -> Heading:
    """The heading that many lines of a file share. Raises ``DecodeError``."""
    game = every_game()[slug]
    house = from_json(game.house, json.loads(stored))
    seating = Seating(seats, sides, Seat(0))
    for problem in house_problems(game, house, seating):
        raise DecodeError("game", problem.words)
    return Heading(seating, house, preset)


def _name(n: int, text: str) -> str:
    try:
        return typed_names.clean_name(text)
    except ValidationError as problem:
        raise DecodeError(f"name.{n}", Message("{why}", {"why": problem.messages[0]})) from None


FINGERPRINT = hash_chain.fingerprint("import")


class LogEntry(NamedTuple):
    """An entry of the log with its place in the chain."""

    place: int
    number: int
    rev: int
    hand: str | None  # JSON, as the database gets it
    why: str
    before: int | None
    key: uuid.UUID
    by: str
    at: datetime
    prev: str
    hash: str


@dataclass(frozen=True)
class ReplayedMatch:
    """A match as it will stand in the database, with its results and all that follows from them."""

    pk: int
    content: str  # the mark of what was read
    mark: str  # that the file gave; "" without one
    game: str
    preset: str
    house: str  # JSON, as the database gets it
    seats: int
    sides: int
    first_dealer: int
    title: str
    started: datetime
    ended: datetime | None
    on_paper: bool
    venue: str
    season: str
    table: int | None
    number: int
    stake: str
    currency: str
    sitting: tuple[SeatRecord, ...]
    log: tuple[LogEntry, ...]
    results: tuple[outcomes.Ending, ...]
    frozen: str | None  # JSON too
    rule: str
    rows: tuple[int, ...]  # the numbers of those that stand on the sheet
    hands: int  # those of them that are hands of the game
    notes: tuple[NoteRecord, ...]
    # What it adds to the tallies: JSON, the players numbered as ``people`` has them, from 1.
    credits: str
    people: tuple[SeatRecord, ...]


@dataclass(frozen=True)
class Mistake:
    """What is wrong with a match of a file: where, and in words."""

    line: int
    path: str
    words: Message


@dataclass(frozen=True)
class KnownLine:
    """A line that was dealt with before, as far as it is still needed: the mark of what it says."""

    content: str
    mark: str


@dataclass(frozen=True)
class Batch:
    """Lines to be played: each with its number in the file, and the number its match is to have."""

    lines: tuple[tuple[int, bytes | ResultRow], ...]
    pks: tuple[int, ...]
    now: datetime


def replay_batch(batch: Batch) -> list[ReplayedMatch | Mistake | KnownLine]:
    """Play a batch through; without numbers to give them only their marks are told."""
    if not batch.pks:
        return [_known_line(source) for _line, source in batch.lines]
    return [
        _replay_line(number, source, pk, batch.now)
        for (number, source), pk in zip(batch.lines, batch.pks, strict=True)
    ]


def _known_line(source: bytes | ResultRow) -> KnownLine:
    if isinstance(source, ResultRow):
        return KnownLine(content_mark(source.told), source.mark)
    data = loads_strict(source)
    return KnownLine(content_mark(data), data.get("mark", ""))


def _replay_line(number: int, source: bytes | ResultRow, pk: int, now: datetime) -> ReplayedMatch | Mistake:
    try:
        if isinstance(source, ResultRow):
            return replay_match(record_of_row(source), pk, content_mark(source.told), now)
        data = loads_strict(source)
        return replay_match(read_match(data), pk, content_mark(data), now)
    except DecodeError as unfit:
        return Mistake(number, unfit.path, unfit.words)


def replay_match(line: MatchRecord, pk: int, content: str, now: datetime) -> ReplayedMatch:
    """Play a line through as the match of this number; ``now`` stands in for what the file does not say."""
    record = line.record
    sheet = line.sheet
    frozen = line.frozen
    if frozen is None and sheet.outcome is not None:
        frozen = sheet_json(record.game, sheet, Words())
    over = sheet.outcome is not None
    started = line.started or line.ended or now
    ended = (line.ended or started) if over else None
    heading, seating = record.heading, record.heading.seating
    people = {_player_key(one): one for one in reversed(line.seats) if one.player is not None and one.name}
    return ReplayedMatch(
        pk=pk,
        content=content,
        mark=line.mark,
        game=record.game.slug,
        preset=heading.preset,
        house=_house(record.game.slug, record.heading.house),
        seats=seating.seats,
        sides=seating.sides,
        first_dealer=int(seating.first_dealer),
        title=record.title,
        started=started,
        ended=ended,
        # Told its day and not when each hand was written, it keeps it, whenever it is put right.
        on_paper=not line.written and line.started is not None if line.on_paper is None else line.on_paper,
        venue=line.venue,
        season=line.season,
        table=line.table,
        number=line.number,
        stake=line.stake,
        currency=line.currency,
        sitting=line.seats,
        log=tuple(_log(line, pk, content, ended or started)),
        results=tuple(outcomes.endings(record.game, sheet)),
        frozen=json.dumps(frozen) if over and frozen is not None else None,
        rule=rule_of(frozen) if over else "",
        rows=tuple(rows_of(frozen)) if over else (),
        hands=hands_of(frozen) if over else 0,
        notes=line.notes,
        people=tuple(people.values()),
        credits=json.dumps(_credits(record.game, sheet, line.seats, people)) if over else "[]",
    )


def _player_key(one: SeatRecord) -> int | str:
    """What tells the players of a file apart: their place in its list, else their name."""
    return one.name.casefold() if one.player == BY_NAME or one.player is None else one.player


def _credits(
    game: Game[Any], sheet: Sheet[Any], seats: Sequence[SeatRecord], people: Mapping[int | str, SeatRecord]
) -> list[credits.Credit]:
    number = {whom: n for n, whom in enumerate(people, start=1)}
    sitting = [
        (
            one.position,
            one.since,
            number.get(_player_key(one), 0) if one.player is not None and one.name else 0,
        )
        for one in seats
    ]
    return credits.credits(game, sheet, credits.SeatPlayers(sheet.seating, tuple(sorted(sitting))))


@lru_cache(maxsize=256)
def _house(game: str, house: Any) -> str:
    """House rules as the database gets them; many matches have the same."""
    return json.dumps(to_json(house))


def _log(line: MatchRecord, pk: int, content: str, at: datetime) -> list[LogEntry]:
    revs: Counter[int] = Counter()
    prev, log = "", []
    for place, entry in enumerate(line.record.entries, start=1):
        revs[entry.number] += 1
        rev = revs[entry.number]
        key = uuid.UUID(bytes=hashlib.sha256(f"{content}:{pk}:{place}".encode()).digest()[:16])
        hand = write_hand(line.record.game, entry.hand)
        before = entry.before if rev == 1 else None
        told = hash_chain.canonical(hand)
        chained = hash_chain.EntryContent(prev, pk, place, entry.number, rev, told, before, entry.why, key)
        here = hash_chain.entry_hash(chained)
        by, when = line.written[place - 1] if line.written else ("", at)
        kept = None if hand is None else told
        log.append(LogEntry(place, entry.number, rev, kept, entry.why, before, key, by, when, prev, here))
        prev = here
    return log
