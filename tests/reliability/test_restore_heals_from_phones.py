"""R13: a copy is taken at hand 5, play goes on, the copy is restored: the phones bring all of it back."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.conftest import PHONE, until
from tests.reliability.site import Seeded, Site, hand, running

# Each starts a site and several commands besides the browser: on a busy machine that alone is a minute.
pytestmark = [pytest.mark.chaos, pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(300)]

POSTGRESQL = connection.vendor == "postgresql"
# The logs that a phone keeps, by their names.
LOGS = "Object.keys(localStorage).filter((name) => name.startsWith('scorekeeper.log '))"
LOG = "place, number, rev, hand, before, why, key, fingerprint, by_id, by_name, at, prev, hash"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    if POSTGRESQL and shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not installed")
    with running(folder=tmp_path, VAR_DIR=str(tmp_path), BACKUPS="0") as one:
        yield one


def rows(site: Site, fields: str = LOG) -> list[tuple[Any, ...]]:
    """The log as the database has it."""
    url = site.environment["DATABASE_URL"]
    ask = f"select {fields.replace('before', chr(34) + 'before' + chr(34))} from tables_entry order by place"
    if POSTGRESQL:
        with psycopg.connect(url) as opened:
            return opened.execute(ask).fetchall()
    opened = sqlite3.connect(url.removeprefix("sqlite:///"))
    try:
        return opened.execute(ask).fetchall()
    finally:
        opened.close()


@contextmanager
def phone_of(browser: Browser, site: Site, key: str = "") -> Iterator[BrowserContext]:
    """A phone, by its secret; without one a stranger's, who only looks on."""
    context = browser.new_context(**PHONE)
    context.set_default_timeout(20_000)
    if key:
        context.add_cookies([{"name": "phone", "value": key, "url": f"http://127.0.0.1:{site.port}"}])
    try:
        yield context
    finally:
        context.close()


def opened(context: BrowserContext, site: Site, table: Seeded) -> Page:
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{site.port}/t/{table.code}/")
    return page


def keeps(page: Page, place: int) -> Callable[[], bool]:
    """Whether the phone has kept the log of the present epoch up to this place, without a gap."""

    def look() -> bool:
        logs = page.evaluate(f"{LOGS}.map((log) => [log, localStorage[log].split('\\n').slice(1)])")
        logs = [(log, [json.loads(line)[0] for line in lines]) for log, lines in logs]
        epoch = page.evaluate("document.querySelector('#sheet').dataset.epoch")
        own = [places for log, places in logs if log.endswith(f" {epoch}")]
        return own == [list(range(place + 1))] and len(logs) == 1

    return look


def play(site: Site, table: Seeded, numbers: range) -> None:
    for number in numbers:
        reply = site.write(table, table.keys[number % 2], hand(table, number, f"hand {number}"))
        assert reply.status == 303, reply


def put_right(site: Site, table: Seeded) -> None:
    assert site.write(table, table.keys[0], hand(table, 2, "put right", rev=1)).status == 303


def lose(site: Site) -> None:
    """Put the first copy back; of what was there, others are taken."""
    first = min((Path(site.environment["VAR_DIR"]) / "backups").glob("scorekeeper-*"))
    site.manage("restore", str(first), "--yes")
    assert len(rows(site)) == 5


def test_two_phones_that_are_opened_again_bring_back_what_the_copy_does_not_have(
    browser: Browser, site: Site
) -> None:
    (table,) = site.seed(1, 2)
    play(site, table, range(1, 6))
    site.manage("backup")
    with phone_of(browser, site, table.keys[0]) as first, phone_of(browser, site, table.keys[1]) as second:
        pages = [opened(one, site, table) for one in (first, second)]
        play(site, table, range(6, 10))
        put_right(site, table)
        before = rows(site)
        assert len(before) == 10
        for page in pages:
            until(keeps(page, 10))
            page.close()
        lose(site)
        pages = [opened(one, site, table) for one in (first, second)]
        for page in pages:
            told = page.locator("#_lost")
            expect(told).to_contain_text("The site was restored from a backup. 4 hands were played after it.")
            expect(told).to_contain_text("One edit was made after it. Restore them?")
        pages[1].get_by_role("button", name="Restore", exact=True).tap()
        until(lambda: len(rows(site)) == 10)
        assert rows(site) == before
        for page in pages:
            expect(page.locator("#_lost")).to_have_count(0)
            expect(page.locator("#hand-form input[name=number]")).to_have_value("10")
            # What was offered is there and is kept no more twice; the log is kept in the new epoch.
            until(keeps(page, 10))
        # Another copy, older than what came back, and the phones have all again.
        lose(site)
        for page in pages:
            expect(page.locator("#_lost")).to_be_visible()
        pages[0].get_by_role("button", name="Restore", exact=True).tap()
        until(lambda: rows(site) == before)


def test_a_watchers_phone_that_stayed_open_offers_and_cannot_put_back(browser: Browser, site: Site) -> None:
    (table,) = site.seed(1, 2)
    play(site, table, range(1, 6))
    site.manage("backup")
    with phone_of(browser, site) as stranger:
        page = opened(stranger, site, table)
        play(site, table, range(6, 10))
        before = rows(site)
        until(keeps(page, 9))
        lose(site)
        expect(page.locator("#_lost")).to_contain_text("A scorer decides whether to restore them.")
        assert page.locator("#_lost button").count() == 0
        assert len(rows(site)) == 5
        token = {one["name"]: one["value"] for one in stranger.cookies()}["csrf"]
        for who in ("", "x" * 32):
            said = {"csrfmiddlewaretoken": token, "do": "back"}
            headers = {"Cookie": f"csrf={token}; phone={who}"}
            reply = site.ask("POST", f"/t/{table.code}/put-back", who, said, headers=headers)
            assert reply.status == 403
        assert len(rows(site)) == 5
        reply = site.ask("POST", f"/t/{table.code}/put-back", table.keys[1], {"do": "back"})
        assert reply.status == 303
        assert rows(site) == before
        expect(page.locator("#_lost")).to_have_count(0)
        until(keeps(page, 9))


def test_a_phone_whose_kept_hands_were_changed_is_refused_and_told_so(browser: Browser, site: Site) -> None:
    (table,) = site.seed(1, 2)
    play(site, table, range(1, 6))
    site.manage("backup")
    with phone_of(browser, site, table.keys[0]) as first:
        page = opened(first, site, table)
        play(site, table, range(6, 10))
        until(keeps(page, 9))
        page.evaluate(
            f"for (const log of {LOGS}) localStorage[log] = localStorage[log].replace('hand 6', 'mine 6')"
        )
        page.close()
        lose(site)
        page = opened(first, site, table)
        note = page.locator("section[id^=apart]")
        expect(note).to_contain_text("do not fit the sheet as it is now")
        expect(note.locator("pre")).to_contain_text("mine 6")
        assert page.locator("#_lost").count() == 0
        assert len(rows(site)) == 5
        page.reload()
        expect(note).to_be_visible()
        note.get_by_role("button", name="Delete them").tap()
        expect(note).to_have_count(0)
        until(keeps(page, 5))


def test_a_phone_keeps_a_log_for_a_week_and_lets_old_ones_go(browser: Browser, site: Site) -> None:
    (table,) = site.seed(1, 1)
    site.write(table, table.keys[0], hand(table, 1, "hand 1"))
    with phone_of(browser, site, table.keys[0]) as context:
        page = opened(context, site, table)
        until(keeps(page, 1))
        put = "([key, at]) => (localStorage[`scorekeeper.log ${key}`] = `${Date.now() - at}\\n[1]`)"
        for n in range(25):
            page.evaluate(put, [f"OTHER{n}/1 0", 1_000_000 + n])
        page.evaluate(put, ["OLD/1 0", 8 * 24 * 3600 * 1000])
        page.reload()
        names = page.evaluate(LOGS)
        assert len(names) == 20
        assert not [name for name in names if "OLD/" in name]
        assert json.dumps(names).count(table.code) == 1
        page.evaluate(put, ["OLD/1 0", 8 * 24 * 3600 * 1000])
        page.goto(f"http://127.0.0.1:{site.port}/privacy")
        assert not [name for name in page.evaluate(LOGS) if "OLD/" in name]


def test_a_copy_that_was_brought_back_by_other_means_begins_an_epoch_too(site: Site) -> None:
    (table,) = site.seed(1, 1)

    def epoch() -> int:
        page = site.ask("GET", f"/t/{table.code}/", table.keys[0]).body.decode()
        return int(page.partition('data-epoch="')[2].partition('"')[0])

    assert epoch() == 0
    site.manage("restore", "--done")
    assert epoch() > 1_700_000_000
