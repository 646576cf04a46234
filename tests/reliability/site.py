"""A site of its own for a test to break: real processes, a database of its own, phones that speak HTTP.

What phones write are agreed adjustments of nothing, told apart by their reason: every game has them,
and they never end a match. So hand ``n`` is a register whose value is a text.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.db import connection

from tests.databases import ROOT, address, empty_file, own_database

# In the middle of every stretch of time that limits count by; for ``running(CLOCK=…)``.
STILL = "1800000030"
TOKEN = "a" * 32  # the CSRF token of every phone here: cookie and field agree


@dataclass(frozen=True)
class Reply:
    """What came back: the status, where to, the headers (lower case), the body."""

    status: int
    location: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Seeded:
    """A table: its code, the keys of its phones, how many sides its game has."""

    code: str
    keys: list[str]
    sides: int

    @property
    def path(self) -> str:
        return f"/t/{self.code}/m/1"


@dataclass
class Site:
    """A running site. ``environment`` is what its processes were started with."""

    port: int
    environment: dict[str, str]
    process: subprocess.Popen[bytes] = field(repr=False)

    def workers(self) -> list[int]:
        """The processes that answer, without the one that minds them."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        children = [int(pid) for pid in path.read_text().split()]
        return [
            pid for pid in children if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()
        ]

    def seed(self, tables: int, phones: int) -> list[Seeded]:
        """Start tables, each with so many phones that may score."""
        command = [sys.executable, "-m", "tests.reliability.seed", str(tables), str(phones)]
        told = subprocess.run(command, env=self.environment, cwd=ROOT, check=True, capture_output=True)
        return [Seeded(**one) for one in json.loads(told.stdout)]

    def ask(
        self,
        method: str,
        path: str,
        key: str,
        fields: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float = 10,
    ) -> Reply:
        """One request on a connection of its own. Raises OSError or HTTPException when it is cut."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            body = (
                urlencode({"csrfmiddlewaretoken": TOKEN, **fields}, doseq=True)
                if fields is not None
                else None
            )
            sent = {"Cookie": f"csrf={TOKEN}; phone={key}", **(headers or {})}
            if body is not None:
                sent["Content-Type"] = "application/x-www-form-urlencoded"
            line.request(method, path, body, sent)
            answer = line.getresponse()
            told: dict[str, str] = {}
            for name, value in answer.getheaders():
                # Cookies come one a line.
                told[name.lower()] = f"{told[name.lower()]}\n{value}" if name.lower() in told else value
            return Reply(answer.status, told.get("location", ""), told, answer.read())
        finally:
            line.close()

    def write(self, table: Seeded, key: str, said: Mapping[str, Any], **more: Any) -> Reply:
        """Post what ``hand`` or ``amended`` made."""
        verb = f"hand/{said['number']}/amend" if said["rev"] else "hand"
        return self.ask("POST", f"{table.path}/{verb}", key, said, **more)

    def record(self, table: Seeded, key: str) -> dict[str, Any]:
        """The match as the record format has it."""
        reply = self.ask("GET", f"{table.path}/record.json", key)
        assert reply.status == 200, reply
        return dict(json.loads(reply.body))

    def registers(self, table: Seeded, key: str) -> dict[int, tuple[int, str]]:
        """Every hand: how often it has been written, and its value."""
        found: dict[int, tuple[int, str]] = {}
        for entry in self.record(table, key)["entries"]:
            rev = found.get(entry["number"], (0, ""))[0] + 1
            found[entry["number"]] = rev, entry["hand"]["why"] if entry["hand"] else ""
        return found

    def manage(self, *words: str) -> str:
        """A management command on the site's database."""
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(
            command, env=self.environment, cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout


def hand(table: Seeded, number: int, value: str, rev: int = 0, key: str = "") -> dict[str, Any]:
    """The fields that write a value as hand ``number``; with ``rev``, over what was seen of it."""
    points = {f"points.{side}": 0 for side in range(table.sides)}
    reason = {"reason": "miscounted"} if rev else {}
    key = key or str(uuid.uuid4())
    return {"kind": "adjustment", "number": number, "rev": rev, "key": key, "why": value, **points, **reason}


@contextmanager
def running(workers: int = 1, folder: Path | None = None, **environment: str) -> Iterator[Site]:
    """A site with so many processes, on a database of its own of the kind the tests run on.

    It lies in a ``folder`` of the test's or in one that goes with it, and begins with empty tables.
    """
    with (
        tempfile.TemporaryDirectory() as scratch,
        _database(Path(scratch), folder) as url,
        served(
            free_port(), workers, {**environment_for(url, scratch), **environment}, "--no-migrate"
        ) as site,
    ):
        yield site


@contextmanager
def bare(folder: Path) -> Iterator[dict[str, str]]:
    """The environment of a site on a database of its own in which there is no table yet."""
    if connection.vendor == "sqlite":
        yield environment_for(f"sqlite:///{folder / 'site.sqlite3'}", folder)
        return
    with own_database(empty=False) as name:
        yield environment_for(address(name), folder)


def environment_for(url: str, var: Path | str) -> dict[str, str]:
    """What the processes of a site are started with."""
    return {
        **os.environ,
        "VAR_DIR": str(var),
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "tests.reliability.settings",
        "PYTHONPATH": str(ROOT),
        # All phones of a test have one address.
        "LIMITS": "0",
    }


@contextmanager
def served(port: int, workers: int, environment: dict[str, str], *more: str) -> Iterator[Site]:
    """A site of so many processes in this environment, from its first answer until all of them have ended."""
    command = [sys.executable, "manage.py", "serve", "--host=127.0.0.1", f"--port={port}", *more]
    process = subprocess.Popen(
        [*command, f"--workers={workers}"],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        # Workers outlive whoever minds them and is killed: they are one group, and end as one.
        start_new_session=True,
    )
    try:
        site = Site(port, environment, process)
        _until_it_answers(site, workers)
        yield site
    finally:
        end(process)


def end(process: subprocess.Popen[Any], seconds: float = 15) -> None:
    """Ask a site to stop that leads a session of its own; what is still there afterwards is killed."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=seconds)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextmanager
def _database(scratch: Path, folder: Path | None) -> Iterator[str]:
    if connection.vendor == "sqlite":
        file = (folder or scratch) / "site.sqlite3"
        if not file.exists():
            shutil.copy(empty_file(), file)
        yield f"sqlite:///{file}"
        return
    with own_database() as name:
        yield address(name)


def free_port() -> int:
    """A port that nobody has, nor is likely to be given until a server has it.

    Not one that the system would give: it gives the same to others, as one end of a connection of theirs, in
    the seconds that a site takes to start.
    """
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def _until_it_answers(site: Site, workers: int) -> None:
    end = time.monotonic() + 40
    while True:
        try:
            if site.ask("GET", "/healthz", "").status == 200 and (
                workers == 1 or len(site.workers()) >= workers
            ):
                return
        except OSError:
            pass
        assert site.process.poll() is None, "the site did not start"
        assert time.monotonic() < end, "the site did not answer in time"
        time.sleep(0.05)
