"""The form of a hand: what is still to be said is said quietly, and the bidding may be done on the pad."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.conftest import Phone

from .sitting import Sitting, Thumb

pytestmark = [pytest.mark.browser, pytest.mark.looks]


def test_nothing_is_red_before_anything_is_wrong(phone: Phone) -> None:
    thumb = Thumb(Sitting("big_two").open(phone, "Ann"))
    thumb.key("Who went out?", "Ann")
    expect(thumb.page.locator("#go")).to_have_text("3 to answer")
    expect(thumb.page.locator("#hand-form :is(.error, [role=alert])")).to_have_count(0)


def test_the_pad_is_a_tap_away_and_what_it_settles_stands_in_the_hand(phone: Phone) -> None:
    thumb = Thumb(Sitting("two_hundred").open(phone, "Ann"))
    page = thumb.page
    thumb.on(page.get_by_role("link", name="Record every bid"))
    for made, call in enumerate(("60", "pass", "pass", "pass"), start=1):
        page.locator(f"[data-call='{call}']").tap()
        if made < 4:
            expect(page.locator(".auction-pad .calls li")).to_have_count(made)
    page.get_by_role("link", name="Use this bid").tap()
    expect(page.locator("#hand-form")).to_be_visible()
    said = page.evaluate("Object.fromEntries(new FormData(document.querySelector('#hand-form')))")
    assert said["kind"] == "deal"
    assert "60" in (said.get("bid"), said.get("bid.n"))
    assert said["bidder"]
