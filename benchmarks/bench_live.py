"""Benchmark of live streams: the delay until other phones hear of a hand, and the cost of streams.

The delay is compared with PostgreSQL's own LISTEN.
"""

from __future__ import annotations

import asyncio
import statistics
import time
import uuid
from pathlib import Path
from urllib.parse import urlencode

import psycopg

from . import postgresql
from .bench_load import KEY, TOKEN, create_tables
from .site import Site, run_site, spread

WATCHERS = 2_000
TABLES = 8  # watched tables, because a table may have at most 400 watchers per process
LISTENING = 30  # phones at the measured table
CHANGES = 200
PAUSE = 0.03  # seconds between two changes
CHANNEL = "scorekeeper_tables"
HANDS = 60  # hands saved per round
ROUNDS = 6  # half of them with streams open


def memory(pid: int) -> int:
    """Return the resident memory of a process in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    return 0


class Phone:
    """An open stream, and the time at which each version arrived."""

    async def open(self, port: int, code: str) -> None:
        self.heard: dict[int, float] = {}
        self.lines, self.out = await asyncio.open_connection("127.0.0.1", port)
        self.out.write(f"GET /t/{code}/watch?v=0 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        await self.out.drain()
        assert b" 200 " in await self.lines.readline()

    async def listen(self) -> None:
        while line := await self.lines.readline():
            if line.startswith(b"data: "):
                self.heard[int(line[6:])] = time.perf_counter()


async def watch(site: Site, codes: list[str], url: str) -> None:
    """Print the memory of idle streams and the delay of changes."""
    before, idle = memory(site.pid), []
    for n in range(WATCHERS):
        idle.append(Phone())
        await idle[-1].open(site.port, codes[1 + n % (TABLES - 1)])
    await asyncio.sleep(1)
    each = (memory(site.pid) - before) / WATCHERS
    print(f"  {WATCHERS:,} watchers in one process: {each / 1000:.1f} kB of memory each")
    phones = [Phone() for _ in range(LISTENING)]
    for phone in phones:
        await phone.open(site.port, codes[0])
    tasks = [asyncio.create_task(phone.listen()) for phone in phones]
    await asyncio.sleep(0.5)
    change = change_on_postgresql if url else change_on_sqlite
    sent, listen_delays = await change(site, codes[0], url, phones)
    await asyncio.sleep(1)
    for task in tasks:
        task.cancel()
    for phone in [*idle, *phones]:
        phone.out.close()
    took = [
        phone.heard[version] - at
        for version, at in sent.items()
        for phone in phones
        if version in phone.heard
    ]
    heard = f"{len(took):,} of {len(sent) * LISTENING:,} heard"
    print(f"  saved to the other phone: {spread(took)} ({heard})")
    if listen_delays:
        print(f"  LISTEN alone, the same changes: {spread(listen_delays)}")
        p99 = [sorted(delays)[int(len(delays) * 0.99)] * 1000 for delays in (took, listen_delays)]
        print(f"  p99 {p99[0]:.1f} ms; the limit, 1.5 times LISTEN plus 10 ms: {p99[1] * 1.5 + 10:.1f} ms")


async def change_on_postgresql(
    site: Site, code: str, url: str, phones: list[Phone]
) -> tuple[dict[int, float], list[float]]:
    """Raise the version in a transaction with NOTIFY. Return send times and the delays of LISTEN."""
    sent: dict[int, float] = {}
    listen_delays: list[float] = []
    async with (
        await psycopg.AsyncConnection.connect(url, autocommit=True) as listening,
        await psycopg.AsyncConnection.connect(url, autocommit=True) as writing,
    ):
        await listening.execute(f"listen {CHANNEL}")

        async def hear() -> None:
            async for notice in listening.notifies():
                listen_delays.append(time.perf_counter() - sent[int(notice.payload.rpartition(" ")[2])])

        task = asyncio.create_task(hear())
        for version in range(1_000, 1_000 + CHANGES):
            sent[version] = time.perf_counter()
            async with writing.transaction():
                await writing.execute("update tables_table set version = %s where code = %s", (version, code))
                await writing.execute("select pg_notify(%s, %s)", (CHANNEL, f"{code} {version}"))
            await asyncio.sleep(PAUSE)
        await asyncio.sleep(1)
        task.cancel()
    return sent, listen_delays


async def change_on_sqlite(
    site: Site, code: str, url: str, phones: list[Phone]
) -> tuple[dict[int, float], list[float]]:
    """Save hands over HTTP as phones do. Return the send times."""
    sent: dict[int, float] = {}
    version = max((max(phone.heard, default=0) for phone in phones), default=0)
    for n in range(CHANGES // 4):
        version += 1
        sent[version] = time.perf_counter()
        await save(site, code, 6 + n)
        await asyncio.sleep(PAUSE)
    return sent, []


async def save(site: Site, code: str, number: int) -> None:
    """Save a hand over HTTP as a phone does."""
    fields = {"kind": "adjustment", "number": number, "rev": 0, "key": uuid.uuid4(), "why": "agreed"}
    points = {f"points.{side}": 0 for side in range(8)}
    body = urlencode({"csrfmiddlewaretoken": TOKEN, **fields, **points}).encode()
    lines, out = await asyncio.open_connection("127.0.0.1", site.port)
    head = (
        f"POST /t/{code}/m/1/hand HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        f"Cookie: csrf={TOKEN}; phone={KEY}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    out.write(head.encode() + body)
    assert b" 303 " in await lines.readline()
    out.close()


def cpu_seconds(pid: int) -> float:
    """Return the CPU seconds of all threads of a process."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


async def compare_with_streams(site: Site, codes: list[str]) -> None:
    """Print the times and CPU times of saved hands, without streams and with streams of other tables."""
    # Seconds per save; the key says whether streams were open.
    took: dict[bool, list[float]] = {False: [], True: []}
    cost: dict[bool, list[float]] = {False: [], True: []}
    watched, played = codes[ROUNDS + 1 :], codes[: ROUNDS + 1]
    for turn, code in enumerate(played):
        watchers = [Phone() for _ in range(WATCHERS if turn % 2 else 0)]
        for n, phone in enumerate(watchers):
            await phone.open(site.port, watched[n % len(watched)])
        await asyncio.sleep(1)
        for number in range(6, 6 + HANDS):
            ran, began = cpu_seconds(site.pid), time.perf_counter()
            await save(site, code, number)
            spent = time.perf_counter() - began
            await asyncio.sleep(PAUSE)
            if turn:  # the first round warms up
                took[bool(watchers)].append(spent)
                cost[bool(watchers)].append(cpu_seconds(site.pid) - ran)
        for phone in watchers:
            phone.out.close()
        await asyncio.sleep(1)
    for label, seconds in (("until it is answered", took), ("CPU", cost)):
        alone, crowded = (statistics.median(seconds[streams]) * 1000 for streams in (False, True))
        print(
            f"  a saved hand, {label}: {alone:.2f} ms alone, {crowded:.2f} ms beside {WATCHERS:,} streams "
            f"of other tables: ratio {crowded / alone:.2f} (limit 1.10)"
        )


def main() -> None:
    print("  SQLite")
    with run_site() as site:
        asyncio.run(compare_with_streams(site, create_tables(site, ROUNDS + 1 + TABLES)))
    print("  SQLite, from the moment the hand is sent")
    with run_site() as site:
        asyncio.run(watch(site, create_tables(site, TABLES), ""))
    server = postgresql.find_server()
    if not server:
        print("  PostgreSQL: none answers")
        return
    print("  PostgreSQL, from the beginning of the transaction")
    with postgresql.own_database(server) as url, run_site(DATABASE_URL=url) as site:
        asyncio.run(watch(site, create_tables(site, TABLES), url))
