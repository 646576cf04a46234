"""The data of every earlier release migrates to today's tables and back without loss."""

import json
from functools import partial
from pathlib import Path

import pytest
from django.db import connection

from tests.nightly import NIGHTLY, by_night
from tests.reliability import site

*OLDER, NEWEST = sorted(
    (Path(__file__).parent / "releases").glob("*.json.gz"), key=lambda path: path.name.partition(".")[0]
)
RELEASES = (*(pytest.param(older, marks=by_night) for older in OLDER), NEWEST)

# Models whose table or columns clubs/0019_figures_recomputed drops;
# CHANGELOG.md says to stop the server first.
DROPPED = {"FiguresLock", "MatchStats", "PendingJob", "Rating", "RatingStep"}

pytestmark = pytest.mark.chaos


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name.partition(".")[0])
def test_upgrade_keeps_all_data_of_earlier_releases(tmp_path, release):
    with site.without_tables(tmp_path) as environment:
        run = partial(site.run_python, environment)
        before = run("-m", "tests.reliability.upgrade", "load,tables", release)
        run("manage.py", "migrate", "--verbosity=0")
        output = run("-m", "tests.reliability.upgrade", "judge,unreadable", release)
        wrong, unreadable = map(json.loads, output.splitlines())
        assert wrong == []
        if release == NEWEST:  # only workers of the newest release can still be running
            assert {problem.partition(":")[0] for problem in unreadable} == DROPPED
        if connection.vendor != "sqlite" and not NIGHTLY:
            return  # test_backup.py restores on PostgreSQL
        # Follow docs/backups.md: restore the copy made before the upgrade, then run the older release.
        (copy,) = (tmp_path / "backups").glob("scorekeeper-*")
        run("manage.py", "restore", copy, "--yes", "--no-migrate")
        output = run("-m", "tests.reliability.upgrade", "tables,unreadable", release)
        assert output.splitlines() == [before.strip(), "[]"]
