"""Facts of a table that rarely change: cached for each of its versions."""

from __future__ import annotations

import pytest

from scorekeeper.matches import (
    models,
    permissions,
)
from scorekeeper.tables import load
from scorekeeper.tables.context import MatchContext

from .cast import Cast, text

pytestmark = pytest.mark.django_db


def place(cast: Cast) -> MatchContext:
    return load.context(models.Table.objects.get(pk=cast.table.pk), cast.match, cast.phone("Ann"), 1)


def test_what_happens_in_between_is_seen(cast: Cast) -> None:
    """Check a request between the read of the table and the write of another phone's hand."""
    cast.play(1)
    before = place(cast)
    assert load.asking(before) == []
    permissions.ask(cast.table, "a phone that belongs to Ned", "Ned")
    cast.enter("Ann", cast.hands[1])
    load.after_hand(before, cast.match)
    assert "Ned’s phone wants to keep score" in text(cast.get("Ann", "table"))
