"""A phone joins by the score link and says whose it is by one tap; another waits for the first hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scorekeeper.matches import phones
from tests.conftest import Phone

from .axe import found
from .sitting import Sitting

pytestmark = pytest.mark.browser

SMALL = {"viewport": {"width": 360, "height": 600}}


def test_who_joins_taps_their_name(new_phone: Callable[..., Phone]) -> None:
    sitting = Sitting("five_hundred")
    for scheme, name in (("light", "Di"), ("dark", "Cy")):
        page = new_phone(**SMALL, color_scheme=scheme).open(
            f"{sitting.path}join#{phones.invitation(sitting.table)}"
        )
        expect(page.get_by_role("heading", name="Who are you?")).to_be_visible()
        for key in page.locator(".people-keys .key").all():
            expect(key).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("link", name="Skip", exact=True)).to_be_in_viewport(ratio=1)
        assert found(page) == []
        page.get_by_role("button", name=name, exact=True).tap()
        expect(page.locator("#hand-form")).to_be_visible()
    assert set(sitting.table.phones.values_list("name", flat=True)) >= {"Di", "Cy"}


def test_a_phone_that_waits_sees_who_deals_and_may_ask(new_phone: Callable[..., Phone]) -> None:
    sitting = Sitting("five_hundred")
    for scheme in "light", "dark":
        page = sitting.open(new_phone(**SMALL, color_scheme=scheme), "Cy")
        expect(page.locator("#talk")).to_contain_text("Ann deals")
        expect(page.locator("#talk")).to_contain_text("Every hand appears here")
        ask = page.locator("#talk").get_by_role("link", name="Ask to keep score")
        expect(ask).to_be_in_viewport(ratio=1)
        assert found(page) == []
    ask.tap()
    page.locator("label.key", has_text="Cy").tap()
    page.get_by_role("button", name="Ask", exact=True).tap()
    expect(page.locator("#talk")).to_contain_text("asked to keep score")
    expect(page.locator("#talk").get_by_role("link", name="Ask to keep score")).to_have_count(0)
