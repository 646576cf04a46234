"""The live stream, through a real server and on either database."""

import asyncio
import http.client
import time

import pytest
from django.db import connection, transaction

from scorekeeper.live import streams
from scorekeeper.matches import models
from tests.conftest import until

POSTGRESQL = connection.vendor == "postgresql"


class Stream:
    """An open stream, read line by line."""

    def __init__(self, server, path, headers: dict[str, str] | None = None):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        self.connection.request("GET", path, headers=headers or {})
        self.response = self.connection.getresponse()

    def read_line(self) -> str:
        line = self.response.readline().decode()
        assert line, "the stream ended"
        return line.rstrip("\n")

    def read_event(self) -> list[str]:
        """Return the lines of the next event, skipping keep-alive comments."""
        while (line := self.read_line()) in ("", ":", ": watching"):
            pass
        return [line, *iter(self.read_line, "")]

    def close(self):
        self.response.close()
        self.connection.close()

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_error):
        self.close()


def set_version(version):
    models.Table.objects.update(version=version)


def raise_version(version):
    """Raise the table's version and publish it, as a view does."""
    with transaction.atomic():
        set_version(version)
        streams.publish(models.Table.objects.get().code, version)


@pytest.fixture
def path(server, cast):
    """Return the path of a table's stream; the table has version 7."""
    set_version(7)
    return f"/t/{cast.table.code}/watch"


@pytest.fixture
def watching(server, path):
    """Yield the stream of an up-to-date phone; the server's listener for changes is running."""
    with Stream(server, f"{path}?v=7", {"Accept-Encoding": "gzip"}) as stream:
        assert stream.read_line() == ": watching"
        yield stream


def changed_event(version) -> list[str]:
    return ["event: changed", f"id: {version}", f"data: {version}"]


def test_outdated_phone_hears_the_version_at_once(server, path):
    for query in ("?v=6", "", "?v=", "?v=seven", "?v=-1", f"?v={'9' * 40}", "?v=%FF", "?x=7"):
        with Stream(server, path + query) as stream:
            assert stream.read_event() == changed_event(7), query


def test_last_event_id_overrides_the_version_in_the_url(server, path):
    with Stream(server, f"{path}?v=6", {"Last-Event-ID": "7"}) as stream:
        assert stream.read_line() == ": watching"


def test_a_change_is_heard_quickly(watching):
    delays = []
    for version in 8, 9, 10:
        began = time.monotonic()
        raise_version(version)
        assert watching.read_event() == changed_event(version)
        delays.append(time.monotonic() - began)
    assert min(delays) < 1, delays


def test_rolled_back_change_is_not_heard(watching):
    with transaction.atomic():
        streams.publish(models.Table.objects.get().code, 8)
        transaction.set_rollback(True)
    raise_version(9)
    assert watching.read_event() == changed_event(9)


def test_a_change_at_another_table_is_not_heard(watching):
    with transaction.atomic():
        streams.publish("CD", 99)
    raise_version(8)
    assert watching.read_event() == changed_event(8)


@pytest.mark.skipif(POSTGRESQL, reason="PostgreSQL notifies every process")
def test_a_change_by_another_process_is_heard(watching):
    set_version(8)
    assert watching.read_event() == changed_event(8)


@pytest.mark.skipif(not POSTGRESQL, reason="SQLite has no listening connection to kill")
def test_change_without_a_listener_is_heard(watching, monkeypatch):
    monkeypatch.setattr(streams, "RETRY_PAUSE", 0.1)
    raise_version(8)
    assert watching.read_event() == changed_event(8)  # the listener is at work
    set_version(9)
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where query like 'listen %%' or query = 'select 1' and pid <> pg_backend_pid()"
        )
    assert watching.read_event() == changed_event(9)


def test_stream_of_a_deleted_table_ends(watching):
    models.Table.objects.all().delete()
    if POSTGRESQL:
        asyncio.run_coroutine_threadsafe(streams.bus.reread(), streams.bus._loop).result(5)
    assert watching.response.read() in (b"", b"\n")


def test_stream_refuses_post(server):
    client = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    client.request("POST", "/t/AB/watch", body=b"")
    assert client.getresponse().status == 405


def test_stream_is_neither_buffered_nor_cached_nor_compressed(watching):
    headers = watching.response.headers
    assert headers["Content-Type"].startswith("text/event-stream")
    assert (headers["Cache-Control"], headers["X-Accel-Buffering"]) == ("no-store", "no")
    assert "Content-Encoding" not in headers


def test_silent_stream_is_kept_alive(server, path, monkeypatch):
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0.1)
    with Stream(server, f"{path}?v=7") as stream:
        assert [stream.read_line() for _ in range(5)] == [": watching", "", ":", "", ":"]


def test_streams_of_an_ip_address_are_limited(server, path, monkeypatch, settings):
    settings.LIMITS = 1
    monkeypatch.setattr(streams, "MOST_STREAMS", 2)
    path += "?v=7"
    with Stream(server, path) as first:
        with Stream(server, path) as second, Stream(server, path) as third:
            assert first.read_line() == second.read_line() == ": watching"
            assert (third.response.status, third.response.headers["Retry-After"]) == (503, "30")
        until(lambda: streams.bus.streams_of["127.0.0.1"] < 2)
        with Stream(server, path) as fourth:
            assert fourth.read_line() == ": watching"
    until(lambda: not streams.bus.streams_of)
