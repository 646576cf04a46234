"""Spectators who ask to keep score, and the wake lock."""

from playwright.sync_api import expect

from scorekeeper.matches import phones
from tests.conftest import go_offline, wait_until_idle

from .sitting import (
    SMALL,
    Sitting,
    expect_form,
    expect_heading,
    forget_network_errors,
    open_menu,
    tap_button,
)

# A fake wake lock that counts its requests.
FAKE_WAKE_LOCK = """
window.requests = []; window.releases = 0;
Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request: async (type) => {
  requests.push(type);
  const lock = new EventTarget();
  lock.release = async () => { releases += 1; lock.dispatchEvent(new Event("release")); };
  return lock;
} } });
"""


def test_a_spectator_sees_that_the_page_is_offline(new_phone):
    sitting, phone = Sitting("two_hundred"), new_phone()
    for path in "", "tv":
        page = sitting.open(phone, "Cy", sitting.path + path)
        total = page.locator(".total, .tv-total").first
        box_online = total.bounding_box()
        go_offline(page)
        notice = page.get_by_text("Offline: this may be an older score.")
        expect(notice).to_be_in_viewport(ratio=1)
        assert total.bounding_box() == box_online
        phone.context.set_offline(False)
        expect(notice).to_have_count(0)
    forget_network_errors(phone)


def test_request_takes_neither_the_focus_nor_typed_text(new_phone):
    sitting = Sitting("tally")
    ann, cy = sitting.open(new_phone(), "Ann"), sitting.open(new_phone(viewport=SMALL), "Cy")
    field = ann.locator("#hand-form input[type=text], #hand-form input[type=number]").first
    field.focus()
    ann.keyboard.type("12")
    messages = cy.locator("#messages")
    expect(messages).to_contain_text("Ann deals")
    ask_link = messages.get_by_role("link", name="Ask to keep score")
    expect(ask_link).to_be_in_viewport(ratio=1)
    ask_link.tap()
    cy.locator("label.key", has_text="Cy").tap()
    tap_button(cy, "Ask", exact=True)
    expect(messages).to_contain_text("asked to keep score")
    expect(ask_link).to_have_count(0)
    expect(ann.locator("#status")).to_have_text("Cy’s phone wants to keep score.")
    expect(ann.get_by_role("button", name="Allow ")).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_value("12")


def test_a_phone_that_joins_by_the_score_link_chooses_a_name(new_phone):
    sitting = Sitting("five_hundred")
    page = new_phone(viewport=SMALL).open(f"{sitting.path}join#{phones.score_secret(sitting.table)}")
    expect_heading(page, "Who are you?")
    for key in page.locator(".people-keys .key").all():
        expect(key).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Skip", exact=True)).to_be_in_viewport(ratio=1)
    tap_button(page, "Di", exact=True)
    expect_form(page)
    assert "Di" in sitting.table.phones.values_list("name", flat=True)


def test_screen_stays_awake_while_a_hand_is_open(new_phone):
    sitting = Sitting("five_hundred")
    phone, spectator = new_phone(), new_phone()
    for page in phone.page, spectator.page:
        page.add_init_script(FAKE_WAKE_LOCK)
    page = sitting.open(phone, "Ann")
    wait_until_idle(page)
    open_menu(page)
    awake_button = page.get_by_role("button", name="Screen stays awake")
    expect(awake_button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("() => requests") == ["screen"]
    awake_button.tap()
    expect(awake_button).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("() => releases") == 1
    page.reload()
    wait_until_idle(page)
    expect(page.locator("#awake")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("() => requests") == []
    open_menu(page)
    awake_button.tap()
    expect(awake_button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("() => requests") == ["screen"]
    # A spectator enters no hand, so the screen may go dark.
    wait_until_idle(sitting.open(spectator, "Cy"))
    assert spectator.page.evaluate("() => requests") == []
    # Without support there is no button, and the menu explains the phone's own setting.
    page.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'wakeLock', { get: () => undefined });"
        "delete navigator.wakeLock;"
    )
    page.reload()
    wait_until_idle(page)
    menu = open_menu(page)
    expect(page.locator("#awake")).to_be_hidden()
    menu.locator("summary").tap()
    expect(page.get_by_text("screen timeout")).to_be_visible()
