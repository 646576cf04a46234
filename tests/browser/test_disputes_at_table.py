"""Disputes at a live table: the ruling corrects the score, and everybody sees it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.conftest import until

from .judging import AtDesk
from .playing import answer
from .sitting import Sitting

pytestmark = pytest.mark.browser

# Ann bid 70 and took 75 of the hundred: 75 to 25.
MADE = {"kind": "deal", "bidder": 0, "bid": 70, "took": [75, 25]}
IN_LAST = "Somebody did not follow suit in the hand last written"
NOT_WRITTEN = "Somebody did not follow suit (the hand is not written yet)"


def totals(page, *points: str) -> None:
    """What the score strip says."""
    expect(page.locator(".total .number")).to_have_text(list(points))


def something_went_wrong(page, kind: str) -> AtDesk:
    desk = AtDesk(page)
    desk.on(page.locator("#menu > summary"))
    desk.on(page.get_by_role("link", name="A mistake at the table"))
    desk.on(page.get_by_role("link", name=kind))
    return desk


@pytest.mark.parametrize(
    ("rule", "side", "verdict", "after"),
    [
        # Bidders who revoke lose the bid; defenders score nothing, and the bid is made at least.
        ("offender_loses_hand", "Ann & Cy", "the bid of 70 is lost", ("−70", "25")),
        ("offender_loses_hand", "Bo & Di", "scores nothing", ("75", "0")),
        ("redeal", "Bo & Di", "The hand is void", ("0", "0")),
    ],
)
def test_a_revoke_in_the_hand_last_written_is_ruled_on_and_the_score_put_right(
    new_phone, rule, side, verdict, after
) -> None:
    sitting = Sitting("two_hundred", house={"revoke_rule": rule}, hands=(MADE,))
    ann, cy = sitting.open(new_phone(), "Ann"), sitting.open(new_phone(), "Cy")
    totals(ann, "75", "25")
    desk = something_went_wrong(ann, "Somebody did not follow suit")
    desk.on(ann.locator(".ways .hit").filter(has_text="bid 70"))
    expect(ann.locator(".in-question")).to_contain_text("took 75")
    desk.on(ann.get_by_role("link", name=IN_LAST))
    desk.key("Which side did not follow suit?", side)
    desk.verdict(verdict, "8.1")
    desk.apply()
    totals(ann, *after)
    totals(cy, *after)


@pytest.mark.looks
def test_a_revoke_before_the_hand_is_written_makes_the_row(phone) -> None:
    sitting = Sitting("two_hundred", house={"revoke_rule": "offender_loses_hand"}, hands=(MADE,))
    page = sitting.open(phone, "Ann")
    desk = something_went_wrong(page, "Somebody did not follow suit")
    desk.on(page.get_by_role("link", name="Hand 2 (current)"))
    desk.on(page.get_by_role("link", name=NOT_WRITTEN))
    desk.key("Who won the bidding?", "Bo")
    desk.number("bid", 80)
    desk.number("took.1", 60)
    desk.key("Which side did not follow suit?", "Ann & Cy")
    # The defence revoked: it scores nothing, and Bo and Di at least their 80.
    desk.verdict("scores nothing", "8.1")
    desk.apply()
    totals(page, "75", "105")


@pytest.mark.looks
def test_whoever_let_the_winner_out_pays_for_all(phone) -> None:
    """Big Two: Bo 3, Cy 5 and Di 10 cards, which count 20; 28 in all, and Bo let Ann out."""
    hand = {"kind": "deal", "winner": 0, "left": [0, 3, 5, 10]}
    sitting = Sitting("big_two", house={"assist_penalty": "pays_all"}, hands=(hand,))
    page = sitting.open(phone, "Ann")
    totals(page, "28", "−3", "−5", "−20")
    desk = something_went_wrong(page, "Somebody let the winner out")
    desk.on(page.get_by_role("link", name="1 ", exact=False).first)
    desk.on(page.get_by_role("link", name="Somebody let the winner out: who pays?"))
    # Who went out is known.
    desk.key("Who is blamed?", "Bo")
    desk.key("What did that player do?", "played a low single with a higher one in hand")
    desk.number("cards", 1)
    desk.verdict("Yes: Bo carries what all the losers lose")
    desk.apply()
    totals(page, "28", "−28", "0", "0")


@pytest.mark.looks
def test_a_last_card_not_called_costs_the_winner_everything(phone) -> None:
    hand = {"kind": "deal", "winner": 0, "left": [0, 3, 5, 10]}
    sitting = Sitting("big_two", house={"last_card_call": "required"}, hands=(hand,))
    page = sitting.open(phone, "Ann")
    desk = something_went_wrong(page, "Somebody forgot to call “last card”")
    desk.on(page.get_by_role("link", name="1 ", exact=False).first)
    desk.on(page.get_by_role("link", name="Somebody forgot to call “last card”"))
    # Who went out is known.
    desk.key("Was “last card” called in time?", "No")
    desk.verdict("Ann forgot to call")
    desk.apply()
    totals(page, "−28", "0", "0", "0")


def test_a_hand_questioned_by_a_watcher_is_ruled_on_and_put_right(new_phone) -> None:
    """Skat: hearts with one, 61 points, entered without the bid. It was 24: overbid, so 2 × 30 are lost."""
    hand = {"kind": "trump_game", "declarer": 0, "game": "hearts", "matadors": 1, "points": 61}
    sitting = Sitting("skat", "simple", ("Ann", "Bo", "Cy"), hands=(hand,))
    ann, cy = sitting.open(new_phone(), "Ann"), sitting.open(new_phone(), "Cy")
    totals(ann, "20", "0", "0")
    watching = AtDesk(cy)
    watching.on(cy.locator("#rows th a.door").first)
    watching.on(cy.get_by_role("button", name="Dispute this hand"))
    expect(cy.locator(".in-question")).to_contain_text("Hearts")
    expect(cy.get_by_text("Marked as disputed on every phone.")).to_be_visible()
    expect(ann.locator(".questioned")).to_be_visible()
    desk = AtDesk(ann)
    desk.on(ann.locator("#rows th a.door").first)
    desk.on(ann.get_by_role("link", name="Ask the referee"))
    desk.look_for("overbid", "61 points, but the value is under the bid")
    # The hand is filled in: only the bid is still to be said.
    desk.count("Bid", 24)
    desk.verdict("The defenders have won", "5.4")
    desk.on(ann.get_by_role("link", name="Edit the hand"))
    # What the ruling was asked on stands in the hand, and the ruling as the reason.
    expect(ann.locator("#preview .would")).to_contain_text("−60")
    desk.on(ann.get_by_role("button", name="Save"))
    totals(ann, "−60", "0", "0")
    expect(ann.locator(".questioned")).to_have_count(0)
    assert sitting.match.objections.get().settled == "put_right"


def test_a_penalty_agreed_on_is_listed_and_lifted(phone) -> None:
    sitting = Sitting("two_hundred", hands=(MADE,))
    page = sitting.open(phone, "Ann")
    desk = something_went_wrong(page, "Somebody bid out of turn, or led without naming trumps")
    desk.on(page.get_by_role("link", name="Hand 2 (current)"))
    desk.on(page.get_by_role("link", name="Somebody bid out of turn"))
    desk.verdict("out of turn, it costs that side its bid")
    desk.page.go_back()
    desk.on(page.get_by_role("link", name="Adjust points"))
    answer(page, "points.0", "0")
    answer(page, "points.1", "-10")
    answer(page, "why", "Bid out of turn twice")
    desk.on(page.get_by_role("button", name="Save"))
    totals(page, "75", "15")
    desk.on(page.locator("#menu > summary"))
    desk.on(page.get_by_role("link", name="A mistake at the table"))
    expect(page.locator(".penalty")).to_contain_text("Bid out of turn twice")
    desk.on(page.get_by_role("link", name="Cancel", exact=True))
    page.locator("#why").fill("We were wrong")
    desk.on(page.get_by_role("button", name="Delete", exact=True))
    totals(page, "75", "25")
    until(lambda: sitting.totals == [75, 25])


def test_a_ruling_of_the_table_becomes_its_precedent(new_phone) -> None:
    sitting = Sitting("two_hundred", hands=(MADE,))
    ann, bo = sitting.open(new_phone(), "Ann"), new_phone()
    ask = f"/t/{sitting.table.code}/m/1/referee/bid_out_of_turn/"
    desk = AtDesk(ann)
    ann.goto(bo.url + ask)
    desk.on(ann.get_by_role("button", name="Save and share this ruling"))
    desk.on(ann.get_by_role("button", name="Save as our precedent"))
    expect(ann.get_by_text("Saved as a precedent of this table by Ann.")).to_be_visible()
    page = sitting.open(bo, "Bo", ask)
    expect(page.locator(".earlier")).to_contain_text("Precedent of this table")
    expect(page.locator(".earlier")).to_contain_text("Same facts")


@pytest.mark.looks
def test_a_defender_who_revoked_at_five_hundred_lets_the_bid_score_in_full(phone) -> None:
    """Eight hearts by Cy, one short: −300 and 30. Bo revoked: by the American rule it is 300 to nothing."""
    hand = {"kind": "contract", "bidder": 2, "level": 8, "trumps": "hearts", "tricks": [7, 3]}
    sitting = Sitting("five_hundred", house={"revoke_rule": "hoyle_american"}, hands=(hand,))
    page = sitting.open(phone, "Ann")
    totals(page, "−300", "30")
    desk = something_went_wrong(page, "Somebody did not follow suit")
    desk.on(page.locator(".ways .hit").filter(has_text="Cy bid"))
    desk.on(page.get_by_role("link", name=IN_LAST))
    desk.key("Who revoked?", "Bo")
    desk.verdict("Bo revoked in defence")
    desk.apply()
    totals(page, "300", "0")
