"""Live streams, which send phones the new version of their table and nothing else.

A phone that learns of a new version fetches the sheet as usual. A stream therefore needs no thread and no
template, and everyone who knows the table's code may open it. It may skip versions, because a later version
replaces a lost one.

    publish(code, version)      in the transaction that raised the version
    GET /t/<code>/watch?v=7     the stream; v, or Last-Event-ID, is the phone's version
    GET /n/<code>/watch?v=7     the same for a club night, whose version rises with its tables' versions

PostgreSQL distributes changes by NOTIFY at the commit. With SQLite a process notifies its own phones at the
commit. To notice changes by other processes it checks the database files ten times a second, and reads
`PRAGMA data_version` when the files have changed.
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
from django.http import parse_cookie

from scorekeeper.web import limits, metrics, phone_cookie
from scorekeeper.web.chunks import chunked
from scorekeeper.web.error_responses import TooManyRequests

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
# The newest version for a phone, or None to end its stream.
Mailbox = asyncio.Queue[int | None]

CHANNEL = "scorekeeper_tables"
KEEP_ALIVE = 15.0  # seconds; proxies and phones drop silent connections
POLL = 0.1  # seconds between checks of SQLite's files
FILE_TICK = 200_000_000  # nanoseconds in which two writes may get the same timestamp
RETRY_PAUSE = 1.0  # seconds before a failed listener restarts
MOST_WATCHERS = 400  # per table and process, besides reserved streams
MOST_SCORERS = 100  # streams reserved for phones that may score, per table and process
MOST_STREAMS = 1_000  # per IP address and process, times settings.LIMITS; a full hall needs 100

SECURITY_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"referrer-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
# x-accel-buffering makes nginx pass on each event at once.
STREAM_HEADERS = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"x-accel-buffering", b"no"),
    *SECURITY_HEADERS,
)

_PATH = re.compile(r"/[tn]/([0-9A-Za-z]{1,40})/watch")
_QUERY_VERSION = re.compile(rb"(?:^|&)v=([0-9]{1,18})(?:&|$)")
_NUMBER = re.compile(rb"([0-9]{1,18})")

log = logging.getLogger("scorekeeper.live")


def code_of(path: str) -> str | None:
    """Return the code of the table or night if the path is that of a stream."""
    match = _PATH.fullmatch(path)
    return match and match[1]


def publish(code: str, version: int) -> None:
    """Announce a new version. Call it in the transaction that raised the version."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("select pg_notify(%s, %s)", [CHANNEL, f"{code} {version}"])
    else:
        transaction.on_commit(partial(bus.announce, code, version))


def versions(codes: Collection[str]) -> dict[str, int]:
    """Return the stored versions of existing tables and nights. Plain SQL for speed."""
    by_code: dict[str, int] = {}
    with connection.cursor() as cursor:
        for chunk in chunked(list(codes)):
            placeholders = ", ".join(["%s"] * len(chunk))
            tables = f"select code, version from tables_table where code in ({placeholders})"
            nights = f"select code, version from clubs_night where code in ({placeholders})"
            cursor.execute(f"{tables} union all {nights}", [*chunk, *chunk])
            by_code.update(cursor.fetchall())
    return by_code


class Bus:
    """The streams of each code in this process, and the task that listens for changes."""

    def __init__(self, read_versions: Callable[[Collection[str]], dict[str, int]] = versions) -> None:
        self.read_versions = read_versions
        self.watchers: dict[str, set[Mailbox]] = {}
        self.streams_of: Counter[str] = Counter()  # streams by IP address
        # Reserved streams by code: for phones that may score, once all other streams are taken.
        self.reserved: Counter[str] = Counter()
        # Returns whether a phone's key may score at a code; the matches app sets it.
        self.may_score: Callable[[str, str], bool] = lambda code, key: False
        self.last_versions: dict[str, int] = {}  # version of each watched code at the last check
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listener: asyncio.Task[None] | None = None
        # The bus's own thread and database connection, so that streams and pages never wait for each other.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="live")

    # Phones

    def join(self, code: str, address: str = "") -> Mailbox | None:
        """Return a mailbox for a phone, or None if there are too many streams."""
        if len(self.watchers.get(code, ())) - self.reserved[code] >= MOST_WATCHERS:
            return None
        if settings.LIMITS and self.streams_of[address] >= MOST_STREAMS * settings.LIMITS:
            return None
        self.streams_of[address] += 1
        return self._mailbox(code)

    async def join_reserved(self, code: str, key: str | None) -> Mailbox | None:
        """Return a reserved mailbox for a phone that may score, else None."""
        if not key or self.reserved[code] >= MOST_SCORERS or not await self.run(self.may_score, code, key):
            return None
        if self.reserved[code] >= MOST_SCORERS:  # filled during the query
            return None
        self.reserved[code] += 1
        return self._mailbox(code)

    def leave_reserved(self, code: str, mailbox: Mailbox) -> None:
        self.reserved[code] -= 1
        self._forget(code, mailbox)

    def _mailbox(self, code: str) -> Mailbox:
        mailbox: Mailbox = asyncio.Queue(maxsize=1)
        self.watchers.setdefault(code, set()).add(mailbox)
        self._loop = asyncio.get_running_loop()
        if self._listener is None or self._listener.done():
            self._listener = self._loop.create_task(self._listen())
        return mailbox

    def leave(self, code: str, mailbox: Mailbox, address: str = "") -> None:
        """Remove a phone; after the last one the listener stops."""
        self.streams_of[address] -= 1
        if self.streams_of[address] <= 0:
            del self.streams_of[address]
        self._forget(code, mailbox)

    def _forget(self, code: str, mailbox: Mailbox) -> None:
        if self.reserved[code] <= 0:
            del self.reserved[code]
        mailboxes = self.watchers.get(code, set())
        mailboxes.discard(mailbox)
        if not mailboxes:
            self.watchers.pop(code, None)
            self.last_versions.pop(code, None)
        if not self.watchers and self._listener is not None:
            self._listener.cancel()
            self._listener = None

    # Changes

    def announce(self, code: str, version: int) -> None:
        """Announce a change made in this process, from any thread."""
        loop = self._loop
        if self.watchers and loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self.deliver, code, version)

    def deliver(self, code: str, version: int | None) -> None:
        """Put the version (None: the end) into the mailbox of every phone at the table."""
        for mailbox in tuple(self.watchers.get(code, ())):
            _put(mailbox, version)

    async def reread(self) -> None:
        """Notify the streams of each code whose stored version has changed since the last check."""
        codes = tuple(self.watchers)
        stored = await self.run(self.read_versions, codes)
        for code in codes:
            version = stored.get(code)
            if version is None or self.last_versions.get(code) != version:
                self.deliver(code, version)
            if version is not None and code in self.watchers:
                self.last_versions[code] = version

    async def run(self, function: Callable[..., Any], *values: Any) -> Any:
        """Return the result of a database function, run in the bus's own thread."""
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, _with_connection, function, *values
        )

    async def _listen(self) -> None:
        listen = _listen_postgresql if connection.vendor == "postgresql" else _poll_sqlite
        while True:
            try:
                await listen(self)
            except (OSError, DatabaseError, psycopg.Error) as error:
                log.warning("The listener restarts: %s", type(error).__name__)
            await asyncio.sleep(RETRY_PAUSE)

    # Shutdown

    def close(self) -> None:
        """End every stream, so that shutdown need not wait; phones reconnect. Call it from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end_streams)

    def _end_streams(self) -> None:
        for code in tuple(self.watchers):
            self.deliver(code, None)

    def close_connection(self) -> None:
        """Close the database connection of the bus's thread."""
        self._thread.submit(lambda: connection.close()).result()

    def end_at_signals(self) -> None:
        """Close the bus on SIGTERM and SIGINT, then call the previous handlers."""
        if threading.current_thread() is not threading.main_thread():
            return

        def stop(number: int, frame: Any, previous: Any) -> None:
            self.close()
            if callable(previous):
                previous(number, frame)

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, partial(stop, previous=signal.getsignal(number)))


bus = Bus()


def _streams() -> Iterator[metrics.Sample]:
    yield metrics.Sample("streams", sum(bus.streams_of.values()))
    yield metrics.Sample("tables_watched", len(bus.watchers))


metrics.process_sources.append(_streams)


def _put(mailbox: Mailbox, version: int | None) -> None:
    """Put a version into a mailbox, unless a newer version or the end of the stream waits there."""
    if mailbox.full():
        waiting = mailbox.get_nowait()
        if waiting is None or (version is not None and version < waiting):
            version = waiting
    mailbox.put_nowait(version)


def _with_connection(function: Callable[..., Any], *values: Any) -> Any:
    """Call a database function. Close the connection after an exception, and always on PostgreSQL.

    With PostgreSQL's connection pool, closing returns the connection to the pool.
    """
    try:
        result = function(*values)
    except Exception:
        connection.close()
        raise
    if connection.vendor == "postgresql":
        connection.close()
    return result


def _data_version() -> int:
    """Return a number that changes when another connection has written to the SQLite file."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        return int(cursor.fetchone()[0])


def _file_stats(path: str) -> tuple[tuple[int, int], ...]:
    """Return modification time and size of the database's files; () if unknown."""
    try:
        files = [os.stat(file) for file in (path, f"{path}-wal") if os.path.exists(file)]
    except OSError:
        return ()  # the WAL was deleted meanwhile
    return tuple((file.st_mtime_ns, file.st_size) for file in files)


async def _poll_sqlite(bus: Bus) -> None:
    """Check SQLite's files and query the database only after a change, because each query costs more."""
    path = str(connection.settings_dict["NAME"])
    last_version = None
    last_stats: tuple[tuple[int, int], ...] = ()
    while True:
        stats = _file_stats(path)
        # File timestamps are coarse: two writes may share one, so a recent file counts as changed.
        recent = time.time_ns() - FILE_TICK
        if not stats or stats != last_stats or any(modified > recent for modified, _size in stats):
            last_stats = stats
            version = await bus.run(_data_version)
            if version != last_version:
                await bus.reread()
                last_version = version
        await asyncio.sleep(POLL)


async def _listen_postgresql(bus: Bus) -> None:
    parameters = connection.get_connection_params()
    for option in ("context", "cursor_factory", "prepare_threshold"):
        parameters.pop(option, None)
    async with await psycopg.AsyncConnection.connect(**parameters, autocommit=True) as listener:
        await listener.execute(f"listen {CHANNEL}")
        await bus.reread()
        while True:
            async for notice in listener.notifies(timeout=KEEP_ALIVE):
                code, _, version = notice.payload.rpartition(" ")
                bus.deliver(code, int(version))
            # After a silent period, check that the connection is alive and nothing was missed.
            async with asyncio.timeout(KEEP_ALIVE):
                await listener.execute("select 1")
            await bus.reread()


# The stream


async def watch(code: str, scope: Message, receive: Receive, send: Send) -> None:
    """Serve a stream until the phone disconnects, the table is deleted, or the process stops."""
    if scope["method"] != "GET":
        return await _respond(send, 405, b"allow", b"GET")
    address = limits.address((scope.get("client") or ("",))[0])
    leave = partial(bus.leave, code, address=address)
    try:
        mailbox = bus.join(code, address)
        if mailbox is None:
            mailbox = await bus.join_reserved(code, _phone_key(scope))
            leave = partial(bus.leave_reserved, code)
    except DatabaseError:
        return await _respond(send, 503, b"retry-after", b"2")
    if mailbox is None:
        return await _respond(send, 503, b"retry-after", b"30")
    try:
        # Read after joining, so that no change in between is missed.
        version = (await bus.run(bus.read_versions, (code,))).get(code)
        if version is None:
            await bus.run(limits.count_wrong_guess_from, address, code)
            return await _respond(send, 404)
        await send({"type": "http.response.start", "status": 200, "headers": list(STREAM_HEADERS)})
        await _write(send, b": watching\n\n" if _client_version(scope) == version else _event(version))
        disconnect_task = asyncio.create_task(_end_when_disconnected(receive, mailbox))
        try:
            await _send_versions(mailbox, version, send)
        finally:
            disconnect_task.cancel()
        await send({"type": "http.response.body", "body": b""})
    except TooManyRequests as error:
        await _respond(send, 429, b"retry-after", b"%d" % error.seconds)
    except DatabaseError:
        await _respond(send, 503, b"retry-after", b"2")
    finally:
        leave(mailbox)


async def _send_versions(mailbox: Mailbox, sent: int, send: Send) -> None:
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


async def _end_when_disconnected(receive: Receive, mailbox: Mailbox) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    _put(mailbox, None)


def _phone_key(scope: Message) -> str | None:
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin-1")
    return phone_cookie.key_if_valid(parse_cookie(cookies).get(phone_cookie.COOKIE, ""))


def _client_version(scope: Message) -> int | None:
    """Return the version that the phone reports."""
    last = next((value for name, value in scope["headers"] if name == b"last-event-id"), None)
    match = _QUERY_VERSION.search(scope["query_string"]) if last is None else _NUMBER.fullmatch(last)
    return int(match[1]) if match else None


def _event(version: int) -> bytes:
    return b"event: changed\nid: %d\ndata: %d\n\n" % (version, version)


async def _write(send: Send, text: bytes) -> None:
    await send({"type": "http.response.body", "body": text, "more_body": True})


async def _respond(send: Send, status: int, *header: bytes) -> None:
    if status in (429, 503):
        metrics.count("refused_total", by="stream", status=status)
    headers = [
        (b"content-type", b"text/plain"),
        *SECURITY_HEADERS,
        *([(header[0], header[1])] if header else []),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
