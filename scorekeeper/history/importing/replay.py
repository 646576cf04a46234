"""Computation of all database rows of a match from its line in an import file.

The computation does not access the database, so several processes can work in parallel.
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
    within,
)
from games.engine.interchange import Record, sheet_json, write_hand
from games.engine.strict_json import loads_strict
from scorekeeper.figures import credits
from scorekeeper.history import paper_sheets
from scorekeeper.history.importing.records import (
    BY_NAME,
    MatchRecord,
    NoteRecord,
    SeatRecord,
    hash_content,
    read_match,
    read_name,
)
from scorekeeper.history.projection import rule_of
from scorekeeper.matches import hash_chain, outcomes, typed_names
from scorekeeper.sheet.seat_shares import SeatPeriod, SheetRow, hands_of, rows_of


@dataclass(frozen=True)
class ResultRow:
    """A row of a table of results, decoded; ``house`` is JSON text."""

    game: str
    preset: str
    house: str
    seats: int
    sides: int
    names: tuple[str, ...]  # one per seat; "" if missing
    totals: tuple[int, ...]  # one per side
    started: datetime
    why: str  # reason stored with the adjustment of points that brings about the totals
    venue: str = ""
    season: str = ""
    note: str = ""
    title: str = ""
    mark: str = ""  # the mark in an exported row (see ``history.marks``); else ""

    @property
    def content(self) -> dict[str, Any]:
        """Return the values that the content hash covers: all but the mark."""
        content = {**vars(self), "started": self.started.isoformat()}
        del content["mark"]
        return content


def record_of_row(row: ResultRow) -> MatchRecord:
    game = every_game()[row.game]
    heading = _heading(row.game, row.preset, row.house, row.seats, row.sides)
    names = tuple(within(f"name.{n}", read_name, name) for n, name in enumerate(row.names))
    for n, error in enumerate(typed_names.duplicate_errors(names)):
        if error:
            raise DecodeError(f"name.{n}", say(_("The same name occurs twice in this line.")))
    hands, sheet = paper_sheets.hands_for(game, heading, row.totals, row.why)
    entries = tuple(Entry(number, hand) for number, hand in enumerate(hands, start=HEADING + 1))
    usual = typed_names.usual_names(row.seats)
    return MatchRecord(
        Record(game, heading, names, entries, row.title),
        tuple(
            SeatRecord(n, 0, name) if name else SeatRecord(n, 0, usual[n], None)
            for n, name in enumerate(names)
        ),
        started=row.started,
        ended=row.started,
        on_paper=True,
        venue=row.venue,
        season=row.season,
        notes=(NoteRecord(row.note, "", row.started),) if row.note else (),
        mark=row.mark,
        sheet=sheet,
    )


@lru_cache(maxsize=256)
def _heading(slug: str, preset: str, stored: str, seats: int, sides: int) -> Heading:
    """Return a heading shared by many rows. Raise ``DecodeError``."""
    game = every_game()[slug]
    house = from_json(game.house, json.loads(stored))
    seating = Seating(seats, sides, Seat(0))
    for problem in house_problems(game, house, seating):
        raise DecodeError("game", problem.words)
    return Heading(seating, house, preset)


# A stored entry's ``fingerprint`` is a hash of its request. All imported entries have this one.
FINGERPRINT = hash_chain.fingerprint("import")


class LogEntry(NamedTuple):
    place: int
    number: int
    rev: int
    hand: str | None  # JSON text for the database
    why: str
    before: int | None  # number of the hand that this one comes before, if entered late
    key: uuid.UUID
    by: str
    at: datetime
    prev: str
    hash: str


@dataclass(frozen=True)
class ReplayedMatch:
    """A match with its log, results and all derived rows."""

    pk: int
    content_hash: str
    mark: str  # given by the file; "" if none
    game: str
    preset: str
    house: str  # JSON text for the database
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
    seat_records: tuple[SeatRecord, ...]
    log: tuple[LogEntry, ...]
    results: tuple[outcomes.SideResult, ...]
    frozen: str | None  # JSON text
    rule: str  # number of the rule by which the winner won
    rows: tuple[SheetRow, ...]
    hands: int  # number of rows that are hands of the game
    notes: tuple[NoteRecord, ...]
    # JSON of ``figures.credits.Credit`` values; player 1 is the first of ``people``.
    credits: str
    people: tuple[SeatRecord, ...]


@dataclass(frozen=True)
class Mistake:
    line: int
    path: str
    words: Message


@dataclass(frozen=True)
class KnownLine:
    """A line imported before: only what identifies it."""

    content_hash: str
    mark: str  # given by the file; "" if none


@dataclass(frozen=True)
class Batch:
    """Lines to replay, each with its line number and its future match id."""

    lines: tuple[tuple[int, bytes | ResultRow], ...]
    pks: tuple[int, ...]
    now: datetime


def replay_batch(batch: Batch) -> list[ReplayedMatch | Mistake | KnownLine]:
    """Replay a batch. A batch without ids was imported before: return only ``KnownLine`` values."""
    if not batch.pks:
        return [_known_line(source) for _line, source in batch.lines]
    return [
        _replay_line(number, source, pk, batch.now)
        for (number, source), pk in zip(batch.lines, batch.pks, strict=True)
    ]


def _known_line(source: bytes | ResultRow) -> KnownLine:
    if isinstance(source, ResultRow):
        return KnownLine(hash_content(source.content), source.mark)
    data = loads_strict(source)
    return KnownLine(hash_content(data), data.get("mark", ""))


def _replay_line(number: int, source: bytes | ResultRow, pk: int, now: datetime) -> ReplayedMatch | Mistake:
    try:
        if isinstance(source, ResultRow):
            return replay_match(record_of_row(source), pk, hash_content(source.content), now)
        data = loads_strict(source)
        return replay_match(read_match(data), pk, hash_content(data), now)
    except DecodeError as error:
        return Mistake(number, error.path, error.words)


def replay_match(line: MatchRecord, pk: int, content_hash: str, now: datetime) -> ReplayedMatch:
    """Replay a line as the match with this id; ``now`` is the default for missing times."""
    record = line.record
    sheet = line.sheet or record.sheet
    frozen = line.frozen
    if frozen is None and sheet.outcome is not None:
        frozen = sheet_json(record.game, sheet, Words())
    is_over = sheet.outcome is not None
    started = line.started or line.ended or now
    ended = (line.ended or started) if is_over else None
    heading, seating = record.heading, record.heading.seating
    rows = tuple(rows_of(frozen)) if is_over else ()
    # Of a player with several seats, keep the first: later items of a dict replace earlier ones.
    people = {
        _player_key(seat): seat for seat in reversed(line.seats) if seat.player is not None and seat.name
    }
    on_paper = line.on_paper
    if on_paper is None:
        # A match with a date, but without the times of its entries, counts as copied from paper: if a
        # correction ends such a match again, the match keeps its date.
        on_paper = line.started is not None and not line.written
    return ReplayedMatch(
        pk=pk,
        content_hash=content_hash,
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
        on_paper=on_paper,
        venue=line.venue,
        season=line.season,
        table=line.table,
        number=line.number,
        stake=line.stake,
        currency=line.currency,
        seat_records=line.seats,
        log=tuple(_log(line, pk, content_hash, ended or started)),
        results=tuple(outcomes.side_results(record.game, sheet)),
        frozen=json.dumps(frozen) if is_over and frozen is not None else None,
        rule=rule_of(frozen) if is_over else "",
        rows=rows,
        hands=hands_of(rows),
        notes=line.notes,
        people=tuple(people.values()),
        credits=json.dumps(_credits(record.game, sheet, line.seats, people, rows)) if is_over else "[]",
    )


def _player_key(seat: SeatRecord) -> int | str:
    """Return a player's key within the file: the position in the list of players, else the name."""
    return seat.name.casefold() if seat.player == BY_NAME or seat.player is None else seat.player


def _credits(
    game: Game[Any],
    sheet: Sheet[Any],
    seats: Sequence[SeatRecord],
    people: Mapping[int | str, SeatRecord],
    rows: Sequence[SheetRow],
) -> list[credits.Credit]:
    numbers = {key: n for n, key in enumerate(people, start=1)}
    seat_periods = [
        SeatPeriod(
            seat.position,
            seat.since,
            numbers.get(_player_key(seat)) if seat.player is not None and seat.name else None,
            seat.name,
        )
        for seat in seats
    ]
    return credits.credits(game, sheet, credits.seat_players(sheet.seating, seat_periods, rows))


@lru_cache(maxsize=256)
def _house(game: str, house: Any) -> str:
    """Return house rules as JSON text; ``game`` is only a part of the cache's key."""
    return json.dumps(to_json(house))


def _log(line: MatchRecord, pk: int, content_hash: str, at: datetime) -> list[LogEntry]:
    revs: Counter[int] = Counter()
    prev, log = "", []
    for place, entry in enumerate(line.record.entries, start=1):
        revs[entry.number] += 1
        rev = revs[entry.number]
        key = uuid.UUID(bytes=hashlib.sha256(f"{content_hash}:{pk}:{place}".encode()).digest()[:16])
        hand = write_hand(line.record.game, entry.hand)
        before = entry.before if rev == 1 else None
        text = hash_chain.canonical(hand)
        chained = hash_chain.EntryContent(prev, pk, place, entry.number, rev, text, before, entry.why, key)
        entry_hash = hash_chain.entry_hash(chained)
        by, when = line.written[place - 1] if line.written else ("", at)
        stored = None if hand is None else text
        log.append(
            LogEntry(place, entry.number, rev, stored, entry.why, before, key, by, when, prev, entry_hash)
        )
        prev = entry_hash
    return log
