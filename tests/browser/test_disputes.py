"""Disputes settled on a phone away from a table; the verdicts were worked out manually from the sources."""

import pytest
from playwright.sync_api import expect

from .judging import RefereeThumb
from .sitting import scroll_width

pytestmark = pytest.mark.sqlite_only


def test_questions_are_found_by_the_words_people_use(phone):
    """Check each way to enter a fact: numbers, keys, cards, whose cards, calls, house rules."""
    page = phone.page
    referee = RefereeThumb(page)

    def ask(*words):
        phone.open("/referee/")
        referee.look_for(*words)

    ask("defence at 100", "Do our points in defence count at 100?")
    referee.answer("score 1 1 0, bid no")
    referee.expect_verdict("No. You stood at 110", "Rule 4.4")
    expect(page.locator("#ruling .source-line")).to_contain_text("debitcardcasino.ca, 2018")
    for text in "La Barouche, to 250", "Depends on: The hundred rule off":
        expect(page.locator("#ruling .elsewhere")).to_contain_text(text)

    ask("wich card takes the trik", "Which card takes the trick?", "two_hundred")
    referee.answer("cards TH KH 5C AS, trump spades")
    referee.expect_verdict("A♠ takes it, the highest trump.", "Rule 3.5")

    ask("auction judge", "The auction judge: who speaks, and what went wrong?", "two_hundred")
    for count, call in enumerate(("50", "60", "60"), start=1):
        referee.tap(page.locator(f".offers [data-call='{call}']"))
        if count == 3:
            referee.tap(page.locator("[data-anyway]"))  # an illegal call takes a second tap
        expect(page.locator("ol.calls li")).to_have_count(count)
    referee.tap(page.locator(".next-step"))
    referee.expect_verdict("Call 3 could not be made: 60 by West.", "Rule 2.2")

    ask("bury", "Whose are the points that were buried?")
    referee.expect_verdict("There is no kitty at this table.")
    referee.tap(page.locator("#chosen-preset summary"))
    referee.tap(page.locator("label.key:has(input[value='kitty_200'])"))
    referee.expect_verdict("defenders")

    ask("trick judge", "The trick judge: who takes it, and was every card legal?", "two_hundred")
    referee.answer("cards TH KH 5C AS, leader 1, trump diamonds")
    referee.expect_verdict("South takes the trick with K♥.", "Rule 3.5")
    referee.change("hands.3 5C 7H")
    referee.expect_verdict("West could not play 5♣.", "Rule 3.3")
    expect(page.locator("#ruling .grounds")).to_contain_text("As it lies, South takes the trick with K♥.")


def test_card_keys_fit_a_finger_and_are_typed_on_a_desktop(new_phone):
    page = new_phone(viewport={"width": 360, "height": 640}).open("/games/big_two/referee/combination/")
    key = page.locator(".step.asked .card-key").first
    expect(key).to_be_visible()
    box = key.bounding_box()
    assert box["width"] >= 48
    assert box["height"] >= 44
    assert scroll_width(page) == 360
    page.goto(
        page.url.replace("big_two/referee/combination/", "five_hundred/referee/card_suit/?preset=six_player")
    )
    RefereeThumb(page).choose("trumps", "spades")
    for card in ("11S", "12C", "13D", "13H", "X1"):
        expect(page.locator(f"[data-card='{card}']")).to_be_visible()
    assert scroll_width(page) <= 360

    wide = new_phone(viewport={"width": 1200, "height": 800}, is_mobile=False, has_touch=False)
    page = wide.open("/games/big_two/referee/combination/")
    pad = page.locator(".step.asked .card-pad")
    first = pad.locator(".card-key").first
    first.focus()
    for letter in ("3", "d", "1", "0", "s", "Backspace", "3", "s"):
        first.press(letter)
    expect(page.locator("#box-cards")).to_have_value("3D 3S")
    expect(page.locator("#ruling .verdict")).to_contain_text("pair")
    page.keyboard.press("ArrowRight")
    expect(pad.locator(".card-key").nth(1)).to_be_focused()
