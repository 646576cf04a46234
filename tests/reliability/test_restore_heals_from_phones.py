"""A backup of five hands is restored later: the phones bring back all hands saved since the backup."""

import shutil
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from django.db import connection
from playwright.sync_api import expect

from tests.browser.sitting import expect_all_sent, expect_hand
from tests.conftest import go_offline, until
from tests.reliability.site import Seeded, Site, query, running

# These tests take a minute on a busy machine.
pytestmark = [pytest.mark.chaos, pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(300)]

TABLES = 6  # one for each test
# JavaScript that returns the logs that a phone keeps, and stores the logs in the expression CHANGED.
LOGS = """() => new Promise((done) => {
    const request = indexedDB.open("scorekeeper");
    request.onupgradeneeded = () => request.transaction.abort();
    request.onerror = () => done([]);
    request.onsuccess = () => {
        const opened = request.result.transaction("logs", "readwrite");
        const found = opened.objectStore("logs").getAll();
        found.onsuccess = () => {
            const logs = found.result;
            for (const log of CHANGED) opened.objectStore("logs").put(log);
        };
        opened.oncomplete = () => (request.result.close(), done(found.result));
    };
})"""
COLUMNS = 'place, number, rev, hand, "before", why, key, fingerprint, by_id, by_name, at, prev, hash'


@dataclass
class Evening:
    """A table with five hands, all in the backup ``copy``."""

    site: Site
    table: Seeded
    copy: str

    def rows(self, fields=COLUMNS):
        return query(
            self.site.environment,
            f"select {fields} from tables_entry where match_id in (select m.id from tables_match m"
            f" join tables_table t on t.id = m.table_id where t.code = '{self.table.code}') order by place",
        )

    def play(self, numbers):
        for number in numbers:
            self.site.save(self.table, number, f"hand {number}", phone=number % 2)

    def restore(self):
        self.site.manage("restore", self.copy, "--yes")

    def open(self, phone):
        page = phone.new_page()
        page.goto(f"{self.site.url}/t/{self.table.code}/")
        return page


@pytest.fixture(scope="module")
def evenings(tmp_path_factory):
    """Yield an evening for each test, all in the same backup of a site."""
    if connection.vendor == "postgresql" and shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not installed")
    folder = tmp_path_factory.mktemp("site")
    with running(folder=folder, VAR_DIR=str(folder), BACKUPS="0") as site:
        evenings = [Evening(site, table, "") for table in site.seed(TABLES, 2)]
        for evening in evenings:
            evening.play(range(1, 6))
        site.manage("backup")
        (copy,) = (folder / "backups").glob("scorekeeper-*")
        for evening in evenings:
            evening.copy = str(copy)
        yield evenings


@pytest.fixture
def evening(evenings):
    return evenings.pop()


@pytest.fixture
def phone_of(browser, evening):
    """Yield a factory of browser contexts with the key of a phone of the table, or without."""
    with ExitStack() as contexts:

        def make(phone=None):
            key = "" if phone is None else evening.table.phone_keys[phone]
            return contexts.enter_context(evening.site.phone_of(browser, key))

        yield make


def logs(page, changed="[]"):
    return page.evaluate(LOGS.replace("CHANGED", changed))


def keeps(page, place):
    """Return a check that the phone keeps exactly the log up to this place."""
    return lambda: [[line[0] for line in log["lines"]] for log in logs(page)] == [list(range(place + 1))]


def test_two_phones_restore_what_the_backup_lacks(evening, phone_of):
    first, second = phone_of(0), phone_of(1)
    pages = [evening.open(phone) for phone in (first, second)]
    evening.play(range(6, 10))
    evening.site.save(evening.table, 2, "put right", rev=1)
    before = evening.rows()
    assert len(before) == 10
    for page in pages:
        until(keeps(page, 10))
        page.close()
    for pages_are_open in (False, True):
        evening.restore()
        if not pages_are_open:
            pages = [evening.open(phone) for phone in (first, second)]
        until(lambda: evening.rows() == before)
        for page in pages:
            expect_hand(page, 10)
            until(keeps(page, 10))


@pytest.mark.sqlite_only
def test_open_page_of_a_watching_phone_restores_hands_too(evening, phone_of):
    page = evening.open(phone_of())
    evening.play(range(6, 10))
    before = evening.rows()
    until(keeps(page, 9))
    evening.restore()
    until(lambda: evening.rows() == before)
    until(keeps(page, 9))


@pytest.fixture
def diverged(evening, phone_of):
    """Return a phone with hands 6 and 7; its site was restored to hand 5 and has another hand 6."""
    phone = phone_of(0)
    page = evening.open(phone)
    evening.play(range(6, 8))
    until(keeps(page, 7))
    page.close()
    evening.restore()
    evening.site.save(evening.table, 6, "written since", phone=1)
    return phone, evening.open(phone)


def choose_mine(page):
    page.locator("#waiting").get_by_role("button", name="Compare").tap()
    page.get_by_role("button", name="Mine are right").tap()


@pytest.mark.sqlite_only
def test_people_choose_between_conflicting_hands(evening, diverged):
    _phone, page = diverged
    note = page.locator("#waiting [data-lost]")
    expect(note).to_contain_text("someone has played on since")
    expect(note.locator("pre")).to_contain_text("hand 7")
    assert len(evening.rows()) == 6
    choose_mine(page)
    until(lambda: len(evening.rows()) == 8)
    expect_all_sent(page)
    until(keeps(page, 8))
    *_before, (sixth,), (seventh,) = evening.rows("hand")
    assert "hand 6" in str(sixth)
    assert "hand 7" in str(seventh)


@pytest.mark.sqlite_only
def test_deleting_the_tables_hand_keeps_the_phones_hand(evening, diverged):
    phone, page = diverged
    expect(page.locator("#waiting [data-lost]")).to_contain_text("hand 7")
    page.goto(f"{evening.site.url}{evening.table.path}/hand/6/strike")
    page.locator("#why").fill("entered twice")
    go_offline(page)
    page.get_by_role("button", name="Delete", exact=True).tap()
    expect(page.locator("#waiting [data-key]")).to_have_count(1)
    phone.set_offline(False)
    page = evening.open(phone)
    choose_mine(page)
    # Hand 6 is now the phone's own, so deleting the table's hand 6 is a conflict.
    expect(page.locator("#waiting [data-key]")).to_contain_text("someone else saved a different hand")
    last = {row[0]: str(row[1]) for row in evening.rows("number, hand") if row[0]}
    assert "hand 6" in last[6]
    assert "hand 7" in last[7]


@pytest.mark.sqlite_only
def test_changed_log_of_a_phone_is_refused(evening, phone_of):
    phone = phone_of(0)
    page = evening.open(phone)
    evening.play(range(6, 10))
    until(keeps(page, 9))
    logs(page, "JSON.parse(JSON.stringify(logs).replace('hand 6', 'mine 6'))")
    page.close()
    evening.restore()
    page = evening.open(phone)
    note = page.locator("#waiting [data-lost]")
    expect(note.locator("pre")).to_contain_text("mine 6")
    assert len(evening.rows()) == 5
    page.reload()
    expect(note).to_be_visible()
    note.get_by_role("button", name="Delete").tap()
    expect(note).to_have_count(0)
    until(keeps(page, 5))


@pytest.mark.sqlite_only
def test_phone_deletes_logs_after_a_week(evening, phone_of):
    phone = phone_of(0)
    page = evening.open(phone)
    until(keeps(page, 5))
    fields = "match: 1, apart: '', lines: [[0]]"
    ids = "id: `O${n}/1`, table: `O${n}`, at: Date.now() - 1e6 - n"
    newer = f"Array(25).keys().map((n) => ({{ {ids}, {fields} }}))"
    logs(page, f"[...{newer}, {{ id: 'OLD/1', table: 'OLD', at: Date.now() - 8 * 24 * 3600e3, {fields} }}]")
    page.goto("about:blank")
    evening.play(range(6, 9))  # the phone missed these; storing them also prunes old logs
    page = evening.open(phone)
    until(lambda: len(logs(page)) == 20)  # MOST_LOGS in offering.js
    kept_ids = [log["id"] for log in logs(page)]
    assert "OLD/1" not in kept_ids
    assert f"{evening.table.code}/1" in kept_ids
