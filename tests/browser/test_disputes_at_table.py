"""Disputes at a live table: the ruling corrects the score on every phone."""

from playwright.sync_api import expect

from .judging import RefereeThumb
from .sitting import Sitting, expect_totals

# Ann bid 70 and took 75: 75 to 25.
MADE = {"kind": "deal", "bidder": 0, "bid": 70, "took": [75, 25]}
LAST_HAND_LINK = "Somebody did not follow suit in the hand last written"
UNWRITTEN_HAND_LINK = "Somebody did not follow suit (the hand is not written yet)"


def report_mistake(page, kind):
    referee = RefereeThumb(page)
    referee.tap(page.locator("#menu > summary"))
    referee.tap(page.get_by_role("link", name="A mistake at the table"))
    referee.tap(page.get_by_role("link", name=kind))
    return referee


def test_ruling_on_a_revoke_corrects_the_score(new_phone):
    """Check a revoke in the last written hand, and one in an unwritten hand, which the ruling adds."""
    sitting = Sitting("two_hundred", house={"revoke_rule": "offender_loses_hand"}, hands=(MADE,))
    ann, cy = sitting.open(new_phone(), "Ann"), sitting.open(new_phone(), "Cy")
    expect_totals(ann, 75, 25)
    referee = report_mistake(ann, "Somebody did not follow suit")
    referee.tap(ann.locator(".irregularities .hit").filter(has_text="bid 70"))
    expect(ann.locator(".in-question")).to_contain_text("took 75")
    referee.tap(ann.get_by_role("link", name=LAST_HAND_LINK))
    referee.tap_key("Which side did not follow suit?", "Ann & Cy")
    referee.expect_verdict("the bid of 70 is lost", "Rule 8.1")
    referee.tap(ann.get_by_role("button", name="Apply ruling"))
    for page in ann, cy:
        expect_totals(page, -70, 25)
    referee = report_mistake(ann, "Somebody did not follow suit")
    referee.tap(ann.get_by_role("link", name="(current)"))
    referee.tap(ann.get_by_role("link", name=UNWRITTEN_HAND_LINK))
    referee.answer("bidder 1, bid 80, took.1 60")
    referee.tap_key("Which side did not follow suit?", "Ann & Cy")
    # The defence revoked: it scores nothing, and Bo and Di score at least their bid of 80.
    referee.expect_verdict("scores nothing", "Rule 8.1")
    referee.tap(ann.get_by_role("button", name="Apply ruling"))
    for page in ann, cy:
        expect_totals(page, -70, 105)


def test_hand_disputed_by_a_watcher_is_ruled_on_and_corrected(new_phone):
    """Check with Skat: hearts with one matador scores 20, but after a bid of 24 it loses 2 × 30."""
    hand = {"kind": "trump_game", "declarer": 0, "game": "hearts", "matadors": 1, "points": 61}
    sitting = Sitting("skat", "simple", ("Ann", "Bo", "Cy"), hands=(hand,))
    ann, cy = sitting.open(new_phone(), "Ann"), sitting.open(new_phone(), "Cy")
    expect_totals(ann, 20, 0, 0)
    watcher = RefereeThumb(cy)
    watcher.tap(cy.locator("#rows th a.reasons-link").first)
    watcher.tap(cy.get_by_role("button", name="Dispute this hand"))
    expect(cy.locator(".in-question")).to_contain_text("Hearts")
    expect(cy.get_by_text("Marked as disputed on every phone.")).to_be_visible()
    expect(ann.locator(".questioned")).to_be_visible()
    referee = RefereeThumb(ann)
    referee.tap(ann.locator("#rows th a.reasons-link").first)
    referee.tap(ann.get_by_role("link", name="Ask the referee"))
    referee.look_for("overbid", "61 points, but the value is under the bid")
    # The hand is filled in; only the bid is missing.
    referee.change("bid 2 4 next")
    referee.expect_verdict("The defenders have won", "Rule 5.4")
    referee.tap(ann.get_by_role("link", name="Edit the hand"))
    expect(ann.locator("#preview .effects")).to_contain_text("−60")
    referee.tap(ann.get_by_role("button", name="Save"))
    expect_totals(ann, -60, 0, 0)
    expect(ann.locator(".questioned")).to_have_count(0)
    assert sitting.match.objections.get().settled == "put_right"
