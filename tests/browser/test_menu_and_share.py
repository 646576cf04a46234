"""The menu and the page that shares a table, on a phone of 360 × 600."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine import Adjustment, PerSide
from scorekeeper.matches import commands, replay
from tests.conftest import Phone

from .axe import found
from .sitting import NAMES, Sitting

pytestmark = pytest.mark.browser

SMALL = {"viewport": {"width": 360, "height": 600}}


@pytest.fixture
def table(new_phone: Callable[..., Phone]) -> Page:
    """The second game of a table, after a hand: the menu is longest there."""
    sitting = Sitting("five_hundred")
    host = sitting.table.phones.get(role="host")
    state = replay.load_match_state(sitting.match)
    commands.start_match(sitting.table, host, state.game, state.heading, NAMES, 1)
    sitting.write(1, Adjustment(PerSide((10, 0)), "agreed"))
    return sitting.open(new_phone(**SMALL), "Ann")


def open_menu(page: Page) -> None:
    page.locator("#menu > summary").tap()
    expect(page.locator("#menu nav")).to_be_visible()


def test_the_menu_has_four_groups_and_all_of_it_is_in_sight(table: Page) -> None:
    open_menu(table)
    assert table.locator("#menu h2").all_inner_texts() == ["This hand", "This game", "The table", "Help"]
    for item in table.locator("#menu nav > section > :is(a, button):visible, #menu nav summary").all():
        expect(item).to_be_in_viewport(ratio=1)
        assert item.bounding_box()["height"] >= 48
    assert found(table) == []


def test_a_tap_beside_the_menu_closes_it_and_does_nothing_else(table: Page) -> None:
    key = table.locator("#hand-form label.key:visible").first
    place = key.bounding_box()
    open_menu(table)
    table.locator("#menu details > summary").tap()
    menu = table.locator("#menu nav").bounding_box()
    beside = 3, place["y"] + place["height"] / 2
    assert beside[0] < menu["x"] or beside[1] > menu["y"] + menu["height"]
    table.touchscreen.tap(*beside)
    expect(table.locator("#menu nav")).to_be_hidden()
    assert table.locator("#hand-form input:checked:visible").count() == 0
    # What lies there hears nothing either, wherever it is.
    table.evaluate(
        "document.querySelector('main').addEventListener('click', () => { window.pressed = true; })"
    )
    open_menu(table)
    table.evaluate("document.querySelector('#menu nav').style.height = '60px'")
    table.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(table.locator("#menu nav")).to_be_hidden()
    assert table.evaluate("window.pressed") is None
    table.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    table.wait_for_function("() => window.pressed")  # with the menu away it does


def test_escape_closes_the_menu_and_goes_back_to_its_key(table: Page) -> None:
    # What listens comes once the page stands (later.js).
    expect(table.locator("html[data-keeps]")).to_be_attached()
    open_menu(table)
    table.keyboard.press("Escape")
    expect(table.locator("#menu nav")).to_be_hidden()
    expect(table.locator("#menu > summary")).to_be_focused()


def test_a_table_is_shared_on_one_page_without_scrolling(new_phone: Callable[..., Phone]) -> None:
    sitting = Sitting("five_hundred")
    for scheme in "light", "dark":
        phone = new_phone(**SMALL, color_scheme=scheme)
        phone.context.add_init_script(
            "navigator.share = async (what) => { window.shared = what; };"
            "const clipboard = { writeText: async (text) => { window.copied = text; } };"
            "Object.defineProperty(navigator, 'clipboard', { value: clipboard });"
        )
        page = sitting.open(phone, "Ann", sitting.path + "share")
        for choice, link in (("Invite a viewer", sitting.path), ("Invite a scorer", f"{sitting.path}join#")):
            page.locator("label.key", has_text=choice).tap()
            section = page.get_by_role("region", name=choice)
            expect(page.locator("section.link:visible")).to_have_count(1)
            picture = section.locator(".picture")
            expect(picture).to_be_in_viewport(ratio=1)
            assert picture.bounding_box()["width"] >= 200
            for key, told in (("Copy link", "copied"), ("Share", "shared.url")):
                expect(section.get_by_role("button", name=key)).to_be_in_viewport(ratio=1)
                section.get_by_role("button", name=key).tap()
                page.wait_for_function(f"() => window.{told.split('.')[0]}")
                passed_on = page.evaluate(f"window.{told}")
                assert passed_on.startswith(phone.url + link)
                assert (passed_on == phone.url + link) is not link.endswith("#")
            page.evaluate("window.copied = window.shared = undefined")
            page.locator("[data-done]:visible").evaluate("told => { told.hidden = true; }")
            assert page.evaluate("document.documentElement.scrollHeight") <= 600
            assert found(page) == []


def test_where_nothing_can_be_copied_the_link_stands_to_be_copied_by_hand(
    new_phone: Callable[..., Phone],
) -> None:
    sitting, phone = Sitting("five_hundred"), new_phone(**SMALL)
    phone.context.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });"
        "delete Navigator.prototype.share;"
    )
    page = sitting.open(phone, "Ann", sitting.path + "share")
    expect(page.get_by_label("The watch link")).to_be_visible()
    expect(page.get_by_label("The watch link")).to_have_value(phone.url + sitting.path)
    expect(page.get_by_role("button", name="Copy link")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollHeight") <= 600
