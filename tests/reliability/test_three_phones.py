"""Three offline phones and a site that is killed and restored: all end with one sheet."""

import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager

import pytest
from django.db import connection
from playwright.sync_api import expect

from tests.browser.sitting import Thumb, expect_all_sent
from tests.conftest import PHONE, SAVES_DATA, go_offline
from tests.nightly import by_night
from tests.reliability.club_site import phone_key
from tests.reliability.site import ROOT, free_port, query, served, with_tables

pytestmark = [
    by_night,
    pytest.mark.chaos,
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.timeout(600),
]

POSTGRESQL = connection.vendor == "postgresql"
# The keys of the forms that a phone has not delivered, in order.
KEYS = """() => new Promise((done) => {
    indexedDB.open("scorekeeper").onsuccess = ({ target: { result } }) => {
        const found = result.transaction("entries").objectStore("entries").getAll();
        found.onsuccess = () => {
            result.close();
            done(found.result.sort((one, other) => one.n - other.n).map((one) => one.key));
        };
    };
})"""


def run_club_command(site, name):
    command = [sys.executable, "-m", "tests.reliability.club_site", name]
    process = subprocess.run(command, env=site.environment, cwd=ROOT, check=True, capture_output=True)
    return json.loads(process.stdout)


@contextmanager
def phone_of(browser, site, name, with_engine=False):
    context = browser.new_context(**PHONE)
    context.set_default_timeout(20_000)
    context.add_cookies([{"name": "phone", "value": phone_key(name), "url": f"http://127.0.0.1:{site.port}"}])
    if not with_engine:
        context.add_init_script(SAVES_DATA)
    try:
        yield context
    finally:
        context.close()


def enter(page, hand, answers):
    expect(page.locator("#entry-title")).to_have_text(f"Hand {hand}")
    Thumb(page).answer(answers)
    Thumb(page).tap(page.locator("#save:not(.waits)"))


def go_online(context):
    context.set_offline(False)
    context.pages[0].evaluate("window.dispatchEvent(new Event('online'))")


def check_totals(page, *totals):
    expect(page.locator("#strip .number")).to_have_text([*totals])


def results(site):
    """Return whether each side won, and its total, as stored."""
    return query(site.environment, "select won, total from tables_result order by side")


def played(site):
    return query(site.environment, "select count(*) from clubs_played")[0][0]


def test_offline_hands_of_three_phones_count_once_after_a_restore(browser, tmp_path):
    if POSTGRESQL and shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not installed")
    with with_tables(tmp_path) as environment, ExitStack() as stack:
        site = stack.enter_context(served(free_port(), 1, environment | {"BACKUPS": "0"}, "--no-migrate"))
        club = run_club_command(site, "begin")
        phones = {
            name: stack.enter_context(phone_of(browser, site, name, with_engine=name == "Ann"))
            for name in ("Ann", "Bo", "Cy")
        }
        ann, bo, cy = pages = [phone.new_page() for phone in phones.values()]
        site_url = f"http://127.0.0.1:{site.port}"
        for page in pages:
            page.goto(f"{site_url}/t/{club['code']}/")

        # Hand 1 is on every sheet; then the network goes.
        enter(ann, 1, "bidder 0, bid 60, took.0 70")
        for page in pages:
            check_totals(page, "70", "30")
        expect(ann.locator(".menu .works-offline")).to_be_visible(timeout=60_000)
        for page in pages:
            go_offline(page)

        # Ann plays to the end of the match, Bo enters two other hands, Cy watches.
        enter(ann, 2, "bidder 0, bid 60, took.0 70")
        check_totals(ann, "140", "60")
        enter(bo, 2, "bidder 1, bid 60, took.1 60")
        enter(ann, 3, "bidder 0, bid 65, took.0 70")
        expect(ann.locator("#strip .title")).to_contain_text("Ann & Cy won")
        enter(bo, 3, "bidder 0, bid 65, took.0 75")
        expect(bo.locator("#waiting")).to_contain_text("2 hands kept")
        kept_keys = [*ann.evaluate(KEYS), *bo.evaluate(KEYS)]
        assert len(set(kept_keys)) == 4

        # Meanwhile the site is killed and restored from a backup without hand 1.
        os.killpg(site.process.pid, signal.SIGKILL)
        site.process.wait()
        (copy,) = (tmp_path / "backups").glob("scorekeeper-*")
        site.manage("restore", str(copy), "--yes")
        assert query(site.environment, "select count(*) from tables_entry") == [(0,)]
        stack.enter_context(served(site.port, 1, site.environment))

        # Ann comes back with the finished match; then Cy, who sees it.
        go_online(phones["Ann"])
        expect(ann.get_by_role("button", name="Play again")).to_be_visible()
        go_online(phones["Cy"])
        expect(cy.locator("#strip .title")).to_contain_text("Ann & Cy won")
        assert results(site) == [(True, 210), (False, 90)]
        assert played(site) == 1

        # Bo comes back with two conflicting hands.
        go_online(phones["Bo"])
        bo.get_by_role("button", name="Compare").tap()
        expect(bo.locator("#runs")).to_contain_text("Theirs (Ann)")
        bo.get_by_role("button", name="Mine are right").tap()
        for page in pages:
            check_totals(page, "185", "115")
            expect(page.locator(".winner")).to_have_count(0)
            expect_all_sent(page)
        assert results(site) == []
        assert played(site) == 0

        # They play on together, to another end.
        enter(cy, 4, "bidder 0, bid 60, defender_bid no, took.0 70")
        for page in pages:
            check_totals(page, "255", "115")
            expect(page.locator("#strip .title")).to_contain_text("Ann & Cy won")
            expect(page.get_by_role("button", name="Play again")).to_be_visible()

        # Every entry is in the log once, and the derived data are those of the log.
        report = run_club_command(site, "report")
        assert [entry[:2] for entry in report["log"]] == [[1, 1], [2, 1], [3, 1], [2, 2], [3, 2], [4, 1]]
        assert [entry[2] for entry in report["log"]][1:5] == kept_keys
        assert len({entry[2] for entry in report["log"]}) == 6
        assert report["broken"] is None
        assert (report["totals"], report["winners"], report["won"]) == (["255", "115"], [0], [True, False])
        assert report["as_rebuilt"], report
        assert report["rebuilt"].endswith("0 had other results")
        assert not any(page.evaluate(KEYS) for page in pages)
        phones["Cy"].add_cookies([{"name": "sid", "value": club["session"], "url": site_url}])
        cy.goto(f"{site_url}/c/{club['club']}/history/")
        expect(cy.locator(".matches li")).to_have_count(1)
        expect(cy.locator(".matches .won")).to_contain_text("255")
        cy.goto(f"{site_url}/c/{club['club']}/figures/")
        expect(cy.locator("main")).to_contain_text("Two Hundred")
