"""A read-only disk: writes are refused with a message, and nothing is lost."""

import contextlib
import resource

import pytest
from django.db import connection

from tests.reliability.site import hand, query, running

pytestmark = pytest.mark.chaos


@contextlib.contextmanager
def read_only(site):
    if connection.vendor == "sqlite":
        # Every write of the process fails, as on a disk remounted read-only after an error. The memory map
        # stays, so SQLite can still read.
        soft, hard = resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, (0, hard))
        yield
        resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, (soft, hard))
        return
    name = site.environment["DATABASE_URL"].rpartition("/")[2]
    for value in "on", "off":
        alter = f'alter database "{name}" set default_transaction_read_only = {value}'
        query(site.environment, f"set transaction read write; {alter}")
        # A setting of the database applies only to new connections, so end the others.
        end = "select pg_terminate_backend(pid) from pg_stat_activity"
        query(site.environment, f"{end} where datname = current_database() and pid <> pg_backend_pid()")
        if value == "on":
            yield


def test_read_only_disk_refuses_and_loses_nothing(tmp_path):
    with running(folder=tmp_path) as site:
        (table,) = site.seed(1, 2)
        site.save(table, 1, "before")
        refused = hand(table, 2, "refused")
        with read_only(site):
            for _ in range(5):
                site.assert_refused(table, refused)
                # Every phone still sees what was saved.
                for key in table.phone_keys:
                    page = site.ask("GET", f"{table.path}/", key)
                    assert (page.status, b"before" in page.body) == (200, True)
            paths = ("/", "/healthz", "/readyz")
            assert [site.ask("GET", path).status for path in paths] == [200, 200, 503]
        # The site saves hands again without a restart.
        assert site.write(table, refused).status == 303
        assert site.write(table, refused).headers["idempotent-replayed"] == "true"
        site.save(table, 3, "after", phone=1)
        assert site.reasons(table, phone=1) == ["before", "refused", "after"]
