"""Spectators who ask to keep score, and the wake lock."""

import pytest
from playwright.sync_api import expect

from scorekeeper.matches import phones
from tests.conftest import cut_off, idle

from .sitting import Sitting, forgive

pytestmark = pytest.mark.browser

SMALL = {"width": 360, "height": 600}
# A fake wake lock for a headless browser, which counts its requests.
LIGHT = """
window.asked = []; window.released = 0;
Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request: async (what) => {
  asked.push(what);
  const light = new EventTarget();
  light.release = async () => { released += 1; light.dispatchEvent(new Event("release")); };
  return light;
} } });
"""


def test_who_only_looks_on_is_told_that_no_answer_comes(new_phone):
    sitting, phone = Sitting("two_hundred"), new_phone()
    for path in "", "tv":
        shown = sitting.open(phone, "Cy", sitting.path + path)
        before = shown.locator(".total, .tv-total").first.bounding_box()
        cut_off(shown)
        told = shown.get_by_text("Offline: this may be an older score.")
        expect(told).to_be_in_viewport(ratio=1)
        assert shown.locator(".total, .tv-total").first.bounding_box() == before, "nothing moves"
        phone.context.set_offline(False)
        expect(told).to_have_count(0)
    forgive(phone)


def test_a_request_does_not_take_the_focus_or_what_is_being_typed(new_phone):
    sitting = Sitting("tally")
    ann, cy = sitting.open(new_phone(), "Ann"), sitting.open(new_phone(viewport=SMALL), "Cy")
    box = ann.locator("#hand-form input[type=text], #hand-form input[type=number]").first
    box.focus()
    ann.keyboard.type("12")
    talk = cy.locator("#messages")
    expect(talk).to_contain_text("Ann deals")
    ask = talk.get_by_role("link", name="Ask to keep score")
    expect(ask).to_be_in_viewport(ratio=1)
    ask.tap()
    cy.locator("label.key", has_text="Cy").tap()
    cy.get_by_role("button", name="Ask", exact=True).tap()
    expect(talk).to_contain_text("asked to keep score")
    expect(ask).to_have_count(0)
    expect(ann.locator("#status")).to_have_text("Cy’s phone wants to keep score.")
    expect(ann.get_by_role("button", name="Allow ")).to_be_visible()
    expect(box).to_be_focused()
    expect(box).to_have_value("12")


def test_who_joins_by_the_score_link_taps_their_name(new_phone):
    sitting = Sitting("five_hundred")
    page = new_phone(viewport=SMALL).open(f"{sitting.path}join#{phones.invitation(sitting.table)}")
    expect(page.get_by_role("heading", name="Who are you?")).to_be_visible()
    for key in page.locator(".people-keys .key").all():
        expect(key).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Skip", exact=True)).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Di", exact=True).tap()
    expect(page.locator("#hand-form")).to_be_visible()
    assert "Di" in sitting.table.phones.values_list("name", flat=True)


def test_the_screen_stays_awake_while_a_hand_is_open_unless_the_reader_says_no(new_phone):
    sitting = Sitting("five_hundred")
    phone = new_phone()
    phone.page.add_init_script(LIGHT)
    page = sitting.open(phone, "Ann")
    idle(page)
    page.locator("#menu > summary").tap()
    awake = page.get_by_role("button", name="Screen stays awake")
    expect(awake).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("() => asked") == ["screen"]
    awake.tap()
    expect(awake).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("() => released") == 1
    page.reload()
    idle(page)
    expect(page.locator("#awake")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("() => asked") == []
    page.locator("#menu > summary").tap()
    awake.tap()
    expect(awake).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("() => asked") == ["screen"]
    # Nothing keeps the screen of a phone awake that has no hand to enter.
    other = new_phone()
    other.page.add_init_script(LIGHT)
    watching = sitting.open(other, "Cy")
    idle(watching)
    assert watching.evaluate("() => asked") == []
    # Without support by the browser, there is no key, and the menu says how the phone does it.
    page.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'wakeLock', { get: () => undefined });"
        "delete navigator.wakeLock;"
    )
    page.reload()
    idle(page)
    page.locator("#menu > summary").tap()
    expect(page.locator("#menu").get_by_role("link", name="Invite the others")).to_be_visible()
    expect(page.locator("#awake")).to_be_hidden()
    page.locator("#menu details > summary").tap()
    expect(page.get_by_text("screen timeout")).to_be_visible()
