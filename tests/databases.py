"""Empty migrated databases: migrated once for all test processes, then copied.

Migrating takes seven seconds of processor time, a copy almost none.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from urllib.parse import quote

import psycopg
from django.db import connection

ROOT = Path(__file__).resolve().parents[1]
SHARED = "SCOREKEEPER_TESTS"  # environment variable with the folder shared by all test processes


def begin_sharing() -> None:
    """Create the shared folder in the main test process; it is removed when that process ends."""
    if SHARED not in os.environ:
        os.environ[SHARED] = tempfile.mkdtemp(prefix="scorekeeper-tests-")
        atexit.register(_end_sharing, Path(os.environ[SHARED]))


def _end_sharing(folder: Path) -> None:
    if (folder / "postgresql").exists():
        _say(f'drop database if exists "{_like(folder)}" with (force)')
    shutil.rmtree(folder, ignore_errors=True)


def make_empty() -> None:
    """Create the template database, of the kind that the tests run on."""
    if connection.vendor == "sqlite":
        empty_file()
    else:
        _empty_database()


@contextmanager
def own_file(folder: Path) -> Iterator[Path]:
    """Yield an empty SQLite file, and delete it afterwards."""
    file = folder / f"scorekeeper_test_{os.getpid()}.sqlite3"
    shutil.copy(empty_file(), file)
    try:
        yield file
    finally:
        for part in folder.glob(f"{file.name}*"):
            part.unlink()


@contextmanager
def own_database(empty: bool = True) -> Iterator[str]:
    """Yield the name of a temporary PostgreSQL database; with ``empty``, without tables."""
    name = f"scorekeeper_test_{os.getpid()}_{uuid.uuid4().hex[:8]}"
    like = f'template "{_empty_database()}"' if empty else ""
    _say(f'create database "{name}" {like}')
    try:
        yield name
    finally:
        _say(f'drop database "{name}" with (force)')


@cache
def empty_file() -> Path:
    """Return a SQLite file with all tables and no rows."""
    with alone("sqlite") as folder:
        file = folder / "empty.sqlite3"
        if not file.exists():
            _make_tables(f"sqlite:///{folder / 'made.sqlite3'}", folder)
            assert len(list(folder.glob("made.sqlite3*"))) == 1, "a part of it lies in another file"
            (folder / "made.sqlite3").rename(file)
    return file


@cache
def _empty_database() -> str:
    """Return the name of a PostgreSQL database with all tables and no rows."""
    with alone("postgresql") as folder:
        made = folder / "made"
        if not made.exists():
            _say(f'create database "{_like(folder)}"')
            _make_tables(address(_like(folder)), folder)
            made.touch()
    return _like(folder)


def _like(folder: Path) -> str:
    return folder.name.replace("-", "_")


@contextmanager
def alone(name: str) -> Iterator[Path]:
    """Lock the shared folder for one process at a time, and yield it."""
    begin_sharing()
    folder = Path(os.environ[SHARED])
    with (folder / name).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def _make_tables(url: str, var: Path) -> None:
    command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    environment = {**os.environ, "VAR_DIR": str(var), "DATABASE_URL": url}
    subprocess.run(command, env=environment, cwd=ROOT, check=True)


def _say(statement: str) -> None:
    """Run a server-wide statement on the PostgreSQL server of the tests."""
    there = connection.settings_dict
    login = {key: there[key.upper()] or None for key in ("host", "port", "user", "password")}
    with psycopg.connect(dbname="postgres", autocommit=True, **login) as admin:
        admin.execute(statement)


def address(name: str) -> str:
    """Return the DATABASE_URL of a database on the PostgreSQL server of the tests."""
    there = connection.settings_dict
    user, host = quote(there["USER"] or ""), there["HOST"] or ""
    secret = f":{quote(there['PASSWORD'])}" if there["PASSWORD"] else ""
    port = f":{there['PORT']}" if there["PORT"] else ""
    return f"postgresql://{user}{secret}{'@' if user else ''}{host}{port}/{name}"
