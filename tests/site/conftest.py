"""What the tests of the site share: the cast of a table, and limits that no passing minute moves."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from scorekeeper import counting, limits

from .cast import Cast, longest_example
from .wire import names_read, undoing

__all__ = ["names_read", "undoing"]


@pytest.fixture
def limited(
    unlimited: None, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """The usual limits, nothing counted yet, and a clock that stands still in the middle of every stretch."""
    settings.LIMITS, settings.VAR = 1, tmp_path
    monkeypatch.setattr(limits.time, "time", lambda: 1_800_000_030.0)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("delete from scorekeeper_counted")
    yield
    counting.forget()


@pytest.fixture
def cast(db: None) -> Cast:
    """A table of the game whose example has the most hands, with nothing written yet."""
    return Cast(*longest_example())
