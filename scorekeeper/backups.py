"""Copies of the database: made whole, checked before they count, kept for a while, brought back.

SQLite is copied by VACUUM INTO, which takes one snapshot and holds up no reader and, for its length, no
writer. PostgreSQL is written out by pg_dump where that is installed; a server that many depend on keeps a
base backup and its WAL besides (docs/backups.md).
"""

import contextlib
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from json import loads
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from scorekeeper import leaps, metrics
from scorekeeper.matches.hash_chain import EntryContent, canonical, entry_hash

EVERY = timedelta(hours=1)
HOURLY, DAILY, OLDEST = 24, 14, timedelta(days=35)  # an erased name is in no copy after five weeks
STAMP = "%Y%m%dT%H%M%S.%fZ"  # so fine that a copy never takes the name of another
BY_THE_SECOND = "%Y%m%dT%H%M%SZ"  # of copies that an earlier release made


AHEAD = timedelta(minutes=5)  # clocks that are set right now and then do not always agree


log = logging.getLogger("scorekeeper.backups")


class Bad(Exception):
    """A copy that cannot be trusted, or cannot be made; the words are for whoever keeps the server."""


def folder() -> Path:
    """Where copies are kept; nobody else may look into it."""
    found = settings.VAR / "backups"
    found.mkdir(mode=0o700, parents=True, exist_ok=True)
    return found


def kept() -> list[Path]:
    """The copies there are, the newest first, and last those dated ahead. Other files are left alone."""
    there = [path for path in folder().glob("scorekeeper-*[!~]") if taken_or_none(path) is not None]
    return sorted(there, key=lambda path: (not is_ahead(path), path.name), reverse=True)


def newest() -> Path | None:
    """The newest copy whose day has come: one that is dated ahead says nothing of when it was taken."""
    return next((path for path in kept() if not is_ahead(path)), None)


def _age() -> Iterator[metrics.Sample]:
    if (last := newest()) is not None:
        yield metrics.Sample("copy_age_seconds", (datetime.now(UTC) - taken(last)).total_seconds())


metrics.of_site.append(_age)


def taken(path: Path) -> datetime:
    """When a copy was taken, as its name says."""
    said = path.stem.removeprefix("scorekeeper-")
    return datetime.strptime(said, STAMP if "." in said else BY_THE_SECOND).replace(tzinfo=UTC)


def taken_or_none(path: Path) -> datetime | None:
    """When a copy was taken, as its name says; None of a file that is named like no copy."""
    try:
        return taken(path)
    except ValueError:
        return None


def is_ahead(path: Path) -> bool:
    """Whether a copy is dated later than now: the clock was wrong when it was taken."""
    return taken(path) > datetime.now(UTC) + AHEAD


def make(spare: Path | None = None) -> Path:
    """A copy of the database as it is now, checked. Raises ``Bad``, and then leaves nothing behind.

    Old copies are put away, but not the one to ``spare``.
    """
    end = "sqlite3" if connection.vendor == "sqlite" else "dump"
    to = folder() / f"scorekeeper-{datetime.now(UTC):{STAMP}}.{end}"
    half = to.with_name(f".{to.name}.{os.getpid()}~")
    _clear_halves()
    make_room(wanted(), spare)
    try:
        if connection.vendor == "sqlite":
            _copy_sqlite(half)
            check(half)
        else:
            _dump(half)
        half.chmod(0o600)
        _on_the_disk(half)
        half.replace(to)
        _on_the_disk(to.parent)
    except (OSError, sqlite3.Error) as error:
        raise Bad(f"The copy could not be written: {error}") from None
    finally:
        half.unlink(missing_ok=True)
    clear(spare)
    return to


def wanted() -> int:
    """How many bytes must be free for a copy: its own, and as many for what people write meanwhile."""
    if connection.vendor == "sqlite":
        parts = (database(), database().with_name(f"{database().name}-wal"))
        return 2 * sum(part.stat().st_size for part in parts if part.exists())
    last = newest()
    return 2 * last.stat().st_size if last else 0


def make_room(bytes_: int, spare: Path | None = None) -> None:
    """See to it that so much is free, at the cost of the oldest copies. The newest stays.

    Raises ``Bad`` where that is not enough, and then takes none away: a copy must never fill the disk, for a
    hand that cannot be saved is lost, and the copies there are still serve.
    """
    missing = bytes_ - shutil.disk_usage(folder()).free
    if missing <= 0:
        return
    last = newest()
    going: list[Path] = []
    for path in reversed(kept()):
        if missing > 0 and path not in (last, spare):
            going.append(path)
            missing -= path.stat().st_size
    if missing > 0:
        raise Bad(
            f"There is no room for a copy in {folder()}: {missing // 1_000_000 + 1} MB more must be free."
            " Nothing was copied"
        )
    for path in going:
        path.unlink(missing_ok=True)


def _clear_halves() -> None:
    """Take away what copies that were killed have left."""
    for path in folder().glob(".scorekeeper-*~"):
        if time.time() - path.stat().st_mtime > EVERY.total_seconds():
            path.unlink(missing_ok=True)


def clear(spare: Path | None = None) -> None:
    """Put away what is old: all of a day are kept, then one a day, then one a week, for five weeks.

    A copy that is dated ahead counts as the oldest: it goes once there are a day's others.
    """
    if leaps.has_leapt():
        return
    now, days, weeks = datetime.now(UTC), set[object](), set[object]()
    for n, path in enumerate(kept()):
        at = taken(path)
        day, week = at.date(), at.isocalendar()[:2]
        due = not is_ahead(path) and ((len(days) < DAILY and day not in days) or week not in weeks)
        if ((n < HOURLY or due) and now - at < OLDEST) or path == spare:
            days.add(day)
            weeks.add(week)
        else:
            path.unlink(missing_ok=True)


def _on_the_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# SQLite ------------------------------------------------------------------------


@contextlib.contextmanager
def _opened(path: Path, mode: str = "ro") -> Iterator[sqlite3.Connection]:
    opened = sqlite3.connect(
        f"file:{quote(str(path))}?mode={mode}", uri=True, timeout=30, isolation_level=None
    )
    try:
        yield opened
    finally:
        opened.close()


def database() -> Path:
    """The file of the database."""
    return Path(connection.settings_dict["NAME"])


def _copy_sqlite(to: Path) -> None:
    with _opened(database(), "rw") as live:
        live.execute("VACUUM INTO ?", [str(to)])


def check(path: Path) -> int:
    """Whether a copy is whole: its pages, and the chain of every match. How many entries; raises ``Bad``."""
    try:
        with _opened(path) as copy:
            (said,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
            if said != "ok":
                raise Bad(f"{path.name}: {said}")
            return _check_chains(copy, path.name)
    except sqlite3.DatabaseError as error:
        raise Bad(f"{path.name}: {error}") from None


def _check_chains(copy: sqlite3.Connection, name: str) -> int:
    """Every entry follows from the one before it, and every match ends where it says."""
    heads = {
        pk: (length, head) for pk, length, head in copy.execute("SELECT id, length, head FROM tables_match")
    }
    here, place, prev, entries = 0, 0, "", 0
    for row in copy.execute(
        'SELECT match_id, place, number, rev, hand, "before", why, key, prev, hash FROM tables_entry'
        " ORDER BY match_id, place"
    ):
        match, at, number, rev, stored_hand, before, why, key, before_it, own = row
        if match != here:
            if here and heads.pop(here, None) != (place, prev):
                raise Bad(f"{name}: the log of match {here} does not end as it should")
            here, place, prev = match, 0, ""
        place, entries = place + 1, entries + 1
        hand = canonical(None if stored_hand is None else loads(stored_hand))
        told = entry_hash(EntryContent(prev, match, at, number, rev, hand, before, why, uuid.UUID(key)))
        if (at, before_it, own) != (place, prev, told):
            raise Bad(f"{name}: entry {at} of match {match} does not follow from those before it")
        prev = own
    if here and heads.pop(here, None) != (place, prev):
        raise Bad(f"{name}: the log of match {here} does not end as it should")
    if left := [pk for pk, (length, _head) in heads.items() if length]:
        raise Bad(f"{name}: the log of match {left[0]} is missing")
    return entries


def is_there() -> bool:
    """Whether there is a database to replace: SQLite makes an empty one for whoever asks it something."""
    return connection.vendor != "sqlite" or database().exists()


def restore(path: Path) -> Path:
    """Put a copy in place of the database; what was there is copied first. Where that is; raises ``Bad``.

    SQLite writes it in one transaction into the file itself, so that a site that runs sees one or the other.
    """
    if connection.vendor != "sqlite":
        return _restore_postgresql(path)
    check(path)
    before = make(path) if is_there() else path
    connection.close()
    with _opened(path) as copy, _opened(database(), "rwc") as live:
        copy.backup(live)
    check(database())
    return before


# PostgreSQL --------------------------------------------------------------------


def _postgresql(tool: str) -> tuple[str, list[str], dict[str, str]]:
    """A tool of PostgreSQL, what says which database, and an environment with its password."""
    found = shutil.which(tool)
    if found is None:
        raise Bad(
            f"{tool} is not installed here. docs/backups.md tells how to keep a base backup and the WAL."
        )
    at = connection.settings_dict
    says = {"--host": at["HOST"], "--port": at["PORT"], "--username": at["USER"], "--dbname": at["NAME"]}
    where = [f"{name}={value}" for name, value in says.items() if value]
    password = {"PGPASSWORD": at["PASSWORD"]} if at["PASSWORD"] else {}
    return found, where, {**os.environ, **password}


def _run(tool: str, *options: str) -> None:
    found, where, environment = _postgresql(tool)
    ran = subprocess.run(
        [found, *where, *options], env=environment, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise Bad(f"{tool}: {ran.stderr.strip()[-400:]}")


def _dump(to: Path) -> None:
    _run("pg_dump", "--format=custom", "--no-owner", f"--file={to}")
    lists = shutil.which("pg_restore")
    read = lists and subprocess.run([lists, "--list", str(to)], capture_output=True, text=True, check=False)
    if read and (read.returncode or "tables_entry" not in read.stdout):
        raise Bad("pg_dump wrote a file that pg_restore cannot read")


def _restore_postgresql(path: Path) -> Path:
    before = make(path)
    connection.close()
    _run("pg_restore", "--clean", "--if-exists", "--single-transaction", "--no-owner", str(path))
    return before


# While the site runs -------------------------------------------------------------


def hourly() -> None:
    """Make a copy every hour from now on, in a process of its own that gives way to the table."""
    if connection.vendor != "sqlite" or os.environ.get("BACKUPS") == "0":
        return
    threading.Thread(target=_again_and_again, name="backups", daemon=True).start()


def _again_and_again(wait: threading.Event | None = None) -> None:
    pause = wait or threading.Event()
    while not pause.wait(_until_next()):
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "backup", "--quiet"]
        try:
            subprocess.run(command, check=False, preexec_fn=lambda: os.nice(10))
        except OSError:  # no memory for a process, say: the next hour comes
            log.exception("no copy could be begun")


def _until_next() -> float:
    """Seconds until the newest copy is an hour old, and a minute at least."""
    try:
        last = newest()
    except OSError:
        log.exception("the copies could not be looked at")
        return EVERY.total_seconds()
    age = datetime.now(UTC) - taken(last) if last else EVERY
    return max(60.0, (EVERY - age).total_seconds())
