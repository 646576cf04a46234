"""The cost of a page: proportional to what it shows, and bounded."""

import random
from datetime import date, timedelta
from functools import partial

import psycopg
import pytest
from django.db import connection

from scorekeeper.clubs.models import Club
from scorekeeper.clubs.spreadsheets import spreadsheet
from scorekeeper.history import match_search
from scorekeeper.history.importing import columns, importer
from scorekeeper.history.importing.replay import ReplayedMatch, replay_batch
from scorekeeper.jobs import analyze
from tests.nightly import by_night
from tests.site.night_cast import partners_game

FIVE = ("Ann", "Bo", "Cy", "Di", "Eve")
STEP_SIZE = 100  # SQLite instructions between two callbacks


def database_steps(work):
    """Count SQLite instructions in units of ``STEP_SIZE``; unlike time, the count does not depend on load."""
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite counts its steps")
    steps = []
    connection.ensure_connection()
    connection.connection.set_progress_handler(lambda: steps.append(1), STEP_SIZE)
    try:
        work()
    finally:
        connection.connection.set_progress_handler(None, STEP_SIZE)
    return len(steps)


def import_matches(club, people, matches, first=0):
    """Import this number of matches of two random pairs, from a table of results."""
    rows = ["date,game,player 1,player 2,player 3,player 4,points 1,points 2"]
    for n in range(first, first + matches):
        names = random.Random(n).sample(people, 4)
        day = date(2010, 1, 1) + timedelta(n)
        rows.append(",".join([str(day), partners_game().slug, *names, str(n + 10), "5"]))
    table = spreadsheet.read_spreadsheet("\n".join(rows))
    results, mistakes = columns.read_rows(table, columns.guess_columns(table, club), club)
    assert not mistakes
    importing = importer.Importer(club, {})
    for batch in importer.in_batches(results):
        importing.write(match for match in replay_batch(batch) if isinstance(match, ReplayedMatch))


@pytest.mark.parametrize("with_planner_statistics", [False, pytest.param(True, marks=by_night)])
def test_search_reads_each_match_once(db, with_planner_statistics):
    club = Club.objects.create(name="Five friends")

    def find(**terms):
        rows = match_search.Search(club, {"player": "Ann", **terms}).rows
        assert len(rows) == match_search.ON_A_PAGE + 1

    def steps():
        if with_planner_statistics:
            analyze.refresh_statistics()
        searches = ({"partner": "Bo"}, {"opponent": "Bo"}, {"partner": "Bo", "opponent": "Cy"})
        return [database_steps(partial(find, **terms)) for terms in searches]

    import_matches(club, FIVE, 200)
    steps_before = steps()
    import_matches(club, FIVE, 600, first=200)
    # Four times the matches: a quadratic search would take 16 times as long.
    assert all(after < 6 * before for before, after in zip(steps_before, steps(), strict=True))


def test_missing_planner_statistics_are_refreshed(db):
    club = Club.objects.create(name="Five friends")
    import_matches(club, FIVE, 20)
    analyze.refresh_statistics()
    if connection.vendor == "sqlite":
        query = "SELECT 1 FROM sqlite_stat1 WHERE tbl = 'clubs_appearance'"
    else:
        query = "SELECT 1 FROM pg_stats WHERE tablename = 'clubs_appearance'"
    with connection.cursor() as cursor:
        cursor.execute(query)
        assert cursor.fetchall()


def test_refresh_skips_a_table_that_is_being_analyzed(db):
    if connection.vendor != "postgresql":
        pytest.skip("PostgreSQL only")
    # Drop "options", which sets timeouts: one could end this transaction while it idles and holds the lock.
    with psycopg.connect(**connection.get_connection_params() | {"options": None}) as other_connection:
        other_connection.execute("LOCK TABLE clubs_appearance IN SHARE UPDATE EXCLUSIVE MODE")
        analyze.refresh_statistics()
