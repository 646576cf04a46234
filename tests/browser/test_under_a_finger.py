"""What is under a finger stays there until it is lifted, whatever the site says meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from games import every_game
from games.engine import read_hand
from tests.conftest import Phone, until

from .sitting import Sitting, Thumb

pytestmark = pytest.mark.browser

DEAL = {"kind": "deal", "winner": 0, "left": [0, 3, 5, 10]}


class Finger:
    """A finger that stays down, as a tap of Playwright does not."""

    def __init__(self, page: Page) -> None:
        self.page, self.touch = page, page.context.new_cdp_session(page)

    def put_on(self, key: Locator) -> None:
        box = key.bounding_box()
        assert box is not None
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self.touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})

    def lift(self) -> None:
        self.touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def key_of(page: Page, box: str, value: int) -> Locator:
    return page.locator(f"label.key:has(input[name='{box}'][value='{value}'])")


def chosen(page: Page) -> list[str]:
    inputs = page.locator("#hand-form input[name^='left.']:checked").all()
    return [f"{one.get_attribute('name')}={one.get_attribute('value')}" for one in inputs]


def test_an_answer_that_comes_while_a_key_is_pressed_moves_nothing_until_it_is_let_go(
    new_phone: Callable[..., Phone],
) -> None:
    """Who went out has no cards left, so their keys go, and those below move up: not under a finger."""
    phone = new_phone(viewport={"width": 360, "height": 1600})  # nothing scrolls
    page = Sitting("big_two").open(phone, "Ann")
    held: list[Route] = []
    page.route("**/preview", lambda route: held.append(route))
    Thumb(page).key("Who went out?", "Ann")
    until(lambda: bool(page.wait_for_timeout(50)) or bool(held))
    key = key_of(page, "left.1", 3)
    was, finger = key.bounding_box(), Finger(page)
    finger.put_on(key)
    with page.expect_response("**/preview"):
        for route in held:
            route.continue_()
    page.unroute("**/preview")
    page.wait_for_timeout(300)
    assert key.bounding_box() == was
    finger.lift()
    expect(key.locator("input")).to_be_checked()
    expect(key_of(page, "left.0", 3)).to_be_hidden()
    assert chosen(page) == ["left.1=3"]


# What comes a moment after a tap, let go by the test: `heldBack`.
HOLD = """
    const real = setTimeout;
    window.heldBack = [];
    window.setTimeout = (what, ms, ...more) => (ms === 200 ? heldBack.push(what) : real(what, ms, ...more));
"""


def test_the_next_question_does_not_come_into_view_under_a_finger(phone: Phone) -> None:
    phone.page.add_init_script(HOLD)
    page = Sitting("big_two").open(phone, "Ann")
    key = key_of(page, "left.0", 1)
    expect(key).to_be_visible()
    Thumb(page).key("Who went out?", "Cy")
    until(lambda: page.evaluate("heldBack.length") == 1)
    was, finger = key.bounding_box(), Finger(page)
    finger.put_on(key)
    page.evaluate("heldBack.pop()()")
    page.wait_for_timeout(300)
    assert key.bounding_box() == was
    finger.lift()
    expect(key.locator("input")).to_be_checked()
    assert chosen(page) == ["left.0=1"]
    page.wait_for_timeout(100)
    page.evaluate("heldBack.splice(0).forEach((what) => what())")
    until(lambda: key.bounding_box() != was)


def test_a_hand_of_another_phone_comes_onto_the_sheet_once_the_finger_is_lifted(phone: Phone) -> None:
    sitting = Sitting("big_two", hands=(DEAL, DEAL))
    page = sitting.open(phone, "Cy")
    totals = page.locator("#strip")
    expect(totals).to_be_visible()
    before, finger = totals.inner_text(), Finger(page)
    finger.put_on(page.locator("#race"))
    with page.expect_response("**/sheet"):
        sitting.write(3, read_hand(every_game()["big_two"], DEAL))
    page.wait_for_timeout(300)
    assert totals.inner_text() == before
    finger.lift()
    expect(page.locator("#rows tbody")).to_have_count(3)
    assert totals.inner_text() != before
