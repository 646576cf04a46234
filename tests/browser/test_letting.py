"""On real phones: a watcher is let in and put out again; the screen stays awake for whoever wants it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.conftest import cut_off

from .sitting import Sitting, Thumb

pytestmark = pytest.mark.browser

# A browser without a screen: what it is asked for is counted.
LIGHT = """
window.asked = []; window.released = 0;
Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request: async (what) => {
  asked.push(what);
  const light = new EventTarget();
  light.release = async () => { released += 1; light.dispatchEvent(new Event("release")); };
  return light;
} } });
"""


def test_a_watcher_asks_is_let_in_and_put_out_again_while_looking_at_the_sheet(new_phone) -> None:
    sitting = Sitting("five_hundred")
    ann, cy = sitting.open(new_phone(), "Ann"), sitting.open(new_phone(), "Cy")
    expect(cy.locator("#hand-form")).to_have_count(0)
    # Before the first hand the key is in sight, and in the menu too.
    expect(cy.locator("#talk").get_by_role("link", name="Ask to keep score")).to_be_in_viewport(ratio=1)
    cy.locator("#menu > summary").tap()
    cy.locator("#menu").get_by_role("link", name="Ask to keep score").tap()
    cy.locator("label.key", has_text="Cy").tap()
    cy.get_by_role("button", name="Ask").tap()
    expect(cy.locator("#talk").get_by_text("You asked to keep score")).to_be_visible()
    expect(ann.locator("#status")).to_have_text("Cy’s phone wants to keep score.")
    Thumb(ann).on(ann.get_by_role("button", name="Allow "))
    expect(cy.locator("#hand-form")).to_be_visible()
    thumb = Thumb(cy)
    thumb.key("Who won the bidding?", "Cy")
    thumb.number("level+trumps", "8+hearts")
    thumb.number("tricks.0", 9)
    thumb.save(1)
    expect(ann.locator(".total .number").first).to_have_text("300")
    ann.locator("#menu > summary").tap()
    ann.get_by_role("link", name="Share the table").tap()
    ann.get_by_text("Phones at this table").tap()
    ann.locator("li", has_text="Cy").get_by_role("button", name="Make viewer").tap()
    expect(cy.locator("#hand-form")).to_have_count(0)
    expect(cy.locator(".total .number").first).to_have_text("300")


@pytest.mark.parametrize("page", ["", "tv"])
def test_who_only_looks_on_is_told_that_no_answer_comes(new_phone, page: str) -> None:
    sitting, phone = Sitting("two_hundred"), new_phone()
    shown = sitting.open(phone, "Cy", sitting.path + page)
    before = shown.locator(".total, .tv-total").first.bounding_box()
    cut_off(shown)
    told = shown.get_by_text("Offline: this may be an older score.")
    expect(told).to_be_in_viewport(ratio=1)
    assert shown.locator(".total, .tv-total").first.bounding_box() == before, "nothing moves"
    phone.context.set_offline(False)
    expect(told).to_have_count(0)
    phone.complaints[:] = [said for said in phone.complaints if "ERR_INTERNET_DISCONNECTED" not in said]


def test_a_request_does_not_take_the_focus_or_what_is_being_typed(new_phone) -> None:
    sitting = Sitting("tally")
    ann, cy_phone = sitting.open(new_phone(), "Ann"), new_phone()
    box = ann.locator("#hand-form input[type=text], #hand-form input[type=number]").first
    box.focus()
    ann.keyboard.type("12")
    cy = sitting.open(cy_phone, "Cy", f"{sitting.path}ask")
    cy.locator("label.key", has_text="Cy").tap()
    cy.get_by_role("button", name="Ask").tap()
    expect(ann.get_by_role("button", name="Allow ")).to_be_visible()
    expect(box).to_be_focused()
    expect(box).to_have_value("12")


def test_the_screen_stays_awake_where_the_reader_wants_it_and_the_phone_remembers(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone = new_phone()
    phone.page.add_init_script(LIGHT)
    page = sitting.open(phone, "Ann")
    assert page.evaluate("() => asked") == []
    page.locator("#menu > summary").tap()
    awake = page.get_by_role("button", name="Keep the screen awake")
    expect(awake).to_have_attribute("aria-pressed", "false")
    awake.tap()
    expect(awake).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("() => asked") == ["screen"]
    page.reload()
    expect(page.locator("#awake")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("() => asked") == ["screen"]
    page.locator("#menu > summary").tap()
    awake.tap()
    expect(awake).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("() => released") == 1


def test_where_the_browser_cannot_the_key_is_not_there(new_phone) -> None:
    phone = new_phone()
    phone.page.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'wakeLock', { get: () => undefined })"
    )
    page = Sitting("five_hundred").open(phone, "Ann")
    page.locator("#menu > summary").tap()
    expect(page.get_by_role("link", name="Share the table")).to_be_visible()
    expect(page.locator("#awake")).to_be_hidden()
