"""The live stream: tells every phone at a table that its version rose, and nothing else.

A phone that hears of a version it has not seen fetches the sheet in the ordinary way. So a stream needs no
thread, no template and no right beyond the table's code; it may skip versions, and a lost one is mended by
the next.

    publish(code, version)      in the transaction that raised the version
    GET /t/<code>/watch?v=7     the stream; v, or Last-Event-ID, is what the phone has
    GET /n/<code>/watch?v=7     the same of a club's night, whose version rises with each of its tables'

How a change travels: on PostgreSQL by NOTIFY, which the database sends at the commit. On SQLite a process
tells its own phones at the commit; it looks at the database's files ten times a second, and when they were
touched sees by `PRAGMA data_version` whether others wrote.
"""

import asyncio
import logging
import os
import re
import signal
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import psycopg
from django.conf import settings
from django.db import DatabaseError, connection, transaction

from . import limits, metrics
from .parts import chunked

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
# What waits for a phone: the newest version, or None when its stream is to end.
Mailbox = asyncio.Queue[int | None]

CHANNEL = "scorekeeper_tables"
KEEP_ALIVE = 15.0  # seconds; proxies and phones drop a connection that is silent for long
POLL = 0.1  # seconds between two looks at SQLite's files
FILE_TICK = 200_000_000  # nanoseconds; within them two writes may bear one time
PAUSE = 1.0  # seconds before a listener that failed begins again
MOST_WATCHERS = 500  # at one table in one process
MOST_STREAMS = 1_000  # of one address in one process, times settings.LIMITS; a hall has a tenth

STRICT = (
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"referrer-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
# x-accel-buffering: nginx must pass each event on at once.
STREAM = ((b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no"), *STRICT)

_PATH = re.compile(r"/[tn]/([0-9A-Za-z]{1,40})/watch")
_V = re.compile(rb"(?:^|&)v=([0-9]{1,18})(?:&|$)")
_NUMBER = re.compile(rb"([0-9]{1,18})")

log = logging.getLogger("scorekeeper.live")


def code_of(path: str) -> str | None:
    """The code of the table or night, when path is that of a stream."""
    found = _PATH.fullmatch(path)
    return found and found[1]


def publish(code: str, version: int) -> None:
    """Say that the table rose to version; to be called in the transaction that raised it."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("select pg_notify(%s, %s)", [CHANNEL, f"{code} {version}"])
    else:
        transaction.on_commit(partial(bus.tell, code, version))


def versions(codes: Collection[str]) -> dict[str, int]:
    """The stored version of each table and night that exists; plain SQL, for it is all a stream costs."""
    found: dict[str, int] = {}
    asked = list(codes)
    with connection.cursor() as cursor:
        for some in chunked(asked):
            marks = ", ".join(["%s"] * len(some))
            stored = f"select code, version from tables_table where code in ({marks})"
            nights = f"select code, version from clubs_night where code in ({marks})"
            cursor.execute(f"{stored} union all {nights}", [*some, *some])
            found.update(cursor.fetchall())
    return found


class Bus:
    """Who watches which table in this process, and the task that listens for changes while anybody does."""

    def __init__(self, read: Callable[[Collection[str]], dict[str, int]] = versions) -> None:
        self.read = read
        self.watchers: dict[str, set[Mailbox]] = {}
        self.held: Counter[str] = Counter()  # streams by address
        self.seen: dict[str, int] = {}  # the stored version of each watched code at the last look
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listener: asyncio.Task[None] | None = None
        # Its own thread and so its own connection: a reader never waits for a page, nor a page for it.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="live")

    # Phones

    def join(self, code: str, address: str = "") -> Mailbox | None:
        """A mailbox for one more phone at the table, or None where there are too many."""
        if len(self.watchers.get(code, ())) >= MOST_WATCHERS:
            return None
        if settings.LIMITS and self.held[address] >= MOST_STREAMS * settings.LIMITS:
            return None
        self.held[address] += 1
        mailbox: Mailbox = asyncio.Queue(maxsize=1)
        self.watchers.setdefault(code, set()).add(mailbox)
        self._loop = asyncio.get_running_loop()
        if self._listener is None or self._listener.done():
            self._listener = self._loop.create_task(self._listen())
        return mailbox

    def leave(self, code: str, mailbox: Mailbox, address: str = "") -> None:
        """Forget a phone; when the last one leaves, nothing listens any more."""
        self.held[address] -= 1
        if self.held[address] <= 0:
            del self.held[address]
        here = self.watchers.get(code, set())
        here.discard(mailbox)
        if not here:
            self.watchers.pop(code, None)
            self.seen.pop(code, None)
        if not self.watchers and self._listener is not None:
            self._listener.cancel()
            self._listener = None

    # Changes

    def tell(self, code: str, version: int) -> None:
        """A change made in this process, said from any thread."""
        loop = self._loop
        if self.watchers and loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self.fan, code, version)

    def fan(self, code: str, version: int | None) -> None:
        """Put the version (None: the end) in the mailbox of every phone at the table."""
        for mailbox in tuple(self.watchers.get(code, ())):
            _put(mailbox, version)

    async def reread(self) -> None:
        """Wake the streams of each watched table whose stored version has changed since the last look."""
        codes = tuple(self.watchers)
        stored = await self.ask(self.read, codes)
        for code in codes:
            version = stored.get(code)
            if version is None or self.seen.get(code) != version:
                self.fan(code, version)
            if version is not None and code in self.watchers:
                self.seen[code] = version

    async def ask(self, question: Callable[..., Any], *values: Any) -> Any:
        """The answer of a function that uses the database, asked in the bus's own thread."""
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, _with_connection, question, *values
        )

    async def _listen(self) -> None:
        listen = _listen_postgresql if connection.vendor == "postgresql" else _poll_sqlite
        while True:
            try:
                await listen(self)
            except (OSError, DatabaseError, psycopg.Error) as problem:
                log.warning("The listener begins again: %s", type(problem).__name__)
            await asyncio.sleep(PAUSE)

    # The end

    def close(self) -> None:
        """End every stream, so that a stop need not wait for them; phones come back by themselves."""
        for code in tuple(self.watchers):
            self.fan(code, None)

    def end_soon(self) -> None:
        """Close, said from another thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.close)

    def drop_connection(self) -> None:
        """Give up the database connection of the bus's own thread."""
        self._thread.submit(lambda: connection.close()).result()

    def end_at_signals(self) -> None:
        """Close when the process is told to stop, and then let the server do what it does."""
        if threading.current_thread() is not threading.main_thread():
            return
        loop = asyncio.get_running_loop()

        def stop(number: int, frame: Any, then: Any) -> None:
            loop.call_soon_threadsafe(self.close)
            if callable(then):
                then(number, frame)

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, partial(stop, then=signal.getsignal(number)))


bus = Bus()


def _streams() -> Iterator[metrics.Sample]:
    yield metrics.Sample("streams", sum(bus.held.values()))
    yield metrics.Sample("tables_watched", len(bus.watchers))


metrics.of_process.append(_streams)


def _put(mailbox: Mailbox, version: int | None) -> None:
    """Replace what waits, unless that is the end of the stream or newer."""
    if mailbox.full():
        waiting = mailbox.get_nowait()
        if waiting is None or (version is not None and version < waiting):
            version = waiting
    mailbox.put_nowait(version)


def _with_connection(question: Callable[..., Any], *values: Any) -> Any:
    """Ask in this thread; a pooled connection goes back at once, and a broken one is dropped."""
    try:
        answer = question(*values)
    except Exception:
        connection.close()
        raise
    if connection.vendor == "postgresql":
        connection.close()
    return answer


def _data_version() -> int:
    """A number that changes when another connection has written to the SQLite file."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        return int(cursor.fetchone()[0])


def _touched(path: str) -> tuple[tuple[int, int], ...]:
    """When the files of the database were written last, and how large they are; () where it has none."""
    try:
        files = [os.stat(file) for file in (path, f"{path}-wal") if os.path.exists(file)]
    except OSError:
        return ()  # a log comes and goes
    return tuple((file.st_mtime_ns, file.st_size) for file in files)


async def _poll_sqlite(bus: Bus) -> None:
    """Ask the database when its files were touched: ten questions a second would cost more than the hands."""
    path = str(connection.settings_dict["NAME"])
    seen = None
    known: tuple[tuple[int, int], ...] = ()
    while True:
        now = _touched(path)
        # A clock of files has ticks: what was written just now may be followed by more at the same time.
        just_now = time.time_ns() - FILE_TICK
        if not now or now != known or any(written > just_now for written, _size in now):
            known = now
            version = await bus.ask(_data_version)
            if version != seen:
                await bus.reread()
                seen = version
        await asyncio.sleep(POLL)


async def _listen_postgresql(bus: Bus) -> None:
    parameters = connection.get_connection_params()
    for ours in ("context", "cursor_factory", "prepare_threshold"):
        parameters.pop(ours, None)
    async with await psycopg.AsyncConnection.connect(**parameters, autocommit=True) as listening:
        await listening.execute(f"listen {CHANNEL}")
        await bus.reread()
        while True:
            async for notice in listening.notifies(timeout=KEEP_ALIVE):
                code, _, version = notice.payload.rpartition(" ")
                bus.fan(code, int(version))
            # Nothing for a while: is the connection alive, and was nothing missed?
            async with asyncio.timeout(KEEP_ALIVE):
                await listening.execute("select 1")
            await bus.reread()


# The stream


async def watch(code: str, scope: Message, receive: Receive, send: Send) -> None:
    """Serve one stream until the phone goes, the table goes, or the process is told to stop."""
    if scope["method"] != "GET":
        return await _answer(send, 405, b"allow", b"GET")
    address = limits.address((scope.get("client") or ("",))[0])
    mailbox = bus.join(code, address)
    if mailbox is None:
        return await _answer(send, 503, b"retry-after", b"30")
    try:
        # Read after joining: what changes in between waits in the mailbox.
        version = (await bus.ask(bus.read, (code,))).get(code)
        if version is None:
            await bus.ask(limits.missed_from, address, code)
            return await _answer(send, 404)
        await send({"type": "http.response.start", "status": 200, "headers": list(STREAM)})
        await _write(send, b": watching\n\n" if _has(scope) == version else _event(version))
        gone = asyncio.create_task(_until_gone(receive, mailbox))
        try:
            await _pass_on(mailbox, version, send)
        finally:
            gone.cancel()
        await send({"type": "http.response.body", "body": b""})
    except limits.TooMuch as much:
        await _answer(send, 429, b"retry-after", b"%d" % much.seconds)
    except DatabaseError:
        await _answer(send, 503, b"retry-after", b"2")
    finally:
        bus.leave(code, mailbox, address)


async def _pass_on(mailbox: Mailbox, sent: int, send: Send) -> None:
    while True:
        try:
            async with asyncio.timeout(KEEP_ALIVE):
                version = await mailbox.get()
        except TimeoutError:
            await _write(send, b":\n\n")
            continue
        if version is None:
            return
        if version > sent:
            sent = version
            await _write(send, _event(version))


async def _until_gone(receive: Receive, mailbox: Mailbox) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    _put(mailbox, None)


def _has(scope: Message) -> int | None:
    """The version that the phone says it has."""
    last = next((value for name, value in scope["headers"] if name == b"last-event-id"), None)
    said = _V.search(scope["query_string"]) if last is None else _NUMBER.fullmatch(last)
    return int(said[1]) if said else None


def _event(version: int) -> bytes:
    return b"event: changed\nid: %d\ndata: %d\n\n" % (version, version)


async def _write(send: Send, text: bytes) -> None:
    await send({"type": "http.response.body", "body": text, "more_body": True})


async def _answer(send: Send, status: int, *header: bytes) -> None:
    if status in (429, 503):
        metrics.count("refused_total", by="stream", status=status)
    headers = [(b"content-type", b"text/plain"), *STRICT, *([(header[0], header[1])] if header else [])]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
