"""Twenty disputes from digests: at most eight taps from the table to the verdict, without scrolling."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import Phone

from .sitting import NAMES, Sitting, Thumb

pytestmark = [pytest.mark.browser, pytest.mark.looks]

MOST = 8
SMALL, SMALLEST = {"width": 360, "height": 600}, {"width": 320, "height": 568}


class Dispute(NamedTuple):
    """A dispute: the search words, the result to tap, the answers and the expected verdict."""

    typed: str
    found: str
    answers: str
    verdict: str


AT_TABLE = {
    "two_hundred": (
        Dispute("defence at 100", "Do our points in defence count at 100?", "score 1 1 0, bid no", "No: you"),
        Dispute("fell short 60 55", "What does the bid score?", "", "Minus 60"),
        Dispute("both over 205 230", "Both sides are over the target: who wins?", "", "The bidders win"),
        Dispute("passed again", "May I bid again after a pass?", "", "pass"),
        Dispute("check last trick", "May I look at the last trick?", "turned yes, over no", "turned"),
    ),
    "five_hundred": (
        Dispute("8 spades over misere", "Is this bid higher?", "", "8♠"),
        Dispute("jack of clubs spades trumps", "Which suit does this card belong to?", "", "J♣ belongs to ♠"),
        Dispute("7 spades all ten", "We took all ten tricks: what is that?", "", "250"),
        Dispute("two short double", "We were two short: do we lose double?", "", "No"),
        Dispute("score at misere", "Do defenders score at misère?", "", "Nothing"),
    ),
    "big_two": (
        Dispute("A2345 beat 10JQKA", "Does this beat that?", "", "Yes"),
        Dispute("JQKA2", "Is this a combination, and which?", "", "is no combination here"),
        Dispute("go out on 2S", "May I go out on this?", "", "allowed"),
        Dispute("ten cards count", "How much do so many cards left count?", "cards 10", "times 2"),
        Dispute("come back", "May I come back in after passing?", "", "Yes"),
    ),
    "skat": (
        Dispute("60 60 tie", "60 to 60: who has won?", "", "60 to 60 is lost"),
        Dispute("skat has three cards", "The skat has three cards", "", "ten cards, wins"),
        Dispute("schwarz zero points", "They have a trick worth nothing: is it schwarz?", "tricks 1", "No"),
    ),
    "sergeant_major": (
        Dispute("who is 5", "Who has which target?", "", "8"),
        Dispute("trumps exchanged", "Can trumps be exchanged?", "", "No"),
    ),
}  # fmt: skip


def test_twenty_disputes_are_settled_in_eight_taps(phone: Phone) -> None:
    for slug, disputes in AT_TABLE.items():
        names = NAMES[:3] if slug in ("skat", "sergeant_major") else NAMES
        sitting = Sitting(slug, names=names)
        phone.page.set_viewport_size(SMALLEST if slug == "big_two" else SMALL)
        for dispute in disputes:
            settle(sitting.open(phone, "Ann"), dispute)


def settle(page: Page, dispute: Dispute) -> None:
    thumb = Thumb(page)
    thumb.on(page.locator("#menu > summary"))
    thumb.on(page.get_by_role("link", name="Ask the referee"))
    thumb.on(page.get_by_role("searchbox"))
    page.keyboard.type(dispute.typed)
    page.wait_for_url(lambda url: parse_qs(urlsplit(url).query).get("q") == [dispute.typed])
    thumb.on(page.locator("#found a.hit").filter(has=page.get_by_text(dispute.found, exact=True)).first)
    expect(page.get_by_role("heading", level=1)).to_have_text(dispute.found)
    if dispute.answers:
        thumb.say(dispute.answers)
    verdict = page.locator("#ruling:not(.stale) .verdict")
    expect(verdict).to_contain_text(dispute.verdict)
    expect(verdict).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    assert thumb.taps <= MOST, dispute.typed
