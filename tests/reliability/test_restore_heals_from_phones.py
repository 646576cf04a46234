"""R13: a backup is taken at hand 5 and restored later: the phones bring back all hands after it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.sitting import nothing_waits
from tests.conftest import PHONE, cut_off, until
from tests.reliability.site import Seeded, Site, hand, query, running

# Each starts a site and several commands besides the browser, about a minute on a busy machine.
pytestmark = [pytest.mark.chaos, pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(300)]

POSTGRESQL = connection.vendor == "postgresql"
# Apply a function to each log that a phone keeps, and store the result.
LOGS = """() => new Promise((done) => {
    const asked = indexedDB.open("scorekeeper");
    asked.onupgradeneeded = () => asked.transaction.abort();
    asked.onerror = () => done([]);
    asked.onsuccess = () => {
        const opened = asked.result.transaction("logs", "readwrite");
        const found = opened.objectStore("logs").getAll();
        found.onsuccess = () => {
            const logs = found.result;
            for (const log of WORK) opened.objectStore("logs").put(log);
        };
        opened.oncomplete = () => (asked.result.close(), done(found.result));
    };
})"""
LOG = 'place, number, rev, hand, "before", why, key, fingerprint, by_id, by_name, at, prev, hash'


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    if POSTGRESQL and shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not installed")
    with running(folder=tmp_path, VAR_DIR=str(tmp_path), BACKUPS="0") as one:
        yield one


def rows(site: Site, fields: str = LOG) -> list[tuple[Any, ...]]:
    """Return the log as stored in the database."""
    return query(site.environment, f"select {fields} from tables_entry order by place")


@contextmanager
def phone_of(browser: Browser, site: Site, key: str = "") -> Iterator[BrowserContext]:
    """Yield the browser context of a phone with this key; without one, a spectator's."""
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


def kept(page: Page, work: str = "[]") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(LOGS.replace("WORK", work))
    return found


def keeps(page: Page, place: int) -> Callable[[], bool]:
    """Return a check that the phone keeps exactly the log up to this place."""

    def look() -> bool:
        return [[line[0] for line in log["lines"]] for log in kept(page)] == [list(range(place + 1))]

    return look


def play(site: Site, table: Seeded, numbers: range) -> None:
    for number in numbers:
        reply = site.write(table, table.keys[number % 2], hand(table, number, f"hand {number}"))
        assert reply.status == 303, reply


def put_right(site: Site, table: Seeded) -> None:
    assert site.write(table, table.keys[0], hand(table, 2, "put right", rev=1)).status == 303


def lose(site: Site) -> None:
    """Restore the first backup, after taking others."""
    first = min((Path(site.environment["VAR_DIR"]) / "backups").glob("scorekeeper-*"))
    site.manage("restore", str(first), "--yes")


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
        for _time in range(2):  # the second time with the pages open
            if pages[0].is_closed():
                pages = [opened(one, site, table) for one in (first, second)]
            until(lambda: rows(site) == before)
            for page in pages:
                expect(page.locator("#hand-form input[name=number]")).to_have_value("10")
                until(keeps(page, 10))
            lose(site)
        until(lambda: rows(site) == before)


@pytest.mark.looks
def test_a_watchers_phone_that_stayed_open_brings_them_back_too(browser: Browser, site: Site) -> None:
    (table,) = site.seed(1, 2)
    play(site, table, range(1, 6))
    site.manage("backup")
    with phone_of(browser, site) as stranger:
        page = opened(stranger, site, table)
        play(site, table, range(6, 10))
        before = rows(site)
        until(keeps(page, 9))
        lose(site)
        until(lambda: rows(site) == before)
        until(keeps(page, 9))


@contextmanager
def lines_apart(browser: Browser, site: Site) -> Iterator[tuple[BrowserContext, Page, Seeded]]:
    """Yield a phone with hands 6 and 7, whose site was restored to hand 5 and has a different hand 6."""
    (table,) = site.seed(1, 2)
    play(site, table, range(1, 6))
    site.manage("backup")
    with phone_of(browser, site, table.keys[0]) as first:
        page = opened(first, site, table)
        play(site, table, range(6, 8))
        until(keeps(page, 7))
        page.close()
        lose(site)
        assert site.write(table, table.keys[1], hand(table, 6, "written since")).status == 303
        page = opened(first, site, table)
        yield first, page, table


@pytest.mark.looks
def test_hands_that_no_longer_fit_are_compared_and_people_choose(browser: Browser, site: Site) -> None:
    with lines_apart(browser, site) as (_first, page, _table):
        note = page.locator("#waiting [data-apart]")
        expect(note).to_contain_text("someone has played on since")
        expect(note.locator("pre")).to_contain_text("hand 7")
        assert len(rows(site)) == 6
        note.get_by_role("button", name="Compare").tap()
        page.get_by_role("button", name="Mine are right").tap()
        until(lambda: len(rows(site)) == 8)
        nothing_waits(page)
        until(keeps(page, 8))
        said = [str(row[0]) for row in rows(site, "hand")]
        assert ["hand 6" in said[6], "hand 7" in said[7]] == [True, True]


@pytest.mark.looks
def test_what_was_said_of_the_tables_hand_is_not_said_of_the_one_that_lies_apart(
    browser: Browser, site: Site
) -> None:
    """Check that deleting the table's hand 6 does not delete the phone's own hand 6."""
    with lines_apart(browser, site) as (first, page, table):
        note = page.locator("#waiting [data-apart]")
        expect(note).to_contain_text("hand 7")
        page.goto(f"http://127.0.0.1:{site.port}{table.path}/hand/6/strike")
        page.locator("#why").fill("entered twice")
        cut_off(page)
        page.get_by_role("button", name="Delete", exact=True).tap()
        expect(page.locator("#waiting [data-key]")).to_have_count(1)
        first.set_offline(False)
        page = opened(first, site, table)
        note = page.locator("#waiting [data-apart]")
        note.get_by_role("button", name="Compare").tap()
        page.get_by_role("button", name="Mine are right").tap()
        # The deleted hand is a different one now, so it is a conflict.
        expect(page.locator("#waiting [data-key]")).to_contain_text("someone else saved a different hand")
        last = {row[0]: str(row[1]) for row in rows(site, "number, hand") if row[0]}
        assert ["hand 6" in last[6], "hand 7" in last[7]] == [True, True]


@pytest.mark.looks
def test_a_phone_whose_kept_hands_were_changed_is_not_believed(browser: Browser, site: Site) -> None:
    (table,) = site.seed(1, 2)
    play(site, table, range(1, 6))
    site.manage("backup")
    with phone_of(browser, site, table.keys[0]) as first:
        page = opened(first, site, table)
        play(site, table, range(6, 10))
        until(keeps(page, 9))
        kept(page, "JSON.parse(JSON.stringify(logs).replace('hand 6', 'mine 6'))")
        page.close()
        lose(site)
        page = opened(first, site, table)
        note = page.locator("#waiting [data-apart]")
        expect(note.locator("pre")).to_contain_text("mine 6")
        assert len(rows(site)) == 5
        page.reload()
        expect(note).to_be_visible()
        note.get_by_role("button", name="Delete").tap()
        expect(note).to_have_count(0)
        until(keeps(page, 5))


@pytest.mark.looks
def test_a_phone_keeps_a_log_for_a_week_and_lets_old_ones_go(browser: Browser, site: Site) -> None:
    (table,) = site.seed(1, 2)
    site.write(table, table.keys[0], hand(table, 1, "hand 1"))
    with phone_of(browser, site, table.keys[0]) as context:
        page = opened(context, site, table)
        until(keeps(page, 1))
        like = "match: 1, apart: '', lines: [[0]]"
        many = "id: `O${n}/1`, table: `O${n}`, at: Date.now() - 1e6 - n"
        others = f"Array(25).keys().map((n) => ({{ {many}, {like} }}))"
        kept(
            page, f"[...{others}, {{ id: 'OLD/1', table: 'OLD', at: Date.now() - 8 * 24 * 3600e3, {like} }}]"
        )
        page.goto("about:blank")
        play(site, table, range(2, 5))  # the phone missed these; storing them also prunes old logs
        page = opened(context, site, table)
        until(lambda: len(kept(page)) == 20)
        names = [log["id"] for log in kept(page)]
        assert "OLD/1" not in names
        assert f"{table.code}/1" in names
