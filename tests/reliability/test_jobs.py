"""A worker process is killed during a long job: another resumes it, and no part is done twice."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import until
from tests.nightly import NIGHTLY
from tests.reliability import site

MATCHES = 100  # of each file: four parts
LEASE = "6"  # seconds until a killed process's job is free again
# The numbers of imported matches at which a process is killed: one part; by night also none.
KILLED_AT = (0, 25) if NIGHTLY else (25,)

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(300)]


def job_processes(site):
    pids = []
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (path / "cmdline").read_bytes().split(b"\0")
            if words[-2:-1] == [b"work"] and os.getsid(int(path.name)) == site.process.pid:
                pids.append(int(path.name))
    return sorted(pids)


class Killer:
    """A killer of job processes in the middle of a job; ``tries`` counts each job's attempts."""

    def __init__(self, running):
        self.running = running
        self.tries = {}

    def kill(self):
        """Kill all job processes if a job is under way; return True if one was."""
        processes = job_processes(self.running)
        signal_all(processes, signal.SIGSTOP)
        rows = site.query(
            self.running.environment,
            "select id, tries from clubs_job where ended is null and lease is not null",
        )
        under_way = {job: tries for job, tries in rows if tries > self.tries.get(job, 0)}
        kills = bool(under_way) and job_processes(self.running) == processes
        signal_all(processes, signal.SIGKILL if kills else signal.SIGCONT)
        if kills:
            self.tries |= under_way
        return kills


def signal_all(processes, number):
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


def test_job_of_a_killed_process_is_done_once(tmp_path):
    with site.with_tables(tmp_path) as environment:
        command = [sys.executable, "-m", "tests.reliability.seed_files", "2", str(MATCHES)]
        process = subprocess.run(command, env=environment, cwd=site.ROOT, check=True, capture_output=True)
        files = json.loads(process.stdout)
        with site.served(
            site.free_port(), 2, environment | {"LEASE": LEASE}, "--jobs=2", "--no-migrate"
        ) as running:
            # One for each of the two clubs.
            until(lambda: len(job_processes(running)) == 2, 60, every=0.05)
            killer = Killer(running)
            for least in KILLED_AT:
                until(
                    lambda least=least: matches_added(environment, files)[0] >= least and killer.kill(),
                    60,
                    every=0.02,
                )
            for table in "clubs_job where ended is null", "clubs_behind":
                until(
                    lambda table=table: not site.query(environment, f"select 1 from {table}"), 90, every=0.1
                )
            # The interrupted jobs have one more attempt.
            tries = dict(site.query(environment, "select id, tries from clubs_job"))
            assert killer.tries
            assert all(tries[job] > before for job, before in killer.tries.items())
            assert matches_added(environment, files) == [MATCHES, MATCHES]
            for table in "clubs_broughtin", "tables_match":
                assert site.query(environment, f"select count(*) from {table}") == [(2 * MATCHES,)]
            assert site.query(environment, "select count(*) from clubs_job where given_up") == [(0,)]


def matches_added(environment, files):
    rows = dict(site.query(environment, "select id, added from clubs_bringing"))
    return [rows[file] for file in files]
