"""Two processes on one database: a change in either reaches both, and a cut listener reconnects."""

import http.client
import itertools
import time
from dataclasses import dataclass

import pytest
from django.db import connection

from tests.reliability.site import free_port, hand, query, running, served

pytestmark = [pytest.mark.chaos, pytest.mark.slow]

POSTGRESQL = connection.vendor == "postgresql"


@dataclass
class Watcher:
    """A stream of a table's versions from one of the processes."""

    client: http.client.HTTPConnection
    answer: http.client.HTTPResponse

    @classmethod
    def at(cls, site, table, version):
        client = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
        client.request("GET", f"/t/{table.code}/watch?v={version}")
        watcher = cls(client, client.getresponse())
        assert watcher.answer.status == 200
        return watcher

    def next_version(self):
        """Return the next version. Raise ``TimeoutError``."""
        while True:
            line = self.answer.readline().decode()
            assert line, "the stream ended"
            if line.startswith("data: "):
                return int(line.removeprefix("data: "))

    def seconds_until(self, version):
        """Return the seconds until this version arrives."""
        began = time.monotonic()
        while self.next_version() < version:
            pass
        return time.monotonic() - began


def version(site, table):
    page = site.ask("GET", f"/t/{table.code}/", table.phone_keys[0]).body.decode()
    return int(page.partition("watch?v=")[2].partition('"')[0])


def cut_the_listeners(site):
    rows = query(
        site.environment,
        "select pg_terminate_backend(pid) from pg_stat_activity"
        " where datname = current_database() and query ilike 'listen %' and pid <> pg_backend_pid()",
    )
    return len(rows)


def test_two_processes_hear_changes_and_reconnect():
    with running() as one, served(free_port(), 1, one.environment) as two:
        (table,) = one.seed(1, 1)
        numbers = itertools.count(1)
        before = version(one, table)
        watchers = [Watcher.at(site, table, before) for site in (one, two)]

        def save(site):
            """Save a hand; return the seconds until both watchers have heard of it."""
            number = next(numbers)
            assert site.write(table, table.phone_keys[0], hand(table, number, f"hand {number}")).status == 303
            return max(watcher.seconds_until(before + number) for watcher in watchers)

        delays = [save(site) for site in (one, two) * 3]
        # The median, because a busy machine may delay one.
        assert sorted(delays)[len(delays) // 2] < 1, delays
        if POSTGRESQL:
            assert cut_the_listeners(one) == 2
            # Notified while nobody listens: a listener has to check again after it reconnects.
            save(two)
            save(one)
        for watcher in watchers:
            watcher.client.close()
