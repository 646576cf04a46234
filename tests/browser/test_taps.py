"""With one thumb: how many taps an ordinary hand takes, on the smallest phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games import every_game
from games.engine import Adjustment, PerSide
from tests.conftest import Phone

from .sitting import NAMES, Sitting, Thumb

pytestmark = [pytest.mark.browser, pytest.mark.looks]


def test_an_ordinary_hand_of_two_hundred_takes_four_taps(phone: Phone) -> None:
    sitting = Sitting("two_hundred")
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.key("Who won the bidding?", "Bo")
    thumb.number("bid", 60)
    thumb.number("took.1", 70)
    thumb.save(1)
    assert thumb.taps == 4
    assert sitting.totals == [30, 70]


def test_an_ordinary_hand_of_five_hundred_takes_four_taps(phone: Phone) -> None:
    sitting = Sitting("five_hundred")
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.key("Who won the bidding?", "Cy")
    thumb.on(thumb.page.locator("label.key:has(#bid-8-hearts)"))
    thumb.number("tricks.0", 9)
    thumb.save(1)
    assert thumb.taps == 4
    assert sitting.totals == [300, 10]


def test_an_ordinary_hand_of_big_two_takes_five_taps(phone: Phone) -> None:
    sitting = Sitting("big_two")
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.key("Who went out?", "Ann")
    for box, cards in ("left.1", 3), ("left.2", 7), ("left.3", 1):
        thumb.number(box, cards)
    thumb.save(1)
    assert thumb.taps == 5
    assert sum(sitting.totals) == 0


THREE = ("Ann", "Bo", "Cy")


def test_an_ordinary_hand_of_skat_takes_six_taps_and_shows_its_line_before_it_is_saved(phone: Phone) -> None:
    sitting = Sitting("skat", "simple", THREE)
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.key("Who played alone?", "Bo")
    thumb.number("game", "clubs")
    thumb.on(thumb.page.locator("label.key:has(#matadors-with-2)"))
    thumb.asked("points")
    thumb.pad("9 1")
    expect(thumb.page.locator("#preview")).to_contain_text("with 2, game 3, schneider 4 × 12 = 48")
    thumb.save(1)
    assert thumb.taps == 6
    assert sitting.totals == [0, 48, 0]


def test_skat_asks_for_the_bid_only_where_it_matters(phone: Phone) -> None:
    thumb = Thumb(Sitting("skat", "simple", THREE).open(phone, "Ann"))
    bid = thumb.page.locator("details.seldom[data-question=bid]")
    thumb.key("Who played alone?", "Bo")
    thumb.number("game", "grand")
    thumb.on(thumb.page.locator("label.key:has(#matadors-with-1)"))
    expect(bid).to_be_visible()  # 48: more may have been bid
    thumb.on(thumb.page.locator("label.key:has(#matadors-with-2)"))
    expect(bid).to_be_hidden()  # 72


def test_a_deal_of_rummy_at_three_takes_at_most_ten_taps_card_by_card(phone: Phone) -> None:
    sitting = Sitting("rummy", "", THREE)
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.key("Who went out?", "Bo")
    thumb.asked("left.0")  # Bo has none, and is not asked
    thumb.pad("10s 10s 5 next")
    expect(thumb.page.locator("output.added").first).to_have_text("3 cards")
    thumb.asked("left.2")
    thumb.pad("A 9 4")
    expect(thumb.page.locator(".pad-of p")).to_contain_text("A + 9 + 4 = 14")
    thumb.save(1)
    assert thumb.taps == 9
    assert sitting.totals == [0, 39, 0]


def test_a_deal_of_rummy_at_three_takes_seven_taps_by_totals(phone: Phone) -> None:
    sitting = Sitting("rummy", "", THREE)
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.key("Who went out?", "Bo")
    thumb.asked("left.0")
    thumb.pad("turn 2 5")  # the phone remembers how it likes to count
    thumb.asked("left.2")
    thumb.pad("1 4")
    thumb.save(1)
    assert thumb.taps == 7
    assert sitting.totals == [0, 39, 0]


def test_a_hole_of_golf_by_totals_takes_two_taps_a_player(phone: Phone) -> None:
    sitting = Sitting("golf", "", THREE)
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.asked("points.0")
    thumb.pad("1 7")
    thumb.asked("points.1")
    thumb.pad("5")  # 50 cannot be: the next player is asked for
    thumb.asked("points.2")
    thumb.pad("2 next")
    thumb.save(1)
    assert thumb.taps == 6
    assert sitting.totals == [17, 5, 2]


def test_a_round_of_old_maid_takes_two_taps(phone: Phone) -> None:
    sitting = Sitting("old_maid", "", THREE)
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.key("Who was left with her?", "Cy")
    thumb.save(1)
    assert thumb.taps == 2
    assert sitting.totals == [0, 0, 1]


def test_a_round_of_go_fish_takes_a_tap_a_player_and_the_last_one_follows(phone: Phone) -> None:
    sitting = Sitting("go_fish", "", THREE)
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.number("books.0", 5)
    thumb.number("books.1", 6)
    thumb.save(1)
    assert thumb.taps == 3
    assert sitting.totals == [5, 6, 2]


def test_a_bet_at_baccarat_takes_two_taps_and_lies_there_for_the_next_coup(phone: Phone) -> None:
    sitting = Sitting("baccarat", "", THREE)
    thumb = Thumb(sitting.open(phone, "Ann"))
    expect(thumb.page.locator("label.key:visible:has(input[name='on.0'])")).to_have_count(0)  # Ann's bank
    for seat, spot, stake in (1, "punto", 10), (2, "banco", 20):
        thumb.number(f"on.{seat}", spot)
        thumb.number(f"stake.{seat}", stake)
    thumb.number("winner", "punto")
    thumb.save(1)
    assert thumb.taps == 2 * 2 + 2
    assert sitting.totals == [10, 10, -20]
    # Bo's bank now: Cy's chips still lie on Banco, and the coup is two taps.
    thumb.number("winner", "punto")
    thumb.save(2)
    assert thumb.taps == 6 + 2
    assert sitting.totals == [10, 30, -40]


@pytest.mark.parametrize("slug", ["two_hundred", "five_hundred"])
def test_everyone_passed_is_one_tap(phone: Phone, slug: str) -> None:
    sitting = Sitting(slug)
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.on(thumb.page.get_by_role("button", name="Everyone passed"))
    expect(thumb.page.locator("#hand-form input[name=number]")).to_have_value("2")
    assert thumb.taps == 1


def test_undo_is_one_tap(phone: Phone) -> None:
    sitting = Sitting("five_hundred")
    page = sitting.open(phone, "Ann")
    Thumb(page).on(page.get_by_role("button", name="Everyone passed"))
    Thumb(page).on(page.get_by_role("button", name="Undo hand 1"))
    expect(page.locator("tbody.struck")).to_have_count(1)


def test_every_key_is_large_enough_for_a_thumb_and_nothing_sticks_out(phone: Phone) -> None:
    for slug, game in every_game().items():
        seats = game.presets[0].shapes[0][0] if game.presets[0].shapes else game.seatings[0].seats
        page = Sitting(slug, names=(*NAMES, "Ed", "Flo")[:seats]).open(phone, "Ann")
        expect(page.locator("#hand-form")).to_be_visible()
        small = page.evaluate(
            """() => [...document.querySelectorAll("a, button, label.key, summary")]
                .filter((e) => e.offsetParent && !e.closest(".skip, [aria-hidden=true]"))
                .map((e) => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
                .filter(([, box]) => box.width < 44 || box.height < 44)
                .map(([html, box]) => `${html}: ${box.width} × ${box.height}`)"""
        )
        assert small == []
        assert page.evaluate("() => document.documentElement.scrollWidth") == 360


def test_what_decides_is_asked_before_the_cards_are_counted(phone: Phone) -> None:
    """200, with a side at 100: whether the defenders bid decides their points."""
    sitting = Sitting("two_hundred")
    sitting.write(1, Adjustment(PerSide((100, 0)), "so far"))
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.key("Who won the bidding?", "Bo")
    thumb.number("bid", 60)
    go = thumb.page.locator("#go")
    expect(go).to_have_text("Save hand 2")
    expect(thumb.page.get_by_role("group", name="Did either defender bid?")).to_be_visible()
    expect(thumb.page.locator(".play")).to_be_hidden()
    thumb.number("defender_bid", "yes")
    thumb.number("took.1", 70)
    expect(go).to_contain_text("Save: ")
    thumb.save(2)
    assert sitting.totals == [130, 70]


def test_what_alone_is_still_to_be_answered_stands_on_the_key_that_saves(phone: Phone) -> None:
    sitting = Sitting("skat", "simple", THREE)
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.key("Who played alone?", "Bo")
    thumb.number("game", "clubs")
    thumb.on(thumb.page.locator("label.key:has(#matadors-with-2)"))
    thumb.asked("points")
    thumb.pad("1 2 0")
    go = thumb.page.locator("#go")
    expect(go).to_have_text("Still to answer: Tricks")
    thumb.on(go)
    expect(thumb.page.locator(".question:has(.wrong)")).to_contain_text("Tricks")
    assert sitting.match.length == 0
    phone.complaints.clear()  # the browser's own word for a 422
    thumb.number("tricks", "some")
    thumb.save(1)
    assert sitting.totals == [0, 48, 0]


def test_more_matadors_than_four_are_a_key_behind_a_key(phone: Phone) -> None:
    sitting = Sitting("skat", "simple", THREE)
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.key("Who played alone?", "Bo")
    thumb.number("game", "clubs")
    more = thumb.page.locator("details.seldom:has(#matadors-without-5)")
    thumb.on(more.locator("summary"))
    thumb.on(more.locator("label.key:has(#matadors-without-5)"))
    expect(more.locator(".said")).to_have_text("without 5")
    thumb.asked("points")
    thumb.pad("7 0")
    expect(thumb.page.locator("#preview")).to_contain_text("without 5, game 6")
    thumb.save(1)
    assert sitting.totals == [0, 72, 0]
