"""The seats of a table: moving players, and drawing the first dealer by lot."""

import re

import pytest
from playwright.sync_api import expect

from .fake_match import LONG_NAMES
from .playing import fill_names, open_start_question
from .sitting import SMALL, Sitting, tap_button

pytestmark = pytest.mark.sqlite_only


def expect_names(page, *people):
    expect(page.locator(".person input")).to_have_count(len(people))
    for seat, name in enumerate(people):
        expect(page.locator(f"#name-{seat}")).to_have_value(name)


def grip(page, seat):
    return page.locator(".grip").nth(seat)


def test_seats_are_swapped_by_tap_arrow_and_drag(phone):
    page = phone.open("/play/five_hundred/")
    fill_names(page, "Ann", "Bo", "Cy", "Di")
    open_start_question(page, "dealer")
    page.locator(".step.asked label.key", has_text="Cy").tap()
    expect(page.locator(".chip[data-asks=dealer]")).to_have_text("Cy deals first")
    grip(page, 0).tap()
    expect(grip(page, 0)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#status")).to_contain_text("swap with Ann")
    grip(page, 2).tap()
    expect_names(page, "Cy", "Bo", "Ann", "Di")
    expect(page.locator("#status")).to_have_text("Ann and Cy have swapped seats.")
    # The first dealer stays the same person.
    expect(page.locator(".chip[data-asks=dealer]")).to_have_text("Cy deals first")
    grip(page, 1).tap()
    grip(page, 1).tap()
    expect(grip(page, 1)).to_have_attribute("aria-pressed", "false")
    expect_names(page, "Cy", "Bo", "Ann", "Di")
    grip(page, 0).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect_names(page, "Bo", "Ann", "Cy", "Di")
    expect(grip(page, 2)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect_names(page, "Bo", "Cy", "Ann", "Di")
    grip(page, 3).scroll_into_view_if_needed()
    start, end = grip(page, 0).bounding_box(), grip(page, 3).bounding_box()
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 10, steps=6)
    expect(page.locator(".person").nth(3)).to_have_class("person over")
    page.mouse.up()
    expect_names(page, "Di", "Cy", "Ann", "Bo")
    expect(page.locator(".grip[aria-pressed=true]")).to_have_count(0)


def test_drawing_the_dealer_respects_reduced_motion(phone):
    page = phone.page
    page.add_init_script(
        "new MutationObserver((all) => all.forEach(({ target }) =>"
        " target.classList?.contains('picked') && (window.drawn = true)))"
        ".observe(document, { subtree: true, attributes: true, attributeFilter: ['class'] })"
    )
    for motion in "reduce", "no-preference":
        page.emulate_media(reduced_motion=motion)
        phone.open("/play/five_hundred/")
        fill_names(page, "Ann", "Bo", "Cy", "Di")
        tap_button(page, "Start game")
        expect(page.get_by_text("deals first", exact=False)).to_be_visible()
        expect(page).to_have_url(re.compile("/$"))  # without ?drawn: a reload animates nothing
        dealer = page.locator(".seat-name:has(.dealer)")
        expect(dealer).to_have_count(1)
        expect(page.locator("p.note")).to_contain_text(dealer.inner_text().strip())
        expect(page.locator(".seat-name.picked, .drawing")).to_have_count(0)
        assert bool(page.evaluate("() => window.drawn")) == (motion == "no-preference")


# Return the labels and boxes with something else over their middle.
COVERED = """() => [...document.querySelectorAll("#names :is(label.key, input.box)")].filter((key) => {
  const { x, y, width, height } = key.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return hit && !key.contains(hit);
}).map((key) => key.innerText || key.value)"""


def test_nothing_covers_names_and_choices_of_a_table(new_phone):
    hand = {"kind": "deal", "bidder": 0, "bid": 70, "took": [75, 25]}
    sitting = Sitting("two_hundred", names=LONG_NAMES[:4], hands=(hand,))
    page = sitting.open(new_phone(viewport=SMALL), "Ann", f"{sitting.path}m/1/names")
    expect(page.locator("#names .person")).to_have_count(4)
    for y in range(0, 600, 100):
        page.evaluate("(y) => scrollTo(0, y)", y)
        assert page.evaluate(COVERED) == []
