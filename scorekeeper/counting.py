"""One counter for all processes: how often something happened in the present stretch of time.

Django's caches do not count right across processes; one statement of a database does. On PostgreSQL it counts
in a table that is not logged, on SQLite in a file of its own that never syncs, so that counting waits for no
hand that is being saved. What is counted may be lost in a crash; docs/decisions/0010-limits.md.
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

# Seconds between two sweeps of what is over, in one process.
SWEEP = 60.0

_own = threading.local()
_swept = float("-inf")

TABLE = "create table if not exists counted (key text, ends integer, n integer, primary key (key, ends))"


class Uncounted(Exception):
    """The counter is down."""


def count(happened: Sequence[tuple[str, int]]) -> list[int]:
    """How often each of these has happened, this time included. A key counts until ``ends``, in seconds.

    Raises ``Uncounted``.
    """
    values = ", ".join(["(%s, %s, 1)"] * len(happened))
    asked = [part for one in happened for part in one]
    postgresql = connection.vendor == "postgresql"
    try:
        _sweep(postgresql)
        if postgresql:
            with connection.cursor() as cursor:
                cursor.execute(_upsert("scorekeeper_counted", values), asked)
                rows = cursor.fetchall()
        else:
            rows = _in_file(_upsert("counted", values).replace("%s", "?"), asked)
    except (DatabaseError, sqlite3.Error) as problem:
        forget()
        log.warning("Nothing is counted: %s", type(problem).__name__)
        raise Uncounted from problem
    told = {(key, ends): n for key, ends, n in rows}
    return [told[one] for one in happened]


def take_back(happened: Sequence[tuple[str, int]]) -> None:
    """These have not happened after all: a right password is no failure."""
    if not happened:
        return
    postgresql = connection.vendor == "postgresql"
    place = "%s" if postgresql else "?"
    table = "scorekeeper_counted" if postgresql else "counted"
    either = " or ".join([f"(key = {place} and ends = {place})"] * len(happened))
    said = f"update {table} set n = n - 1 where n > 0 and ({either})"
    asked = [part for one in happened for part in one]
    try:
        if postgresql:
            with connection.cursor() as cursor:
                cursor.execute(said, asked)
        else:
            _in_file(said, asked)
    except (DatabaseError, sqlite3.Error) as problem:
        forget()
        log.warning("Nothing is taken back: %s", type(problem).__name__)


def _upsert(table: str, values: str) -> str:
    return (
        f"insert into {table} (key, ends, n) values {values} "
        f"on conflict (key, ends) do update set n = {table}.n + 1 returning key, ends, n"
    )


def _sweep(postgresql: bool) -> None:
    """Take away what is over, once a minute."""
    global _swept
    if time.monotonic() - _swept < SWEEP:
        return
    _swept, now = time.monotonic(), int(time.time())
    if postgresql:
        with connection.cursor() as cursor:
            cursor.execute("delete from scorekeeper_counted where ends < %s", [now])
    else:
        _in_file("delete from counted where ends < ?", [now])


class _Opened(NamedTuple):
    """A thread's connection to the file of counters, and which file that was."""

    path: Path
    connection: sqlite3.Connection
    inode: int


def _in_file(said: str, asked: Sequence[str | int]) -> list[Any]:
    """The rows that a statement gives; a file that is torn is made anew first.

    It is written without a sync, so that a crash may tear it, and nothing in it is worth anything. Raises
    ``sqlite3.Error``.
    """
    try:
        return _file().connection.execute(said, asked).fetchall()
    except sqlite3.OperationalError:
        raise  # busy, or no room: the file is whole
    except sqlite3.DatabaseError as torn:
        log.warning("The counters are torn, and begin anew: %s", torn)
        _throw_away()
        return _file().connection.execute(said, asked).fetchall()


def _path() -> Path:
    return Path(settings.VAR) / "limits.sqlite3"


def _file() -> _Opened:
    """This thread's connection to the file of counters."""
    path = _path()
    kept: _Opened | None = getattr(_own, "kept", None)
    if kept is None or kept.path != path:
        made = sqlite3.connect(path, timeout=1, isolation_level=None)
        made.execute("pragma journal_mode=wal")
        made.execute("pragma synchronous=off")
        made.execute(TABLE)
        _own.kept = kept = _Opened(path, made, path.stat().st_ino)
    return kept


def _throw_away() -> None:
    """Remove the file, unless another thread has done so already and this one only had the old one open."""
    kept: _Opened | None = getattr(_own, "kept", None)
    forget()
    path = _path()
    if kept is None or (path.exists() and path.stat().st_ino == kept.inode):
        for ending in ("", "-wal", "-shm"):
            path.with_name(path.name + ending).unlink(missing_ok=True)


def forget() -> None:
    """Close this thread's file of counters; the next count opens it again."""
    kept: _Opened | None = getattr(_own, "kept", None)
    _own.kept = None
    if kept is not None:
        kept.connection.close()
