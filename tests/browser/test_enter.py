"""Enter in a box saves, or moves on: it presses no other key. What a correction needs is said in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.engine import Adjustment, PerSide
from tests.conftest import Phone

from .sitting import Sitting

pytestmark = [pytest.mark.browser, pytest.mark.looks]


@pytest.mark.parametrize("slug", ["tally", "rummy"])
def test_enter_in_a_box_moves_on_and_presses_no_other_key(phone: Phone, slug: str) -> None:
    """The first key of the form was one that ends the match, or writes that everyone passed."""
    sitting = Sitting(slug, names=("Ann", "Bo", "Cy"))
    page = sitting.open(phone, "Ann")
    boxes = page.locator("#hand-form input.box:visible")
    boxes.first.focus()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    page.wait_for_function("box => document.activeElement !== box", arg=boxes.first.element_handle())
    assert boxes.first.input_value() == "7"
    assert sitting.match.length == 0


def test_without_script_enter_in_a_box_saves(new_phone) -> None:
    """What is missing is said then; no other key is pressed."""
    sitting = Sitting("tally", names=("Ann", "Bo", "Cy"))
    phone = new_phone(java_script_enabled=False)
    page = sitting.open(phone, "Ann")
    page.locator("#box-points-0").fill("7")
    page.locator("#box-points-0").press("Enter")
    expect(page.locator(".wrong").first).to_be_visible()
    expect(page.locator("#box-points-0")).to_have_value("7")
    assert sitting.match.length == 0
    phone.complaints.clear()  # the browser's own word for a 422


def test_enter_in_a_name_goes_to_the_next_and_from_the_last_to_the_key_that_starts(phone: Phone) -> None:
    page = phone.open("/play/skat/")
    page.locator("#name-0").focus()
    for name in "Ann", "Bo", "Cy":
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Start game")).to_be_focused()
    assert page.url.endswith("/play/skat/")
    page.keyboard.press("Enter")
    expect(page.locator("#hand-form")).to_be_visible()
    expect(page.locator(".party").nth(2)).to_contain_text("Cy")


@pytest.mark.parametrize("scripted", [True, False])
def test_a_correction_without_its_reason_is_told_so_where_the_thumb_is(new_phone, scripted: bool) -> None:
    sitting = Sitting("five_hundred")
    sitting.write(1, Adjustment(PerSide((31, 10)), "as played"))
    phone = new_phone(java_script_enabled=scripted)
    page = sitting.open(phone, "Ann", f"{sitting.path}m/1/hand/1/amend")
    expect(page.get_by_label("Say why it changed (needed)")).to_be_visible()
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("#why")).to_be_focused()
    expect(page.locator("#why")).to_be_in_viewport()
    assert sitting.match.length == 1
    page.locator("#why").fill(" ")  # the browser takes it for a reason
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".bar-below .trouble")).to_be_in_viewport()
    expect(page.locator("#why")).to_be_focused()
    assert sitting.match.length == 1
    phone.complaints.clear()
