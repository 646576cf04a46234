"""A game of one's own on a phone: named at the start, found again on the first page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scorekeeper.matches import models
from tests.conftest import Phone

from .playing import reach

pytestmark = [pytest.mark.browser, pytest.mark.looks]


def test_a_game_is_named_once_and_found_again_as_it_was(phone: Phone) -> None:
    page = phone.open("/play/tally/")
    page.get_by_label("Name").fill("Canasta")
    low = page.locator("label.key:has(input[name='house-direction'][value='low'])")
    reach(low)
    low.tap()
    page.get_by_role("button", name="Start game").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Canasta")
    phone.open("/")
    page.locator(".game", has_text="Canasta").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Canasta")
    expect(page.get_by_label("Name")).to_have_value("Canasta")
    expect(page.locator("input[name='house-direction'][value='low']")).to_be_checked()
    page.get_by_role("button", name="Start game").tap()
    expect(page.locator("#strip")).to_be_visible()
    assert [match.title for match in models.Match.objects.all()] == ["Canasta", "Canasta"]
    assert models.Match.objects.latest("pk").house["direction"] == "low"
