"""Settling up on a phone: from the menu, with a stake, and after the end."""

import pytest
from playwright.sync_api import expect

from .sitting import Sitting, Thumb, tap_menu_link

pytestmark = [pytest.mark.browser, pytest.mark.looks]


def test_a_table_settles_up_by_the_menu_and_when_it_stops(phone):
    sitting = Sitting("tally", "gen-zero", ("Ann", "Bo", "Cy"))
    page = sitting.open(phone, "Ann")
    expect(page.locator("#hand-form")).to_be_visible()
    page.locator("#menu > summary").tap()
    page.locator("#menu details > summary").tap()
    expect(page.get_by_role("link", name="Settle up")).to_be_visible()
    expect(page.get_by_role("link", name="End the game")).to_be_hidden()
    page.locator("#menu > summary").tap()
    Thumb(page).answer("points.0 5 next, points.1 3 next")
    Thumb(page).save(1)
    page.locator("#menu > summary").tap()
    for link in "End the game", "Share the result":
        expect(page.get_by_role("link", name=link)).to_be_visible()
    page.get_by_role("link", name="Settle up").tap()
    expect(page.locator("#settled li")).to_have_count(2)
    expect(page.locator("#settled")).to_contain_text("Cy pays Ann")
    page.get_by_label("One point").fill("0,25")
    page.get_by_label("Unit").fill("€")
    page.get_by_role("button", name="Save stake").tap()
    expect(page.locator("#settled li")).to_contain_text(["1.25 €", "0.75 €"])
    page.get_by_role("link", name="Back to the table").tap()
    tap_menu_link(page, "End the game")
    page.get_by_role("button", name="End the game").tap()
    expect(page.locator("#strip .title")).to_have_text("Ann won")
    expect(page.locator("#messages #settled")).to_contain_text("Cy pays Ann")
    page.get_by_role("button", name="Undo", exact=True).tap()
    expect(page.locator("#hand-form")).to_be_visible()
    assert sitting.totals == [5, 3, -8]
