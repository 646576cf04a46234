"""Counters shared by all processes; each counts for a period of time.

Django's caches do not count reliably across processes; a single database statement does. PostgreSQL uses an
unlogged table; SQLite uses a separate file without syncs, so that counting never delays saving a hand. Counts
may be lost in a crash (docs/decisions/0010-limits.md).
"""

import logging
import sqlite3
import threading
import time
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DatabaseError, connection

log = logging.getLogger("scorekeeper.limits")

# Seconds between deletions of expired counters in a process.
SWEEP_SECONDS = 60.0

_thread = threading.local()  # ``file``: the thread's connection to the counter file
_last_sweep = float("-inf")

CREATE = "create table if not exists counted (key text, ends integer, n integer, primary key (key, ends))"


class CounterError(Exception):
    """The counters could not be read or written."""


# A key, and the time in seconds at which its period ends.
Period = tuple[str, int]


def count(periods: Sequence[Period]) -> list[int]:
    """Add one to the counter of each key and period, and return the new counts. Raise ``CounterError``."""
    values = ", ".join(["(%s, %s, 1)"] * len(periods))
    try:
        _sweep()
        rows = _execute(
            f"insert into {{table}} (key, ends, n) values {values} "
            "on conflict (key, ends) do update set n = {table}.n + 1 returning key, ends, n",
            chain(*periods),
        )
    except (DatabaseError, sqlite3.Error) as error:
        close()
        log.warning("Counting failed: %s", type(error).__name__)
        raise CounterError from error
    counts = {(key, ends): n for key, ends, n in rows}
    return [counts[period] for period in periods]


def decrement(periods: Sequence[Period]) -> None:
    """Subtract one from each of these counters, for example after a correct password."""
    if not periods:
        return
    conditions = " or ".join(["(key = %s and ends = %s)"] * len(periods))
    try:
        _execute(f"update {{table}} set n = n - 1 where n > 0 and ({conditions})", chain(*periods))
    except (DatabaseError, sqlite3.Error) as error:
        close()
        log.warning("Counts could not be undone: %s", type(error).__name__)


def _execute(statement: str, parameters: Iterable[str | int]) -> list[Any]:
    """Execute a statement, where ``{table}`` stands for the counters, and return its rows."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(statement.format(table="scorekeeper_counted"), [*parameters])
            return cursor.fetchall() if cursor.description else []
    return _execute_in_file(statement.format(table="counted").replace("%s", "?"), [*parameters])


def _sweep() -> None:
    """Delete expired counters, at most once a minute."""
    global _last_sweep
    if time.monotonic() - _last_sweep < SWEEP_SECONDS:
        return
    _last_sweep = time.monotonic()
    _execute("delete from {table} where ends < %s", [int(time.time())])


class _CounterFile(NamedTuple):
    """A thread's connection to the counter file."""

    path: Path
    connection: sqlite3.Connection
    inode: int


def _execute_in_file(statement: str, parameters: Sequence[str | int]) -> list[Any]:
    """Execute a statement and return its rows. Replace a corrupt file. Raise ``sqlite3.Error``.

    The file is written without syncs, so a crash may corrupt it; its contents are not worth repairing.
    """
    try:
        return _file().connection.execute(statement, parameters).fetchall()
    except sqlite3.OperationalError:
        raise  # locked or disk full; the file is intact
    except sqlite3.DatabaseError as error:
        log.warning("The counter file is corrupt and is replaced: %s", error)
        _delete_file()
        return _file().connection.execute(statement, parameters).fetchall()


def _path() -> Path:
    return Path(settings.VAR) / "limits.sqlite3"


def _file() -> _CounterFile:
    """Return this thread's connection to the counter file."""
    path = _path()
    counter_file: _CounterFile | None = getattr(_thread, "file", None)
    if counter_file is None or counter_file.path != path:
        new_connection = sqlite3.connect(path, timeout=1, isolation_level=None)
        new_connection.execute("pragma journal_mode=wal")
        new_connection.execute("pragma synchronous=off")
        new_connection.execute(CREATE)
        _thread.file = counter_file = _CounterFile(path, new_connection, path.stat().st_ino)
    return counter_file


def _delete_file() -> None:
    """Delete the file, unless another thread has replaced it already."""
    counter_file: _CounterFile | None = getattr(_thread, "file", None)
    close()
    path = _path()
    if counter_file is None or (path.exists() and path.stat().st_ino == counter_file.inode):
        for ending in ("", "-wal", "-shm"):
            path.with_name(path.name + ending).unlink(missing_ok=True)


def close() -> None:
    """Close this thread's counter file; the next count opens it again."""
    counter_file: _CounterFile | None = getattr(_thread, "file", None)
    _thread.file = None
    if counter_file is not None:
        counter_file.connection.close()
