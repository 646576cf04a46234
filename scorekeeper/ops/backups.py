"""Backups of the database: making, checking, rotating and restoring them.

SQLite is copied by VACUUM INTO, which takes one snapshot, blocks no reader, and blocks writers only while it
runs. PostgreSQL is written by pg_dump if that is installed and as new as the server, else by
``table_copies``; an important server also needs a base backup and its WAL (docs/backups.md).
"""

import contextlib
import logging
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import uuid
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from json import loads
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from scorekeeper.matches.hash_chain import EntryContent, canonical, entry_hash
from scorekeeper.web import metrics

from . import table_copies

INTERVAL = timedelta(hours=1)
KEPT_ALWAYS, KEPT_HOURLY, KEPT_DAILY = 10, 24, 14  # numbers of backups
OLDEST = timedelta(days=35)
STAMP = "%Y%m%dT%H%M%S.%fZ"  # with microseconds, so that names are unique
OLD_STAMP = "%Y%m%dT%H%M%SZ"  # the format of earlier releases
CLOCK_TOLERANCE = timedelta(minutes=5)

log = logging.getLogger("scorekeeper.backups")


class BackupError(Exception):
    """A backup that cannot be trusted or made; the message is for the operator."""


class DamagedBackup(BackupError):
    """A damaged SQLite file."""


def folder() -> Path:
    """Return the backup folder, created with access for the owner only."""
    path = settings.VAR / "backups"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def all_backups() -> list[Path]:
    """Return the backups, newest first, then those dated in the future. Other files are ignored."""
    paths = [path for path in folder().glob("scorekeeper-*[!~]") if _time_or_none(path) is not None]
    return sorted(paths, key=lambda path: (not is_in_future(path), path.name), reverse=True)


def newest() -> Path | None:
    """Return the newest backup that is not dated in the future."""
    return next((path for path in all_backups() if not is_in_future(path)), None)


def _age_metric() -> Iterator[metrics.Sample]:
    if (last := newest()) is not None:
        yield metrics.Sample("copy_age_seconds", (datetime.now(UTC) - time_of(last)).total_seconds())


metrics.site_sources.append(_age_metric)


def time_of(path: Path) -> datetime:
    """Return the time in a backup's file name. Raise ``ValueError`` for other names."""
    stamp = path.stem.removeprefix("scorekeeper-")
    return datetime.strptime(stamp, STAMP if "." in stamp else OLD_STAMP).replace(tzinfo=UTC)


def _time_or_none(path: Path) -> datetime | None:
    """Return the time in a backup's file name; None for other files."""
    try:
        return time_of(path)
    except ValueError:
        return None


def is_in_future(path: Path) -> bool:
    """Return whether a backup is dated in the future: the clock was wrong."""
    return time_of(path) > datetime.now(UTC) + CLOCK_TOLERANCE


def make(keep: Path | None = None) -> Path:
    """Make and check a backup of the database. Raise ``BackupError`` and leave nothing behind on failure.

    Old backups are deleted, but not ``keep``.
    """
    uses_pg_dump = connection.vendor != "sqlite" and _has_tools()
    suffix = "sqlite3" if connection.vendor == "sqlite" else "dump" if uses_pg_dump else "tables"
    path = folder() / f"scorekeeper-{datetime.now(UTC):{STAMP}}.{suffix}"
    partial = path.with_name(f".{path.name}.{os.getpid()}~")
    _delete_partial_files()
    make_room(bytes_needed(), keep)
    try:
        if connection.vendor == "sqlite":
            _copy_sqlite(partial)
            check(partial)
        elif uses_pg_dump:
            _dump(partial)
        else:
            table_copies.write(partial)
            table_copies.check(partial)
        partial.chmod(0o600)
        _fsync(partial)
        partial.replace(path)
        _fsync(path.parent)
    except (OSError, sqlite3.Error, DatabaseError, zipfile.BadZipFile) as error:
        kind = DamagedBackup if _is_damage(error) else BackupError
        raise kind(f"The copy could not be written: {error}") from None
    finally:
        partial.unlink(missing_ok=True)
    delete_old(keep)
    return path


def bytes_needed() -> int:
    """Return the free bytes that a backup needs: its own size, and as much again for writes meanwhile."""
    if connection.vendor == "sqlite":
        parts = (database(), database().with_name(f"{database().name}-wal"))
        return 2 * sum(part.stat().st_size for part in parts if part.exists())
    if (last := newest()) is not None:
        return 2 * last.stat().st_size
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        (size,) = cursor.fetchone()
    return int(size)  # an upper bound, because a dump is compressed


def make_room(size: int, keep: Path | None = None) -> None:
    """Free this many bytes by deleting the oldest backups, never the newest.

    Raise ``BackupError`` if that is not enough, and delete nothing then: the existing backups are still
    useful, and a backup must never fill the disk that hands are saved on.
    """
    missing = size - shutil.disk_usage(folder()).free
    if missing <= 0:
        return
    last = newest()
    deleted: list[Path] = []
    for path in reversed(all_backups()):
        if missing > 0 and path not in (last, keep):
            deleted.append(path)
            missing -= path.stat().st_size
    if missing > 0:
        raise BackupError(
            f"There is no room for a copy in {folder()}: {missing // 1_000_000 + 1} MB more must be free."
            " Nothing was copied"
        )
    for path in deleted:
        path.unlink(missing_ok=True)


def _delete_partial_files() -> None:
    """Delete partial files of killed backups."""
    for path in folder().glob(".scorekeeper-*~"):
        if time.time() - path.stat().st_mtime > INTERVAL.total_seconds():
            path.unlink(missing_ok=True)


def delete_old(keep: Path | None = None) -> None:
    """Delete old backups: keep all of a day, then one a day, then one a week, for five weeks.

    The newest ten always stay, because with a wrong clock every backup looks old. A backup dated in the
    future counts as the oldest.
    """
    now, days, weeks = datetime.now(UTC), set[object](), set[object]()
    for n, path in enumerate(all_backups()):
        made_at = time_of(path)
        day, week = made_at.date(), made_at.isocalendar()[:2]
        is_newest_of_period = not is_in_future(path) and (
            (len(days) < KEPT_DAILY and day not in days) or week not in weeks
        )
        is_in_rotation = (n < KEPT_HOURLY or is_newest_of_period) and now - made_at < OLDEST
        if n < KEPT_ALWAYS or is_in_rotation or path == keep:
            days.add(day)
            weeks.add(week)
        else:
            path.unlink(missing_ok=True)


def _fsync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# SQLite ------------------------------------------------------------------------


@contextlib.contextmanager
def _connect(path: Path, mode: str = "ro") -> Iterator[sqlite3.Connection]:
    connected = sqlite3.connect(
        f"file:{quote(str(path))}?mode={mode}", uri=True, timeout=30, isolation_level=None
    )
    try:
        yield connected
    finally:
        connected.close()


def database() -> Path:
    return Path(connection.settings_dict["NAME"])


def _is_damage(error: Exception) -> bool:
    """Return whether the error means that the SQLite file is damaged."""
    return any(words in str(error) for words in ("malformed", "not a database"))


def _copy_sqlite(path: Path) -> None:
    with _connect(database(), "rw") as live:
        live.execute("VACUUM INTO ?", [str(path)])


def check(path: Path) -> int:
    """Check the pages and hash chains of a backup. Return its number of entries. Raise ``DamagedBackup``."""
    try:
        with _connect(path) as copy:
            (result,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
            if result != "ok":
                raise DamagedBackup(f"{path.name}: {result}")
            return _check_chains(copy, path.name)
    except sqlite3.DatabaseError as error:
        raise DamagedBackup(f"{path.name}: {error}") from None


def _check_chains(copy: sqlite3.Connection, name: str) -> int:
    """Check that each entry follows from the one before, and each log ends as stored in its match."""
    heads = {
        pk: (length, head) for pk, length, head in copy.execute("SELECT id, length, head FROM tables_match")
    }
    current, place, prev, entries = 0, 0, "", 0
    for row in copy.execute(
        'SELECT match_id, place, number, rev, hand, "before", why, key, prev, hash FROM tables_entry'
        " ORDER BY match_id, place"
    ):
        match, stored_place, number, rev, stored_hand, before, why, key, stored_prev, stored_hash = row
        if match != current:
            if current and heads.pop(current, None) != (place, prev):
                raise DamagedBackup(f"{name}: the log of match {current} does not end as it should")
            current, place, prev = match, 0, ""
        place, entries = place + 1, entries + 1
        hand = canonical(None if stored_hand is None else loads(stored_hand))
        content = EntryContent(prev, match, stored_place, number, rev, hand, before, why, uuid.UUID(key))
        if (stored_place, stored_prev, stored_hash) != (place, prev, entry_hash(content)):
            raise DamagedBackup(
                f"{name}: entry {stored_place} of match {match} does not follow from those before it"
            )
        prev = stored_hash
    if current and heads.pop(current, None) != (place, prev):
        raise DamagedBackup(f"{name}: the log of match {current} does not end as it should")
    if missing := [pk for pk, (length, _head) in heads.items() if length]:
        raise DamagedBackup(f"{name}: the log of match {missing[0]} is missing")
    return entries


def has_tables() -> bool:
    """Return whether the database has the site's tables, so that a restore replaces something."""
    if connection.vendor == "sqlite" and not database().exists():
        return False  # a query would create an empty file
    try:
        return "tables_entry" in connection.introspection.table_names()
    except DatabaseError:
        return True  # the database is there, but damaged


def restore(path: Path) -> Path | None:
    """Replace the database by a backup. Return where the old data is kept. Raise ``BackupError``.

    A running site sees either the old data or the backup, because one transaction replaces all.
    """
    _check_fits(path)
    if connection.vendor != "sqlite":
        old_path = make(keep=path) if has_tables() else None
        connection.close()
        _restore_postgresql(path)
        return old_path
    check(path)
    try:
        old_path = make(keep=path) if has_tables() else None
    except DamagedBackup:
        old_path = _rename_damaged()
    connection.close()
    with _connect(path) as copy, _connect(database(), "rwc") as live:
        copy.backup(live)
    check(database())
    return old_path


def _rename_damaged() -> Path:
    """Rename a damaged SQLite file with its WAL. Return the new name."""
    connection.close()
    new_path = database().with_name(f"{database().name}.damaged-{datetime.now(UTC):{OLD_STAMP}}")
    for suffix in ("-wal", "-shm", ""):
        part = database().with_name(f"{database().name}{suffix}")
        if part.exists():
            part.rename(new_path.with_name(f"{new_path.name}{suffix}"))
    return new_path


def _check_fits(path: Path) -> None:
    """Raise ``BackupError`` for a backup of another database kind or of a newer release."""
    with path.open("rb") as file:
        first_bytes = file.read(16)
    if connection.vendor == "sqlite" and first_bytes.startswith((b"PGDMP", b"PK")):
        raise BackupError(
            f"{path.name} is a copy of a PostgreSQL database, and this site keeps its data in SQLite:"
            " set DATABASE_URL to an empty PostgreSQL database"
        )
    if connection.vendor != "sqlite" and first_bytes.startswith(b"SQLite format 3"):
        raise BackupError(
            f"{path.name} is a copy of a SQLite database, and DATABASE_URL names a PostgreSQL database:"
            " restore it without DATABASE_URL"
        )
    if not first_bytes.startswith((b"PGDMP", b"PK", b"SQLite format 3")):
        raise BackupError(f"{path.name} is not a copy of a database")
    applied = _applied_sqlite(path) if connection.vendor == "sqlite" else _applied_postgresql(path)
    if not any(app == "tables" for app, _name in applied):
        raise BackupError(f"{path.name} is not a copy of a Scorekeeper site")
    loader = MigrationLoader(None)
    known = set(loader.disk_migrations)
    known |= {node for migration in loader.disk_migrations.values() for node in migration.replaces}
    newer = sorted(node for node in applied if node[0] in loader.migrated_apps and node not in known)
    if newer:
        raise BackupError(
            f"{path.name} was made by a newer release than this one, which does not know"
            f" {'.'.join(newer[-1])}: update the site first"
        )


def _applied_sqlite(path: Path) -> list[tuple[str, str]]:
    """Return the migrations (app, name) in a backup."""
    try:
        with _connect(path) as copy:
            return copy.execute("SELECT app, name FROM django_migrations").fetchall()
    except sqlite3.Error as error:
        raise BackupError(f"{path.name}: {error}") from None


# PostgreSQL --------------------------------------------------------------------


def _postgresql(tool: str) -> tuple[str, list[str], dict[str, str]]:
    """Return a PostgreSQL tool's path, its connection options, and an environment with the password."""
    path = shutil.which(tool)
    if path is None:
        raise BackupError(
            f"{tool} is not installed here, and this copy needs it: install PostgreSQL's client"
        )
    database_settings = connection.settings_dict
    named_options = {
        "--host": database_settings["HOST"],
        "--port": database_settings["PORT"],
        "--username": database_settings["USER"],
        "--dbname": database_settings["NAME"],
    }
    options = [f"{name}={value}" for name, value in named_options.items() if value]
    password = {"PGPASSWORD": database_settings["PASSWORD"]} if database_settings["PASSWORD"] else {}
    return path, options, {**os.environ, **password}


def _has_tools() -> bool:
    """Return whether PostgreSQL's tools are installed and as new as the server."""
    if not all(shutil.which(tool) for tool in ("pg_dump", "pg_restore", "psql")):
        return False
    output = subprocess.run(["pg_dump", "--version"], capture_output=True, text=True, check=False).stdout
    version = re.search(r"(\d+)(\.\d+)*", output)
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        (server,) = cursor.fetchone()
    return version is not None and int(version[1]) >= int(server) // 10_000


def _applied_postgresql(path: Path) -> list[tuple[str, str]]:
    if zipfile.is_zipfile(path):
        try:
            return table_copies.applied_migrations(path)
        except zipfile.BadZipFile as error:
            raise BackupError(f"{path.name}: {error}") from None
    pg_restore, _options, environment = _postgresql("pg_restore")
    options = ["--data-only", "--table=django_migrations", "--file=-"]
    process = subprocess.run(
        [pg_restore, *options, str(path)], env=environment, capture_output=True, text=True, check=False
    )
    if process.returncode:
        raise BackupError(f"{path.name}: {process.stderr.strip()[-400:]}")
    rows = re.findall(r"^\d+\t(\w+)\t(\w+)\t", process.stdout, re.MULTILINE)
    return [(app, name) for app, name in rows]


def _run(tool: str, *options: str) -> None:
    path, connection_options, environment = _postgresql(tool)
    process = subprocess.run(
        [path, *connection_options, *options], env=environment, capture_output=True, text=True, check=False
    )
    if process.returncode:
        raise BackupError(f"{tool}: {process.stderr.strip()[-400:]}")


def _dump(path: Path) -> None:
    _run("pg_dump", "--format=custom", "--no-owner", f"--file={path}")
    if (pg_restore := shutil.which("pg_restore")) is None:
        return
    listing = subprocess.run([pg_restore, "--list", str(path)], capture_output=True, text=True, check=False)
    if listing.returncode or "tables_entry" not in listing.stdout:
        raise BackupError("pg_dump wrote a file that pg_restore cannot read")


def _restore_postgresql(path: Path) -> None:
    """Replace all tables by those of a backup in one transaction.

    COMMIT is sent only after pg_restore has written everything: if either process ends earlier, psql closes
    the connection and the database stays as it was.
    """
    if zipfile.is_zipfile(path):
        try:
            table_copies.check(path)
            table_copies.restore(path)
        except (DatabaseError, zipfile.BadZipFile) as error:
            raise BackupError(f"{path.name}: {error}") from None
        return
    pg_restore, _options, environment = _postgresql("pg_restore")
    psql, connection_options, _environment = _postgresql("psql")
    with tempfile.TemporaryFile() as errors:
        restore_process = subprocess.Popen(
            [pg_restore, "--no-owner", "--no-privileges", "--file=-", str(path)],
            stdout=subprocess.PIPE,
            stderr=errors,
            env=environment,
        )
        psql_process = subprocess.Popen(
            [
                psql,
                *connection_options,
                "--no-psqlrc",
                "--quiet",
                "--set=ON_ERROR_STOP=1",
                "--output=/dev/null",
            ],
            stdin=subprocess.PIPE,
            stderr=errors,
            env=environment,
        )
        assert restore_process.stdout is not None
        assert psql_process.stdin is not None
        try:
            psql_process.stdin.write(f"BEGIN;\n{table_copies.DROP_TABLES}".encode())
            shutil.copyfileobj(restore_process.stdout, psql_process.stdin)
            if restore_process.wait() == 0:
                psql_process.stdin.write(b"\nCOMMIT;\n")
            psql_process.stdin.close()
        except BrokenPipeError:  # psql has failed and printed the error
            pass
        finally:
            restore_process.stdout.close()
            restore_process.wait()
            with contextlib.suppress(BrokenPipeError):
                psql_process.stdin.close()
            psql_process.wait()
        if restore_process.returncode or psql_process.returncode:
            errors.seek(0)
            raise BackupError(f"{path.name}: {errors.read().decode(errors='replace').strip()[-400:]}")


# While the site runs -------------------------------------------------------------


def start_hourly_backups() -> None:
    """Start a thread that makes a backup every hour in a low-priority process."""
    if connection.vendor != "sqlite" or os.environ.get("BACKUPS") == "0":
        return
    threading.Thread(target=_repeat, name="backups", daemon=True).start()


def _repeat(wait: threading.Event | None = None) -> None:
    pause = wait or threading.Event()
    while not pause.wait(seconds_until_next()):
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "backup", "--quiet"]
        try:
            subprocess.run(command, check=False, preexec_fn=lambda: os.nice(10))
        except OSError:  # for example out of memory; try again in an hour
            log.exception("no copy could be started")


def seconds_until_next() -> float:
    """Return the seconds until the newest backup is an hour old, at least 60."""
    try:
        last = newest()
    except OSError:
        log.exception("the copies could not be listed")
        return INTERVAL.total_seconds()
    age = datetime.now(UTC) - time_of(last) if last else INTERVAL
    return max(60.0, (INTERVAL - age).total_seconds())
