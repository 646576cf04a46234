"""From the first page to the first hand, on a phone of 360 × 600."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.conftest import Phone

from .axe import found

pytestmark = pytest.mark.browser

SMALL = {"viewport": {"width": 360, "height": 600}}


@pytest.mark.parametrize("game", ["Two Hundred", "Five Hundred", "Big Two"])
def test_from_home_to_the_first_hand_in_three_taps(new_phone: Callable[..., Phone], game: str) -> None:
    page = new_phone(**SMALL).open("/")
    page.get_by_role("link", name=game).first.tap()
    start = page.locator("form.start .act button")
    expect(start).to_be_in_viewport(ratio=1)
    start.tap()
    expect(page.locator("#hand-form")).to_be_visible()


def test_the_start_asks_who_sits_where_and_keeps_the_rules_in_one_line(
    new_phone: Callable[..., Phone],
) -> None:
    for scheme in "light", "dark":
        page = new_phone(**SMALL, color_scheme=scheme).open("/play/five_hundred/")
        line = page.locator(".chosen > summary")
        expect(line).to_contain_text("4")
        assert line.bounding_box()["height"] <= 90
        expect(page.locator("input[name='name.0']")).to_be_in_viewport(ratio=1)
        for rule in page.locator("#telling, [name='preset'], [name='shape']").all():
            expect(rule).not_to_be_visible()
        assert page.evaluate("document.documentElement.scrollHeight") <= 1100
        line.tap()
        expect(page.locator("#telling")).to_be_visible()
        assert found(page) == []


def test_enter_goes_from_name_to_name_and_then_to_the_key(new_phone: Callable[..., Phone]) -> None:
    page = new_phone(**SMALL).open("/play/two_hundred/")
    page.locator("input[name='name.0']").tap()
    for seat, name in enumerate(("Ann", "Bo", "Cy", "Di")):
        expect(page.locator(f"input[name='name.{seat}']")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator("form.start .act button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#strip")).to_contain_text("Di")


def test_what_is_decided_behind_the_line_holds(new_phone: Callable[..., Phone]) -> None:
    page = new_phone(**SMALL).open("/play/big_two/")
    line = page.locator(".chosen > summary")
    line.tap()
    page.locator("label.key", has=page.locator("input[name='shape'][value='3x3']")).tap()
    expect(page.locator("input[name^='name.']")).to_have_count(3)
    expect(line).to_contain_text("3 players")
    page.locator("form.start .act button").tap()
    expect(page.locator("#strip .total")).to_have_count(3)
