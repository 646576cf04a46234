"""`manage.py serve`, as a person starts and stops it."""

import http.client
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scorekeeper.ops.management.commands.serve import GRACE
from tests.conftest import until
from tests.databases import empty_file
from tests.reliability.site import end

ROOT = Path(__file__).resolve().parents[2]
# The commands run on a SQLite file of their own, whichever database the suite runs on.
pytestmark = pytest.mark.skipif(
    os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="tried on SQLite"
)


class Site:
    """A site started with `serve`; in an empty folder it creates its database."""

    def __init__(self, var: Path, *options: str) -> None:
        self.var = var
        environment = {**os.environ, "VAR_DIR": str(var), "LOG_LEVEL": "INFO", "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", "0", *options],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=(var / "log").open("w"),
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.first_line = self.process.stdout.readline()
        found = re.search(r":(\d+)/", self.first_line)
        assert found, self.log()
        self.port = int(found[1])
        until(self.answers, 30)

    def get(self, path: str) -> http.client.HTTPResponse:
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        asking.request("GET", path)
        return asking.getresponse()

    def answers(self) -> bool:
        try:
            return self.get("/healthz").status == 200
        except OSError:
            return False

    def log(self) -> str:
        return (self.var / "log").read_text()

    def database(self) -> sqlite3.Connection:
        return sqlite3.connect(self.var / "scorekeeper.sqlite3")

    def stop(self, number: int = signal.SIGTERM) -> float:
        """Stop the site; return the seconds that it took."""
        began = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(timeout=40)
        return time.monotonic() - began


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    sites: list[Site] = []

    def make(*options: str, empty: bool = False) -> Site:
        if not empty:
            shutil.copy(empty_file(), tmp_path / "scorekeeper.sqlite3")
        sites.append(Site(tmp_path, *options))
        return sites[-1]

    yield make
    for site in sites:
        end(site.process)
        if site.process.stdout:
            site.process.stdout.close()


def test_it_makes_its_database_answers_and_stops_by_ctrl_c(start: Callable[..., Site]) -> None:
    site = start(empty=True)
    assert site.first_line == f"Scorekeeper is at  http://127.0.0.1:{site.port}/\n"
    assert site.get("/").status == 200
    assert site.get("/readyz").status == 200
    # The log has a line for each request, and none has an address.
    site.get("/no-such-page/k7qm3xhtk7qm?secret=tuesday")
    asking = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
    took = []
    for _ in range(21):
        began = time.perf_counter()
        asking.request("GET", "/healthz")
        asking.getresponse().read()
        took.append(time.perf_counter() - began)
    asking.close()
    # An answer delayed by Nagle's algorithm takes 40 ms each time.
    assert min(took) < 0.03
    site.stop(signal.SIGINT)
    assert site.process.returncode == 0
    assert '"status": 404' in site.log()
    assert not [said for said in ("Traceback", "k7qm3xht", "tuesday") if said in site.log()]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_it_stops_at_once_though_phones_are_watching(start: Callable[..., Site], workers: str) -> None:
    site = start("--workers", workers)
    with site.database() as database:
        values = {"code": "AB", "version": 7, "created": "2026-01-01"}
        for _n, column, kind, must, default, key in database.execute("pragma table_info(tables_table)"):
            if must and default is None and not key and column not in values:
                values[column] = 0 if kind.startswith("integer") else ""
        database.execute(
            f"insert into tables_table ({', '.join(values)}) values ({', '.join('?' * len(values))})",
            list(values.values()),
        )
    database.close()
    streams = [site.get("/t/AB/watch?v=7") for _ in range(4)]
    assert [stream.readline() for stream in streams] == [b": watching\n"] * 4
    assert site.stop() < GRACE / 2
    assert all(stream.read() == b"\n" for stream in streams)


def test_a_restart_one_by_one_fails_nobody(start: Callable[..., Site]) -> None:
    site = start("--workers", "2")
    site.process.send_signal(signal.SIGHUP)
    answers = []

    def restarted() -> bool:
        answers.append(site.get("/healthz").status)
        return site.log().count("Finished server process") == 2

    until(restarted, 60)
    assert set(answers) == {200}
