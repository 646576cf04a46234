"""Benchmark of saving hands while a club's file is checked, imported and exported.

It runs on SQLite with one process, then on PostgreSQL with two workers. Each p95 is printed as a ratio to
the limit of 300 ms.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from urllib.parse import urlencode

import psycopg

from .bench_flood import p50_ms, p95_ms, save
from .bench_load import create_tables
from .in_process import TOKEN
from .postgresql import find_server, own_database
from .site import ROOT, Site, run_site

MATCHES = int(os.environ.get("BENCH_MATCHES") or 5_000)
LIMIT = 300  # ms, for the p95 of saving a hand
PAUSE = 0.05  # seconds between two hands
TABLES = 40
PEOPLE = 80
# Run in the site's shell. Prints the club's code, a game of two pairs, the session cookie's
# name and its value.
CREATE_CLUB = """
import time
from django.conf import settings
from django.test import Client
from games import every_game
from scorekeeper.accounts.models import User
from scorekeeper.accounts.sessions import LAST_VISIT, SIGNED_IN
from scorekeeper.clubs.models import Club, Member, Role
user = User.objects.create(email="secretary@example.org", name="Secretary")
club = Club.objects.create(name="A large club")
Member.objects.create(club=club, user=user, role=Role.SCOREKEEPER)
client = Client()
client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
session = client.session
session[SIGNED_IN] = session[LAST_VISIT] = int(time.time())
session.save()
game = next(slug for slug, game in every_game().items() if game.shapes(game.presets[0])[0] == (4, 2))
print(club.code, game, settings.SESSION_COOKIE_NAME, session.session_key)
"""


class Secretary:
    """The secretary who imports the file, over HTTP as a browser would."""

    def __init__(self, site: Site, environment: dict[str, str]) -> None:
        completed = subprocess.run(
            [sys.executable, "manage.py", "shell", "-v0", "-c", CREATE_CLUB],
            cwd=ROOT, env={**os.environ, **environment}, check=True, capture_output=True, text=True,
        )  # fmt: skip
        self.club, self.game, name, session = completed.stdout.split()
        self.cookie = f"csrf={TOKEN}; {name}={session}"
        self.site = site

    def request(self, path: str, fields: dict[str, str] | None = None, file: str = "") -> tuple[int, str]:
        """Send a request and return its status and redirect target.

        Without fields it is a GET. A file is sent as a multipart form. For the page of a job, the target is
        the job's own path if the job is finished, and empty while it runs.
        """
        connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=120)
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **fields}) if fields is not None else None
        if file:
            headers["Content-Type"] = "multipart/form-data; boundary=part"
            token = f'Content-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{TOKEN}'
            content = f'Content-Disposition: form-data; name="file"; filename="old.csv"\r\n\r\n{file}'
            body = f"--part\r\n{token}\r\n--part\r\n{content}\r\n--part--\r\n"
        connection.request("GET" if fields is None else "POST", path, body, headers)
        response = connection.getresponse()
        body_text = response.read().decode()
        connection.close()
        assert response.status < 400, body_text[-2000:]
        if response.status == 200 and "/jobs/" in path:
            # The page of a running job polls itself every second.
            return 200, "" if "every 1s" in body_text else path
        return response.status, response.getheader("Location") or ""

    def results_csv(self) -> str:
        """Return the file to import: random results of ``MATCHES`` matches."""
        rows = ["date,game,player 1,player 2,player 3,player 4,points 1,points 2"]
        people = [f"Player {n}" for n in range(PEOPLE)]
        rng = random.Random(4)
        for n in range(MATCHES):
            day = date(2015, 1, 1) + timedelta(days=n // 3)
            names = ",".join(rng.sample(people, 4))
            rows.append(f"{day},{self.game},{names},{rng.randrange(200, 900)},{rng.randrange(190)}")
        return "\n".join(rows)


def main() -> None:
    print(f"  a file of {MATCHES:,} matches; load {os.getloadavg()[0]:.0f}")
    with run_site() as site:
        _measure("SQLite, one process", site, {"DATABASE_URL": "", "VAR_DIR": str(site.var)})
    server = find_server()
    if not server:
        print("  no PostgreSQL answers: nothing is measured on it")
        return
    with own_database(server) as url, run_site("--workers", "2", DATABASE_URL=url) as site:
        _measure("PostgreSQL, two workers", site, {"DATABASE_URL": url, "VAR_DIR": str(site.var)})


def _measure(setup: str, site: Site, environment: dict[str, str]) -> None:
    secretary = Secretary(site, environment)
    codes = create_tables(site, TABLES)
    numbers = dict.fromkeys(codes, 6)

    def save_hands(until: Callable[[], bool], least: int = 1) -> list[float]:
        """Save hands until a condition holds; return the seconds that each hand took."""
        durations: list[float] = []
        while len(durations) < least or not until():
            code = codes[len(durations) % TABLES]
            durations.append(save(site, code, numbers[code]))
            numbers[code] += 1
            time.sleep(PAUSE)
        return durations

    save_hands(lambda: True, TABLES)  # the first requests compile templates
    print(f"  {setup}:")
    _report("nothing else", save_hands(lambda: True, 100))
    started = time.perf_counter()
    _status, job = secretary.request(f"/c/{secretary.club}/history/import/", {}, secretary.results_csv())
    assert "/jobs/" in job, job
    _report("a file is checked", save_hands(lambda: bool(secretary.request(job)[1])), started)
    import_path = secretary.request(job)[1]
    started = time.perf_counter()
    _status, job = secretary.request(import_path, {"start_import": "1"})
    _report("it is imported", save_hands(lambda: bool(secretary.request(job)[1])), started)
    started = time.perf_counter()
    with _pending_figures(site, environment["DATABASE_URL"]) as pending:
        _report("its ratings and records are computed", save_hands(lambda: not pending()), started)
    started = time.perf_counter()
    _status, job = secretary.request(f"/c/{secretary.club}/history/take-out/club.jsonl", {})
    _report("the club is exported", save_hands(lambda: bool(secretary.request(job)[1])), started)


@contextlib.contextmanager
def _pending_figures(site: Site, url: str) -> Iterator[Callable[[], int]]:
    """Yield a function that counts pending figures in the database."""
    query = "SELECT count(*) FROM clubs_behind"
    with contextlib.ExitStack() as stack:
        if url:
            connection = stack.enter_context(psycopg.connect(url, autocommit=True))
            yield lambda: connection.execute(query).fetchone()[0]  # type: ignore[index]
        else:
            file = site.var / "scorekeeper.sqlite3"
            sqlite_connection = stack.enter_context(contextlib.closing(sqlite3.connect(file)))
            yield lambda: int(sqlite_connection.execute(query).fetchone()[0])


def _report(meanwhile: str, times: list[float], started: float | None = None) -> None:
    p95 = p95_ms(times)
    in_seconds = f" in {time.perf_counter() - started:.1f} s" if started is not None else ""
    print(
        f"    {meanwhile}{in_seconds}: {len(times)} hands, p50 {p50_ms(times):.0f} ms, p95 {p95:.0f} ms, "
        f"worst {max(times) * 1000:.0f} ms: {p95 / LIMIT:.2f} of the limit; load {os.getloadavg()[0]:.0f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
