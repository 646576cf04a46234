"""One counter for all processes: how often something happened in the present stretch of time.

Django's caches do not count right across processes; one statement of a database does. On PostgreSQL it counts
in a table that is not logged, on SQLite in a file of its own that never syncs, so that counting waits for no
hand that is being saved. What is counted may be lost in a crash; docs/decisions/0010-limits.md.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Sequence
from pathlib import Path

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
            rows = _file().execute(_upsert("counted", values).replace("%s", "?"), asked).fetchall()
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
            _file().execute(said, asked)
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
        _file().execute("delete from counted where ends < ?", [now])


def _file() -> sqlite3.Connection:
    """This thread's connection to the file of counters."""
    path = Path(settings.VAR) / "limits.sqlite3"
    kept: tuple[Path, sqlite3.Connection] | None = getattr(_own, "kept", None)
    if kept is None or kept[0] != path:
        made = sqlite3.connect(path, timeout=1, isolation_level=None)
        made.execute("pragma journal_mode=wal")
        made.execute("pragma synchronous=off")
        made.execute(TABLE)
        _own.kept = kept = (path, made)
    return kept[1]


def forget() -> None:
    """Close this thread's file of counters; the next count opens it again."""
    kept: tuple[Path, sqlite3.Connection] | None = getattr(_own, "kept", None)
    _own.kept = None
    if kept is not None:
        kept[1].close()
