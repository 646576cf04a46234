"""Fixtures for the tests of the site: the cast of a table, and rate limits with a frozen clock."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from scorekeeper.web import counters, limits

from .cast import Cast, longest_example
from .wire import names_read, undoing

__all__ = ["names_read", "undoing"]


@pytest.fixture
def limited(
    unlimited: None, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Enable the usual limits, with empty counters and a clock in the middle of every window."""
    settings.LIMITS, settings.VAR = 1, tmp_path
    monkeypatch.setattr(limits.time, "time", lambda: 1_800_000_030.0)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("delete from scorekeeper_counted")
    yield
    counters.forget()


@pytest.fixture
def cast(db: None) -> Cast:
    """Return a table of the game whose example has the most hands, with an empty log."""
    return Cast(*longest_example())
