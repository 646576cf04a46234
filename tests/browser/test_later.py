"""The late-loading script (later.js), slow or missing: no typed answer is lost."""

from playwright.sync_api import expect

from tests.conftest import go_offline, go_online, until

from .sitting import SAVE, Sitting, enter_eight_hearts, expect_all_sent, expect_hand, forget_network_errors
from .test_waiting import expect_kept_hands

LATER = "**/later.*.js"
HAND = "**/m/1/hand"


def hold_script(phone):
    held_routes = []
    # Playwright needs a plain function.
    phone.context.route(LATER, lambda route: held_routes.append(route))
    return held_routes


def release(phone, held_routes):
    until(lambda: phone.page.evaluate("true") and held_routes)  # Playwright handles routes during its calls
    phone.context.unroute(LATER)
    for route in held_routes:
        route.continue_()


def test_hand_that_can_neither_be_sent_nor_kept_stays_in_its_form(phone):
    sitting = Sitting("five_hundred")
    for pattern in (LATER, HAND):
        phone.context.route(pattern, lambda route: route.abort())
    page = sitting.open(phone, "Bo")
    thumb = enter_eight_hearts(page)
    key = page.locator("#hand-form input[name=key]").input_value()
    thumb.tap(page.locator("#save"))
    expect(page.locator("#trouble")).to_contain_text("needs a connection")
    expect_hand(page, 1)
    expect(page.locator("#hand-form input[name='level+trumps'][value='8+hearts']")).to_be_checked()
    assert page.locator("#hand-form input[name=key]").input_value() == key
    phone.context.unroute(HAND)
    thumb.tap(page.locator("#save"))
    sitting.wait_for(1)
    expect(page.locator("#trouble > *")).to_have_count(0)
    assert sitting.totals == [300, 10]
    forget_network_errors(phone)


def test_hands_are_sent_in_order(phone):
    sitting = Sitting("five_hundred")
    held_routes = hold_script(phone)
    phone.context.route(HAND, lambda route: route.abort())
    page = sitting.open(phone, "Bo")
    enter_eight_hearts(page, wait_for_idle=False).tap(page.locator(SAVE))
    release(phone, held_routes)
    expect_kept_hands(page)
    expect_hand(page, 2)
    held_routes = hold_script(phone)
    page.reload()
    enter_eight_hearts(page, 6, wait_for_idle=False).tap(page.locator(SAVE))
    release(phone, held_routes)
    expect_kept_hands(page, 2)
    assert sitting.match.length == 0
    phone.context.unroute(HAND)
    go_online(page)
    sitting.wait_for(2)
    expect_all_sent(page)
    assert [hand.tricks[0] for hand in sitting.hands] == [9, 6]
    forget_network_errors(phone)


def test_next_sheet_loads_the_script_after_a_failure(phone):
    sitting = Sitting("five_hundred")
    phone.context.route(LATER, lambda route: route.abort())
    page = sitting.open(phone, "Bo")
    for hands in 1, 2:
        sitting.adjust(100, 0)
        expect(page.locator("#rows tbody")).to_have_count(hands)
        phone.context.unroute(LATER)
    thumb = enter_eight_hearts(page)
    go_offline(page)  # after the page has loaded the newest entry of the log
    thumb.tap(page.locator("#save"))
    expect_kept_hands(page)
    forget_network_errors(phone)
