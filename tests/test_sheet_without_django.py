"""The sheet rendered without Django, as on the command line."""

import subprocess
import sys
from pathlib import Path

from games import every_game
from tests.nightly import NIGHTLY

ROOT = Path(__file__).parents[1]
PAGES = {"sheet", "television", "paper", "hands", "reasons", "account", "evening"}


def test_every_games_pages_are_drawn_where_django_cannot_be_imported():
    command = [sys.executable, "-m", "tests.without_django", *([] if NIGHTLY else ["few"])]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr[-2000:]
    drawn = [line.split("\t") for line in done.stdout.splitlines()]
    assert [line for line in drawn if len(line) > 2] == []
    assert {slug for slug, _page in drawn} == set(every_game())
    for slug in every_game():
        assert {page for other, page in drawn if other == slug} >= PAGES
