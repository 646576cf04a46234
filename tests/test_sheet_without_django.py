"""The sheet rendered without Django, as on the command line."""

import subprocess
import sys
from pathlib import Path

from games import every_game
from tests.nightly import NIGHTLY

ROOT = Path(__file__).parents[1]
PAGES = {"sheet", "television", "paper", "hands", "reasons", "account", "table_records"}


def test_every_page_of_every_game_is_rendered_without_django():
    command = [sys.executable, "-m", "tests.without_django", *([] if NIGHTLY else ["few"])]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert result.returncode == 0, result.stderr[-2000:]
    lines = [line.split("\t") for line in result.stdout.splitlines()]
    assert [line for line in lines if len(line) > 2] == []  # a longer line names faults
    assert {slug for slug, _page in lines} == set(every_game())
    for slug in every_game():
        assert {page for page_slug, page in lines if page_slug == slug} >= PAGES
