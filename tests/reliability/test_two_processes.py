"""Two processes on one database: a change in either reaches both; a listener reconnects after a cut."""

import http.client
import itertools
import time

import pytest
from django.db import connection

from tests.reliability.site import query, running, served

pytestmark = [pytest.mark.chaos, pytest.mark.slow]


def watch(site, table, version):
    """Return a stream of a table's versions from one of the processes."""
    client = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
    client.request("GET", f"/t/{table.code}/watch?v={version}")
    stream = client.getresponse()
    assert stream.status == 200
    return stream


def seconds_until(stream, version):
    """Return the seconds until this version arrives. Raise ``TimeoutError`` after a silent minute."""
    began = time.monotonic()
    for line in stream:
        if line.startswith(b"data: ") and int(line.removeprefix(b"data: ")) >= version:
            return time.monotonic() - began
    raise AssertionError("the stream ended")


def version(site, table):
    page = site.ask("GET", f"/t/{table.code}/", table.phone_keys[0]).body.decode()
    return int(page.partition("watch?v=")[2].partition('"')[0])


def test_two_processes_hear_changes_and_reconnect():
    with running() as one, served(one.environment) as two:
        (table,) = one.seed(1, 1)
        numbers = itertools.count(1)
        before = version(one, table)
        streams = [watch(site, table, before) for site in (one, two)]

        def save(site):
            """Save a hand; return the seconds until both streams have its version."""
            number = next(numbers)
            site.save(table, number, f"hand {number}")
            return max(seconds_until(stream, before + number) for stream in streams)

        delays = [save(site) for site in (one, two) * 3]
        # The median, because a busy machine may delay one save.
        assert sorted(delays)[len(delays) // 2] < 1, delays
        if connection.vendor == "postgresql":
            cut = query(
                one.environment,
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where datname = current_database() and query ilike 'listen %' and pid <> pg_backend_pid()",
            )
            assert len(cut) == 2
            # Saved while no process listens, so each listener has to check for changes after it reconnects.
            save(two)
            save(one)
        for stream in streams:
            stream.close()
