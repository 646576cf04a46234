"""A full disk: writes are refused with a message, reads go on, nothing is half done."""

import shutil

import pytest
from django.db import connection

from tests.databases import seeded_database
from tests.reliability.site import hand, query, running

MOST_HANDS = 400  # the disk must be full before this many hands are saved
FREE_PAGES = 8  # SQLite pages left at the start
REFUSALS = 12


def fill_disk(site, table):
    """Write until some hands are refused; return the saved and the refused ones."""
    saved, refused = [], []
    while len(refused) < REFUSALS and len(saved) < MOST_HANDS:
        fields = hand(table, len(saved) + 1, f"{len(saved) + 1} " + "x" * 150)
        if site.write(table, fields).status == 303:
            saved.append(fields)
            continue
        site.assert_refused(table, fields)
        # Reads go on and show what was saved.
        assert site.ask("GET", f"/t/{table.code}/", table.phone_keys[0]).status == 200
        assert len(site.reasons(table)) == len(saved)
        refused.append(fields)
    assert len(refused) == REFUSALS, "the disk was never full"
    assert saved, "the disk was full from the start"
    return saved, refused


def write_refused_hands(site, table, saved, refused):
    # The refused hands are equal except for their keys, so only the first one adds an entry: the same key
    # repeats the request, and another key sends a hand that is already saved.
    assert site.write(table, refused[0]).status == 303
    assert site.write(table, refused[0]).headers["idempotent-replayed"] == "true"
    assert site.write(table, refused[1]).status == 303
    assert site.reasons(table) == [fields["why"] for fields in [*saved, refused[0]]]


@pytest.mark.chaos
def test_full_disk_refuses_with_a_message_and_loses_nothing(tmp_path):
    if connection.vendor == "sqlite":
        file = tmp_path / "site.sqlite3"
        shutil.copy(seeded_database()[0], file)
        [(pages,)] = query({"DATABASE_URL": f"sqlite:///{file}"}, "pragma page_count")
        # Limit the number of pages, which gives the same error as a full disk.
        with running(folder=tmp_path, MAX_PAGES=str(pages + FREE_PAGES)) as site:
            (table,) = site.seed(1, 1)
            hands = fill_disk(site, table)
        with running(folder=tmp_path) as site:
            write_refused_hands(site, table, *hands)
        assert query(site.environment, "pragma integrity_check") == [("ok",)]
        return
    with running() as site:
        # Raise PostgreSQL's error for a full disk after some hands.
        query(
            site.environment,
            "create function full_disk() returns trigger as $$ begin"
            " if new.place > 20 then raise exception 'no room' using errcode = '53100'; end if;"
            " return new; end $$ language plpgsql;"
            " create trigger full_disk before insert on tables_entry"
            " for each row execute function full_disk()",
        )
        (table,) = site.seed(1, 1)
        hands = fill_disk(site, table)
        query(site.environment, "drop trigger full_disk on tables_entry")
        write_refused_hands(site, table, *hands)
