"""R4: a phone without a network loses no hand, doubles none and writes over nobody's."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.conftest import until

from .sitting import Sitting, Thumb

pytestmark = pytest.mark.browser


def fill(page, tricks: int = 9) -> Thumb:
    thumb = Thumb(page)
    thumb.key("Who won the bidding?", "Cy")
    thumb.on(page.locator("label.key:has(#bid-8-hearts)"))
    thumb.number("tricks.0", tricks)
    expect(page.locator("#go", has_text="Save:")).to_be_visible()
    return thumb


def waits(page, text: str):
    expect(page.locator("#waiting")).to_contain_text(text)


def offline_hand(new_phone, sitting, tricks: int = 9):
    """Bo has entered hand 1 while his phone had no network. His phone complains of that in its console."""
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    thumb = fill(page, tricks)
    phone.context.set_offline(True)
    thumb.on(page.locator("#go"))
    waits(page, "kept on this phone")
    return phone, page


def online(phone) -> None:
    phone.context.set_offline(False)
    phone.page.evaluate("window.dispatchEvent(new Event('online'))")


def forgive(phone, *texts: str) -> None:
    """What a browser itself says of a network that is away, or of a page that refuses, is no fault."""
    phone.complaints[:] = [
        said
        for said in phone.complaints
        if not any(text in said for text in ("Failed to load", "Failed to fetch", "ERR_", *texts))
    ]


def test_a_hand_entered_without_a_network_goes_off_by_itself_and_counts_once(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone, page = offline_hand(new_phone, sitting)
    # The cookie of the form is gone when the network comes back: the token is fetched anew.
    phone.context.clear_cookies(name="csrf")
    online(phone)
    until(sitting.settled(1))
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator(".total .number").first).to_have_text("300")
    expect(page.locator("#hand-form input[name=number]")).to_have_value("2")
    assert sitting.totals == [300, 10]
    forgive(phone)


def test_the_same_hand_written_by_someone_else_meanwhile_is_dropped_as_confirmed(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone, page = offline_hand(new_phone, sitting)
    other = sitting.open(new_phone(), "Ann")
    fill(other)
    other.locator("#go").tap()
    until(sitting.settled(1))
    online(phone)
    expect(page.locator("#waiting")).to_be_hidden()
    assert sitting.match.length == 1
    forgive(phone)


def test_another_hand_written_meanwhile_is_shown_beside_ours_and_nothing_is_overwritten(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone, page = offline_hand(new_phone, sitting, tricks=7)
    other = sitting.open(new_phone(), "Ann")
    fill(other, 9)
    other.locator("#go").tap()
    until(sitting.settled(1))
    online(phone)
    waits(page, "someone wrote another hand")
    assert sitting.totals == [300, 10]
    page.reload()  # what waits is on the phone, not on the page
    waits(page, "someone wrote another hand")
    page.get_by_role("button", name="Look at both").tap()
    expect(page.locator(".clash, #clash").first).to_be_visible()
    expect(page.locator("input[name='tricks.0'][value='7']")).to_be_checked()
    expect(page.locator("#waiting")).to_be_hidden()
    assert sitting.match.length == 1
    forgive(phone, "409")


def test_a_phone_whose_right_was_withdrawn_keeps_its_hand_to_be_copied(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone, page = offline_hand(new_phone, sitting)
    sitting.table.phones.filter(name="Bo").update(role="watcher")
    online(phone)
    waits(page, "could not be written")
    waits(page, "bidder: 2")
    assert sitting.match.length == 0
    page.get_by_role("button", name="Throw mine away").tap()
    expect(page.locator("#waiting")).to_be_hidden()
    page.reload()
    expect(page.locator("#waiting")).to_be_hidden()
    forgive(phone, "403")


def test_a_lost_reply_is_asked_for_again_and_the_hand_counts_once(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    asked = []

    def lose(route):
        asked.append(route.request.post_data)
        if len(asked) == 1:
            route.fetch(max_redirects=0)  # the server has it …
            route.abort()  # … and the phone never hears
        else:
            route.continue_()

    page.route(
        "**/m/1/hand", lambda route: lose(route) if route.request.method == "POST" else route.continue_()
    )
    thumb = fill(page)
    thumb.on(page.locator("#go"))
    expect(page.locator("#hand-form input[name=number]")).to_have_value("2", timeout=45_000)
    assert len(asked) == 2
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator(".total .number").first).to_have_text("300")
    assert sitting.match.length == 1
    forgive(phone)
