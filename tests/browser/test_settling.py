"""Settling up on a phone: from the menu, with a stake, and after the end."""

import pytest
from playwright.sync_api import expect

from .sitting import Sitting, Thumb, expect_form, open_menu, tap_button, tap_link, tap_menu_link

pytestmark = pytest.mark.sqlite_only


def test_a_table_settles_up_from_the_menu_and_after_the_game_ends(phone):
    sitting = Sitting("tally", "gen-zero", ("Ann", "Bo", "Cy"))
    page = sitting.open(phone, "Ann")
    expect_form(page)
    open_menu(page).locator("summary").tap()
    expect(page.get_by_role("link", name="Settle up")).to_be_visible()
    expect(page.get_by_role("link", name="End the game")).to_be_hidden()
    page.locator("#menu > summary").tap()
    Thumb(page).answer("points.0 5 next, points.1 3 next")
    Thumb(page).save(1)
    open_menu(page)
    for link in "End the game", "Share the result":
        expect(page.get_by_role("link", name=link)).to_be_visible()
    tap_link(page, "Settle up")
    expect(page.locator("#settled li")).to_have_count(2)
    expect(page.locator("#settled")).to_contain_text("Cy pays Ann")
    page.get_by_label("One point").fill("0,25")
    page.get_by_label("Unit").fill("€")
    tap_button(page, "Save stake")
    expect(page.locator("#settled li")).to_contain_text(["1.25 €", "0.75 €"])
    tap_link(page, "Back to the table")
    tap_menu_link(page, "End the game")
    tap_button(page, "End the game")
    expect(page.locator("#strip .title")).to_have_text("Ann won")
    expect(page.locator("#messages #settled")).to_contain_text("Cy pays Ann")
    tap_button(page, "Undo", exact=True)
    expect_form(page)
    assert sitting.totals == [5, 3, -8]
