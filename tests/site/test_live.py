"""The live stream, through a real server and on either database."""

import asyncio
import http.client
import time
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction

from scorekeeper.live import streams
from tests.conftest import Server, until

POSTGRESQL = connection.vendor == "postgresql"


class Stream:
    """An open stream, read line by line."""

    def __init__(self, server: Server, path: str, headers: dict[str, str] | None = None) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        self.connection.request("GET", path, headers=headers or {})
        self.response = self.connection.getresponse()

    def line(self) -> str:
        line = self.response.readline().decode()
        assert line, "the stream ended"
        return line.rstrip("\n")

    def event(self) -> list[str]:
        """Return the lines of the next event, skipping keep-alive comments."""
        lines: list[str] = []
        while True:
            line = self.line()
            if line and not line.startswith(":"):
                lines.append(line)
            elif lines:
                return lines

    def close(self) -> None:
        self.response.close()
        self.connection.close()


@pytest.fixture
def stored(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Set up a temporary table of versions that the bus reads; AB is at 7."""
    with connection.cursor() as cursor:
        cursor.execute(
            "create table if not exists live_probe (code text primary key, version integer not null)"
        )
        cursor.execute("delete from live_probe")
        cursor.execute("insert into live_probe values ('AB', 7)")

    def read(codes: Collection[str]) -> dict[str, int]:
        with connection.cursor() as cursor:
            cursor.execute("select code, version from live_probe")
            return {code: version for code, version in cursor.fetchall() if code in codes}

    monkeypatch.setattr(streams.bus, "read", read)
    yield
    with connection.cursor() as cursor:
        cursor.execute("delete from live_probe")


def rise(version: int, code: str = "AB") -> None:
    """Raise the table's version and publish it, as a view does."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("update live_probe set version = %s where code = %s", [version, code])
        streams.publish(code, version)


def rise_silently(version: int) -> None:
    """Raise the table's version without publishing it."""
    with connection.cursor() as cursor:
        cursor.execute("update live_probe set version = %s where code = 'AB'", [version])


def changed(version: int) -> list[str]:
    return ["event: changed", f"id: {version}", f"data: {version}"]


@pytest.fixture
def watching(stored: None, server: Server) -> Iterator[Stream]:
    """Yield the stream of an up-to-date phone, with the listener at work."""
    stream = Stream(server, "/t/AB/watch?v=7")
    assert stream.line() == ": watching"
    yield stream
    stream.close()


def test_a_phone_that_is_behind_hears_the_version_at_once(stored: None, server: Server) -> None:
    stream = Stream(server, "/t/AB/watch?v=6")
    assert stream.event() == changed(7)
    stream.close()


def test_the_last_event_counts_for_more_than_the_address(stored: None, server: Server) -> None:
    stream = Stream(server, "/t/AB/watch?v=6", {"Last-Event-ID": "7"})
    assert stream.line() == ": watching"
    stream.close()


def test_a_phone_that_says_nothing_of_use_hears_the_version(stored: None, server: Server) -> None:
    for said in ("", "?v=", "?v=seven", "?v=-1", f"?v={'9' * 40}", "?v=%FF", "?x=7"):
        stream = Stream(server, f"/t/AB/watch{said}")
        assert stream.event() == changed(7), said
        stream.close()


def test_a_change_is_heard_quickly(watching: Stream) -> None:
    took = []
    for version in 8, 9, 10:
        began = time.monotonic()
        rise(version)
        assert watching.event() == changed(version)
        took.append(time.monotonic() - began)
    assert min(took) < 1, took


def test_a_change_that_is_rolled_back_is_never_heard(watching: Stream) -> None:
    with transaction.atomic():
        streams.publish("AB", 8)
        transaction.set_rollback(True)
    rise(9)
    assert watching.event() == changed(9)


def test_a_change_at_another_table_is_not_heard(watching: Stream) -> None:
    with transaction.atomic():
        streams.publish("CD", 99)
    rise(8)
    assert watching.event() == changed(8)


@pytest.mark.skipif(POSTGRESQL, reason="there NOTIFY reaches every process")
def test_a_change_by_another_process_is_heard(watching: Stream) -> None:
    rise_silently(8)
    assert watching.event() == changed(8)


@pytest.mark.skipif(not POSTGRESQL, reason="there is no listener to kill")
def test_a_change_while_the_listener_was_away_is_heard(
    watching: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PAUSE", 0.1)
    rise(8)
    assert watching.event() == changed(8)  # so the listener listens
    with connection.cursor() as cursor:
        cursor.execute("update live_probe set version = 9 where code = 'AB'")
        cursor.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where query like 'listen %%' or query = 'select 1' and pid <> pg_backend_pid()"
        )
    assert watching.event() == changed(9)


def test_the_stream_of_a_table_that_goes_ends(watching: Stream) -> None:
    with connection.cursor() as cursor:
        cursor.execute("delete from live_probe")
    if POSTGRESQL:
        asyncio.run_coroutine_threadsafe(streams.bus.reread(), streams.bus._loop).result(5)
    assert watching.response.read() in (b"", b"\n")


def test_there_is_no_stream_of_a_table_that_is_not(stored: None, server: Server) -> None:
    assert Stream(server, "/t/NONE/watch").response.status == 404


def test_a_stream_is_only_read(server: Server) -> None:
    asking = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    asking.request("POST", "/t/AB/watch", body=b"")
    assert asking.getresponse().status == 405


def test_a_table_has_only_so_many_watchers(
    watching: Stream, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MOST_WATCHERS", 1)
    refused = Stream(server, "/t/AB/watch")
    assert (refused.response.status, refused.response.headers["Retry-After"]) == (503, "30")


def test_no_proxy_may_hold_the_stream_back_or_keep_it(watching: Stream) -> None:
    headers = watching.response.headers
    assert headers["Content-Type"].startswith("text/event-stream")
    assert (headers["Cache-Control"], headers["X-Accel-Buffering"]) == ("no-store", "no")


def test_a_silent_stream_is_kept_alive(stored: None, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0.1)
    stream = Stream(server, "/t/AB/watch?v=7")
    assert [stream.line() for _ in range(5)] == [": watching", "", ":", "", ":"]
    stream.close()


def test_nothing_listens_once_the_last_phone_is_gone(watching: Stream) -> None:
    assert streams.bus._listener is not None
    watching.close()
    until(lambda: not streams.bus.watchers and streams.bus._listener is None)


def test_the_site_answers_while_many_watch(stored: None, server: Server) -> None:
    opened = [Stream(server, "/t/AB/watch?v=7") for _ in range(50)]
    asking = http.client.HTTPConnection("127.0.0.1", server.port, timeout=2)
    asking.request("GET", "/healthz")
    assert asking.getresponse().status == 200
    rise(8)
    assert all(stream.event() == changed(8) for stream in opened)
    for stream in opened:
        stream.close()


def test_an_address_holds_only_so_many_streams_and_has_them_back_when_they_close(
    server: Server, stored: None, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """Check that a flood of streams from one address leaves the others theirs (R10)."""
    settings.LIMITS = 1
    monkeypatch.setattr(streams, "MOST_STREAMS", 2)
    first, second = (Stream(server, "/t/AB/watch?v=7") for _ in range(2))
    assert first.line() == second.line() == ": watching"
    refused = Stream(server, "/t/AB/watch?v=7")
    assert (refused.response.status, refused.response.headers["Retry-After"]) == (503, "30")
    refused.close()
    first.close()
    until(lambda: streams.bus.held["127.0.0.1"] < 2)
    again = Stream(server, "/t/AB/watch?v=7")
    assert again.line() == ": watching"
    again.close(), second.close()
    until(lambda: not streams.bus.held)


def test_a_write_wakes_only_the_streams_of_its_own_table() -> None:
    """Check with SQLite, where the listener only sees that something changed."""
    stored = {f"T{n}": 1 for n in range(50)}

    async def evening() -> None:
        bus = streams.Bus(lambda codes: {code: stored[code] for code in codes if code in stored})
        boxes = {code: asyncio.Queue[int | None](maxsize=1) for code in stored}
        for code, mailbox in boxes.items():
            bus.watchers[code] = {mailbox}

        async def woken() -> dict[str, int | None]:
            await bus.reread()
            return {code: mailbox.get_nowait() for code, mailbox in boxes.items() if not mailbox.empty()}

        assert await woken() == stored  # the phones' versions are still unknown
        assert await woken() == {}
        stored["T7"] = 2
        assert await woken() == {"T7": 2}
        stored["T7"] = 1  # a backup was restored
        assert await woken() == {"T7": 1}
        del stored["T9"]
        assert await woken() == {"T9": None}
        bus.leave("T3", boxes["T3"])
        assert "T3" not in bus.seen

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams, "_with_connection", lambda question, *values: question(*values))
        # In a thread of its own, because the browser tests leave an event loop running in this one.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, evening()).result()
