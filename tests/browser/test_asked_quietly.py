"""The form of a hand: what is still to be said is said quietly, and the bidding may be done on the pad."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.conftest import Phone

from .sitting import Sitting, Thumb

pytestmark = [pytest.mark.browser, pytest.mark.looks]


def test_nothing_is_red_before_anything_is_wrong(phone: Phone) -> None:
    thumb = Thumb(Sitting("big_two").open(phone, "Ann"))
    preview = thumb.page.locator("#preview")
    thumb.key("Who went out?", "Ann")
    expect(preview.locator(".quiet").first).to_contain_text("Still to answer: Cards left")
    expect(preview.locator(".wrong, [role=alert]")).to_have_count(0)


def test_the_pad_is_a_tap_away_and_what_it_settles_stands_in_the_hand(phone: Phone) -> None:
    thumb = Thumb(Sitting("two_hundred").open(phone, "Ann"))
    page = thumb.page
    thumb.on(page.get_by_role("link", name="Bid on the pad"))
    for made, call in enumerate(("60", "pass", "pass", "pass"), start=1):
        page.locator(f"[data-call='{call}']").tap()
        if made < 4:
            expect(page.locator(".auction-pad .calls li")).to_have_count(made)
    page.get_by_role("link", name="Write it into the hand").tap()
    expect(page.locator("#hand-form")).to_be_visible()
    said = page.evaluate("Object.fromEntries(new FormData(document.querySelector('#hand-form')))")
    assert said["kind"] == "deal"
    assert "60" in (said.get("bid"), said.get("bid.n"))
    assert said["bidder"]
