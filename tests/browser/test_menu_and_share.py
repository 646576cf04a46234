"""The menu and the share page of a table, on a phone of 360 × 600."""

from playwright.sync_api import expect

from scorekeeper.matches import commands, replay
from tests.conftest import wait_until_idle

from .axe import violations
from .sitting import NAMES, SMALL, Sitting, open_menu, tap_button
from .test_winning import FAKE_CLIPBOARD, FAKE_SHARE_SHEET


def test_menu_closes_by_a_tap_outside_or_escape(new_phone):
    """Check in the second game of a table, after a hand, when the menu is longest."""
    sitting = Sitting("five_hundred")
    host = sitting.table.phones.get(role="host")
    state = replay.load_match_state(sitting.match)
    commands.start_match(sitting.table, host, state.game, state.heading, NAMES, 1)
    sitting.adjust(10, 0)
    table = sitting.open(new_phone(viewport=SMALL), "Ann")
    wait_until_idle(table)  # the listeners come with later.js
    key_box = table.locator("#hand-form label.key:visible").first.bounding_box()
    key_middle = key_box["x"] + key_box["width"] / 2, key_box["y"] + key_box["height"] / 2
    menu = open_menu(table)
    first_labels = ["Invite the others", "Ask the referee", "Undo the last hand"]
    items = menu.locator("> :is(a, button):visible, summary")
    assert [text.strip() for text in items.all_inner_texts()[:3]] == first_labels
    lefts = set()
    for item in items.all():
        expect(item).to_be_in_viewport(ratio=1)
        box = item.bounding_box()
        lefts.add(box["x"])
        assert box["height"] >= 48
    assert len(lefts) == 1
    assert violations(table) == []

    # A tap outside the menu only closes it.
    outside = 100, menu.bounding_box()["y"] / 2  # on a total, whose reasons stay closed
    assert outside[1] > 10
    table.touchscreen.tap(*outside)
    expect(menu).to_be_hidden()
    expect(table.locator("#reasons-panel")).to_be_hidden()
    open_menu(table)
    table.locator("#menu details > summary").tap()
    table.touchscreen.tap(*outside)
    expect(menu).to_be_hidden()
    assert table.locator("#hand-form .kind input:checked:visible").count() == 0
    # A tap that closes the menu does not reach the control under it.
    table.evaluate(
        "document.querySelector('main').addEventListener('click', () => { window.pressed = true; })"
    )
    open_menu(table)
    table.evaluate("document.querySelector('#menu nav').style.height = '60px'")
    table.touchscreen.tap(*key_middle)
    expect(menu).to_be_hidden()
    assert table.evaluate("window.pressed") is None
    table.touchscreen.tap(*key_middle)
    table.wait_for_function("() => window.pressed")

    open_menu(table)
    table.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(table.locator("#menu > summary")).to_be_focused()


def test_a_table_is_shared_on_one_page_without_scrolling(new_phone):
    sitting = Sitting("five_hundred")
    phone = new_phone(viewport=SMALL)
    # Without clipboard access, the link is shown for copying by hand.
    phone.context.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });"
        "delete Navigator.prototype.share;"
    )
    page = sitting.open(phone, "Ann", sitting.path + "share")
    expect(page.get_by_label("The watch link")).to_be_visible()
    expect(page.get_by_label("The watch link")).to_have_value(phone.url + sitting.path)
    expect(page.get_by_role("button", name="Copy link")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollHeight") <= 600
    phone.context.add_init_script(FAKE_SHARE_SHEET + FAKE_CLIPBOARD)
    page.reload()
    for choice, link in (("Invite a viewer", sitting.path), ("Invite a scorer", f"{sitting.path}join#")):
        page.locator("label.key", has_text=choice).tap()
        section = page.get_by_role("region", name=choice)
        expect(page.locator("section.link:visible")).to_have_count(1)
        picture = section.locator(".picture")
        expect(picture).to_be_in_viewport(ratio=1)
        assert picture.bounding_box()["width"] >= 200
        for button, variable in (("Copy link", "copied"), ("Share", "shared?.url")):
            expect(section.get_by_role("button", name=button)).to_be_in_viewport(ratio=1)
            tap_button(section, button)
            url = page.wait_for_function(f"() => window.{variable}").json_value()
            assert url.startswith(phone.url + link)
            # Only a scorer's link has a secret, after its "#".
            assert (url != phone.url + link) is link.endswith("#")
        page.evaluate("window.copied = window.shared = undefined")
        page.locator("[data-done]:visible").evaluate("note => { note.hidden = true; }")
        assert page.evaluate("document.documentElement.scrollHeight") <= 600
    page.set_viewport_size({"width": 600, "height": 360})
    assert page.locator(".picture:visible").bounding_box()["width"] >= 140  # a phone on its side scrolls
