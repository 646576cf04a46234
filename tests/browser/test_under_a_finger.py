"""What is under a finger stays there until it is lifted, whatever the site says meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from games import every_game
from games.engine import hand_from_json
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


def test_nothing_scrolls_by_itself_from_the_first_question_to_saving(phone: Phone) -> None:
    """A page that scrolled after an answer could go past the question that decides."""
    page = Sitting("big_two").open(phone, "Ann")
    scrolled = """() => {
        window.scrolled = [];
        const noted = (name, was) => function (...how) { scrolled.push(name); return was.apply(this, how); };
        Element.prototype.scrollIntoView = noted("scrollIntoView", Element.prototype.scrollIntoView);
    }"""
    page.evaluate(scrolled)
    thumb = Thumb(page)
    page.evaluate("window.scrollTo(0, 150)")
    was = page.evaluate("scrollY")
    page.locator("label.key:has(input[name=winner][value='0'])").evaluate("key => key.click()")
    expect(page.locator("#preview[data-idle*='left.0']")).to_be_attached()
    assert page.evaluate("[scrollY, scrolled]") == [was, []]
    for box, cards in ("left.1", 3), ("left.2", 7), ("left.3", 1):
        page.locator(f"input[name='{box}'][value='{cards}']").evaluate("input => input.click()")
    expect(page.locator("#go")).to_contain_text("Save:")
    assert page.evaluate("[scrollY, scrolled]") == [was, []]
    thumb.save(1)


def test_a_hand_of_another_phone_comes_onto_the_sheet_once_the_finger_is_lifted(phone: Phone) -> None:
    sitting = Sitting("big_two", hands=(DEAL, DEAL))
    page = sitting.open(phone, "Cy")
    totals = page.locator("#strip")
    expect(totals).to_be_visible()
    before, finger = totals.inner_text(), Finger(page)
    finger.put_on(page.locator("#race"))
    with page.expect_response("**/sheet"):
        sitting.write(3, hand_from_json(every_game()["big_two"], DEAL))
    page.wait_for_timeout(300)
    assert totals.inner_text() == before
    finger.lift()
    expect(page.locator("#rows tbody")).to_have_count(3)
    assert totals.inner_text() != before
