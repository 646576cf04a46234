"""Where the scores are kept, from one address: SQLite unless DATABASE_URL says PostgreSQL."""

import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import django
from django.core.exceptions import ImproperlyConfigured

# Versions before this one can lose a commit when two connections write and checkpoint in WAL mode
# (the "WAL-reset" fault); a rollback journal is not touched by it.
SAFE_WAL = (3, 51, 3)


def use_newest_sqlite() -> tuple[int, ...]:
    """Put the SQLite that we carry in place of an older one of the system's, before Django takes it."""
    import sqlite3

    if sqlite3.sqlite_version_info >= SAFE_WAL:
        return sqlite3.sqlite_version_info
    try:
        import pysqlite3
    except ImportError:
        return sqlite3.sqlite_version_info
    # From 6.0 on Django asks a connection for its limits, which pysqlite3 cannot say: the system's stays.
    asked_for_limits = django.VERSION >= (6,) and not hasattr(pysqlite3.Connection, "getlimit")
    if pysqlite3.sqlite_version_info > sqlite3.sqlite_version_info and not asked_for_limits:
        sys.modules["sqlite3"] = pysqlite3
        sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2
        carried: tuple[int, ...] = pysqlite3.sqlite_version_info
        return carried
    return sqlite3.sqlite_version_info


def database(url: str, *, wal: bool) -> dict[str, Any]:
    """Django's settings for the database at url: sqlite:///path or postgresql://user:password@host:port/name."""
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return _sqlite(Path(unquote(parts.path.removeprefix("/"))), wal=wal)
    if parts.scheme in ("postgresql", "postgres"):
        return _postgresql(parts)
    raise ImproperlyConfigured(f"DATABASE_URL must begin with sqlite: or postgresql:, not {parts.scheme}:")


def _sqlite(path: Path, *, wal: bool) -> dict[str, Any]:
    # "Saved" means on the disk: FULL syncs at each commit in WAL mode, EXTRA does so for a rollback journal.
    journal, synchronous = ("WAL", "FULL") if wal else ("DELETE", "EXTRA")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 5,
            # Without it two phones that read and then write get "database is locked" at once.
            "transaction_mode": "IMMEDIATE",
            # recursive_triggers: else INSERT OR REPLACE slips past a trigger that forbids deleting.
            "init_command": f"PRAGMA journal_mode={journal}; PRAGMA synchronous={synchronous};"
            "PRAGMA foreign_keys=ON; PRAGMA recursive_triggers=ON;",
        },
    }


def _postgresql(parts: Any) -> dict[str, Any]:
    try:
        port = str(parts.port or "")
    except ValueError as problem:
        raise ImproperlyConfigured("The port of DATABASE_URL is no number.") from problem
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.removeprefix("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": port,
        # A pooled connection is checked before it is lent, and goes back after each request.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "pool": {"min_size": 1, "max_size": 4, "timeout": 10},
            "options": "-c statement_timeout=5s -c lock_timeout=2s"
            " -c idle_in_transaction_session_timeout=10s",
            **dict(parse_qsl(parts.query)),
        },
    }
