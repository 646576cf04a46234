"""A round that adds up to nothing: the last box follows by itself, and is a minus number too."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.conftest import Phone

from .sitting import Sitting

pytestmark = [pytest.mark.browser, pytest.mark.looks]


def test_the_last_box_of_a_round_that_adds_up_to_nothing_follows_by_itself(phone: Phone) -> None:
    sitting = Sitting("tally", "gen-zero", ("Ann", "Bo", "Cy"))
    page = sitting.open(phone, "Ann")
    box = [page.locator(f"input[name='points.{n}']") for n in range(3)]
    box[0].fill("5")
    expect(box[2]).to_have_value("")
    box[1].fill("3")
    expect(box[2]).to_have_value("-8")
    box[1].fill("-1,5")
    expect(box[2]).to_have_value("-3.5")
    box[1].fill("-")
    expect(box[2]).to_have_value("")
    box[1].fill("3")
    page.locator("#go", has_text="Save:").tap()
    expect(page.locator("#hand-form input[name=number]")).to_have_value("2")
    assert sitting.totals == [5, 3, -8]
