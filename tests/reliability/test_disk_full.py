"""R7, a full disk: writes are refused with a message, reads go on, nothing is half done."""

import contextlib
import shutil
import sqlite3

import pytest
from django.db import connection

from tests.databases import seeded
from tests.reliability.site import hand, query, running

MOST = 400  # number of hands by which the disk must be full
ROOM = 8  # number of SQLite pages left
REFUSED = 12


@contextlib.contextmanager
def full_disk(folder):
    if connection.vendor == "sqlite":
        shutil.copy(seeded()[0], folder / "site.sqlite3")
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
        with running(folder=folder) as site_:
            yield site_
        return
    query(site.environment, "drop trigger full_disk on tables_entry")
    yield site


@pytest.mark.chaos
def test_a_full_disk_refuses_in_words_and_loses_nothing(tmp_path):
    with contextlib.ExitStack() as until_the_end:
        stack = contextlib.ExitStack() if connection.vendor == "sqlite" else until_the_end
        with stack if connection.vendor == "sqlite" else contextlib.nullcontext():
            site = stack.enter_context(full_disk(tmp_path))
            (table,) = site.seed(1, 1)
            (key,), saved, refused = table.keys, [], []
            while len(refused) < REFUSED and len(saved) < MOST:
                said = hand(table, len(saved) + 1, f"{len(saved) + 1} " + "x" * 150)
                if site.write(table, key, said).status == 303:
                    saved.append(said)
                    continue
                site.refuses(table, key, said)
                # Reads go on and show what was saved.
                assert site.ask("GET", f"/t/{table.code}/", key).status == 200
                assert len(site.record(table, key)["entries"]) == len(saved)
                refused.append(said)
            assert len(refused) == REFUSED, "the disk was never full"
            assert saved, "and it was not full from the start"
        with room_again(site, tmp_path) as tidied:
            # Each refused hand was the same next hand: the first is written, the others conflict with it.
            assert tidied.write(table, key, refused[0]).status == 303
            assert tidied.write(table, key, refused[0]).headers["idempotent-replayed"] == "true"
            assert tidied.write(table, key, refused[1]).status == 303, "the same hand: nothing to add"
            assert tidied.reasons(table, key) == [said["why"] for said in [*saved, refused[0]]]
    if connection.vendor == "sqlite":
        assert query(site.environment, "pragma integrity_check") == [("ok",)]
