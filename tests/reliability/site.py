"""A separate site for a test to break: real processes, its own database, phones over HTTP.

Phones write adjustments without points, because every game has them and they never end a match. Hand ``n``
is thus a register; its value is the adjustment's reason.
"""

import http.client
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import psycopg
from django.db import connection

from tests.databases import ROOT, database_url, empty_file, own_database, seeded_database

# In the middle of every rate-limit window; for ``running(CLOCK=…)``.
MID_WINDOW = "1800000030"
NO_ANSWER = (OSError, http.client.HTTPException)  # raised by a request that gets none
TOKEN = "a" * 32  # the CSRF token of every phone; cookie and field match


@dataclass(frozen=True)
class Reply:
    """A response: status, location, headers (lower case), body."""

    status: int
    location: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Seeded:
    """A seeded table: its code, the keys of its phones, the number of sides."""

    code: str
    phone_keys: list[str]
    sides: int

    @property
    def path(self) -> str:
        return f"/t/{self.code}/m/1"


@dataclass
class Site:
    """A running site; ``environment`` is that of its processes."""

    port: int
    environment: dict[str, str]
    process: subprocess.Popen[bytes] = field(repr=False)
    seeds: list[Seeded] = field(default_factory=list)

    def workers(self) -> list[int]:
        """Return the ids of the worker processes, without the supervisor."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        children = [int(pid) for pid in path.read_text().split()]
        return [
            pid for pid in children if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()
        ]

    def seed(self, tables: int, phones: int) -> list[Seeded]:
        """Return unused tables, each with ``phones`` phones that may score."""
        if not self.seeds:
            command = [sys.executable, "-m", "tests.reliability.seed", str(tables), str(phones)]
            process = subprocess.run(command, env=self.environment, cwd=ROOT, check=True, capture_output=True)
            self.seeds = [Seeded(**table) for table in json.loads(process.stdout)]
        seeds, self.seeds = self.seeds[:tables], self.seeds[tables:]
        return [replace(table, phone_keys=table.phone_keys[:phones]) for table in seeds]

    def ask(
        self,
        method: str,
        path: str,
        key: str,
        fields: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float = 10,
    ) -> Reply:
        """Send a request on its own connection. Raise one of NO_ANSWER if it gets none."""
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            body, sent = None, {"Cookie": f"csrf={TOKEN}; phone={key}", **(headers or {})}
            if fields is not None:
                body = urlencode({"csrfmiddlewaretoken": TOKEN, **fields}, doseq=True)
                sent["Content-Type"] = "application/x-www-form-urlencoded"
            client.request(method, path, body, sent)
            answer = client.getresponse()
            received = {}
            for header, value in answer.getheaders():
                name = header.lower()
                # Each cookie has a header of its own.
                received[name] = f"{received[name]}\n{value}" if name in received else value
            return Reply(answer.status, received.get("location", ""), received, answer.read())
        finally:
            client.close()

    def write(self, table: Seeded, key: str, fields: Mapping[str, Any], **more: Any) -> Reply:
        """Post the fields that ``hand`` returned."""
        page = f"hand/{fields['number']}/amend" if fields["rev"] else "hand"
        return self.ask("POST", f"{table.path}/{page}", key, fields, **more)

    def record(self, table: Seeded, key: str) -> dict[str, Any]:
        reply = self.ask("GET", f"{table.path}/record.json", key)
        assert reply.status == 200, reply
        return dict(json.loads(reply.body))

    def registers(self, table: Seeded, key: str) -> dict[int, tuple[int, str]]:
        """Return the number of writes and the value of every hand."""
        values = {}
        for entry in self.record(table, key)["entries"]:
            rev = values.get(entry["number"], (0, ""))[0] + 1
            values[entry["number"]] = rev, entry["hand"]["why"] if entry["hand"] else ""
        return values

    def reasons(self, table: Seeded, key: str) -> list[str]:
        """Return the value of every entry."""
        return [entry["hand"]["why"] for entry in self.record(table, key)["entries"]]

    def assert_refused(self, table: Seeded, key: str, fields: Mapping[str, Any]) -> None:
        """Write, and check that the answer is a page that can send the hand again."""
        reply = self.write(table, key, fields)
        assert reply.status == 503, reply
        assert int(reply.headers["retry-after"]) > 0
        page = reply.body.decode()
        assert "Nothing was saved" in page
        assert fields["key"] in page

    def manage(self, *words: str) -> str:
        """Run a management command on the site's database, and return its output."""
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(
            command, env=self.environment, cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout


def hand(table: Seeded, number: int, value: str, rev: int = 0, key: str = "") -> dict[str, Any]:
    """Return the fields that write a value as hand ``number``; with ``rev``, as an edit."""
    points = {f"points.{side}": 0 for side in range(table.sides)}
    reason = {"reason": "miscounted"} if rev else {}
    key = key or str(uuid.uuid4())
    return {"kind": "adjustment", "number": number, "rev": rev, "key": key, "why": value, **points, **reason}


@contextmanager
def running(workers: int = 1, folder: Path | None = None, **environment: str) -> Iterator[Site]:
    """Run a site with ``workers`` processes on a fresh database of the kind the tests run on.

    The site is in ``folder`` or in a temporary one; its tables are those that ``seed`` returns.
    """
    name, seeds = seeded_database()
    with (
        tempfile.TemporaryDirectory() as scratch,
        _database(folder or Path(scratch), name) as url,
        served(
            free_port(), workers, {**environment_for(url, scratch), **environment}, "--no-migrate"
        ) as site,
    ):
        site.seeds = [Seeded(**table) for table in seeds]
        yield site


@contextmanager
def without_tables(folder: Path) -> Iterator[dict[str, str]]:
    """Yield the environment of a site whose database has no tables yet."""
    if connection.vendor == "sqlite":
        yield environment_for(f"sqlite:///{folder / 'site.sqlite3'}", folder)
        return
    with own_database(template="") as name:
        yield environment_for(database_url(name), folder)


@contextmanager
def with_tables(folder: Path) -> Iterator[dict[str, str]]:
    """Yield the environment of a site whose tables are empty."""
    with _database(folder, str(empty_file()) if connection.vendor == "sqlite" else None) as url:
        yield environment_for(url, folder)


@contextmanager
def copy_of(environment: Mapping[str, str], folder: Path) -> Iterator[dict[str, str]]:
    """Yield the environment of a copy of a stopped site with its backups."""
    shutil.copytree(environment["VAR_DIR"], folder)
    name = environment["DATABASE_URL"].rpartition("/")[2]
    with _database(folder, None if connection.vendor == "sqlite" else name) as url:
        yield environment_for(url, folder)


def environment_for(url: str, var: Path | str) -> dict[str, str]:
    return {
        **os.environ,
        "VAR_DIR": str(var),
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "tests.reliability.settings",
        "PYTHONPATH": str(ROOT),
        # All phones of a test share one address.
        "LIMITS": "0",
    }


@contextmanager
def served(port: int, workers: int, environment: dict[str, str], *more: str) -> Iterator[Site]:
    """Yield a site served by ``workers`` processes, once it answers; then end them."""
    command = [sys.executable, "manage.py", "serve", "--host=127.0.0.1", f"--port={port}", *more]
    process = subprocess.Popen(
        [*command, f"--workers={workers}"],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        # Workers outlive a killed supervisor, so all form one process group, which is killed together.
        start_new_session=True,
    )
    try:
        site = Site(port, environment, process)
        _wait_for_answer(site, workers)
        yield site
    finally:
        end(process)


def end(process: subprocess.Popen[Any], seconds: float = 15) -> None:
    """Stop a site that leads its own session, and kill what is left of it."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=seconds)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextmanager
def _database(folder, template):
    if connection.vendor == "sqlite":
        file = folder / "site.sqlite3"
        if not file.exists():
            shutil.copy(str(template), file)
        yield f"sqlite:///{file}"
        return
    with own_database(template) as name:
        yield database_url(name)


def query(environment: Mapping[str, str], statement: str) -> list[tuple[Any, ...]]:
    url = environment["DATABASE_URL"]
    if url.startswith("postgres"):
        with psycopg.connect(url) as database:
            cursor = database.execute(statement)  # type: ignore[arg-type]
            return cursor.fetchall() if cursor.description else []
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20)) as file, file:
        return list(file.execute(statement))


def free_port() -> int:
    """Return a free port that is unlikely to be assigned to another process.

    A port chosen by the system may be given to another process's connection before the site has started.
    """
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def _wait_for_answer(site, workers):
    end = time.monotonic() + 120  # for a busy machine
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
