"""The data of every earlier release is carried to the tables of today, and nothing of it is lost."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.nightly import by_night
from tests.reliability import site

*OLDER, NEWEST = sorted(
    (Path(__file__).parent / "releases").glob("*.json.gz"), key=lambda path: path.name.partition(".")[0]
)
RELEASES = (*(pytest.param(older, marks=by_night) for older in OLDER), NEWEST)

pytestmark = pytest.mark.chaos


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name.partition(".")[0])
def test_what_an_earlier_release_stored_is_all_there_after_an_upgrade(tmp_path: Path, release: Path) -> None:
    with site.bare(tmp_path) as environment:

        def run(*words: str) -> str:
            return subprocess.run(
                [sys.executable, *words],
                env=environment,
                cwd=site.ROOT,
                check=True,
                stdout=subprocess.PIPE,
                text=True,
            ).stdout

        run("-m", "tests.reliability.upgrade", "load", str(release))
        run("manage.py", "migrate", "--verbosity=0")
        assert json.loads(run("-m", "tests.reliability.upgrade", "judge", str(release))) == []
        if release == NEWEST:  # its workers read on until they are replaced
            assert json.loads(run("-m", "tests.reliability.upgrade", "unreadable", str(release))) == []
        # Who comes after the upgrade writes on.
        with site.served(site.free_port(), 1, environment) as running:
            (table,) = running.seed(1, 1)
            assert running.write(table, table.keys[0], site.hand(table, 1, "after")).status == 303
