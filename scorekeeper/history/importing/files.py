"""Files to import: detecting the format and yielding the matches."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BufferedReader
from itertools import islice
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any, BinaryIO

from django.db import connection

from games.engine import DecodeError, _, say
from games.engine.strict_json import LONGEST_TEXT, loads_strict
from scorekeeper.history.importing import club_file, nights
from scorekeeper.history.importing.club_file import EventRecord, is_heading
from scorekeeper.history.importing.nights import NightRecord
from scorekeeper.history.importing.replay import Batch, KnownLine, Mistake, ReplayedMatch, replay_batch

BATCHES_AHEAD = 2  # batches queued for each process
LONGEST_LINE = LONGEST_TEXT * 4  # bytes: a character has at most four in UTF-8
# The start of lines in a club's export that are not matches.
NIGHT_OR_EVENT = re.compile(rb'\s*\{\s*"(night|event)"\s*:')


def is_json(start: bytes) -> bool:
    """Return True if a file with this start holds records, False for a table of results."""
    return start.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")


def digest(file: BufferedReader) -> str:
    found = hashlib.file_digest(file, "sha256").hexdigest()
    file.seek(0)
    return found


@dataclass
class ClubFileStart:
    """The lines of a club's export before its matches; empty for other files."""

    heading: dict[str, Any] | None = None
    nights: list[NightRecord] = field(default_factory=list)
    events: list[EventRecord] = field(default_factory=list)


def read_start(file: BinaryIO) -> ClubFileStart:
    """Return the lines of a club's export before its matches, and rewind the file."""
    found = ClubFileStart()
    first = file.readline(LONGEST_LINE)
    if b'"scorekeeper-club/' in first and is_heading(data := loads_strict(first)):
        found.heading = data
    file.seek(0)
    if found.heading is None:
        return found
    for number, line in enumerate(file, start=1):
        if number == 1 or not line.strip():
            continue
        kind = NIGHT_OR_EVENT.match(line)
        if kind is None:
            break
        if len(line) > LONGEST_TEXT:
            raise _too_long(number)
        data = loads_strict(line)
        try:
            if kind[1] == b"night":
                found.nights.append(nights.read_night(data["night"]))
            else:
                found.events.append(club_file.read_event(data["event"]))
        except DecodeError as error:
            raise error.within(f"line {number}") from None
    file.seek(0)
    return found


def json_lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that hold matches, with their numbers; a file of one record is yielded whole."""
    start = file.read(64)
    file.seek(0)
    if not start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        raise DecodeError("", say(_("One record per line is needed here")))
    if _is_one_object(file):
        yield 1, file.read()
        return
    is_club_export = False
    for number, line in enumerate(file, start=1):
        if len(line) > LONGEST_LINE:
            raise _too_long(number)
        is_club_export = is_club_export or (number == 1 and b'"scorekeeper-club/' in line)
        if line.strip() and not (is_club_export and (number == 1 or NIGHT_OR_EVENT.match(line))):
            yield number, line


def _too_long(line: int) -> DecodeError:
    return DecodeError(f"line {line}", say(_("This is too long: at most {n} characters"), n=LONGEST_TEXT))


def _is_one_object(file: BinaryIO) -> bool:
    """Return True for one record on several lines, as ``export_match`` prints it."""
    first = file.readline(LONGEST_TEXT).rstrip()
    file.seek(0)
    return not first.endswith(b"}")


@contextmanager
def worker_pool(processes: int) -> Iterator[Pool | None]:
    """Yield a pool of processes that replay matches; None if ``processes`` is below 2."""
    if processes < 2:
        yield None
        return
    # A forked process must not share the parent's database connection, nor (on PostgreSQL) its pool of
    # connections.
    connection.close()
    if (close_pool := getattr(connection, "close_pool", None)) is not None:
        close_pool()
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        yield pool


def usual_processes() -> int:
    return min(8, os.cpu_count() or 1)


def replayed_ahead(
    batches: Iterable[Batch], pool: Pool | None
) -> Iterator[tuple[Batch, list[ReplayedMatch | Mistake | KnownLine]]]:
    """Yield each batch with its replayed matches, in order; the pool works ahead."""
    if pool is None:
        for batch in batches:
            yield batch, replay_batch(batch)
        return
    queued: list[tuple[Batch, Any]] = []
    remaining = iter(batches)
    ahead = islice(remaining, BATCHES_AHEAD * usual_processes())
    queued += [(batch, pool.apply_async(replay_batch, (batch,))) for batch in ahead]
    while queued:
        batch, result = queued.pop(0)
        for next_batch in islice(remaining, 1):
            queued.append((next_batch, pool.apply_async(replay_batch, (next_batch,))))
        yield batch, result.get()


def lines_in(path: Path) -> int:
    with path.open("rb") as file:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))
