"""Counters shared by all processes, each for a period of time.

Django's caches do not count reliably across processes; a single database statement does. PostgreSQL uses an
unlogged table; SQLite uses a separate file without syncs, so that counting never delays saving a hand. Counts
may be lost in a crash; docs/decisions/0010-limits.md.
"""

import logging
import sqlite3
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DatabaseError, connection

log = logging.getLogger("scorekeeper.limits")

# Seconds between deletions of expired counters in a process.
SWEEP = 60.0

_own = threading.local()
_swept = float("-inf")

TABLE = "create table if not exists counted (key text, ends integer, n integer, primary key (key, ends))"


class Uncounted(Exception):
    """A failure of the counter."""


def count(happened: Sequence[tuple[str, int]]) -> list[int]:
    """Count each key once and return its counts, this one included. Raise ``Uncounted``.

    ``happened`` are keys with the time in seconds at which their period ends.
    """
    values = ", ".join(["(%s, %s, 1)"] * len(happened))
    parameters = [part for one in happened for part in one]
    postgresql = connection.vendor == "postgresql"
    try:
        _sweep(postgresql)
        if postgresql:
            with connection.cursor() as cursor:
                cursor.execute(_upsert("scorekeeper_counted", values), parameters)
                rows = cursor.fetchall()
        else:
            rows = _in_file(_upsert("counted", values).replace("%s", "?"), parameters)
    except (DatabaseError, sqlite3.Error) as problem:
        forget()
        log.warning("Nothing is counted: %s", type(problem).__name__)
        raise Uncounted from problem
    counts = {(key, ends): n for key, ends, n in rows}
    return [counts[one] for one in happened]


def take_back(happened: Sequence[tuple[str, int]]) -> None:
    """Undo counts, for example after a correct password."""
    if not happened:
        return
    postgresql = connection.vendor == "postgresql"
    placeholder = "%s" if postgresql else "?"
    table = "scorekeeper_counted" if postgresql else "counted"
    either = " or ".join([f"(key = {placeholder} and ends = {placeholder})"] * len(happened))
    statement = f"update {table} set n = n - 1 where n > 0 and ({either})"
    parameters = [part for one in happened for part in one]
    try:
        if postgresql:
            with connection.cursor() as cursor:
                cursor.execute(statement, parameters)
        else:
            _in_file(statement, parameters)
    except (DatabaseError, sqlite3.Error) as problem:
        forget()
        log.warning("Nothing is taken back: %s", type(problem).__name__)


def _upsert(table: str, values: str) -> str:
    return (
        f"insert into {table} (key, ends, n) values {values} "
        f"on conflict (key, ends) do update set n = {table}.n + 1 returning key, ends, n"
    )


def _sweep(postgresql: bool) -> None:
    """Delete expired counters, at most once a minute."""
    global _swept
    if time.monotonic() - _swept < SWEEP:
        return
    _swept, now = time.monotonic(), int(time.time())
    if postgresql:
        with connection.cursor() as cursor:
            cursor.execute("delete from scorekeeper_counted where ends < %s", [now])
    else:
        _in_file("delete from counted where ends < ?", [now])


class _CounterFile(NamedTuple):
    """A thread's connection to the counter file."""

    path: Path
    connection: sqlite3.Connection
    inode: int


def _in_file(statement: str, parameters: Sequence[str | int]) -> list[Any]:
    """Execute a statement and return its rows. A corrupt file is replaced. Raise ``sqlite3.Error``.

    The file is written without syncs, so a crash may corrupt it; its contents are not worth repairing.
    """
    try:
        return _file().connection.execute(statement, parameters).fetchall()
    except sqlite3.OperationalError:
        raise  # locked or disk full; the file is intact
    except sqlite3.DatabaseError as corrupt:
        log.warning("The counters are torn, and begin anew: %s", corrupt)
        _throw_away()
        return _file().connection.execute(statement, parameters).fetchall()


def _path() -> Path:
    return Path(settings.VAR) / "limits.sqlite3"


def _file() -> _CounterFile:
    """Return this thread's connection to the counter file."""
    path = _path()
    opened: _CounterFile | None = getattr(_own, "kept", None)
    if opened is None or opened.path != path:
        new_connection = sqlite3.connect(path, timeout=1, isolation_level=None)
        new_connection.execute("pragma journal_mode=wal")
        new_connection.execute("pragma synchronous=off")
        new_connection.execute(TABLE)
        _own.kept = opened = _CounterFile(path, new_connection, path.stat().st_ino)
    return opened


def _throw_away() -> None:
    """Delete the file, unless another thread has replaced it already."""
    opened: _CounterFile | None = getattr(_own, "kept", None)
    forget()
    path = _path()
    if opened is None or (path.exists() and path.stat().st_ino == opened.inode):
        for ending in ("", "-wal", "-shm"):
            path.with_name(path.name + ending).unlink(missing_ok=True)


def forget() -> None:
    """Close this thread's counter file; the next count opens it again."""
    opened: _CounterFile | None = getattr(_own, "kept", None)
    _own.kept = None
    if opened is not None:
        opened.connection.close()
