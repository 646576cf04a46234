"""An evening on a small phone: a game to its winner, with a correction, and a rematch."""

import re

from playwright.sync_api import expect

from .playing import enter_reason
from .sitting import SAVE, Sitting, Thumb, expect_hand, expect_totals, tap_button


def test_a_game_of_two_hundred_is_corrected_won_and_played_again(phone):
    made = {"kind": "deal", "bidder": 0, "bid": 60, "took": [70, 30]}  # totals 70 : 30
    failed = {"kind": "deal", "bidder": 1, "bid": 65, "took": [40, 60]}  # totals 110 : −35
    sitting = Sitting("two_hundred", hands=(made, failed))
    page = sitting.open(phone, "Ann")

    def enter_hand(hand, answers):
        expect_hand(page, hand)
        Thumb(page).answer(answers)
        expect(page.locator(SAVE)).to_be_visible()
        assert page.locator("#entry").bounding_box()["width"] == 360  # as wide as the screen
        Thumb(page).tap(page.locator(SAVE))

    expect(page.locator(".total .negative")).to_have_text("−35")
    enter_hand(3, "bidder 3, bid 70, defender_bid no, took.1 80")  # Ann & Cy, with 110, did not bid: 110 : 45
    expect_hand(page, 4)
    expect_totals(page, 110, 45)
    # Hand 1 was misheard: Ann bid 75 and failed. So Ann & Cy were below 100 and score their 20 in hand 3.
    phone.open(f"{sitting.path}m/1/hand/1/amend")
    Thumb(page).change("bid 75")
    expect(page.locator("#preview .moved tr")).to_have_count(2)
    enter_reason(page, "misheard")
    Thumb(page).tap_save()
    expect_hand(page, 4)
    expect_totals(page, -75 + 40 + 20, 45)
    expect(page.locator("tbody.amended")).to_have_count(1)
    enter_hand(4, "bidder 3, bid 90, took.1 100")  # −15 : 145
    enter_hand(5, "bidder 1, bid 60, took.1 65")  # 20 : 210
    expect(page.locator("#strip .title")).to_have_text(re.compile("Bo & Di won"))
    expect(page.locator(".winner .rule").first).not_to_be_empty()
    expect_totals(page, 20, 210)
    tap_button(page, "Play again")
    expect(page.locator("#sheet")).to_have_attribute("data-match", "2")
    expect_totals(page, 0, 0)
    assert sitting.match.number == 2
