"""What comes once a page stands (later.js) may come late or never: nothing that was typed is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.conftest import Phone, cut_off, until

from .sitting import Sitting, Thumb, nothing_waits
from .test_waiting import fill, forgive, kept, offline_hand, online

pytestmark = pytest.mark.browser

LATER = "**/later.*.js"
HAND = "**/m/1/hand"


def hold_up(phone: Phone) -> list[Route]:
    """What a phone asks for and does not get, until ``let_come``."""
    held: list[Route] = []
    phone.context.route(LATER, lambda route: held.append(route))  # Playwright takes no method of a list
    return held


def let_come(phone: Phone, held: list[Route]) -> None:
    until(lambda: bool(phone.page.wait_for_timeout(20)) or bool(held))
    phone.context.unroute(LATER)
    for route in held:
        route.continue_()


def test_a_hand_that_can_neither_be_sent_nor_kept_stays_in_its_form(phone: Phone) -> None:
    sitting = Sitting("five_hundred")
    for address in (LATER, HAND):
        phone.context.route(address, lambda route: route.abort())
    page = sitting.open(phone, "Bo")
    thumb = fill(page)
    key = page.locator("#hand-form input[name=key]").input_value()
    thumb.on(page.locator("#go"))
    expect(page.locator("#trouble")).to_contain_text("needs a connection")
    expect(page.locator("#hand-form input[name=number]")).to_have_value("1")
    expect(page.locator("#hand-form input[name='level+trumps'][value='8+hearts']")).to_be_checked()
    assert page.locator("#hand-form input[name=key]").input_value() == key
    phone.context.unroute(HAND)
    thumb.on(page.locator("#go"))
    until(sitting.settled(1))
    expect(page.locator("#trouble > *")).to_have_count(0)
    assert sitting.totals == [300, 10]
    forgive(phone)


def test_a_hand_waits_for_what_keeps_it(phone: Phone) -> None:
    sitting = Sitting("five_hundred")
    held = hold_up(phone)
    phone.context.route(HAND, lambda route: route.abort())
    page = sitting.open(phone, "Bo")
    fill(page).on(page.locator("#go"))
    let_come(phone, held)
    kept(page)
    expect(page.locator("#hand-form input[name=number]")).to_have_value("2")
    forgive(phone)


def test_a_hand_is_sent_after_those_that_wait_on_this_phone(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone, page = offline_hand(new_phone, sitting)
    phone.context.route(HAND, lambda route: route.abort())
    online(phone)
    held = hold_up(phone)
    page.reload()
    fill(page, 8).on(page.locator("#go"))
    let_come(phone, held)
    kept(page, 2)
    assert sitting.match.length == 0
    phone.context.unroute(HAND)
    online(phone)
    until(sitting.settled(2))
    nothing_waits(page)
    assert sitting.totals == [600, 30]
    forgive(phone)


def test_a_sheet_that_came_before_is_kept_too(new_phone) -> None:
    """Where it could not be loaded at first, the next sheet asks for it again."""
    sitting = Sitting("five_hundred")
    phone = new_phone()
    phone.context.route(LATER, lambda route: route.abort())
    page = sitting.open(phone, "Bo")
    other = sitting.open(new_phone(), "Ann")
    for hands, tricks in ((1, 9), (2, 7)):
        fill(other, tricks)
        Thumb(other).save(hands)
        until(sitting.settled(hands))
        expect(page.locator("#rows tbody")).to_have_count(hands)
        phone.context.unroute(LATER)
    thumb = fill(page)
    cut_off(page)  # it waits for the newest line of the log
    thumb.on(page.locator("#go"))
    kept(page)
    forgive(phone)
