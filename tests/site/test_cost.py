"""The cost of a page: proportional to what it shows, and bounded."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator, Sequence
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection

from scorekeeper.clubs.models import Club
from scorekeeper.clubs.spreadsheets import spreadsheet
from scorekeeper.history import match_search
from scorekeeper.history.importing import columns, importer
from scorekeeper.history.importing.replay import ReplayedMatch, replay_batch
from scorekeeper.jobs import analyze
from tests.nightly import by_night
from tests.site.clubs.history.test_history import pairs

FIVE = ("Ann", "Bo", "Cy", "Di", "Eve")
A_STEP = 100  # SQLite instructions between two callbacks


class Steps:
    """A counter of database work."""

    n = 0


@contextlib.contextmanager
def database_steps() -> Iterator[Steps]:
    """Count SQLite instructions in units of ``A_STEP``; unlike time, independent of load."""
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite tells how many steps it took")
    steps = Steps()

    def count() -> int:
        steps.n += 1
        return 0

    connection.ensure_connection()
    connection.connection.set_progress_handler(count, A_STEP)
    try:
        yield steps
    finally:
        connection.connection.set_progress_handler(None, A_STEP)


def brought(club: Club, people: Sequence[str], matches: int, first: int = 0) -> None:
    """Import so many matches of two random pairs from a table of results."""
    rows = ["date,game,player 1,player 2,player 3,player 4,points 1,points 2"]
    for n in range(first, first + matches):
        names = random.Random(n).sample(people, 4)
        day = f"20{10 + n // 336:02}-{1 + n // 28 % 12:02}-{1 + n % 28:02}"
        rows.append(",".join([day, pairs(), *names, str(n + 10), "5"]))
    table = spreadsheet.read_spreadsheet("\n".join(rows))
    papers, mistakes = columns.read_rows(table, columns.guess_columns(table, club), club)
    assert not mistakes
    crate = importer.ImportBatch(club, {})
    for batch in importer.in_batches(papers):
        crate.bring(one for one in replay_batch(batch) if isinstance(one, ReplayedMatch))


@pytest.mark.parametrize("with_statistics", [False, pytest.param(True, marks=by_night)])
def test_two_who_are_in_every_match_are_found_by_reading_each_match_once(
    db: None, with_statistics: bool
) -> None:
    club = Club.objects.create(name="Five friends")

    def steps() -> list[int]:
        if with_statistics:
            analyze.refresh_statistics()
        found = []
        for asked in ({"partner": "Bo"}, {"opponent": "Bo"}, {"partner": "Bo", "opponent": "Cy"}):
            with database_steps() as done:
                rows = match_search.Search(club, {"player": "Ann", **asked}).rows
                assert len(rows) == match_search.A_PAGE + 1
            found.append(done.n)
        return found

    brought(club, FIVE, 200)
    few = steps()
    brought(club, FIVE, 600, first=200)
    # Four times the matches: a quadratic search would take 16 times as long.
    assert all(more < 6 * less for less, more in zip(few, steps(), strict=True))


@pytest.mark.parametrize("many", [match_search.FEW - 1, match_search.FEW + 1], ids=["few", "many"])
def test_a_few_letters_that_mean_many_players_find_the_same(db: None, many: int) -> None:
    club = Club.objects.create(name="A big club")
    brought(club, [f"Q{n}" for n in range(many)] + ["Zoe", "Zac", "Zed"], 60)
    found = {
        row.match_id
        for row in match_search.Search(club, {"player": "Zoe", "partner": "Q", "opponent": "Z"}).matches
    }
    expected = set()
    for row in match_search.Search(club, {}).matches:
        sides: dict[int, list[str]] = {0: [], 1: []}
        for seat in row.match.appearances.select_related("player"):
            sides[seat.side].append(seat.player.name)
        for mine, other in ((sides[0], sides[1]), (sides[1], sides[0])):
            partner = [name for name in mine if name != "Zoe"]
            if "Zoe" in mine and partner[0][0] == "Q" and any(name[0] == "Z" for name in other):
                expected.add(row.match_id)
    assert found == expected
    assert expected


def test_statistics_are_refreshed_where_they_are_wanting(db: None) -> None:
    club = Club.objects.create(name="Five friends")
    brought(club, FIVE, 20)
    analyze.refresh_statistics()
    if connection.vendor == "sqlite":
        told: list[Any] = _rows("SELECT tbl FROM sqlite_stat1 WHERE tbl = 'clubs_appearance'")
    else:
        told = _rows("SELECT 1 FROM pg_stats WHERE tablename = 'clubs_appearance'")
    assert told


def test_statistics_that_cannot_be_refreshed_now_hold_up_nothing(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor == "postgresql":
        with psycopg.connect(**connection.get_connection_params() | {"options": None}) as other:
            # The lock of a concurrent ANALYZE.
            other.execute("LOCK TABLE clubs_appearance IN SHARE UPDATE EXCLUSIVE MODE")
            analyze.refresh_statistics()
        return

    def locked() -> Any:
        raise OperationalError("database is locked")

    with monkeypatch.context() as patch:
        patch.setattr(analyze.connection, "cursor", locked)
        analyze.refresh_statistics()


def _rows(question: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchall()
