"""A hand that is half entered when its page goes: nothing of it is asked for twice."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import Phone, cut_off, until
from tests.nightly import NIGHTLY

from .sitting import Sitting, Thumb
from .test_cellar import hand, kept, offline, ready
from .test_taps import ORDINARY, Ordinary

pytestmark = [pytest.mark.browser, pytest.mark.looks]

SAID = """() => {
  const hand = document.querySelector("#hand-form");
  const asked = hand.querySelector(".step.asked")?.dataset.step;
  const trays = [...hand.querySelectorAll(".tray")].map((tray) => tray.childElementCount);
  return [asked, trays, ...["#sentence", "#pad .added"].map((each) => hand.querySelector(each).textContent)];
}"""
# The drafts that the site has not.
DRAFTS = """() => Object.entries(localStorage)
  .filter(([name, draft]) => name.startsWith("scorekeeper.draft") && !JSON.parse(draft).had)
  .map(([name]) => name)"""
# Numbers with a known sum, cards that are added up, several questions of a player, sets.
SHAPES = ("two_hundred", "rummy", "ninety_nine", "baccarat")
GAMES = [one for one in ORDINARY if NIGHTLY or one.slug in SHAPES]


@pytest.mark.parametrize("ordinary", GAMES, ids=lambda one: f"{one.slug}-{one.preset}")
def test_a_page_that_comes_anew_asks_what_it_asked(new_phone: Any, ordinary: Ordinary) -> None:
    phone: Phone = new_phone()
    sitting = Sitting(ordinary.slug, ordinary.preset, ordinary.names)
    page = sitting.open(phone, "Ann")
    page.route("**/begun", lambda route: route.abort())
    expect(page.locator("html[data-keeps]")).to_be_attached()
    answers = ordinary.answers.split(", ")
    for n, answer in enumerate(answers):
        Thumb(page).say(answer)
        said = page.evaluate(f"JSON.stringify(({SAID})())")
        page.reload()
        expect(page.locator("html[data-keeps]")).to_be_attached()
        page.wait_for_function(f"said => JSON.stringify(({SAID})()) === said", arg=said)
        assert n or page.evaluate(DRAFTS)
    Thumb(page).save(1)
    assert sitting.totals == ordinary.totals
    assert page.evaluate(DRAFTS) == []
    phone.complaints.clear()  # of what was cut


def test_a_hand_in_a_cellar_outlives_its_page(new_phone: Any) -> None:
    phone: Phone = new_phone(offline=True)
    sitting = Sitting("two_hundred")
    page = sitting.open(phone, "Ann")
    kept(page, f"{phone.url}{sitting.path}")
    hand(page, 1, bidder=0, bid=60, took=70).save(1)
    ready(page)
    cut_off(phone.page)
    hand(page, 2, bidder=1, bid=65, took=70).save(2)
    Thumb(page).say("bidder 2, bid 75")
    page.reload()
    expect(page.locator("#entry-title")).to_have_text("Hand 3")
    # By the hand that the phone kept Bo & Di have 100: the form, older than that, did not ask who bid.
    Thumb(page).say("took.0 80, defender_bid yes")
    Thumb(page).save(3)
    page.reload()
    expect(page.locator("#entry-title")).to_have_text("Hand 4")
    expect(page.locator(".step.asked[data-step=bidder]")).to_be_visible()
    back(page)
    until(sitting.settled(3))
    expect(page.locator(".total .number")).to_have_text([str(total) for total in sitting.totals])
    offline(phone)


def test_hands_that_outlive_their_pages_are_hands_of_their_own(new_phone: Any) -> None:
    """A page that is opened without a network is as old as it was kept, and so is the key of its form."""
    phone: Phone = new_phone(offline=True)
    sitting = Sitting("five_hundred")
    page = sitting.open(phone, "Ann")
    kept(page, f"{phone.url}{sitting.path}")
    Thumb(page).say("bidder 0, level+trumps 6+spades, tricks.0 6")
    Thumb(page).save(1)
    cut_off(page)
    for number in 2, 3:
        Thumb(page).say(f"bidder {number - 1}, level+trumps 6+clubs")
        page.reload()
        expect(page.locator("#entry-title")).to_have_text(f"Hand {number}")
        Thumb(page).say(f"tricks.{(number - 1) % 2} {number + 4}")
        Thumb(page).on(page.locator("#go:not(.waits)"))
        expect(page.locator("#waiting [data-key]")).to_have_count(number - 1)
    back(page)
    until(sitting.settled(3))
    assert sitting.totals == [40 + 40 + 60, 40 + 60 + 30]
    offline(phone)


def test_what_the_site_has_is_asked_where_it_was_left(new_phone: Any) -> None:
    """A page that is opened without a network goes on with the question that the phone had come to."""
    phone: Phone = new_phone(offline=True)
    sitting = Sitting("tally", names=("Ann", "Bo"))
    page = sitting.open(phone, "Ann")
    kept(page, f"{phone.url}{sitting.path}")
    Thumb(page).pad("5")
    until(lambda: page.evaluate(DRAFTS) == [])
    Thumb(page).pad("next")
    Thumb(page).asked("points.1")
    cut_off(page)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.reload()
    Thumb(page).asked("points.1")
    expect(page.locator("#sentence")).to_contain_text("5")
    # The site has had it: another phone may have changed it since.
    back(page)
    expect(page.locator(".net")).to_be_hidden()
    page.wait_for_timeout(3000)  # longer than a phone waits after a tap
    assert not [url for url in sent if url.endswith("/begun")]
    offline(phone)


def back(page: Page) -> None:
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")


def test_what_the_site_has_no_phone_keeps(new_phone: Any) -> None:
    sitting = Sitting("two_hundred")
    ann, bo = sitting.open(new_phone(), "Ann"), sitting.open(new_phone(), "Bo")
    expect(ann.locator("html[data-keeps]")).to_be_attached()
    Thumb(ann).say("bidder 1, bid 75")
    assert ann.evaluate(DRAFTS)
    until(lambda: ann.evaluate(DRAFTS) == [])
    # So what another phone said since is not undone by this one: not by looking at a question, nor by going.
    ann.locator("#sentence .chip[data-open=bid]").tap()
    expect(ann.locator(".step.asked[data-step=bid]")).to_be_visible()
    assert ann.evaluate(DRAFTS) == []
    expect(bo.locator("#sentence")).to_contain_text("75")
    bo.locator("#sentence .chip[data-open=bid]").tap()
    Thumb(bo).number("bid", 80)
    until(lambda: (sitting.match.begun or {}).get("boxes", {}).get("bid") in ("80", ["80"]))
    sent: list[str] = []
    ann.on("request", lambda request: sent.append(request.url))
    ann.reload()
    expect(ann.locator("#sentence")).to_contain_text("80")
    assert not [url for url in sent if url.endswith("/begun")]
