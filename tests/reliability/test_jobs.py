"""A worker process is killed during a long job: another resumes it, and no part is done twice."""

import contextlib
import os
import signal
from pathlib import Path

import pytest

from tests.conftest import until
from tests.nightly import NIGHTLY
from tests.reliability import site

MATCHES = 75  # matches in each file; a file is imported in three parts of 25
LEASE = "6"  # seconds until a killed process's job is free again
# Kill the processes once this many matches are imported: after one part; by night also before the first.
KILLED_AT = (0, 25) if NIGHTLY else (25,)

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(300)]


def job_processes(site):
    pids = []
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (path / "cmdline").read_bytes().split(b"\0")
            # A command line ends with a null byte, so the last of the words is empty.
            if words[-2:-1] == [b"work"] and os.getsid(int(path.name)) == site.process.pid:
                pids.append(int(path.name))
    return sorted(pids)


def kill_job_processes(running, killed):
    """Kill all job processes if a job is under way; return True if one was.

    ``killed`` maps each job that was killed before to its number of attempts, and is updated.
    """
    processes = job_processes(running)
    # Stopped, so that no job ends between the query and the kill.
    signal_all(processes, signal.SIGSTOP)
    rows = site.query(
        running.environment, "select id, tries from clubs_job where ended is null and lease is not null"
    )
    under_way = {job: tries for job, tries in rows if tries > killed.get(job, 0)}
    may_kill = bool(under_way) and job_processes(running) == processes
    signal_all(processes, signal.SIGKILL if may_kill else signal.SIGCONT)
    if may_kill:
        killed |= under_way
    return may_kill


def signal_all(processes, number):
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


def test_job_of_a_killed_process_is_done_once(tmp_path):
    with site.with_tables(tmp_path) as environment:
        site.run_python(environment, "-m", "tests.reliability.seed_files", 2, MATCHES)
        options = ("--jobs=2", "--no-migrate")
        with site.served(environment | {"LEASE": LEASE}, *options, workers=2) as running:
            # The server starts one process for each of the two clubs.
            until(lambda: len(job_processes(running)) == 2, 60, every=0.05)
            killed = {}
            for count in KILLED_AT:
                until(lambda count=count: matches_added(environment)[0] >= count, 60, every=0.02)
                until(lambda: kill_job_processes(running, killed), 60, every=0.02)
            pending = "select 1 from clubs_job where ended is null union all select 1 from clubs_behind"
            until(lambda: not site.query(environment, pending), 90, every=0.1)
            # Each interrupted job was attempted again.
            tries = dict(site.query(environment, "select id, tries from clubs_job"))
            assert killed
            assert all(tries[job] > before for job, before in killed.items())
            assert matches_added(environment) == [MATCHES, MATCHES]
            for table in "clubs_broughtin", "tables_match":
                assert site.query(environment, f"select count(*) from {table}") == [(2 * MATCHES,)]
            assert site.query(environment, "select count(*) from clubs_job where given_up") == [(0,)]


def matches_added(environment):
    """Return the number of matches that are imported from each file."""
    return [added for (added,) in site.query(environment, "select added from clubs_bringing order by id")]
