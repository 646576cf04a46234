"""Drafts of a hand whose page is closed: no answer has to be entered twice."""

import pytest
from playwright.sync_api import expect

from tests.conftest import go_offline, go_online, until, wait_until_idle
from tests.nightly import by_night

from .fake_match import FakeMatch
from .sitting import Sitting, Thumb, expect_entry, expect_totals, forget_network_errors
from .test_offline_engine import enter_hand, play_offline
from .test_taps import HANDS_OF_EACH_SHAPE

pytestmark = pytest.mark.sqlite_only

FORM_STATE = """() => {
  const hand = document.querySelector("#hand-form");
  const asked = hand.querySelector(".step.asked")?.dataset.step;
  const trays = [...hand.querySelectorAll(".tray")].map((tray) => tray.childElementCount);
  return [asked, trays, ...["#sentence", "#pad .added"].map((each) => hand.querySelector(each).textContent)];
}"""
# Return the names of the drafts that have not reached the site.
DRAFTS = """() => Object.entries(localStorage)
  .filter(([name, draft]) => name.startsWith("scorekeeper.draft") && !JSON.parse(draft).had)
  .map(([name]) => name)"""


def wait_for_draft(sitting, box, value):
    """Wait until the draft on the site has this answer."""
    until(lambda: (sitting.match.begun or {}).get("boxes", {}).get(box) in (value, [value]))


def drafts_of(page, match):
    """Return the drafts of this match; other tests leave theirs in the same browser."""
    return [name for name in page.evaluate(DRAFTS) if f"/t/{match.code}/" in name]


@pytest.mark.parametrize("hand", HANDS_OF_EACH_SHAPE, ids=lambda hand: hand.slug)
def test_reloaded_page_asks_the_same_question(form_page, hand):
    match = FakeMatch(hand.slug, hand.preset, hand.names)
    page = match.open(form_page)
    match.takes_drafts = False
    wait_until_idle(page)
    for n, answer in enumerate(hand.answers.split(", ")):
        Thumb(page).answer(answer)
        wait_until_idle(page)
        state = page.evaluate(FORM_STATE)
        page.reload()
        wait_until_idle(page)
        assert page.evaluate(FORM_STATE) == state
        assert n > 0 or drafts_of(page, match)  # checked after the first answer
    Thumb(page).save(1)
    assert match.totals == hand.totals
    assert drafts_of(page, match) == []


# Empty the cached engine.
SPOIL = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys())
      if (url.includes("/engine/")) await cache.put(url, new Response(""));
  }
}"""


@by_night
def test_offline_hand_outlives_its_page(new_phone):
    """Check with a cached copy of the page, whose form may have the write key of a saved hand."""
    phone, sitting, page = play_offline(new_phone)
    enter_hand(page, 2, bidder=1, bid=65, took=70).save(2)
    Thumb(page).answer("bidder 2, bid 75")
    page.reload()
    expect_entry(page, "Hand 3")
    # With the pending hand Bo & Di have 100, so the form asks whether they bid, in the same order as online.
    Thumb(page).answer("defender_bid yes, took.0 80")
    Thumb(page).save(3)
    expect_entry(page, "Hand 4")
    expect_totals(page, 70 + 30 + 80, 30 + 70 + 20)
    Thumb(page).expect_question("bidder")
    # If the engine does not start, the page says that the hands are not checked, and still keeps new ones.
    page.evaluate(SPOIL)
    page.reload()
    wait_until_idle(page)
    expect(page.locator("#waiting")).to_contain_text("not checked yet")
    Thumb(page).tap(page.locator(".kinds label.key", has_text="Everyone passed"))
    Thumb(page).tap_save()
    go_online(page)
    sitting.wait_for(4)
    expect_totals(page, *sitting.totals)
    forget_network_errors(phone)


def test_draft_on_the_site_continues_on_an_offline_page(new_phone):
    phone = new_phone(offline=True)
    sitting = Sitting("tally", names=("Ann", "Bo"))
    page = sitting.open(phone, "Ann")
    wait_until_idle(page)
    Thumb(page).tap_pad("5")
    wait_for_draft(sitting, "points.0", "5")
    until(lambda: page.evaluate(DRAFTS) == [])
    Thumb(page).tap_pad("next")
    Thumb(page).expect_question("points.1")
    go_offline(page)
    sent = []
    page.on("request", lambda request: sent.append(request.url))
    page.clock.install()
    page.reload()
    Thumb(page).expect_question("points.1")
    expect(page.locator("#sentence")).to_contain_text("5")
    # The site has the draft, and another phone may have changed it since, so this phone does not resend it.
    go_online(page)
    expect(page.locator("#waiting")).to_be_hidden()
    page.clock.fast_forward(3000)  # longer than the delay before a draft is sent
    wait_until_idle(page)
    assert not [url for url in sent if url.endswith("/begun")]
    forget_network_errors(phone)


def test_phone_drops_a_draft_that_the_site_has(new_phone):
    sitting = Sitting("two_hundred")
    ann, bo = sitting.open(new_phone(), "Ann"), sitting.open(new_phone(), "Bo")
    wait_until_idle(ann)
    Thumb(ann).answer("bidder 1, bid 75")
    wait_for_draft(sitting, "bid", "75")
    until(lambda: ann.evaluate(DRAFTS) == [])
    # Ann's phone does not overwrite the site's draft when she opens a question or leaves the page.
    ann.locator("#sentence .chip[data-open=bid]").tap()
    expect(ann.locator(".step.asked[data-step=bid]")).to_be_visible()
    assert ann.evaluate(DRAFTS) == []
    expect(bo.locator("#sentence")).to_contain_text("75")
    expect(bo.locator(".notice:visible")).to_contain_text("Hand 1: Ann is entering it")
    expect(ann.locator(".notice:visible")).to_have_count(0)
    bo.locator("#sentence .chip[data-open=bid]").tap()
    Thumb(bo).choose("bid", 80)
    wait_for_draft(sitting, "bid", "80")
    sent = []
    ann.on("request", lambda request: sent.append(request.url))
    ann.reload()
    expect(ann.locator("#sentence")).to_contain_text("80")
    assert not [url for url in sent if url.endswith("/begun")]
