"""The first page in the hand: three taps to the first hand, and any game found by a few letters."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.conftest import Phone

pytestmark = [pytest.mark.browser, pytest.mark.looks]


def test_a_game_is_found_as_its_name_is_typed_and_enter_opens_it(phone: Phone) -> None:
    page = phone.open("/")
    games = page.locator("[data-game]:visible")
    everything = games.count()
    title = page.locator("[data-game] a").last.inner_text()
    box = page.get_by_role("searchbox")
    box.fill(title.upper()[:4])
    expect(games.last).to_contain_text(title)
    assert games.count() < everything
    box.fill("nothing is called so")
    expect(page.get_by_text("No match. Try another word or browse.")).to_be_visible()
    box.fill(title)
    box.press("Enter")
    expect(page.get_by_role("button", name="Start")).to_be_visible()


def test_three_taps_lead_from_the_first_page_to_the_first_answer(phone: Phone) -> None:
    page = phone.open("/")
    page.locator("[data-game] a").first.tap()
    page.get_by_role("button", name="Start").tap()
    expect(page.locator("form.hand")).to_be_visible()
    page.locator("form.hand label.key:visible").first.tap()
    expect(page.locator("form.hand :checked").first).to_be_attached()
