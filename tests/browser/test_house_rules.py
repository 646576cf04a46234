"""The form of house rules on a phone: questions appear and disappear as answers make them relevant."""

import pytest
from playwright.sync_api import expect

from scorekeeper.matches import models

from .playing import reveal
from .sitting import Sitting, expect_title, tap_button

pytestmark = pytest.mark.sqlite_only


def test_own_game_keeps_its_name_and_rules(phone):
    page = phone.open("/play/tally/")
    page.get_by_label("Name").fill("Canasta")
    low = page.locator("label.key:has(input[name='house-direction'][value='low'])")
    reveal(low)
    low.tap()
    reveal(page.locator("details.house > summary"))
    points, steps = (
        page.get_by_role("textbox", name=name)
        for name in ("Points for first, second and so on", "Numbers go in steps of")
    )
    expect(steps).to_be_visible()
    expect(points).to_be_hidden()
    page.locator("label.key:has(input[name='house-entry'][value='rank'])").tap()
    expect(points).to_be_visible()
    expect(steps).to_be_hidden()
    points.fill("5, 3, 1")
    tap_button(page, "Start game")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Canasta")
    phone.open("/")
    page.locator(".tile", has_text="Canasta").tap()
    expect_title(page, "Canasta")
    expect(page.get_by_label("Name")).to_have_value("Canasta")
    expect(page.locator("input[name='house-direction'][value='low']")).to_be_checked()
    tap_button(page, "Start game")
    expect(page.locator("#strip")).to_be_visible()
    assert [match.title for match in models.Match.objects.all()] == ["Canasta", "Canasta"]
    house = models.Match.objects.latest("pk").house
    assert (house["direction"], house["entry"], house["rank_points"]) == ("low", "rank", [5, 3, 1])


def test_saving_the_rules_of_a_running_game_leads_back_to_the_table(phone):
    """Check that the URL and the page agree: one sheet, the menu, and no form of rules."""
    sitting = Sitting("skat", "simple", ("Ann", "Bo", "Cy"))
    for changed in True, False:
        page = sitting.open(phone, "Ann", f"{sitting.path}m/1/rules")
        if changed:
            page.get_by_role("searchbox").fill("most")
            ramsch = page.locator(".rule-row[data-question=ramsch_tie]")
            expect(ramsch).to_be_hidden()
            page.get_by_role("searchbox").fill("all three pass")
            rule = page.locator(".rule-row[data-question=all_pass]")
            expect(page.locator(".rule-row:visible")).to_have_count(1)
            rule.locator("summary").tap()
            key = rule.locator("label.key:has(input[value='ramsch'])")
            key.tap()
            expect(rule.locator("summary")).to_contain_text("changed")
            expect(rule.locator("summary .answer")).to_have_text(
                key.locator("span").first.evaluate("label => label.firstChild.textContent.trim()")
            )
            page.get_by_role("searchbox").fill("most")
            expect(ramsch).to_be_visible()
            expect(page.get_by_text("No hand so far would change.")).to_be_in_viewport(ratio=1)
        tap_button(page, "Play by these rules")
        expect(page.locator("main #sheet")).to_have_count(1)
        expect(page.locator("main")).to_have_count(1)
        expect(page.locator("#menu")).to_have_count(1)
        expect(page.locator("#_rules")).to_have_count(0)
        assert page.url.split("?")[0] == phone.url + sitting.path
