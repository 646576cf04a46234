"""What hardly ever changes at a table is remembered for a version of the table, and no longer."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.matches import (
    models,
    permissions,
)
from scorekeeper.tables import version_cache
from scorekeeper.tables.access import MatchContext

from .cast import Cast, text

pytestmark = pytest.mark.django_db


def place(cast: Cast) -> MatchContext:
    return MatchContext(models.Table.objects.get(pk=cast.table.pk), cast.match, cast.phone("Ann"), 1)


def queries(cast: Cast, who: str = "Ann") -> list[str]:
    """What a page asks about phones that ask, about hands that are questioned, and about who sits where."""
    with CaptureQueriesContext(connection) as asked:
        assert cast.get(who, "table").status_code == 200
    about = [one["sql"] for one in asked.captured_queries]
    return [
        sql
        for sql in about
        if any(word in sql for word in ('"asking" = ', '"tables_objection"', '"tables_seat"'))
    ]


def test_it_is_asked_once_for_a_version_of_the_table(cast: Cast) -> None:
    cast.play(2)
    assert len(queries(cast)) == 3
    assert queries(cast) == []
    cast.post("Ann", "names", data={"name.0": "Anna"})
    assert len(queries(cast)) == 3


def test_who_saves_a_hand_leaves_it_as_it_was(cast: Cast) -> None:
    cast.play(1)
    queries(cast)
    htmx = {"HX-Request": "true", "HX-Request-Type": "partial"}
    answer = cast.post("Ann", "hand", data=cast.form(cast.hands[1]), headers=htmx)
    assert answer.status_code == 200
    assert cast.match.length == 2
    assert queries(cast) == []


def test_what_happens_in_between_is_seen(cast: Cast) -> None:
    """Somebody asks after the table was read, before the hand of another is written."""
    cast.play(1)
    queries(cast)
    before = place(cast)
    assert before.asking == []
    permissions.ask(cast.table, "a phone that belongs to Ned", "Ned")
    cast.enter("Ann", cast.hands[1])
    version_cache.carry_over(before, place(cast))
    assert "Ned’s phone wants to keep score" in text(cast.get("Ann", "table"))


def test_a_question_and_its_end_are_seen_at_once(cast: Cast) -> None:
    cast.play(2)
    assert "Disputed" not in text(cast.get("Cy", "table"))
    cast.post("Di", "question", 1, data={"reason": "?"})
    assert "Disputed" in text(cast.get("Cy", "table"))
    cast.post("Ann", "stands", 1, data={})
    assert "Disputed" not in text(cast.get("Cy", "table"))
