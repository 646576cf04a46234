"""Three offline phones and a site that is killed and restored: all end with one sheet."""

import os
import shutil
import signal
from contextlib import ExitStack

import pytest
from django.db import connection
from playwright.sync_api import expect

from tests.browser.sitting import Thumb, expect_all_sent
from tests.conftest import go_offline, go_online
from tests.nightly import by_night
from tests.reliability.site import query, run_script, served, with_tables

pytestmark = [
    by_night,
    pytest.mark.chaos,
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.timeout(600),
]


def kept_keys(page):
    """Return the keys of the two hands that a phone has not delivered, in order."""
    items = page.locator("#waiting [data-key]")
    expect(items).to_have_count(2)
    return items.evaluate_all("items => items.map((item) => item.dataset.key)")


def enter(page, hand, answers):
    expect(page.locator("#entry-title")).to_have_text(f"Hand {hand}")
    Thumb(page).answer(answers)
    Thumb(page).tap(page.locator("#save:not(.waits)"))


def check_totals(page, *totals):
    expect(page.locator("#strip .number")).to_have_text([*totals])


def results(site):
    """Return whether each side won, and its total, as stored."""
    return query(site.environment, "select won, total from tables_result order by side")


def count_played(site):
    return query(site.environment, "select count(*) from clubs_played")[0][0]


def test_offline_hands_of_three_phones_count_once_after_a_restore(browser, tmp_path):
    if connection.vendor == "postgresql" and shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not installed")
    with with_tables(tmp_path) as environment, ExitStack() as stack:
        site = stack.enter_context(served(environment | {"BACKUPS": "0"}, "--no-migrate"))
        club = run_script(environment, "club_site", "begin")

        def open_phone(name):
            phone = site.phone_of(browser, f"a phone that belongs to {name}", with_engine=name == "Ann")
            page = stack.enter_context(phone).new_page()
            page.goto(f"{site.url}/t/{club['code']}/")
            return page

        ann, bo, cy = pages = [open_phone(name) for name in ("Ann", "Bo", "Cy")]

        # Hand 1 is on every sheet; then the phones lose the network.
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
        kept_before = [*kept_keys(ann), *kept_keys(bo)]
        assert len(set(kept_before)) == 4

        # Meanwhile the site is killed and restored from a backup without hand 1.
        os.killpg(site.process.pid, signal.SIGKILL)
        site.process.wait()
        (copy,) = (tmp_path / "backups").glob("scorekeeper-*")
        site.manage("restore", str(copy), "--yes")
        assert query(site.environment, "select count(*) from tables_entry") == [(0,)]
        stack.enter_context(served(site.environment, port=site.port))

        # Ann comes back online with the finished match; then Cy comes back and sees it.
        go_online(ann)
        expect(ann.get_by_role("button", name="Play again")).to_be_visible()
        go_online(cy)
        expect(cy.locator("#strip .title")).to_contain_text("Ann & Cy won")
        assert results(site) == [(True, 210), (False, 90)]
        assert count_played(site) == 1

        # Bo comes back with two conflicting hands.
        go_online(bo)
        bo.get_by_role("button", name="Compare").tap()
        expect(bo.locator("#runs")).to_contain_text("Theirs (Ann)")
        bo.get_by_role("button", name="Mine are right").tap()
        for page in pages:
            check_totals(page, "185", "115")
            expect(page.locator(".winner")).to_have_count(0)
            expect_all_sent(page)
        assert results(site) == []
        assert count_played(site) == 0

        # They play on together until the match ends again.
        enter(cy, 4, "bidder 0, bid 60, defender_bid no, took.0 70")
        for page in pages:
            check_totals(page, "255", "115")
            expect(page.locator("#strip .title")).to_contain_text("Ann & Cy won")
            expect(page.get_by_role("button", name="Play again")).to_be_visible()
            expect_all_sent(page)

        # Every entry (number, rev, key) is in the log once, and the derived data agree with the log.
        report = run_script(environment, "club_site", "report")
        assert [entry[:2] for entry in report["log"]] == [[1, 1], [2, 1], [3, 1], [2, 2], [3, 2], [4, 1]]
        assert [entry[2] for entry in report["log"]][1:5] == kept_before
        assert len({entry[2] for entry in report["log"]}) == 6
        assert report["broken"] is None
        assert (report["totals"], report["winners"]) == (["255", "115"], [0])
        assert results(site) == [(True, 255), (False, 115)]
        assert report["as_rebuilt"], report
        assert report["rebuilt"].endswith("0 had wrong results")
        cy.context.add_cookies([{"name": "sid", "value": club["session"], "url": site.url}])
        cy.goto(f"{site.url}/c/{club['club']}/history/")
        expect(cy.locator(".matches li")).to_have_count(1)
        expect(cy.locator(".matches .won")).to_contain_text("255")
        cy.goto(f"{site.url}/c/{club['club']}/figures/")
        expect(cy.locator("main")).to_contain_text("Two Hundred")
