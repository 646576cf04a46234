"""Fixtures for the tests of the site: the cast of a table, and rate limits with a frozen clock."""

import pytest
from django.db import connection

from scorekeeper.web import counters, limits

from .cast import Cast, longest_example
from .wire import names_read, rollback

__all__ = ["names_read", "rollback"]


@pytest.fixture
def limited(unlimited, settings, tmp_path, monkeypatch):
    """Enable the usual limits, with empty counters and a clock in the middle of every window."""
    settings.LIMITS, settings.VAR = 1, tmp_path
    monkeypatch.setattr(limits.time, "time", lambda: 1_800_000_030.0)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("delete from scorekeeper_counted")
    yield
    counters.close()


@pytest.fixture
def cast(db):
    """Return a table of the game whose example has the most hands, with an empty log."""
    return Cast(*longest_example())
