"""Twenty disputes, each with a verdict after at most five taps and twelve characters, without scrolling."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.nightly import NIGHTLY

from .sitting import NAMES, SMALL, SMALLEST, Sitting, Thumb, expect_title

pytestmark = pytest.mark.sqlite_only

# Each dispute: the search words, the question among the search results, the answers to tap and the verdict.
# The answers are None where the search result shows the verdict, and "" where the question's page needs none.
DISPUTES = {
    "two_hundred": (
        ("110 no bid", "Do our points in defence count at 100?", None, "No. You stood at 110"),
        ("60 took 55", "What does the bid score?", None, "Minus 60."),
        ("last trick", "May I look at the last trick?", "turned yes", "turned"),
        ("piles 60 35", "The piles do not come to 100", None, "A five is missing"),
    ),
    "five_hundred": (
        ("8s misere", "Is this bid higher?", None, "8♠"),
        ("7s all ten", "We took all ten tricks: what is that?", None, "250"),
        ("jc spades", "Which suit does this card belong to?", None, "♠"),
        ("partner play", "Does the partner play at misère or nullo?", "call misere", "No"),
    ),
    "big_two": (
        ("A2345 10JQKA", "Does this beat that?", None, "Yes"),
        ("4444K 2s", "Does this beat that?", None, "No"),
        ("ten double", "How much do the cards left in a hand count?", "cards 10", "times 2"),
    ),
    "skat": (
        ("60 60 tie", "60 to 60: who has won?", None, "60 to 60 is lost"),
        ("skat three", "The skat has three cards", None, "ten cards, wins"),
        ("zero points", "They have a trick worth nothing: is it schwarz?", "tricks 1", "No"),
        ("laid down", "The declarer laid the cards down without a word", "every_trick no", "defenders"),
    ),
    "sergeant_major": (
        ("who is 5", "Who has which target?", "", "8"),
        ("far 2 5", "How far up or down am I?", None, "3 down"),
    ),
    "ninety_nine": (("reveal fail", "A premium failed: what do the others get?", "made no", "Nobody"),),
    "crazy_eights": (("8 on 2", "May an 8 be played on a 2?", None, "No 8 on a 2"),),
    "baccarat": (("banker 6 6", "Does Banco draw?", "punto 5", "draws"),),
}  # fmt: skip


@pytest.mark.parametrize("slug", DISPUTES if NIGHTLY else ("two_hundred", "big_two", "skat"))
def test_disputes_are_settled_in_five_taps(phone, slug):
    sitting = Sitting(slug, names=NAMES if slug in ("two_hundred", "five_hundred", "big_two") else NAMES[:3])
    phone.page.set_viewport_size(SMALLEST if slug == "big_two" else SMALL)
    for dispute in DISPUTES[slug]:
        settle(sitting.open(phone, "Ann"), *dispute)


def settle(page, words, question, answers, verdict):
    assert len(words) <= 12
    thumb = Thumb(page)
    thumb.tap(page.locator("#menu > summary"))
    thumb.tap(page.get_by_role("link", name="Ask the referee"))
    thumb.tap(page.get_by_role("searchbox"))
    page.keyboard.type(words)
    page.wait_for_url(lambda url: parse_qs(urlsplit(url).query).get("q") == [words])
    hit = page.locator("#search-results a.hit").filter(has=page.get_by_text(question, exact=True)).first
    answer = hit.locator(".answer")
    if answers is not None:
        thumb.tap(hit)
        expect_title(page, question)
        if answers:
            thumb.answer(answers)
        answer = page.locator("#ruling:not(.stale) .verdict")
    expect(answer).to_contain_text(verdict)
    expect(answer).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    assert thumb.taps <= 5, words
