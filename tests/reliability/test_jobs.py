"""A process that does a long job is killed: another takes the job up, and nothing of it is done twice."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.conftest import until
from tests.reliability import site

MATCHES = 210  # more than a page does itself
# Of the first file: killed while it is played through, and after the first part of it is in.
PARTS = (0, 25)

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(300)]


def seeded(environment: dict[str, str], clubs: int) -> list[int]:
    """Clubs that each have a file to be brought in: the files."""
    words = [sys.executable, "-m", "tests.reliability.seed_files", str(clubs), str(MATCHES)]
    told = subprocess.run(words, env=environment, cwd=site.ROOT, check=True, capture_output=True)
    return list(json.loads(told.stdout))


def asked(environment: dict[str, str], question: str) -> list[tuple[Any, ...]]:
    """The rows that the site's database has for this."""
    url = environment["DATABASE_URL"]
    if url.startswith("postgres"):
        with psycopg.connect(url) as database:
            return database.execute(question).fetchall()
    with contextlib.closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20)) as file:
        return list(file.execute(question).fetchall())


def working(of: site.Site) -> list[int]:
    """The processes of this site that do long work."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (path / "cmdline").read_bytes().split(b"\0")
            if words[-2:-1] == [b"work"] and os.getsid(int(path.name)) == of.process.pid:
                found.append(int(path.name))
    return sorted(found)


@contextlib.contextmanager
def served(folder: Path, clubs: int, *options: str) -> Iterator[tuple[site.Site, dict[str, str], list[int]]]:
    with site.bare(folder) as environment:
        files = seeded(environment, clubs)
        with site.served(site.free_port(), 2, environment, *options) as running:
            yield running, environment, files


def test_what_a_killed_process_had_begun_is_taken_up_again_once(tmp_path: Path) -> None:
    with served(tmp_path, 2, "--jobs=2") as (running, environment, files):
        # One for each of the two clubs, however many processes serve.
        until(lambda: len(working(running)) == 2, 60)
        for least in PARTS:
            until(lambda least=least: added(environment, files)[0] >= least and working(running), 60)
            # All of them: one may have no job just then. Nor need any, where a job is done before it is seen
            # to be begun: then less is tried, and what is asked below holds all the same.
            killed = set(working(running))
            for process in killed:
                os.kill(process, signal.SIGKILL)
            until(lambda killed=killed: working(running) and not killed & set(working(running)), 60)
        until(lambda: not asked(environment, "select 1 from clubs_job where ended is null"), 90)
        assert added(environment, files) == [MATCHES, MATCHES]
        for table in ("clubs_broughtin", "tables_match"):
            assert asked(environment, f"select count(*) from {table}") == [(2 * MATCHES,)]
        assert asked(environment, "select count(*) from clubs_job where given_up") == [(0,)]


def added(environment: dict[str, str], files: list[int]) -> list[int]:
    """How many matches of each file are in."""
    rows = dict(asked(environment, "select id, added from clubs_bringing"))
    return [rows[file] for file in files]
