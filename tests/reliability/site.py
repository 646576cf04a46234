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
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import psycopg
from django.db import connection
from playwright.sync_api import Browser, BrowserContext

from tests.conftest import PHONE, SAVES_DATA, until
from tests.databases import ROOT, database_url, empty_file, own_database, seeded_database

# A time in the middle of every rate-limit window, in seconds; for ``running(CLOCK=…)``.
MID_WINDOW = "1800000030"
NO_ANSWER = (OSError, http.client.HTTPException)  # raised by a request that gets no answer
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
    """A running site; ``environment`` has the environment variables of its processes."""

    port: int
    environment: dict[str, str]
    process: subprocess.Popen[bytes] = field(repr=False)
    seeds: list[Seeded] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

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
            self.seeds = [Seeded(**seed) for seed in run_script(self.environment, "seed", tables, phones)]
        seeds, self.seeds = self.seeds[:tables], self.seeds[tables:]
        return [replace(table, phone_keys=table.phone_keys[:phones]) for table in seeds]

    def ask(
        self,
        method: str,
        path: str,
        key: str = "",
        fields: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        timeout: float = 10,
    ) -> Reply:
        """Send a request on its own connection. Raise one of ``NO_ANSWER`` if no answer comes."""
        sent = {"Cookie": f"csrf={TOKEN}; phone={key}", **(headers or {})}
        if fields is not None:
            body = urlencode({"csrfmiddlewaretoken": TOKEN, **fields}, doseq=True).encode()
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)) as client:
            client.request(method, path, body, sent)
            answer = client.getresponse()
            received: dict[str, str] = {}
            for header, value in answer.getheaders():
                name = header.lower()
                # Each cookie has a header of its own.
                received[name] = f"{received[name]}\n{value}" if name in received else value
            return Reply(answer.status, received.get("location", ""), received, answer.read())

    def write(self, table: Seeded, fields: Mapping[str, Any], phone: int = 0, **more: Any) -> Reply:
        """Post the fields that ``hand`` returned, from one of the table's phones."""
        page = f"hand/{fields['number']}/amend" if fields["rev"] else "hand"
        return self.ask("POST", f"{table.path}/{page}", table.phone_keys[phone], fields, **more)

    def write_until_answered(self, table: Seeded, fields: Mapping[str, Any], seconds: float = 90) -> Reply:
        """Write, and repeat the request until an answer comes."""
        end = time.monotonic() + seconds  # both workers may have to restart, on a busy machine
        while True:
            with suppress(*NO_ANSWER):
                return self.write(table, fields)
            assert time.monotonic() < end, "no worker came back"
            time.sleep(0.05)

    def save(self, table: Seeded, number: int, value: str, rev: int = 0, phone: int = 0) -> None:
        """Write a value as hand ``number``, and check that it is saved."""
        reply = self.write(table, hand(table, number, value, rev), phone)
        assert reply.status == 303, reply

    def entries(self, table: Seeded, phone: int = 0) -> list[dict[str, Any]]:
        reply = self.ask("GET", f"{table.path}/record.json", table.phone_keys[phone])
        assert reply.status == 200, reply
        return list(json.loads(reply.body)["entries"])

    def registers(self, table: Seeded, phone: int = 0) -> dict[int, tuple[int, str]]:
        """Return the number of writes and the value of every hand."""
        values = {}
        for entry in self.entries(table, phone):
            rev = values.get(entry["number"], (0, ""))[0] + 1
            values[entry["number"]] = rev, entry["hand"]["why"] if entry["hand"] else ""
        return values

    def reasons(self, table: Seeded, phone: int = 0) -> list[str]:
        """Return the value of every entry."""
        return [entry["hand"]["why"] for entry in self.entries(table, phone)]

    def assert_refused(self, table: Seeded, fields: Mapping[str, Any]) -> None:
        """Write, and check that the answer is a page from which the hand can be sent again."""
        reply = self.write(table, fields)
        assert reply.status == 503, reply
        assert int(reply.headers["retry-after"]) > 0
        page = reply.body.decode()
        assert "Nothing was saved" in page
        assert fields["key"] in page

    def manage(self, *words: str) -> str:
        return run_python(self.environment, "manage.py", *words)

    @contextmanager
    def phone_of(self, browser: Browser, key: str, with_engine: bool = False) -> Iterator[BrowserContext]:
        """Yield a browser context with this phone key ("" for none)."""
        with closing(browser.new_context(**PHONE)) as context:
            context.set_default_timeout(20_000)
            if key:
                context.add_cookies([{"name": "phone", "value": key, "url": self.url}])
            if not with_engine:
                context.add_init_script(SAVES_DATA)
            yield context


def run_python(environment: Mapping[str, str], *words: object) -> str:
    """Run a Python command on a site's database, and return its output."""
    command = [sys.executable, *map(str, words)]
    process = subprocess.run(
        command, env=environment, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    return process.stdout


def run_script(environment: Mapping[str, str], name: str, *words: object) -> Any:
    """Run a script of this folder on a site's database, and return the value that it prints as JSON."""
    return json.loads(run_python(environment, "-m", f"tests.reliability.{name}", *words))


def hand(table: Seeded, number: int, value: str, rev: int = 0) -> dict[str, Any]:
    """Return the fields that write a value as hand ``number``; with ``rev``, as an edit."""
    points = {f"points.{side}": 0 for side in range(table.sides)}
    reason = {"reason": "miscounted"} if rev else {}
    key = str(uuid.uuid4())
    return {"kind": "adjustment", "number": number, "rev": rev, "key": key, "why": value, **points, **reason}


@contextmanager
def running(workers: int = 1, folder: Path | None = None, **environment: str) -> Iterator[Site]:
    """Run a site with ``workers`` processes on a fresh database of the kind the tests run on.

    The site's files are in ``folder`` or a temporary folder. ``seed`` returns its card tables.
    """
    name, seeds = seeded_database()
    with (
        tempfile.TemporaryDirectory() as scratch,
        _database(folder or Path(scratch), name) as url,
        served(environment_for(url, scratch) | environment, "--no-migrate", workers=workers) as site,
    ):
        site.seeds = [Seeded(**table) for table in seeds]
        yield site


def without_tables(folder: Path) -> AbstractContextManager[dict[str, str]]:
    """Return the environment of a stopped site whose database is not migrated."""
    return _stopped_site(folder, "")


def with_tables(folder: Path) -> AbstractContextManager[dict[str, str]]:
    """Return the environment of a stopped site whose database is migrated and empty."""
    return _stopped_site(folder)


def copy_of(environment: Mapping[str, str], folder: Path) -> AbstractContextManager[dict[str, str]]:
    """Return the environment of a copy of a stopped site with its backups."""
    shutil.copytree(environment["VAR_DIR"], folder)
    return _stopped_site(folder, environment["DATABASE_URL"].rpartition("/")[2])


@contextmanager
def _stopped_site(folder, template=None):
    with _database(folder, template) as url:
        yield environment_for(url, folder)


def environment_for(url: str, var: Path | str) -> dict[str, str]:
    return {
        **os.environ,
        "VAR_DIR": str(var),
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "tests.reliability.settings",
        "PYTHONPATH": str(ROOT),
        # No rate limits, because all phones of a test share one IP address.
        "LIMITS": "0",
    }


@contextmanager
def served(environment: dict[str, str], *more: str, workers: int = 1, port: int = 0) -> Iterator[Site]:
    """Serve a site with ``workers`` processes, yield it once it answers, and finally end the processes."""
    port = port or free_port()
    command = [sys.executable, "manage.py", "serve", "--host=127.0.0.1", f"--port={port}", *more]
    process = subprocess.Popen(
        [*command, f"--workers={workers}"],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        # Workers outlive a killed supervisor, so all form one process group, which is killed together.
        start_new_session=True,
    )
    site = Site(port, environment, process)

    def is_up() -> bool:
        assert process.poll() is None, "the site did not start"
        with suppress(OSError):
            return site.ask("GET", "/healthz").status == 200 and (
                workers == 1 or len(site.workers()) >= workers
            )
        return False

    try:
        until(is_up, 120, every=0.05)
        yield site
    finally:
        end(process)


def end(process: subprocess.Popen[Any], seconds: float = 15) -> None:
    """Stop a site, and kill what is left of its process group."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=seconds)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextmanager
def _database(folder, template):
    """Yield the URL of a database: on SQLite the file ``site.sqlite3`` in the folder, if it exists.

    Otherwise, it is a copy of ``template``; None stands for a database without rows, "" for a database
    without tables.
    """
    if connection.vendor == "sqlite":
        file = folder / "site.sqlite3"
        if template != "" and not file.exists():
            shutil.copy(template or empty_file(), file)
        yield f"sqlite:///{file}"
        return
    with own_database(template) as name:
        yield database_url(name)


def query(environment: Mapping[str, str], statement: str) -> list[tuple[Any, ...]]:
    url = environment["DATABASE_URL"]
    if url.startswith("postgres"):
        with psycopg.connect(url) as database:
            cursor = database.execute(statement)
            return cursor.fetchall() if cursor.description else []
    # ``closing`` closes the connection; the connection as a context manager commits.
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
