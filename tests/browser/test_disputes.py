"""Disputes settled on a phone, away from a table. The verdicts are those of the sources, by hand."""

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


def test_two_hundred(phone) -> None:
    """Seven of the questions that come up at a 200 table, found by the words people use."""
    desk = at_desk(phone)
    desk.look_for("defence at 100", "Do our points in defence count at 100?")
    desk.count("Your total before the hand", 110)
    desk.key("Did one of you make a bid, even one that was overcalled?", "No")
    desk.verdict("No: you stood at 110", "4.4", "A 2018 article")
    desk.elsewhere("La Barouche, to 250")
    desk.elsewhere("Depends on: The hundred rule off")

    again(desk, phone)
    desk.look_for("fell short", "What does the bid score?", "two_hundred")
    desk.count("The bid", 60)
    desk.count("Points the bidders took", 55)
    desk.verdict("Minus 60: the whole bid is lost", "4.2")

    again(desk, phone)
    desk.look_for("both over 200", "Both sides are over the target: who wins?")
    desk.count("The bidders' total now", 205)
    desk.count("The defenders' total now", 230)
    desk.verdict("The bidders win", "5.2")

    again(desk, phone)
    desk.look_for("wich card takes the trik", "Which card takes the trick?", "two_hundred")
    desk.cards("The cards, in the order they were played", "TH KH 5C AS")
    desk.number("trump", "spades")
    desk.verdict("A♠ takes it, the highest trump.", "3.5")

    again(desk, phone)
    desk.look_for("legal card two hundred", "May this card be played?", "two_hundred")
    desk.cards("The card led", "KH")
    desk.cards("The cards in hand", "5C 7H")
    desk.cards("The card to be played", "5C")
    desk.verdict("Not legal: K♥ was led, and there is 7♥ to follow with.", "3.3")

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


def test_the_trick_judge_sees_who_takes_it_and_which_card_was_wrong(phone) -> None:
    desk = at_desk(phone)
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


def test_big_two(phone) -> None:
    desk = at_desk(phone)
    desk.look_for("JQKA2", "Is this a combination, and which?")
    # The search names the cards.
    desk.verdict("is no combination here")
    desk.elsewhere("Indonesia")

    again(desk, phone)
    desk.look_for("does it beat", "Does this beat that?")
    desk.cards("What is played?", "AS 2D 3C 4H 5S")
    desk.cards("On what?", "TC JD QH KS AC")
    # The seed: in Hong Kong A2345 is higher than 10JQKA.
    desk.verdict("Yes: A♠ 2♦ 3♣ 4♥ 5♠ beats 10♣ J♦ Q♥ K♠ A♣", "3.5")
    desk.elsewhere("Taiwan")

    again(desk, phone)
    desk.look_for("may I go out on a 2", "May I go out on this?")
    desk.cards("Which cards?", "2S")
    desk.verdict("Yes: going out on 2♠ is allowed", "5.2")

    again(desk, phone)
    desk.look_for("ten cards count", "How much do so many cards left count?")
    desk.count("How many cards are left?", 10)
    desk.verdict("10 cards count times 2: the step begins at 10", "6.3")


def test_skat(phone) -> None:
    desk = at_desk(phone)
    desk.look_for("overbid 61", "61 points, but the value is under the bid")
    desk.number("game", "hearts")
    desk.count("With or without how many?", 1)
    desk.count("Declarer's card points", 61)
    desk.number("without", "no")
    desk.count("Bid", 24)
    # ISkO 5.4: the next multiple of ten that reaches 24 is 30, lost twice.
    desk.verdict("The defenders have won", "5.4")
    expect(desk.page.locator("#ruling .grounds")).to_contain_text("lost as 30")

    again(desk, phone)
    desk.look_for("which card takes the trick skat", "Which card takes the trick?", "skat")
    desk.number("game", "spades")
    desk.cards("The trick, in the order played", "7H JH AH")
    desk.verdict("J♥ takes the trick", "4.5")

    again(desk, phone)
    desk.look_for("60 60 tie", "60 to 60: who has won?")
    desk.verdict("60 to 60 is lost: the declarer needs 61", "5.1")

    again(desk, phone)
    desk.look_for("skat has three cards", "The skat has three cards")
    desk.verdict("The declarer, who holds ten cards, wins", "1.5")


def test_other_games(phone) -> None:
    desk = at_desk(phone)
    desk.look_for("Q-K-A rummy", "Is this a meld?", "rummy")
    desk.cards("Which cards?", "QS KS AS")  # a run is of one suit, which the search does not say
    desk.verdict("No run: at this table the ace is Low only")

    again(desk, phone)
    desk.look_for("8 on a 2", "May an 8 be played on a 2?")
    desk.verdict("No 8 on a 2", "3.6")

    again(desk, phone)
    desk.look_for("do I draw 4 or 2", "Do I draw 4 or 2?")
    desk.count("How many 2s lie in a row, not yet drawn for?", 2)
    desk.verdict("4: the whole debt")

    again(desk, phone)
    desk.look_for("first trump ninety nine", "What is trump in the first deal?")
    desk.verdict("There are no trumps in the first deal", "3.2")

    again(desk, phone)
    desk.look_for("three sevens pairs", "I have three sevens: how many pairs may I put down?")
    desk.verdict("One pair only")


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
    # What was ruled before is read first.
    expect(desk.page.locator(".earlier")).to_contain_text("60 to 60 is lost")
    desk.on(desk.page.locator(".earlier a").first)
    expect(desk.page).to_have_url(address)


def test_a_key_of_seven_cards_in_a_row_takes_a_whole_finger(phone) -> None:
    page = phone.open("/games/big_two/referee/combination/")
    page.set_viewport_size({"width": 360, "height": 640})
    key = page.locator(".step.asked .card-key").first
    expect(key).to_be_visible()
    box = key.bounding_box()
    assert box["width"] >= 48, box
    assert box["height"] >= 48, box
    assert page.evaluate("document.scrollingElement.scrollWidth") == 360


def test_cards_are_typed_on_a_desktop(new_phone) -> None:
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


def test_five_hundred(phone) -> None:
    desk = at_desk(phone)
    desk.look_for("8 spades over misere", "Is this bid higher?", "five_hundred")
    desk.on(desk.page.locator("details.by summary"))
    desk.on(desk.page.locator("label.key:has(input[value='australian'])"))
    # Both calls stand in the search.
    # By value 8♠ is worth 240 and misère 250; in Australia at length misère stands between the sevens and 8♠.
    desk.verdict("No: 8♠ does not beat Misère", "3.2")
    desk.elsewhere("Australian (full)")

    again(desk, phone)
    desk.look_for("joker jack left bower suit", "Which suit does this card belong to?", "five_hundred")
    desk.number("trumps", "spades")
    desk.cards("Which card?", "JC")
    desk.verdict("J♣ belongs to ♠.", "1.5")

    again(desk, phone)
    desk.look_for("which card takes the trick", "Which card takes the trick?", "five_hundred")
    desk.number("trumps", "hearts")
    desk.cards("The cards, in the order they were played", "AH JD JH KH")
    desk.verdict("J♥ takes it, the highest trump.", "4.4")

    again(desk, phone)
    desk.look_for("score at misere", "Do defenders score at misère?")
    desk.verdict("Nothing: misère and nullo are between the bidder and the bid.", "5.12")


def test_the_pad_has_the_extra_ranks_of_six_hands(phone) -> None:
    page = phone.open("/games/five_hundred/referee/card_suit/?preset=six_player")
    AtDesk(page).number("trumps", "spades")
    for card in ("11S", "12C", "13D", "13H", "X1"):
        expect(page.locator(f"[data-card='{card}']")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
