"""Disputes settled on a phone away from a table; the verdicts were derived from the sources by hand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .judging import AtDesk

pytestmark = [pytest.mark.browser, pytest.mark.looks]


def at_desk(phone) -> AtDesk:
    return AtDesk(phone.open("/referee/"))


def again(desk: AtDesk, phone) -> None:
    phone.open("/referee/")


def test_questions_of_two_hundred_are_found_by_the_words_people_use(phone) -> None:
    """Check each way to enter a fact: numbers, keys, cards, whose cards, calls, house rules."""
    desk = at_desk(phone)
    desk.look_for("defence at 100", "Do our points in defence count at 100?")
    desk.count("Your total before the hand", 110)
    desk.key("Did one of you make a bid, even one that was overcalled?", "No")
    desk.verdict("No: you stood at 110", "4.4", "A 2018 article")
    desk.elsewhere("La Barouche, to 250")
    desk.elsewhere("Depends on: The hundred rule off")

    again(desk, phone)
    desk.look_for("wich card takes the trik", "Which card takes the trick?", "two_hundred")
    desk.cards("The cards, in the order they were played", "TH KH 5C AS")
    desk.number("trump", "spades")
    desk.verdict("A♠ takes it, the highest trump.", "3.5")

    again(desk, phone)
    desk.look_for("auction judge", "The auction judge: who speaks, and what went wrong?", "two_hundred")
    desk.call("50", "60", "60")
    desk.verdict("Call 3 could not be made: 60 by West.", "2.2")

    again(desk, phone)
    desk.look_for("bury", "Whose are the points that were buried?")
    desk.verdict("There is no kitty at this table.")
    desk.on(desk.page.locator("details.by summary"))
    desk.on(desk.page.locator("label.key:has(input[value='kitty_200'])"))
    desk.verdict("defenders")

    again(desk, phone)
    desk.look_for("trick judge", "The trick judge: who takes it, and was every card legal?", "two_hundred")
    desk.cards("The cards, in the order they were played", "TH KH 5C AS")
    desk.key("Who led?", "East")
    desk.number("trump", "diamonds")
    desk.verdict("South takes the trick with K♥.", "3.5")
    desk.on(desk.page.locator(".extras [data-open='hands.3']"))
    desk.cards("The hand before the trick, where it is shown", "5C 7H", "West")
    desk.verdict("West could not play 5♣.", "3.3")
    expect(desk.page.locator("#ruling .grounds")).to_contain_text(
        "As it lies, South takes the trick with K♥."
    )


def test_a_ruling_is_kept_shared_and_asked_again(phone) -> None:
    desk = at_desk(phone)
    desk.look_for("60 60 tie", "60 to 60: who has won?")
    desk.verdict("60 to 60 is lost")
    desk.on(desk.page.get_by_role("button", name="Save and share this ruling"))
    expect(desk.page.get_by_role("button", name=re.compile("Share|Copy link"))).to_be_visible()
    expect(desk.page.locator(".verdict")).to_contain_text("60 to 60 is lost")
    address = desk.page.url
    assert "/r/" in address
    desk.on(desk.page.get_by_text("House rules at the time"))
    expect(desk.page.locator(".rules-then .answers").first).to_be_visible()
    desk.on(desk.page.get_by_role("link", name="Ask again"))
    # Earlier rulings are shown first.
    expect(desk.page.locator(".earlier")).to_contain_text("60 to 60 is lost")
    desk.on(desk.page.locator(".earlier a").first)
    expect(desk.page).to_have_url(address)


def test_cards_take_a_whole_finger_and_are_typed_on_a_desktop(new_phone) -> None:
    page = new_phone(viewport={"width": 360, "height": 640}).open("/games/big_two/referee/combination/")
    key = page.locator(".step.asked .card-key").first
    expect(key).to_be_visible()
    box = key.bounding_box()
    assert box["width"] >= 48, box
    assert box["height"] >= 48, box
    assert page.evaluate("document.scrollingElement.scrollWidth") == 360
    # The pad has the extra ranks of six-handed play.
    page.goto(page.url.split("/games/")[0] + "/games/five_hundred/referee/card_suit/?preset=six_player")
    AtDesk(page).number("trumps", "spades")
    for card in ("11S", "12C", "13D", "13H", "X1"):
        expect(page.locator(f"[data-card='{card}']")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360

    wide = new_phone(viewport={"width": 1200, "height": 800}, is_mobile=False, has_touch=False)
    page = wide.open("/games/big_two/referee/combination/")
    pad = page.locator(".step.asked .card-pad")
    first = pad.locator(".card-key").first
    first.focus()
    for letter in ("3", "d", "1", "0", "s", "Backspace", "3", "s"):
        first.press(letter)
    expect(page.locator("#facts input[name=cards]")).to_have_value("3D 3S")
    expect(page.locator("#ruling .verdict")).to_contain_text("pair")
    page.keyboard.press("ArrowRight")
    expect(pad.locator(".card-key").nth(1)).to_be_focused()
