"""Disputes from digests: at most eight taps from the table to the verdict, without scrolling."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from .sitting import NAMES, Sitting, Thumb

pytestmark = [pytest.mark.browser, pytest.mark.looks]

MOST = 8
SMALL, SMALLEST = {"width": 360, "height": 600}, {"width": 320, "height": 568}


# The search words, the result to tap, the answers and the expected verdict.
AT_TABLE = {
    "two_hundred": (
        ("defence at 100", "Do our points in defence count at 100?", "score 1 1 0, bid no", "No. You"),
        ("fell short 60 55", "What does the bid score?", "", "Minus 60."),
        ("check last trick", "May I look at the last trick?", "turned yes, over no", "turned"),
    ),
    "five_hundred": (
        ("8 spades over misere", "Is this bid higher?", "", "8♠"),
        ("7 spades all ten", "We took all ten tricks: what is that?", "", "250"),
    ),
    "big_two": (
        ("A2345 beat 10JQKA", "Does this beat that?", "", "Yes"),
        ("ten cards count", "How much do so many cards left count?", "cards 10", "times 2"),
    ),
    "skat": (
        ("60 60 tie", "60 to 60: who has won?", "", "60 to 60 is lost"),
        ("skat has three cards", "The skat has three cards", "", "ten cards, wins"),
        ("schwarz zero points", "They have a trick worth nothing: is it schwarz?", "tricks 1", "No"),
    ),
    "sergeant_major": (
        ("who is 5", "Who has which target?", "", "8"),
    ),
}  # fmt: skip


def test_disputes_are_settled_in_eight_taps(phone):
    for slug, disputes in AT_TABLE.items():
        names = NAMES[:3] if slug in ("skat", "sergeant_major") else NAMES
        sitting = Sitting(slug, names=names)
        phone.page.set_viewport_size(SMALLEST if slug == "big_two" else SMALL)
        for dispute in disputes:
            settle(sitting.open(phone, "Ann"), *dispute)


def settle(page, words, question, answers, verdict):
    thumb = Thumb(page)
    thumb.on(page.locator("#menu > summary"))
    thumb.on(page.get_by_role("link", name="Ask the referee"))
    thumb.on(page.get_by_role("searchbox"))
    page.keyboard.type(words)
    page.wait_for_url(lambda url: parse_qs(urlsplit(url).query).get("q") == [words])
    thumb.on(page.locator("#found a.hit").filter(has=page.get_by_text(question, exact=True)).first)
    expect(page.get_by_role("heading", level=1)).to_have_text(question)
    if answers:
        thumb.say(answers)
    ruling = page.locator("#ruling:not(.stale) .verdict")
    expect(ruling).to_contain_text(verdict)
    expect(ruling).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    assert thumb.taps <= MOST, words
