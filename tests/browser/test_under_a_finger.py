"""What is under a finger stays there until it is lifted, whatever the site says meanwhile."""

from __future__ import annotations

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


def test_an_answer_that_comes_while_a_key_is_pressed_moves_nothing_until_it_is_let_go(phone: Phone) -> None:
    """What is at stake once the bid is known comes from the site: no key moves under a finger for it."""
    page = Sitting("two_hundred").open(phone, "Ann")
    held: list[Route] = []
    page.route("**/preview", lambda route: held.append(route))
    thumb = Thumb(page)
    thumb.say("bidder 0, bid 60")
    until(lambda: bool(page.wait_for_timeout(50)) or bool(held))
    key = page.locator("label.key:has(input[name='took.0'][value='70'])")
    expect(page.locator(".keyboard.fresh")).to_have_count(0)
    was, finger = key.bounding_box(), Finger(page)
    finger.put_on(key)
    with page.expect_response("**/preview"):
        for route in held:
            route.continue_()
    page.unroute("**/preview")
    page.wait_for_timeout(300)
    assert key.bounding_box() == was
    expect(page.locator("#preview")).not_to_contain_text("60 or more")
    finger.lift()
    expect(key.locator("input")).to_be_checked()
    expect(page.locator("#go")).to_contain_text("Save:")


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
