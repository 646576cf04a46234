"""Database settings from DATABASE_URL: PostgreSQL, or SQLite by default."""

import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

# Earlier versions can lose a commit when two connections write and checkpoint in WAL mode (the "WAL-reset"
# bug); rollback journals are not affected.
SAFE_WAL = (3, 51, 3)


def use_newest_sqlite() -> tuple[int, ...]:
    """Replace an older system SQLite by the bundled one before Django imports it. Return the version used."""
    import sqlite3

    if sqlite3.sqlite_version_info >= SAFE_WAL:
        return sqlite3.sqlite_version_info
    try:
        import pysqlite3
    except ImportError:
        return sqlite3.sqlite_version_info
    if pysqlite3.sqlite_version_info > sqlite3.sqlite_version_info:
        sys.modules["sqlite3"] = pysqlite3
        sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2
        bundled: tuple[int, ...] = pysqlite3.sqlite_version_info
        return bundled
    return sqlite3.sqlite_version_info


def database(url: str, *, wal: bool) -> dict[str, Any]:
    """Return Django's settings for a database URL.

    The URL is sqlite:///path or postgresql://user:password@host:port/name.
    """
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return _sqlite(Path(unquote(parts.path.removeprefix("/"))), wal=wal)
    if parts.scheme in ("postgresql", "postgres"):
        return _postgresql(parts)
    raise ImproperlyConfigured(f"DATABASE_URL must begin with sqlite: or postgresql:, not {parts.scheme}:")


def _sqlite(path: Path, *, wal: bool) -> dict[str, Any]:
    # Saved data must be on the disk: FULL syncs each commit in WAL mode, EXTRA in rollback mode.
    journal, synchronous = ("WAL", "FULL") if wal else ("DELETE", "EXTRA")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 5,
            # Otherwise two concurrent read-then-write transactions fail with "database is locked".
            "transaction_mode": "IMMEDIATE",
            # recursive_triggers: otherwise INSERT OR REPLACE bypasses a trigger that forbids deleting.
            "init_command": f"PRAGMA journal_mode={journal}; PRAGMA synchronous={synchronous};"
            "PRAGMA foreign_keys=ON; PRAGMA recursive_triggers=ON;",
        },
    }


def _postgresql(parts: Any) -> dict[str, Any]:
    try:
        port = str(parts.port or "")
    except ValueError as error:
        raise ImproperlyConfigured("The port in DATABASE_URL is not a number.") from error
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.removeprefix("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": port,
        # Pooled connections are checked before use and returned after each request.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "pool": {"min_size": 1, "max_size": 4, "timeout": 10},
            "options": "-c statement_timeout=5s -c lock_timeout=2s"
            " -c idle_in_transaction_session_timeout=10s",
            **dict(parse_qsl(parts.query)),
        },
    }
