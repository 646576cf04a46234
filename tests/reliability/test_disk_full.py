"""A full disk: writes are refused with a message, reads go on, nothing is half done."""

import contextlib
import shutil
import sqlite3

import pytest
from django.db import connection

from tests.databases import seeded_database
from tests.reliability.site import hand, query, running

MOST = 400  # hands, by which the disk must be full
ROOM = 8  # SQLite pages left
REFUSALS = 12


@contextlib.contextmanager
def full_disk(folder):
    if connection.vendor == "sqlite":
        shutil.copy(seeded_database()[0], folder / "site.sqlite3")
        with contextlib.closing(sqlite3.connect(folder / "site.sqlite3")) as file:
            (pages,) = file.execute("pragma page_count").fetchone()
        # Limit the number of pages, which gives the same error as a full disk.
        with running(folder=folder, MAX_PAGES=str(pages + ROOM)) as site:
            yield site
        return
    with running() as site:
        # Raise PostgreSQL's error for a full disk after some hands.
        query(
            site.environment,
            "create function full_disk() returns trigger as $$ begin"
            " if new.place > 20 then raise exception 'no room' using errcode = '53100'; end if;"
            " return new; end $$ language plpgsql",
        )
        query(
            site.environment,
            "create trigger full_disk before insert on tables_entry"
            " for each row execute function full_disk()",
        )
        yield site


@contextlib.contextmanager
def room_again(site, folder):
    if connection.vendor == "sqlite":
        with running(folder=folder) as new_site:
            yield new_site
        return
    query(site.environment, "drop trigger full_disk on tables_entry")
    yield site


@pytest.mark.chaos
def test_full_disk_refuses_with_a_message_and_loses_nothing(tmp_path):
    with contextlib.ExitStack() as whole_test:
        # On SQLite the site with the limit ends before another one serves its file.
        stack = contextlib.ExitStack() if connection.vendor == "sqlite" else whole_test
        with stack if connection.vendor == "sqlite" else contextlib.nullcontext():
            site = stack.enter_context(full_disk(tmp_path))
            (table,) = site.seed(1, 1)
            (key,), saved, refused = table.phone_keys, [], []
            while len(refused) < REFUSALS and len(saved) < MOST:
                fields = hand(table, len(saved) + 1, f"{len(saved) + 1} " + "x" * 150)
                if site.write(table, key, fields).status == 303:
                    saved.append(fields)
                    continue
                site.assert_refused(table, key, fields)
                # Reads go on and show what was saved.
                assert site.ask("GET", f"/t/{table.code}/", key).status == 200
                assert len(site.record(table, key)["entries"]) == len(saved)
                refused.append(fields)
            assert len(refused) == REFUSALS, "the disk was never full"
            assert saved, "the disk was full from the start"
        with room_again(site, tmp_path) as freed:
            # All refused writes have the same number and answers, so only the first adds an entry.
            assert freed.write(table, key, refused[0]).status == 303
            assert freed.write(table, key, refused[0]).headers["idempotent-replayed"] == "true"
            assert freed.write(table, key, refused[1]).status == 303
            assert freed.reasons(table, key) == [fields["why"] for fields in [*saved, refused[0]]]
    if connection.vendor == "sqlite":
        assert query(site.environment, "pragma integrity_check") == [("ok",)]
