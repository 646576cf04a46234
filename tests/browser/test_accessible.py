"""Accessibility of a table's page in every state; `test_every_page.py` opens every other page."""

from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import expect

from scorekeeper.matches import permissions

from .axe import violations
from .fake_match import FakeMatch
from .playing import open_start_question
from .sitting import EIGHT_HEARTS, SAVE, Sitting, Thumb, expect_totals, phone_key, tap_button

pytestmark = pytest.mark.sqlite_only

STYLES = Path(settings.BASE_DIR) / "static"


def test_themes_differ_only_in_colours():
    """Check that themes differ only in colours, so that axe's light results hold for the dark theme."""
    for path in [*STYLES.glob("**/*.css"), *STYLES.glob("*.js")]:
        assert "prefers-color-scheme" not in path.read_text(), f"{path.name}: use light-dark(…, …)"


def test_hand_form_is_accessible_from_the_first_question_to_the_winner(form_page):
    match = FakeMatch("five_hundred")
    match.adjust(290, 0)
    page = match.open(form_page)
    thumb = Thumb(page)
    thumb.expect_question("bidder")
    assert violations(page) == []
    thumb.answer("bidder 2, level+trumps 8+hearts")
    thumb.tap(page.locator("#save.waits"))
    thumb.expect_question("tricks.0")
    assert violations(page) == []
    thumb.answer("tricks.0 9")
    expect(page.locator(SAVE)).to_be_visible()
    assert violations(page) == []
    thumb.tap(page.locator("#save"))
    expect(page.locator("#strip .title")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize(("slug", "kind"), [("rummy", "out"), ("golf", "cards"), ("baccarat", "coup")])
def test_pads_and_folded_fields_are_accessible(form_page, slug, kind):
    page = FakeMatch(slug, names=("Ann", "Bo", "Cy")).open(form_page, f"m/1/hand?kind={kind}")
    thumb = Thumb(page)
    if slug == "rummy":
        thumb.answer("winner 1, left.0 10s 5")
    elif slug == "golf":
        thumb.tap(page.locator(".step.asked [data-rank=Q]"))
    else:
        thumb.answer("on.1 banco")
        thumb.tap(page.locator(".extras [data-open='tie.1']"))
    expect(page.locator("form.hand[data-dirty]")).to_be_visible()
    assert violations(page) == []


def test_page_stays_accessible_after_every_live_change(new_phone):
    """Check a hand, a draft and a request to keep score."""
    sitting = Sitting("five_hundred")
    desktop = {"viewport": {"width": 1280, "height": 800}, "is_mobile": False}
    ann = sitting.open(new_phone(bypass_csp=True, **desktop), "Ann")
    cy = sitting.open(new_phone(bypass_csp=True), "Cy")
    bo = sitting.open(new_phone(), "Bo")
    sitting.write(EIGHT_HEARTS)
    # The reasons are shown beside the sheet, and nothing is covered.
    expect(ann.locator("#reasons-panel #reasons")).to_contain_text("8♥ bid, 9 taken: made")
    sheet, entry, panel = (
        ann.locator(selector).bounding_box() for selector in ("#rows", "#entry", "#reasons-panel")
    )
    assert sheet["x"] + sheet["width"] <= entry["x"] + 1
    assert entry["x"] + entry["width"] <= panel["x"] + 1
    for page in ann, cy:
        expect_totals(page, 300, 10)
        assert violations(page) == []
    cy.locator(".sheet .gain").first.tap()
    expect(cy.locator("#reasons")).to_be_visible()
    assert violations(cy) == []
    tap_button(cy, "Close")
    Thumb(bo).answer("bidder 2, level+trumps 8+hearts")
    expect(ann.locator("#sentence")).to_contain_text("8♥")
    expect(cy.locator(".in-progress")).to_contain_text("Cy: 8")
    permissions.ask(sitting.table, phone_key("Cy"), "Cy")
    expect(ann.get_by_role("button", name="Allow ")).to_be_visible()
    expect(cy.locator("#messages").get_by_text("You asked to keep score")).to_be_visible()
    assert violations(ann) == violations(cy) == []
    # A half-entered hand stays when reasons are opened.
    ann.locator("a.total").first.click()
    expect(ann.locator("#reasons-panel #account")).to_be_visible()
    expect(ann.locator(".kind:not([hidden]) input[name=bidder][value='2']")).to_be_checked()


def test_every_step_of_starting_a_table_is_accessible(new_phone):
    page = new_phone(bypass_csp=True).open("/play/two_hundred/")
    for step in "seats", "dealer", "shape", "rules", "house":
        open_start_question(page, step)
        assert violations(page) == [], step
