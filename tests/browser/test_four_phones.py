"""An evening with four phones at one table.

Two keep score and two watch; one sleeps for a while, one is briefly offline, one loses the right to score.
"""

import pytest
from playwright.sync_api import expect

from scorekeeper.matches import models, replay
from tests.conftest import go_offline, go_online, until

from .sitting import (
    SAVE,
    Sitting,
    Thumb,
    enter_eight_hearts,
    expect_all_sent,
    expect_form,
    expect_hand,
    expect_totals,
    forget_network_errors,
    tap_button,
    tap_link,
    tap_menu_link,
)

pytestmark = pytest.mark.slow

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  const get = () => (hidden ? "hidden" : "visible");
  Object.defineProperty(document, "visibilityState", { configurable: true, get });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def expect_totals_on_all(pages, *expected):
    for page in pages:
        expect_totals(page, *expected)


def test_an_evening_with_four_phones(new_phone):
    sitting = Sitting("five_hundred")
    phones = {name: new_phone() for name in ("Ann", "Bo", "Cy", "Di")}
    ann, bo, cy, di = pages = [sitting.open(phone, name) for name, phone in phones.items()]
    for page in ann, bo:
        expect_form(page)
    for page in cy, di:
        expect(page.locator("#strip")).to_be_visible()
        expect(page.locator("#hand-form")).to_have_count(0)

    # Ann's hand is shown on every phone and announced on the others. The response to her POST contains the
    # new sheet, so her phone does not request it.
    requested = []
    ann.on("request", lambda request: requested.append(request.url.rpartition("/")[2]))
    enter_eight_hearts(ann).save(1)
    expect_totals_on_all(pages, 300, 10)
    for page in bo, cy, di:
        expect(page.locator("#status")).to_contain_text("Hand 1: Ann & Cy +300")
    assert "sheet" not in requested[requested.index("hand") :]

    # Bo begins the next hand, and everyone sees the draft. Cy's phone goes to sleep.
    cy.evaluate(HIDE, True)
    expect_hand(bo, 2)
    thumb = Thumb(bo)
    thumb.tap_key("Who won the bidding?", "Di")
    thumb.choose("level+trumps", "7+spades")
    expect(ann.locator("#sentence")).to_contain_text("7♠")
    expect(di.locator(".in-progress")).to_contain_text("Di: 7")

    # Bo's phone is offline when he saves, and keeps the hand.
    thumb.choose("tricks.1", 5)
    expect(bo.locator(SAVE)).to_be_visible()
    go_offline(bo)
    thumb.tap(bo.locator("#save"))
    expect(bo.locator("#waiting")).to_contain_text("1 hand kept on this phone")
    assert sitting.match.length == 1
    go_online(bo)
    expect_all_sent(bo)
    expect_totals_on_all([ann, bo, di], 350, -130)
    assert sitting.match.length == 2

    # Cy's phone wakes and catches up by itself.
    cy.evaluate(HIDE, False)
    expect_totals(cy, 350, -130)

    # Di asks to keep score, and Bo, who is not the host, lets her in.
    tap_menu_link(di, "Ask to keep score")
    di.locator("label.key", has_text="Di").tap()
    tap_button(di, "Ask")
    Thumb(bo).tap(bo.get_by_role("button", name="Allow "))
    expect_form(di)

    # The host withdraws Bo's right while he has a hand half entered; Di goes on.
    Thumb(bo).tap_key("Who won the bidding?", "Bo")
    until(lambda: sitting.match.begun is not None)
    tap_menu_link(ann, "Invite the others")
    ann.locator("details.card > summary").tap()
    ann.locator("li", has_text="Bo").get_by_role("button", name="Make viewer").tap()
    expect(bo.locator("#hand-form")).to_have_count(0)
    expect(bo.locator(".in-progress")).to_be_visible()
    tap_link(ann, "Back to the table")
    di.locator("#sentence .chip[data-open=bidder]").tap()  # change Bo's draft
    expect_hand(di, 3)
    thumb = Thumb(di)
    thumb.answer("bidder 0, level+trumps 7+none, tricks.0 7")
    thumb.tap(di.locator(SAVE))
    expect_totals_on_all(pages, 570, -100)
    for page in pages:
        expect(page.locator("#strip .title")).to_have_text("Ann & Cy won")

    # The host leaves; the longest-serving scorer becomes host and starts the next game.
    tap_menu_link(ann, "Hand over scoring")
    tap_button(ann, "Become a viewer")
    expect(ann.get_by_role("button", name="Play again")).to_have_count(0)
    Thumb(di).tap(di.get_by_role("button", name="Play again"))
    for page in pages:
        expect(page.locator("#sheet")).to_have_attribute("data-match", "2")
        expect_totals(page, 0, 0)
    assert sitting.table.phones.get(name="Di").role == models.Role.HOST
    assert replay.load_match_state(sitting.table.matches.get(number=1)).sheet.totals == (570, -100)
    for phone in phones.values():
        forget_network_errors(phone)
