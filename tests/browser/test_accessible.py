"""axe finds nothing on the table's pages in any state, in either theme."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from games.engine import Adjustment, PerSide
from scorekeeper.matches import permissions
from tests.conftest import Phone

from .axe import found
from .sitting import Sitting, Thumb, key

pytestmark = [pytest.mark.browser, pytest.mark.looks]

STYLES = Path(settings.BASE_DIR) / "static"


def test_a_theme_is_colours_and_nothing_else() -> None:
    """So what axe says of the light theme holds for the dark one, but for its colours."""
    for path in [*STYLES.glob("**/*.css"), *STYLES.glob("*.js")]:
        assert "prefers-color-scheme" not in path.read_text(), f"{path.name}: say light-dark(…, …)"


def test_what_cannot_be_read_in_one_theme_alone_is_found(phone: Phone) -> None:
    page = phone.open("/")
    for theme, colours in {"light": "#fafafa, #fff", "dark": "#000, #111"}.items():
        page.evaluate(
            "colours => { document.querySelector('h1').style.color = colours }", f"light-dark({colours})"
        )
        wrong = found(page)
        assert wrong, theme
        assert all(one.startswith("color-contrast") and one.endswith(f"({theme})") for one in wrong), wrong


def test_a_hand_from_the_first_question_to_its_reasons(new_phone) -> None:
    sitting = Sitting("five_hundred")
    page = sitting.open(new_phone(bypass_csp=True), "Ann")
    thumb = Thumb(page)
    assert found(page) == []
    thumb.key("Who won the bidding?", "Cy")
    thumb.number("level+trumps", "8+hearts")
    thumb.asked("tricks.0")
    assert found(page) == []
    thumb.on(page.locator("#go.waits"))
    assert found(page) == []
    thumb.say("tricks.0 3")
    expect(page.locator("#go")).to_contain_text("Save: ")
    assert found(page) == []
    thumb.save(1)
    assert found(page) == []
    page.locator(".sheet .gain").first.tap()
    expect(page.locator("#reasons")).to_be_visible()
    assert found(page) == []


def test_what_is_missing_is_said(new_phone) -> None:
    """Without script, by the page that comes back; with it the keyboard asks for it."""
    phone = new_phone(bypass_csp=True, java_script_enabled=False)
    page = Sitting("big_two").open(phone, "Ann")
    page.locator("#go").tap()
    expect(page.locator(".error").first).to_be_visible()
    phone.complaints.clear()  # the browser's own word for a 422


def play(page: Page, hand: int) -> None:
    """A hand of eight hearts, made."""
    thumb = Thumb(page)
    thumb.key("Who won the bidding?", "Cy")
    thumb.number("level+trumps", "8+hearts")
    thumb.number("tricks.0", 9)
    thumb.save(hand)


def test_after_every_live_change(new_phone) -> None:
    """Each comes as a swap, on a phone that nobody touches: a hand, a hand begun, somebody who asks."""
    sitting = Sitting("five_hundred")
    phone = new_phone(bypass_csp=True)
    page = sitting.open(phone, "Ann")
    cy = sitting.open(new_phone(bypass_csp=True), "Cy")
    other = sitting.open(new_phone(), "Bo")
    play(other, 1)
    for looked in page, cy:
        expect(looked.locator(".total .number").first).to_have_text("300")
        assert found(looked) == []
    Thumb(other).key("Who won the bidding?", "Cy")
    Thumb(other).number("level+trumps", "8+hearts")
    expect(page.locator("#sentence")).to_contain_text("8♥")
    expect(cy.locator(".begun")).to_contain_text("Cy: 8")
    assert found(page) == found(cy) == []
    permissions.ask(sitting.table, key("Cy"), "Cy")
    expect(page.get_by_role("button", name="Allow ")).to_be_visible()
    expect(cy.locator("#talk").get_by_text("You asked to keep score")).to_be_visible()
    assert found(page) == found(cy) == []


def test_a_wide_screen_with_the_reasons_beside_the_sheet(new_phone) -> None:
    sitting = Sitting("five_hundred")
    wide = {"width": 1280, "height": 800}
    page = sitting.open(new_phone(bypass_csp=True, viewport=wide, is_mobile=False), "Ann")
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
    expect(page.locator(".kind:not([hidden]) input[name=bidder][value='3']")).to_be_checked()


def test_a_game_that_is_won(new_phone) -> None:
    sitting = Sitting("five_hundred")
    sitting.write(1, Adjustment(PerSide((490, 0)), "so far"))
    page = sitting.open(new_phone(bypass_csp=True), "Ann")
    thumb = Thumb(page)
    thumb.key("Who won the bidding?", "Cy")
    thumb.number("level+trumps", "8+hearts")
    thumb.number("tricks.0", 9)
    thumb.on(page.locator("#go", has_text="Save:"))
    expect(page.locator(".winner .title")).to_be_visible()
    assert found(page) == []


@pytest.mark.parametrize(("slug", "kind"), [("rummy", "out"), ("golf", "cards"), ("baccarat", "coup")])
def test_the_pads_and_what_is_folded_away(new_phone, slug: str, kind: str) -> None:
    sitting = Sitting(slug, names=("Ann", "Bo", "Cy"))
    phone = new_phone(bypass_csp=True)
    page = sitting.open(phone, "Ann", f"{sitting.path}m/1/hand?kind={kind}")
    thumb = Thumb(page)
    if slug == "rummy":
        thumb.say("winner 1, left.0 10s 5")
    elif slug == "golf":
        thumb.on(page.locator(".step.asked [data-rank=Q]"))
    else:
        thumb.say("on.1 banco")
        thumb.on(page.locator(".extras [data-open='tie.1']"))
    expect(page.locator("form.hand[data-dirty]")).to_be_visible()
    assert found(page) == []
