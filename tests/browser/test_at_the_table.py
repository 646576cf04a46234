"""The table on several phones at once, and on one whose script or network is away."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, Route, expect

from tests.conftest import cut_off, until

from .playing import say_why
from .sitting import Sitting, Thumb, nothing_waits

pytestmark = pytest.mark.browser


def total(page, side: int):
    return page.locator(".total .number").nth(side)


def enter(page, hand: int, bidder: str = "Cy", tricks: int = 9) -> Thumb:
    """A hand of eight hearts."""
    thumb = Thumb(page)
    thumb.key("Who won the bidding?", bidder)
    thumb.number("level+trumps", "8+hearts")
    thumb.number("tricks.0", tricks)
    thumb.save(hand)
    return thumb


def test_every_phone_sees_a_hand(new_phone) -> None:
    sitting = Sitting("five_hundred")
    ann, cy = sitting.open(new_phone(), "Ann"), sitting.open(new_phone(), "Cy")
    expect(cy.locator("#hand-form")).to_have_count(0)
    enter(ann, 1)
    expect(total(cy, 0)).to_have_text("300")
    expect(total(ann, 0)).to_have_text("300")
    expect(cy.locator("#status")).to_contain_text("Hand 1: Ann & Cy +300")


def test_a_phone_whose_scripts_come_slowly_listens_all_the_same(new_phone) -> None:
    """htmx begins by itself; what of it came later than it began would never be heard of."""
    sitting, slow = Sitting("five_hundred"), new_phone()
    slow.context.route(lambda url: url.endswith(".js") and "/htmx" not in url, late)
    ann, cy = sitting.open(new_phone(), "Ann"), sitting.open(slow, "Cy")
    enter(ann, 1)
    expect(total(cy, 0)).to_have_text("300")


def late(route) -> None:
    time.sleep(0.5)
    route.continue_()


def test_the_hand_begun_is_on_the_other_phones(new_phone) -> None:
    sitting = Sitting("five_hundred")
    ann, bo, cy = (sitting.open(new_phone(), who) for who in ("Ann", "Bo", "Cy"))
    thumb = Thumb(ann)
    thumb.key("Who won the bidding?", "Cy")
    thumb.number("level+trumps", "8+hearts")
    expect(cy.locator(".begun")).to_contain_text("Cy: 8")  # kept by itself, a moment after the last tap
    expect(bo.locator("#sentence")).to_contain_text("Cy")
    expect(bo.locator("#sentence")).to_contain_text("8♥")
    Thumb(bo).say("tricks.0 8")
    Thumb(bo).save(1)
    # What Ann taps is left alone; the same hand once more counts once.
    expect(total(ann, 0)).to_have_text("300")
    Thumb(ann).say("tricks.0 8")
    Thumb(ann).save(1)
    assert sitting.match.length == 1


def test_what_is_begun_is_kept_by_itself(new_phone) -> None:
    sitting = Sitting("five_hundred")
    ann = sitting.open(new_phone(), "Ann")
    Thumb(ann).key("Who won the bidding?", "Cy")
    until(lambda: sitting.match.begun is not None)
    ann.reload()
    expect(ann.locator(".kind:not([hidden]) input[name=bidder][value='2']")).to_be_checked()


def test_a_live_change_never_replaces_a_half_filled_form(new_phone) -> None:
    sitting = Sitting("five_hundred")
    ann, bo = sitting.open(new_phone(), "Ann"), sitting.open(new_phone(), "Bo")
    Thumb(bo).key("Who won the bidding?", "Bo")
    enter(ann, 1)
    expect(total(bo, 0)).to_have_text("300")
    expect(bo.locator(".kind:not([hidden]) input[name=bidder][value='1']")).to_be_checked()
    expect(bo.locator("#hand-form input[name=number]")).to_have_value("1")


def test_the_slower_of_two_sees_both_and_his_own_is_still_there(new_phone) -> None:
    sitting = Sitting("five_hundred")
    ann, bo_phone = sitting.open(new_phone(), "Ann"), new_phone()
    bo = sitting.open(bo_phone, "Bo")
    thumb = Thumb(bo)
    thumb.key("Who won the bidding?", "Bo")
    thumb.number("level+trumps", "7+spades")
    thumb.number("tricks.1", 7)
    expect(bo.locator("#go", has_text="Save:")).to_be_visible()
    enter(ann, 1)
    thumb.on(bo.locator("#go"))
    expect(bo.locator(".clash")).to_contain_text("Bo bid 7♠")
    expect(bo.locator(".clash")).to_contain_text("Cy bid 8♥")
    bo_phone.complaints.clear()  # the browser's own word for a 409
    for width, height in (320, 568), (360, 600):
        bo.set_viewport_size({"width": width, "height": height})
        for key in "Theirs is right", "Mine is right", "Both were played":
            expect(bo.locator(".clash .key", has_text=key)).to_be_in_viewport(ratio=1)
    Thumb(bo).on(bo.get_by_role("button", name="Mine is right"))
    say_why(bo, "misheard")
    bo.locator("#go:not(.waits)").click()
    expect(total(bo, 1)).to_have_text("140")
    expect(total(ann, 1)).to_have_text("140")


def test_a_phone_that_slept_catches_up(new_phone) -> None:
    sitting = Sitting("five_hundred")
    ann, cy_phone = sitting.open(new_phone(), "Ann"), new_phone()
    cy = sitting.open(cy_phone, "Cy")
    cut_off(cy)
    enter(ann, 1)
    cy_phone.context.set_offline(False)
    expect(total(cy, 0)).to_have_text("300")
    for page in ann, cy:  # the name of the page says the score, and follows it
        expect(page).to_have_title("Five Hundred: Ann & Cy 300, Bo & Di 10.")
    cy_phone.complaints.clear()


def fill_in_and_lose_the_reply(page: Page) -> Thumb:
    """A hand that is all but saved; the site will have it, and the phone never hears so."""
    thumb = Thumb(page)
    thumb.key("Who won the bidding?", "Cy")
    thumb.number("level+trumps", "8+hearts")
    thumb.number("tricks.0", 9)
    expect(page.locator("#go", has_text="Save:")).to_be_visible()
    lost: list[Route] = []

    def lose(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        route.fetch() if not lost else None
        lost.append(route)
        return route.abort()

    page.route("**/hand", lose)
    return thumb


def test_when_no_answer_comes_nothing_is_lost_and_the_same_request_goes_again(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone = new_phone()
    page = sitting.open(phone, "Ann")
    thumb = fill_in_and_lose_the_reply(page)
    page.route("**/log?*", lambda route: route.abort())  # nor does it read that the hand stands
    thumb.on(page.locator("#go"))
    expect(page.locator(".net")).to_contain_text("1 hand kept on this phone")
    page.unroute_all()
    nothing_waits(page)  # it goes again by itself
    expect(page.locator("#hand-form input[name=number]")).to_have_value("2")
    assert sitting.totals == [300, 10]
    assert sitting.match.length == 1
    phone.complaints.clear()


def test_a_phone_that_reads_that_its_hand_stands_is_not_called_offline(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone = new_phone()
    page = sitting.open(phone, "Ann")
    fill_in_and_lose_the_reply(page).on(page.locator("#go"))
    expect(page.locator("#hand-form input[name=number]")).to_have_value("2")
    nothing_waits(page)
    expect(page.locator(".net")).not_to_contain_text("Offline")
    assert sitting.match.length == 1
    phone.complaints.clear()


def test_an_answer_that_changes_nothing_takes_no_key_from_under_a_finger(new_phone) -> None:
    page = Sitting("five_hundred").open(new_phone(), "Ann")
    thumb = Thumb(page)
    thumb.key("Who won the bidding?", "Cy")
    thumb.number("level+trumps", "8+hearts")
    thumb.number("tricks.0", 9)
    expect(page.locator("#go", has_text="Save:")).to_be_visible()
    keys = page.locator("#sentence .chip, .extras .key")
    expect(keys).to_have_count(3)
    keys.evaluate_all("keys => keys.forEach((key) => (key.finger = true))")
    with page.expect_response("**/preview*"):
        page.evaluate("htmx.trigger('#preview', 'again')")
    page.wait_for_function("() => !document.querySelector('.htmx-request')")
    assert keys.evaluate_all("keys => keys.every((key) => key.finger)")


def test_what_is_said_of_a_slam_makes_no_page_wider(new_phone) -> None:
    hands = ({"kind": "deal", "bidder": 3, "bid": 90, "took": [0, 100]},)
    sitting = Sitting("two_hundred", hands=hands)
    page = sitting.open(new_phone(viewport={"width": 320, "height": 568}), "Ann")
    expect(page.locator(".moment").first).to_have_text("All the points in the pack")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    expect(page.get_by_role("button", name="Undo").first).to_be_in_viewport()


def test_a_sheet_newer_than_the_site_is_replaced_too(new_phone) -> None:
    """A site that was put back to an older copy counts its versions from there."""
    sitting = Sitting("five_hundred")
    ann, cy = sitting.open(new_phone(), "Ann"), sitting.open(new_phone(), "Cy")
    cy.evaluate("document.querySelector('#sheet').dataset.version = 999")
    enter(ann, 1)
    expect(total(cy, 0)).to_have_text("300")


def test_the_phones_follow_to_the_next_game(new_phone) -> None:
    sitting = Sitting("big_two")
    ann, cy = sitting.open(new_phone(), "Ann"), sitting.open(new_phone(), "Cy")
    ann.locator("#menu > summary").tap()
    ann.locator("#menu .more-items > summary").tap()
    ann.get_by_role("link", name="Start a new game").tap()
    ann.get_by_role("button", name="Start", exact=True).tap()
    expect(cy.locator("#sheet")).to_have_attribute("data-match", "2")


def test_every_number_opens_its_reasons_from_below(new_phone) -> None:
    sitting = Sitting("five_hundred")
    page = sitting.open(new_phone(), "Ann")
    enter(page, 1)
    page.locator(".sheet .gain").first.tap()
    expect(page.locator("#door")).to_contain_text("8♥ bid, 9 taken: made")
    page.get_by_role("button", name="Close").tap()
    page.locator(".total").first.tap()
    expect(page.locator("#door")).to_contain_text("Hand 1")


def test_without_script_a_hand_is_shown_saved_and_undone(new_phone) -> None:
    sitting = Sitting("five_hundred")
    page = sitting.open(new_phone(java_script_enabled=False), "Ann")
    page.locator("input[name='level+trumps'][value='8+hearts']").check(force=True)
    for key in "bidder'][value='2", "tricks.0'][value='9", "tricks.1'][value='1":
        page.locator(f".kind:not([hidden]) input[name='{key}']").check(force=True)
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#go")).to_contain_text("Save: Ann & Cy +300, Bo & Di +10")
    page.locator("#go").click()
    expect(total(page, 0)).to_have_text("300")
    page.get_by_role("button", name="Undo: Hand 1").click()
    expect(total(page, 0)).to_have_text("0")


def test_by_keyboard(new_phone) -> None:
    sitting = Sitting("five_hundred")
    page = sitting.open(new_phone(), "Ann")
    thumb = Thumb(page)
    page.locator(".step.asked input[name=bidder]").first.focus()
    page.keyboard.press("ArrowRight")
    thumb.asked("bidder")  # with the arrows one goes through the keys
    page.keyboard.press("Enter")
    thumb.asked("level")
    page.keyboard.press("Space")  # the first key has the focus: six spades
    thumb.asked("tricks.1")
    page.keyboard.type("6")
    expect(page.locator("#go", has_text="Save:")).to_be_focused()
    page.keyboard.press("Enter")
    expect(total(page, 1)).to_have_text("40")
    assert page.evaluate("() => document.activeElement.tagName") != "BODY"
