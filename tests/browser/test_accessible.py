"""axe finds nothing on the table's pages in any state, in both themes."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from scorekeeper.tables import letting

from .sitting import Sitting, Thumb, key

pytestmark = [pytest.mark.browser, pytest.mark.looks]

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def found(page: Page) -> list[str]:
    """What axe finds on the page as it is.

    Some bars lie over the page, and what lies under them can be scrolled clear: here they stand still.
    """
    page.add_style_tag(content="#strip, .bar-below, .act { position: static !important }")
    results = Axe().run(page, options={"runOnly": {"type": "tag", "values": TAGS}})
    return [
        f"{violation['id']}: {node['html'][:160]} {node['any'][0]['message'] if node['any'] else ''}"
        for violation in results.response["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_hand_from_the_first_question_to_its_reasons(new_phone, theme: str) -> None:
    sitting = Sitting("five_hundred")
    page = sitting.open(new_phone(color_scheme=theme, bypass_csp=True), "Ann")
    thumb = Thumb(page)
    assert found(page) == []
    thumb.key("Who won the bidding?", "Cy")
    thumb.on(page.locator("label.key:has(#bid-8-hearts)"))
    expect(page.locator(".play")).to_be_visible()
    assert found(page) == []
    thumb.on(page.locator("#go", has_text="Play on"))
    expect(page.locator(".auction summary")).to_be_visible()
    assert found(page) == []
    thumb.number("tricks.0", 3)
    thumb.save(1)
    assert found(page) == []
    page.locator(".gain .door").first.tap()
    expect(page.locator("#reasons")).to_be_visible()
    assert found(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("way", ["amend", "strike", "before", ""])
def test_the_pages_of_a_correction(new_phone, theme: str, way: str) -> None:
    sitting = Sitting("two_hundred")
    phone = new_phone(color_scheme=theme, bypass_csp=True)
    page = sitting.open(phone, "Ann")
    Thumb(page).on(page.get_by_role("button", name="Everyone passed"))
    expect(page.locator("#hand-form input[name=number]")).to_have_value("2")
    sitting.open(phone, "Ann", f"{sitting.path}m/1/hand/1/{way}")
    assert found(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_missing_is_said(new_phone, theme: str) -> None:
    phone = new_phone(color_scheme=theme, bypass_csp=True)
    page = Sitting("big_two").open(phone, "Ann")
    page.locator("#go").tap()
    expect(page.locator(".wrong").first).to_be_visible()
    assert found(page) == []
    phone.complaints.clear()  # the browser's own word for a 422


def play(page: Page, hand: int) -> None:
    """A hand of eight hearts, made."""
    thumb = Thumb(page)
    thumb.key("Who won the bidding?", "Cy")
    thumb.on(page.locator("label.key:has(#bid-8-hearts)"))
    thumb.number("tricks.0", 9)
    thumb.save(hand)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_pages_that_are_passed_on_and_the_television(new_phone, theme: str) -> None:
    sitting = Sitting("five_hundred")
    phone = new_phone(color_scheme=theme, bypass_csp=True)
    page = sitting.open(phone, "Ann")
    play(page, 1)
    for path in ("tv", "share", "records", "leave", "m/1/result", "m/1/paper", "m/1/names"):
        sitting.open(phone, "Ann", sitting.path + path)
        assert found(page) == [], path
    phone.open("/play/five_hundred/")
    assert found(page) == []
    phone.open("/")
    assert found(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_after_every_live_change(new_phone, theme: str) -> None:
    """Each comes as a swap, on a phone that nobody touches: a hand, a hand begun, somebody who asks."""
    sitting = Sitting("five_hundred")
    phone = new_phone(color_scheme=theme, bypass_csp=True)
    page = sitting.open(phone, "Ann")
    cy = sitting.open(new_phone(color_scheme=theme, bypass_csp=True), "Cy")
    other = sitting.open(new_phone(), "Bo")
    play(other, 1)
    for looked in page, cy:
        expect(looked.locator(".total .number").first).to_have_text("300")
        assert found(looked) == []
    Thumb(other).key("Who won the bidding?", "Cy")
    Thumb(other).on(other.locator("label.key:has(#bid-8-hearts)"))
    Thumb(other).on(other.locator("#go", has_text="Play on"))
    expect(page.locator(".auction summary")).to_contain_text("Cy: 8")
    expect(cy.locator(".begun")).to_contain_text("Cy: 8")
    assert found(page) == found(cy) == []
    letting.ask(sitting.table, key("Cy"), "Cy")
    expect(page.get_by_role("button", name="Let it in")).to_be_visible()
    expect(cy.locator("#talk").get_by_text("You have asked to keep score")).to_be_visible()
    assert found(page) == found(cy) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_wide_screen_with_the_reasons_beside_the_sheet(new_phone, theme: str) -> None:
    sitting = Sitting("five_hundred")
    wide = {"width": 1280, "height": 800}
    page = sitting.open(new_phone(color_scheme=theme, bypass_csp=True, viewport=wide, is_mobile=False), "Ann")
    play(page, 1)
    expect(page.locator("#door #reasons")).to_contain_text("8♥ bid, 9 taken: made")
    sheet, entry, door = (page.locator(one).bounding_box() for one in ("#rows", "#entry", "#door"))
    assert sheet
    assert entry
    assert door
    assert sheet["x"] + sheet["width"] <= entry["x"] + 1
    assert entry["x"] + entry["width"] <= door["x"] + 1
    assert found(page) == []
    # The reasons stay beside the sheet while the next hand is entered, and nothing is covered.
    Thumb(page).key("Who won the bidding?", "Di")
    expect(page.locator("#door #reasons")).to_be_visible()
    page.locator("a.total").first.click()
    expect(page.locator("#door #account")).to_be_visible()
    expect(page.locator("input[name=bidder][value='3']")).to_be_checked()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("slug", "kind"), [("rummy", "out"), ("golf", "cards"), ("baccarat", "coup")])
def test_the_pads_and_what_is_folded_away(new_phone, theme: str, slug: str, kind: str) -> None:
    sitting = Sitting(slug, names=("Ann", "Bo", "Cy"))
    phone = new_phone(color_scheme=theme, bypass_csp=True)
    page = sitting.open(phone, "Ann", f"{sitting.path}m/1/hand?kind={kind}")
    thumb = Thumb(page)
    if slug == "rummy":
        thumb.key("Who went out?", "Bo")
        thumb.asked("left.0")
        thumb.pad("10s 5")
    elif slug == "golf":
        thumb.on(page.locator(".cards-box summary").first)
        thumb.on(page.locator("[data-rank=Q]:visible").first)
    else:
        thumb.number("on.1", "banco")
        thumb.number("stake.1", 5)
        thumb.on(page.locator(".panel .seldom > summary:visible").first)
    expect(page.locator("form.hand[data-dirty]")).to_be_visible()
    assert found(page) == []
