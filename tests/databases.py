"""Databases with all tables and no rows: migrated once for all test processes, then copied.

Migrating takes seven seconds of processor time, a copy almost none.
"""

import atexit
import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
import uuid
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from urllib.parse import quote

import psycopg
from django.db import connection

ROOT = Path(__file__).resolve().parents[1]
MIGRATE = ("manage.py", "migrate", "--verbosity=0")
SHARED_FOLDER = "SCOREKEEPER_TESTS"  # environment variable with the folder shared by all test processes


def begin_sharing():
    """Create the shared folder in the main test process; it is removed when that process ends."""
    if SHARED_FOLDER not in os.environ:
        os.environ[SHARED_FOLDER] = tempfile.mkdtemp(prefix="scorekeeper-tests-")
        atexit.register(_end_sharing, Path(os.environ[SHARED_FOLDER]))


def _end_sharing(folder):
    if (folder / "postgresql").exists():
        for name in _database_name(folder), f"{_database_name(folder)}_seeded":
            _run_on_server(f'drop database if exists "{name}" with (force)')
    shutil.rmtree(folder, ignore_errors=True)


def create_template():
    """Create the template database on the engine that the tests use."""
    if connection.vendor == "sqlite":
        empty_file()
    else:
        _empty_database()


@contextmanager
def own_file(folder):
    file = folder / f"scorekeeper_test_{os.getpid()}.sqlite3"
    shutil.copy(empty_file(), file)
    try:
        yield file
    finally:
        for part in folder.glob(f"{file.name}*"):
            part.unlink()


@contextmanager
def own_database(template=None):
    """Yield the name of a temporary PostgreSQL database, copied from a template.

    The default is a database with all tables; with ``template=""`` the copy has no tables.
    """
    name = f"scorekeeper_test_{os.getpid()}_{uuid.uuid4().hex[:8]}"
    template = _empty_database() if template is None else template
    _run_on_server(f'create database "{name}"' + (f' template "{template}"' if template else ""))
    try:
        yield name
    finally:
        _run_on_server(f'drop database "{name}" with (force)')


@cache
def empty_file():
    """Return a SQLite file with all tables and no rows."""
    with lock_shared_folder("sqlite") as folder:
        file = folder / "empty.sqlite3"
        if not file.exists():
            _run_on_database(f"sqlite:///{folder / 'new.sqlite3'}", folder, *MIGRATE)
            assert len(list(folder.glob("new.sqlite3*"))) == 1, "SQLite left a second file"
            (folder / "new.sqlite3").rename(file)
    return file


@cache
def _empty_database():
    """Return the name of a PostgreSQL database with all tables and no rows."""
    with lock_shared_folder("postgresql") as folder:
        marker = folder / "migrated"
        if not marker.exists():
            _run_on_server(f'create database "{_database_name(folder)}"')
            _run_on_database(database_url(_database_name(folder)), folder, *MIGRATE)
            marker.touch()
    return _database_name(folder)


@cache
def seeded_database():
    """Return a database with six card tables, and the tables' codes and phone keys.

    The database is returned as a path (SQLite) or a name (PostgreSQL). Each table has four phones.
    """
    with lock_shared_folder("seeded") as folder:
        output, on_sqlite = folder / "seeded.json", connection.vendor == "sqlite"
        name = str(folder / "seeded.sqlite3") if on_sqlite else f"{_database_name(folder)}_seeded"
        if not output.exists():
            if on_sqlite:
                shutil.copy(empty_file(), name)
            else:
                _run_on_server(f'create database "{name}" template "{_empty_database()}"')
            url = f"sqlite:///{name}" if on_sqlite else database_url(name)
            result = _run_on_database(url, folder, "-m", "tests.reliability.seed", "6", "4")
            assert len(list(folder.glob("seeded.sqlite3*"))) <= 1, "SQLite left a second file"
            output.write_bytes(result.stdout)
        return name, json.loads(output.read_bytes())


def _database_name(folder):
    return folder.name.replace("-", "_")


@contextmanager
def lock_shared_folder(name):
    """Yield the folder that all test processes share, while holding the lock of this name."""
    begin_sharing()
    folder = Path(os.environ[SHARED_FOLDER])
    with (folder / name).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def _run_on_database(url, var_folder, *command):
    """Run a Python command on a database. Other files go into ``var_folder``."""
    environment = {**os.environ, "VAR_DIR": str(var_folder), "DATABASE_URL": url}
    return subprocess.run(
        (sys.executable, *command), env=environment, cwd=ROOT, check=True, stdout=subprocess.PIPE
    )


def _run_on_server(statement):
    """Run a server-wide statement on the PostgreSQL server of the tests."""
    settings = connection.settings_dict
    login = {key: settings[key.upper()] or None for key in ("host", "port", "user", "password")}
    with psycopg.connect(dbname="postgres", autocommit=True, **login) as admin:
        admin.execute(statement)


def database_url(name):
    """Return the DATABASE_URL of a database on the PostgreSQL server of the tests."""
    settings = connection.settings_dict
    user, host = quote(settings["USER"] or ""), settings["HOST"] or ""
    password = f":{quote(settings['PASSWORD'])}" if settings["PASSWORD"] else ""
    port = f":{settings['PORT']}" if settings["PORT"] else ""
    return f"postgresql://{user}{password}{'@' if user else ''}{host}{port}/{name}"
