"""One evening at one table: three games, four phones, and nothing scrolls while a hand is entered."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import Phone

from .sitting import NAMES, Sitting, Thumb

pytestmark = [pytest.mark.browser]

LOW = {"width": 360, "height": 600}
WATCH_SCROLLING = """() => {
    window.scrolled = 0;
    document.addEventListener("scroll", () => scrolled++, true);
}"""


def totals(page: Page, *expected: int) -> None:
    for side, total in enumerate(expected):
        expect(page.locator(".total .number").nth(side)).to_have_text(str(total).replace("-", "−"))


def enter(page: Page, answers: str, hand: int, kind: str = "") -> None:
    """A hand with one thumb: from the first tap to the next hand the page stands still."""
    expect(page.locator("#hand-form input[name=number]")).to_have_value(str(hand))
    page.evaluate(WATCH_SCROLLING)
    thumb = Thumb(page)
    if kind:
        thumb.on(page.locator(".kinds label.key").filter(has=page.get_by_text(kind, exact=True)))
    if answers:
        thumb.say(answers)
    thumb.on(page.locator("#go", has_text="Save:"))
    expect(page.locator("#hand-form input[name=number]")).to_have_value(str(hand + 1))
    assert page.evaluate("[scrolled, scrollY]") == [0, 0]


def another_game(pages: list[Page], title: str, match: int) -> None:
    """The first phone chooses it; the table, its code and who sits where stay, and every phone follows."""
    host, address = pages[0], pages[0].url.split("?")[0]
    host.locator("#menu > summary").tap()
    host.locator("#menu").get_by_role("link", name="Another game").tap()
    host.locator("a.game, a.tile").filter(has_text=title).first.tap()
    host.get_by_role("button", name="Start game").tap()
    for page in pages:
        expect(page.locator("#sheet")).to_have_attribute("data-match", str(match))
        expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    assert host.url.split("?")[0] == address


def test_an_evening_of_three_games_at_one_table(new_phone: Any) -> None:
    sitting = Sitting("two_hundred")
    low: list[Phone] = [new_phone(viewport=LOW) for _who in ("Ann", "Cy")]
    desk = new_phone(viewport={"width": 1280, "height": 800}, is_mobile=False)
    ann, cy, bo = sitting.open(low[0], "Ann"), sitting.open(low[1], "Cy"), sitting.open(desk, "Bo")
    enter(ann, "bidder 1, bid 60, took.1 70", 1)
    # Di joins late, knows nothing but the link, and watches.
    di = sitting.open(new_phone(viewport=LOW), "Di")
    pages = [ann, bo, cy, di]
    for page in pages:
        totals(page, 30, 70)
    for page in cy, di:
        expect(page.locator("#hand-form")).to_have_count(0)

    another_game(pages, "Five Hundred", 2)
    # Bo writes on a keyboard what Ann taps at the same time: one of them is asked whose hand is right.
    thumb = Thumb(ann)
    thumb.say("bidder 2, level+trumps 8+hearts, tricks.0 9")
    for step, keys in ("bidder", "b"), ("level", "7s"), ("tricks.1", "7"):
        Thumb(bo).asked(step)
        bo.keyboard.type(keys)
    expect(bo.locator("#go", has_text="Save:")).to_be_visible()
    thumb.on(ann.locator("#go", has_text="Save:"))
    expect(ann.locator("#hand-form input[name=number]")).to_have_value("2")
    bo.keyboard.press("Enter")
    expect(bo.locator(".clash")).to_contain_text("8♥")
    desk.complaints.clear()  # the browser's own word for a 409
    bo.get_by_role("button", name="Both were played").click()
    for page in pages:
        totals(page, 330, 150)
    enter(ann, "bidder 1, made yes", 3, "Misère")
    for page in pages:
        totals(page, 330, 400)

    another_game(pages, "Big Two", 3)
    seats = dict(enumerate(NAMES))
    expect(ann.locator(".total .name")).to_have_text(list(seats.values()))
    enter(ann, "winner 0, left.1 3, left.2 7, left.3 1", 1)
    for page in pages:
        totals(page, 11, -3, -7, -1)
    assert sitting.table.matches.count() == 3
