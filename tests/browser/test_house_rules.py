"""The house rules on a phone: what an answer makes worth asking appears, and what it makes idle goes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scorekeeper.matches import models
from tests.conftest import Phone

from .playing import reach
from .sitting import Sitting

pytestmark = [pytest.mark.browser, pytest.mark.looks]


def test_the_points_for_places_are_asked_once_places_are_written(phone: Phone) -> None:
    page = phone.open("/play/tally/")
    reach(page.locator("details.house > summary"))
    points = page.get_by_role("textbox", name="Points for first, second and so on")
    expect(page.get_by_role("textbox", name="Numbers go in steps of")).to_be_visible()
    expect(points).to_be_hidden()
    page.locator("label.key:has(input[name='house-entry'][value='rank'])").tap()
    expect(points).to_be_visible()
    expect(page.get_by_role("textbox", name="Numbers go in steps of")).to_be_hidden()
    points.fill("5, 3, 1")
    page.get_by_role("button", name="Start game").tap()
    expect(page.locator("#strip")).to_be_visible()
    house = models.Match.objects.latest("pk").house
    assert (house["entry"], house["rank_points"]) == ("rank", [5, 3, 1])


def test_the_rules_of_a_match_follow_the_answers_too(phone: Phone) -> None:
    sitting = Sitting("skat", "simple", ("Ann", "Bo", "Cy"))
    page = sitting.open(phone, "Ann", f"{sitting.path}m/1/rules")
    ramsch = page.locator("[data-question=ramsch_tie]")
    expect(ramsch).to_be_hidden()
    page.locator("label.key:has(input[name='house-all_pass'][value='ramsch'])").tap()
    expect(ramsch).to_be_visible()
    page.locator("label.key:has(input[name='house-all_pass'][value='pass_in'])").tap()
    expect(ramsch).to_be_hidden()
