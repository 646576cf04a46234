"""Numbers whose sum is known: the form fills in the last box."""

import pytest
from playwright.sync_api import expect

from .fake_match import FakeMatch
from .sitting import SAVE, Thumb

pytestmark = pytest.mark.sqlite_only


def test_last_box_of_a_zero_sum_round_is_filled_in(form_page):
    match = FakeMatch("tally", "gen-zero", ("Ann", "Bo", "Cy"))
    page = match.open(form_page)
    thumb = Thumb(page)
    last = page.locator("input[name='points.2']")
    thumb.answer("points.0 5 next, points.1 3")
    expect(last).to_have_value("-8")
    thumb.tap_pad("back")
    page.locator("input[name='points.1']").fill("-1,5")
    expect(last).to_have_value("-3.5")
    page.locator("input[name='points.1']").fill("-")
    expect(last).to_have_value("")
    page.locator("input[name='points.1']").fill("3")
    expect(last).to_have_value("-8")
    thumb.tap_pad("next")
    expect(page.locator("#sentence")).to_contain_text("−8")  # filled in, and not asked
    thumb.save(1)
    assert match.totals == [5, 3, -8]


@pytest.mark.parametrize(("slug", "preset", "ann_answer", "di_place"), [
    ("big_two", "placings", "places.0 1", "3"),
    ("old_maid", "om-ranks", "places.0 1", "3"),
    ("old_maid", "om-ranks", "places.0 ", "1"),  # Ann is left with the old maid
])  # fmt: skip
def test_the_last_place_is_filled_in(form_page, slug, preset, ann_answer, di_place):
    page = FakeMatch(slug, preset, ("Ann", "Bo", "Cy", "Di")).open(form_page)
    cy_place = 4 if di_place == "3" else 3
    Thumb(page).answer(f"{ann_answer}, places.1 2, places.2 {cy_place}")
    expect(page.locator(f"input[name='places.3'][value='{di_place}']")).to_be_checked()
    expect(page.locator(SAVE)).to_be_visible()
