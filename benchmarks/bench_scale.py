"""Benchmark of 10,000 tables on two processes and PostgreSQL: hands per second, p99, and waits.

A hand is played at a table of four: one phone saves it, and the other three fetch the sheet. Saving is timed
from the moment at which the hand was due, so that waiting for the previous one counts too.
"""

from __future__ import annotations

import asyncio
import http.client
import itertools
import multiprocessing
import os
import re
import subprocess
import sys
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from typing import Any, NamedTuple
from urllib.parse import urlencode

import psycopg

from .in_process import KEY, TOKEN
from .postgresql import find_server, own_database
from .site import ROOT, Site, run_site

TABLES = int(os.environ.get("BENCH_TABLES") or 10_000)
SECONDS = float(os.environ.get("BENCH_SECONDS") or 20)  # duration of each phase
STREAMS = int(os.environ.get("BENCH_STREAMS") or 2_000)  # open live streams, one a table
PHONES = 24  # phones that save hands at the same time
INTERVAL = 180.0  # seconds between two hands of a table
SHARES = (0.25, 0.5, 0.75)  # rates of the later phases, as parts of the highest rate
TICKS = os.sysconf("SC_CLK_TCK")
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial", "Cookie": f"csrf={TOKEN}; phone={KEY}"}


class Saved(NamedTuple):
    """A saved hand: its delay since it was due, the time of the save, and the time of the three sheets."""

    delay: float
    took: float
    sheets: float


class Table:
    """A table and the number of its next hand."""

    def __init__(self, code: str) -> None:
        self.code, self.number = code, 1


class Connection:
    """A phone's open connection."""

    def __init__(self, port: int) -> None:
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def ask(self, method: str, path: str, body: str | None = None) -> None:
        form = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        self.http.request(method, path, body, HTMX | form)
        answer = self.http.getresponse()
        answer.read()
        assert answer.status == 200, (answer.status, path)

    def play_hand(self, table: Table, due: float) -> Saved:
        """Save a hand and fetch the sheets of the other three phones."""
        hand = {"kind": "adjustment", "number": table.number, "rev": 0, "key": uuid.uuid4(), "why": "agreed"}
        points = {f"points.{n}": 0 for n in range(8)}
        began = time.perf_counter()
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **hand, **points})
        self.ask("POST", f"/t/{table.code}/m/1/hand", body)
        answered = time.perf_counter()
        table.number += 1
        for _phone in range(3):
            self.ask("GET", f"/t/{table.code}/m/1/sheet")
        return Saved(answered - due, answered - began, time.perf_counter() - answered)


def play(site: Site, tables: Iterator[Table], rate: float | None) -> list[Saved]:
    """Save hands during a phase: at a fixed rate, or as fast as possible."""
    saved, began, lock, counter = list[Saved](), time.perf_counter(), threading.Lock(), itertools.count()

    def play_hands() -> None:
        connection = Connection(site.port)
        while True:
            with lock:
                n, table = next(counter), next(tables)
            due = began + n / rate if rate else time.perf_counter()
            if due - began > SECONDS:
                return
            time.sleep(max(0.0, due - time.perf_counter()))
            saved.append(connection.play_hand(table, due))

    phones = [threading.Thread(target=play_hands) for _ in range(PHONES)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    return saved


# Waits ----------------------------------------------------------------------------


def read_metrics(site: Site) -> dict[str, float]:
    """Return the site's metrics, summed over labels."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    connection.request("GET", "/metrics")
    totals: Counter[str] = Counter()
    for name, value in re.findall(
        r"^(scorekeeper_\w+)(?:\{.*\})? (\S+)$", connection.getresponse().read().decode(), re.M
    ):
        totals[name] += float(value)
    return totals


def cpu_seconds(pid: int) -> float:
    """Return the CPU seconds of a process so far."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


class ActivitySampler:
    """A sampler of what PostgreSQL's connections do."""

    def __init__(self, url: str) -> None:
        self.url, self.stop, self.samples = url, threading.Event(), Counter[str]()
        self.cpu_now: dict[int, float] = {}
        self.cpu_before: dict[int, float] = {}

    def __enter__(self) -> ActivitySampler:
        self.thread = threading.Thread(target=self._sample)
        self.thread.start()
        return self

    def __exit__(self, *_args: Any) -> None:
        self.stop.set()
        self.thread.join()

    def _sample(self) -> None:
        query = (
            "SELECT pid, state, coalesce(wait_event_type || ' ' || wait_event, 'at work')"
            " FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        with psycopg.connect(self.url, autocommit=True) as connection:
            while not self.stop.wait(0.05):
                for pid, state, wait in connection.execute(query):
                    self.cpu_before.setdefault(pid, cpu_seconds(pid))
                    self.cpu_now[pid] = cpu_seconds(pid)
                    if state == "active" or state == "idle in transaction":
                        activity = wait if state == "active" else "waiting for the site in a transaction"
                        self.samples[activity] += 1

    def total_cpu_seconds(self) -> float:
        return sum(self.cpu_now[pid] - self.cpu_before[pid] for pid in self.cpu_now)

    def shares(self) -> str:
        total = sum(self.samples.values()) or 1
        return ", ".join(f"{activity} {n / total:.0%}" for activity, n in self.samples.most_common(5))


def run_phase(name: str, site: Site, url: str, tables: Iterator[Table], rate: float | None = None) -> float:
    """Run a phase and print it. Return the hands per second."""
    before, began = read_metrics(site), time.perf_counter()
    with ActivitySampler(url) as sampler:
        saved = play(site, tables, rate)
    took = time.perf_counter() - began
    time.sleep(1.1)  # until every worker has written its metrics
    now = read_metrics(site)
    rise = {metric: now[metric] - before.get(metric, 0) for metric in now}
    delays = sorted(hand.delay * 1000 for hand in saved)
    hands, requests = len(saved), max(1.0, rise["scorekeeper_answer_seconds_count"])
    total_ms = rise["scorekeeper_answer_seconds_sum"] / requests * 1000
    thread_ms = rise["scorekeeper_request_seconds_sum"] / requests * 1000
    sheet = sum(hand.sheets for hand in saved) / hands / 3 * 1000
    p50, p95, p99 = (delays[int(hands * share)] for share in (0.5, 0.95, 0.99))
    site_ms = rise["scorekeeper_cpu_seconds_total"] / hands * 1000
    print(
        f"  {name}: {hands / took:.1f} hands/s, p50 {p50:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms; "
        f"a sheet {sheet:.0f} ms; load {os.getloadavg()[0]:.0f}\n"
        f"    a request: {thread_ms:.1f} ms in its thread, {total_ms - thread_ms:.1f} ms until it had one\n"
        f"    CPU time, a hand and its three sheets: the site {site_ms:.1f} ms, "
        f"PostgreSQL {sampler.total_cpu_seconds() / hands * 1000:.1f} ms\n"
        f"    PostgreSQL's connections, while they were busy: {sampler.shares()}",
        flush=True,
    )
    return hands / took


# Streams ----------------------------------------------------------------------------


def _listen(port: int, codes: list[str], ready: Event, stop: Event, heard: Any) -> None:
    async def listen(code: str, opening: asyncio.Semaphore, unopened: list[int]) -> None:
        async with opening:
            lines, out = await asyncio.open_connection("127.0.0.1", port)
            out.write(f"GET /t/{code}/watch?v=0 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert b" 200 " in await lines.readline()
        unopened[0] -= 1
        if not unopened[0]:
            ready.set()
        while line := await lines.readline():
            if line.startswith(b"data: "):
                heard.value += 1

    async def listen_to_all() -> None:
        opening, unopened = asyncio.Semaphore(50), [len(codes)]
        tasks = [asyncio.create_task(listen(code, opening, unopened)) for code in codes]
        await asyncio.to_thread(stop.wait)
        for task in tasks:
            task.cancel()

    asyncio.run(listen_to_all())


@contextmanager
def open_streams(port: int, codes: list[str]) -> Iterator[Any]:
    """Open a stream at each of these tables in another process. Yield the counter of changes heard."""
    spawned = multiprocessing.get_context("spawn")
    ready, stop, heard = spawned.Event(), spawned.Event(), spawned.Value("q", 0)
    process = spawned.Process(target=_listen, args=(port, codes, ready, stop, heard))
    process.start()
    try:
        if not ready.wait(120):
            raise RuntimeError("not every stream was opened")
        yield heard
    finally:
        stop.set()
        process.join(timeout=20)
        process.kill()


def main() -> None:
    server = find_server()
    if not server:
        print("  no PostgreSQL answers: nothing is measured")
        return
    with own_database(server) as url, run_site("--workers", "2", DATABASE_URL=url) as site:
        began = time.perf_counter()
        output = subprocess.run(
            [sys.executable, "-m", "benchmarks.create_many_tables", str(TABLES)],
            cwd=ROOT, capture_output=True, text=True, check=True,
            env={**os.environ, "VAR_DIR": str(site.var), "DATABASE_URL": url,
                 "DJANGO_SETTINGS_MODULE": "scorekeeper.config.settings"},
        )  # fmt: skip
        codes = output.stdout.split()
        print(f"  {len(codes):,} tables created in {time.perf_counter() - began:.0f} s", flush=True)
        # The tables take turns, so that no sheet is cached from its last hand, as on a large site.
        tables = itertools.cycle([Table(code) for code in codes])
        due_rate = TABLES / INTERVAL
        connection = Connection(site.port)
        for _ in range(20):
            connection.play_hand(next(tables), time.perf_counter())
        with open_streams(site.port, codes[:STREAMS]) as heard:
            highest = run_phase(f"as many as possible, {STREAMS:,} streams open", site, url, tables)
            for share in SHARES:
                run_phase(f"{share:.0%} of that", site, url, tables, highest * share)
            metrics = read_metrics(site)
            memory = metrics["scorekeeper_memory_bytes"] / metrics["scorekeeper_workers"] / 1e6
            print(
                f"    {heard.value:,} changes heard by {metrics['scorekeeper_streams']:,.0f} streams; memory "
                f"{memory:.0f} MB a process"
            )
        print(
            f"  {TABLES:,} tables with a hand every {INTERVAL:.0f} s are {due_rate:.0f} hands/s, "
            f"{due_rate / highest:.1f} times what two processes save here; "
            f"at half load they serve {highest / 2 * INTERVAL:,.0f} tables"
        )


if __name__ == "__main__":
    main()
