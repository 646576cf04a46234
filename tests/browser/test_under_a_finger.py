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
    """With all the card points of a Skat hand the site asks for the tricks: not under a finger."""
    page = Sitting("skat", "simple", ("Ann", "Bo", "Cy")).open(phone, "Ann")
    thumb = Thumb(page)
    thumb.say("declarer 1, game clubs, matadors+without 2+no")
    held: list[Route] = []
    page.route("**/preview", lambda route: held.append(route))
    thumb.say("points 1 2 0")
    until(lambda: bool(page.wait_for_timeout(50)) or bool(held))
    chip = page.locator("#sentence .chip[data-open=game]")
    was, finger = chip.bounding_box(), Finger(page)
    finger.put_on(chip)
    with page.expect_response("**/preview"):
        for route in held:
            route.continue_()
    page.unroute("**/preview")
    page.wait_for_timeout(300)
    assert chip.bounding_box() == was
    expect(page.locator(".step[data-step=tricks]")).to_be_hidden()
    finger.lift()
    thumb.asked("game")
    expect(page.locator("#go")).to_have_text("1 to answer")


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
