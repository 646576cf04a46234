"""A worker process is killed during a long job: another resumes it, and no part is done twice."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import until
from tests.nightly import NIGHTLY
from tests.reliability import site

MATCHES = 210  # more than a page does in the request
# Number of imported matches at which a process is killed: after the first part; nightly before it too.
PARTS = (0, 25) if NIGHTLY else (25,)

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(300)]


def seeded(environment: dict[str, str], clubs: int) -> list[int]:
    """Create clubs with one uploaded file each; return the files."""
    words = [sys.executable, "-m", "tests.reliability.seed_files", str(clubs), str(MATCHES)]
    told = subprocess.run(words, env=environment, cwd=site.ROOT, check=True, capture_output=True)
    return list(json.loads(told.stdout))


def working(of: site.Site) -> list[int]:
    """Return the job processes of this site."""
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


class Killer:
    """A killer of job processes in the middle of a job; ``tries`` holds the attempt counts."""

    def __init__(self, of: site.Site) -> None:
        self.of = of
        self.tries: dict[int, int] = {}

    def kills(self) -> bool:
        """Kill all job processes if a job is under way; return True if it was."""
        processes = working(self.of)
        signal_all(processes, signal.SIGSTOP)
        rows = site.query(
            self.of.environment, "select id, tries from clubs_job where ended is null and lease is not null"
        )
        under_way = {job: tries for job, tries in rows if tries > self.tries.get(job, 0)}
        hits = bool(under_way) and working(self.of) == processes
        signal_all(processes, signal.SIGKILL if hits else signal.SIGCONT)
        if hits:
            self.tries |= under_way
        return hits


def signal_all(processes: list[int], number: int) -> None:
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


def test_a_job_whose_process_is_killed_is_taken_up_again_and_done_once(tmp_path: Path) -> None:
    with served(tmp_path, 2, "--jobs=2") as (running, environment, files):
        # One for each of the two clubs, however many processes serve.
        until(lambda: len(working(running)) == 2, 60)
        killer = Killer(running)
        for least in PARTS:
            until(lambda least=least: added(environment, files)[0] >= least and killer.kills(), 60)
        until(lambda: not site.query(environment, "select 1 from clubs_job where ended is null"), 90)
        until(lambda: not site.query(environment, "select 1 from clubs_behind"), 60)
        # The interrupted jobs have one more attempt.
        tries = dict(site.query(environment, "select id, tries from clubs_job"))
        assert killer.tries
        assert all(tries[job] > before for job, before in killer.tries.items())
        assert added(environment, files) == [MATCHES, MATCHES]
        for table in ("clubs_broughtin", "tables_match"):
            assert site.query(environment, f"select count(*) from {table}") == [(2 * MATCHES,)]
        assert site.query(environment, "select count(*) from clubs_job where given_up") == [(0,)]


def added(environment: dict[str, str], files: list[int]) -> list[int]:
    """Return how many matches of each file are imported."""
    rows = dict(site.query(environment, "select id, added from clubs_bringing"))
    return [rows[file] for file in files]
