"""An evening on a small phone: three games to their winners, a correction, and once more."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games import every_game
from games.engine.interchange import loads_strict, read_record, score_json
from tests.conftest import Phone

from .playing import answer, say_why
from .sitting import NAMES, Sitting, Thumb

pytestmark = pytest.mark.browser


def as_scored(page: Page) -> dict:
    """What the record that can be carried away comes to."""
    record = page.request.get(f"{page.url.split('?')[0]}m/1/record.json").text()
    return score_json(read_record(loads_strict(record), every_game()))


def shown(page: Page) -> list[int]:
    totals = page.locator(".total .number").all_inner_texts()
    return [int(total.replace("−", "-")) for total in totals]


def choose_number(page: Page, box: str, value: int) -> None:
    """The key of a number, once it is asked for."""
    key = page.locator(f"label.key:visible:has(input[name='{box}'][value='{value}'])")
    expect(key).to_be_visible()
    key.tap()


def save(page: Page) -> None:
    page.locator("#go", has_text=re.compile("Save:|Save$")).tap()


def next_hand(page: Page, hand: int) -> None:
    expect(page.locator("#hand-form input[name=number]")).to_have_value(str(hand))


def declared(page: Page, who: str, final: list[int]) -> None:
    """The winner stands on the page with the rule that decided, and the record says the same."""
    expect(page.locator(".winner .title")).to_have_text(re.compile(f"{re.escape(who)} won"))
    expect(page.locator(".winner .rule").first).not_to_be_empty()
    assert shown(page) == final
    said = as_scored(page)
    assert [int(total) for total in said["totals"]] == final
    assert said["outcome"] is not None


def play_again(page: Page, sitting: Sitting, sides: int) -> None:
    page.get_by_role("button", name="Play again").tap()
    expect(page.locator("#sheet")).to_have_attribute("data-match", "2")
    assert shown(page) == [0] * sides
    assert sitting.match.number == 2


@pytest.mark.looks
def test_two_hundred(phone: Phone) -> None:
    sitting = Sitting("two_hundred")
    page = sitting.open(phone, "Ann")

    def hand(number: int, bidder: str, bid: int, took: int, defender_bid: bool | None = None) -> None:
        next_hand(page, number)
        thumb = Thumb(page)
        thumb.key("Who won the bidding?", bidder)
        thumb.number("bid", bid)
        if defender_bid is not None:
            thumb.key("Did either defender bid?", "Yes" if defender_bid else "No")
        choose_number(page, f"took.{NAMES.index(bidder) % 2}", took)
        save(page)

    hand(1, "Ann", 60, 70)  # 70 : 30
    hand(2, "Bo", 65, 60)  # failed: 110 : −35
    expect(page.locator(".total .negative")).to_have_text("−35")
    hand(3, "Di", 70, 80, defender_bid=False)  # Ann & Cy stand on 110 and are silent: 110 : 45
    next_hand(page, 4)
    assert shown(page) == [110, 45]
    # Hand 1 was misheard: Ann bid 75 and failed. So Ann & Cy were below 100 before hand 3, and its 20 count.
    page.goto(f"{phone.url}{sitting.path}m/1/hand/1/amend")
    answer(page, "bid", "75")
    expect(page.locator("#preview .moved tr")).to_have_count(2)
    say_why(page, "misheard")
    save(page)
    next_hand(page, 4)
    assert shown(page) == [-75 + 40 + 20, 45]
    expect(page.locator("tbody.amended")).to_have_count(1)
    hand(4, "Di", 90, 100)  # −15 : 145
    hand(5, "Bo", 60, 65)  # 20 : 210
    declared(page, "Bo & Di", [20, 210])
    play_again(page, sitting, 2)


@pytest.mark.looks
def test_five_hundred(phone: Phone) -> None:
    sitting = Sitting("five_hundred")
    page = sitting.open(phone, "Ann")

    def hand(number: int, bidder: str, bid: str, tricks: int) -> None:
        next_hand(page, number)
        thumb = Thumb(page)
        thumb.key("Who won the bidding?", bidder)
        thumb.number("level+trumps", bid)
        choose_number(page, f"tricks.{NAMES.index(bidder) % 2}", tricks)
        save(page)

    hand(1, "Cy", "8+hearts", 9)  # 300 : 10
    hand(2, "Di", "7+spades", 5)  # 350 : −130
    next_hand(page, 3)
    Thumb(page).on(page.locator(".kinds label.key").filter(has=page.get_by_text("Misère", exact=True)))
    thumb = Thumb(page)
    thumb.key("Who won the bidding?", "Bo")
    thumb.key("Did the bidder lose every trick?", "Yes")
    save(page)  # 350 : 120
    next_hand(page, 4)
    assert shown(page) == [350, 120]
    hand(4, "Ann", "7+none", 7)
    declared(page, "Ann & Cy", [570, 150])
    play_again(page, sitting, 2)


def test_big_two(phone: Phone) -> None:
    sitting = Sitting("big_two", "penalty-to-50")
    page = sitting.open(phone, "Ann")

    def hand(number: int, winner: str, **left: int) -> None:
        next_hand(page, number)
        thumb = Thumb(page)
        thumb.key("Who went out?", winner)
        for name, cards in left.items():
            thumb.number(f"left.{NAMES.index(name)}", cards)
        save(page)

    # Up to nine cards count once, ten to twelve twice, thirteen three times; at fifty the lowest wins.
    hand(1, "Ann", Bo=3, Cy=11, Di=8)
    hand(2, "Cy", Ann=1, Bo=13, Di=2)
    next_hand(page, 3)
    assert shown(page) == [1, 42, 22, 10]
    page.get_by_role("link", name=re.compile("^(Hand|Deal) 1$")).tap()
    page.get_by_role("link", name="Edit", exact=True).tap()
    expect(page).to_have_url(re.compile("/amend$"))
    answer(page, "left.2", "9")
    say_why(page, "counted again")
    save(page)
    next_hand(page, 3)
    assert shown(page) == [1, 42, 9, 10]
    hand(3, "Ann", Bo=9, Cy=3, Di=1)
    declared(page, "Ann", [1, 51, 12, 11])
    play_again(page, sitting, 4)
