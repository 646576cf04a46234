"""R4: an offline phone loses no hand, doubles none and overwrites nobody's."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError
from playwright.sync_api import Page, Route, expect

from games.engine import Adjustment, PerSide
from scorekeeper.matches import commands, hash_chain, replay, sealing
from scorekeeper.tables.engine_zip import engine_zip
from scorekeeper.web import limits
from tests.conftest import Phone, back_online, cut_off, idle, until
from tests.site.restoring import restore

from .sitting import Sitting, Thumb, eight_hearts, forgive, nothing_waits

pytestmark = pytest.mark.browser

NewPhone = Callable[..., Phone]


def told(page: Page, text: str) -> None:
    """Assert that the notice above the totals asks for a decision about a hand."""
    expect(page.locator("#waiting")).to_contain_text(text)


def kept(page: Page, hands: int = 1) -> None:
    """Assert how many pending hands the note beside Save counts."""
    text = "1 hand kept on this phone" if hands == 1 else f"{hands} hands kept on this phone"
    expect(page.locator(".net")).to_contain_text(text)


def offline_hand(new_phone: NewPhone, sitting: Sitting, tricks: int = 9) -> tuple[Phone, Page]:
    """Enter a hand of Five Hundred on Bo's phone while it is offline."""
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    cut_off(page)
    eight_hearts(page, tricks).keep()
    kept(page)
    return phone, page


def hands(sitting: Sitting) -> list[Any]:
    return [row.hand for row in replay.load_match_state(sitting.match).sheet.rows]


def test_an_evening_without_a_network(new_phone: NewPhone) -> None:
    """Check that hands are kept, half a hand is not, one is deleted, and the rest arrive in order."""
    sitting = Sitting("five_hundred")
    phone = new_phone(viewport={"width": 360, "height": 600})
    page = sitting.open(phone, "Bo")
    title, net, waiting = (page.locator(what) for what in ("#entry-title", ".net", "#waiting"))
    thumb = eight_hearts(page)
    top = page.locator("#strip").bounding_box()
    cut_off(page)
    expect(net).to_have_text("Offline")
    thumb.keep()
    expect(net).to_have_text("Offline · 1 hand kept on this phone")
    expect(net).to_be_in_viewport()
    # The list of pending hands opens beside the keys, and moves nothing by itself.
    assert page.locator("#strip").bounding_box() == top
    expect(waiting).to_be_hidden()
    opener = page.locator(".net button")
    opener.tap()
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#waiting li .said")).to_be_in_viewport()
    page.locator("#waiting summary").tap()
    expect(waiting).to_be_hidden()

    thumb.on(page.locator(".kinds label.key", has_text="Everyone passed"))
    thumb.keep()
    kept(page, 2)
    # After a rare kind of hand the usual one is asked for; half a hand is not kept.
    thumb.say("bidder 2, level+trumps 8+hearts")
    thumb.asked("tricks.0")
    thumb.on(page.locator("#go.waits"))
    expect(page.locator("#go")).to_have_text("1 to answer")
    kept(page, 2)
    thumb.say("tricks.0 7")
    thumb.keep()
    eight_hearts(page, 10).keep()
    expect(net).to_have_text("Offline · 4 hands kept on this phone")
    expect(title).to_have_text("Hand 5")
    # By keyboard alone: the second is deleted, and those after it move up.
    opener.focus()
    page.keyboard.press("Enter")
    page.locator("#waiting li").nth(1).get_by_role("button", name="Delete").press("Enter")
    kept(page, 3)
    expect(title).to_have_text("Hand 4")
    assert sitting.match.length == 0
    # The form's CSRF cookie is gone when the network returns, so a new token is fetched.
    phone.context.clear_cookies(name="csrf")
    back_online(page)
    until(sitting.settled(3))
    nothing_waits(page)
    expect(net).to_have_text("Sent")
    assert [hand.tricks[0] for hand in hands(sitting)] == [9, 7, 10]
    expect(page.locator(".total .number").first).to_have_text(str(sitting.totals[0]))
    forgive(phone)


ONE = ("Theirs is right", "Mine is right", "Both were played")
RUNS = ("Theirs are right", "Mine are right", "Choose hand by hand")


def look_at_both(page: Page, keys: tuple[str, ...] = ONE) -> None:
    page.get_by_role("button", name="Compare").tap()
    expect(page.locator("#runs")).to_contain_text("Theirs (Ann)")
    expect(page.locator("#runs :is(button, a, label)")).to_have_text([*keys, "Later"])


def points(page: Page, first: int) -> Thumb:
    """Enter a hand of points without saving it: so many for the first player, none for the second."""
    thumb = Thumb(page)
    thumb.say(f"points.0 {first} next, points.1 0 next")
    return thumb


def test_hands_written_on_two_phones_meanwhile_are_chosen_from(new_phone: NewPhone) -> None:
    sitting = Sitting("tally", names=("Ann", "Bo"))
    first, phone = new_phone(), new_phone()
    ann, page = sitting.open(first, "Ann"), sitting.open(phone, "Bo")

    def meanwhile(theirs: int, *mine: int) -> None:
        """Enter hands on Bo's offline phone and one on Ann's; then bring Bo's phone back online."""
        length = sitting.match.length
        cut_off(page)
        for at, number in enumerate(mine, start=1):
            points(page, number).keep()
            kept(page, at)
        points(ann, theirs).save(length + 1)
        until(sitting.settled(length + 1))
        back_online(page)

    meanwhile(1, 1)  # the same hand: it is confirmed
    nothing_waits(page)
    expect(page.locator("#hand-form input[name=number]")).to_have_value("2")
    assert sitting.match.length == 1

    meanwhile(2, 3)
    told(page, "someone else saved a different hand")
    assert sitting.totals == [3, 0]
    # Other phones at the table show whose phone keeps it; that phone itself shows more.
    expect(ann.locator(".held")).to_contain_text("1 hand on Bo’s phone differs from this sheet")
    expect(page.locator(".held")).to_have_count(0)
    page.reload()  # pending hands are stored on the phone, not on the page
    told(page, "someone else saved a different hand")
    look_at_both(page)
    sitting.open(phone, "Bo")  # the conflict can be viewed again until somebody has decided
    look_at_both(page)
    page.get_by_role("button", name="Theirs is right").tap()
    expect(page.locator("#hand-form input[name=number]")).to_have_value("3")
    nothing_waits(page)
    expect(ann.locator(".held")).to_have_count(0)
    assert sitting.match.length == 2

    meanwhile(4, 5, 6)  # the hands after the conflict follow
    told(page, "someone else saved a different hand")
    look_at_both(page, RUNS)
    page.get_by_role("button", name="Mine are right").tap()
    until(sitting.settled(5))
    nothing_waits(page)
    assert [hand.points[0] for hand in hands(sitting)] == [1, 2, 5, 6]

    sitting.open(first, "Ann")  # the box that she types in is left alone
    cut_off(page)
    for at, number in enumerate((8, 9), start=1):
        points(page, number).keep()
        kept(page, at)
    points(ann, 7).save(5)
    back_online(page)
    told(page, "someone else saved a different hand")
    look_at_both(page, RUNS)
    page.get_by_role("button", name="Choose hand by hand").tap()
    page.locator("label", has_text="Both were played").tap()
    page.locator("label", has_text="It was played").tap()
    page.get_by_role("button", name="Save", exact=True).tap()
    until(sitting.settled(8))
    nothing_waits(page)
    assert [hand.points[0] for hand in hands(sitting)] == [1, 2, 5, 6, 7, 8, 9]
    forgive(phone, "409")


def test_two_phones_that_went_on_without_a_network_choose_between_their_runs(new_phone: NewPhone) -> None:
    sitting = Sitting("two_hundred")
    first, second = new_phone(), new_phone()
    ann, bo = sitting.open(first, "Ann"), sitting.open(second, "Bo")
    Thumb(ann).say("bidder 0, bid 60, took.0 70")
    Thumb(ann).save(1)
    expect(bo.locator("#hand-form input[name=number]")).to_have_value("2")
    for page in ann, bo:
        cut_off(page)
    for page, run in (ann, ((1, 55, 60), (0, 65, 75))), (bo, ((1, 55, 60), (0, 65, 60))):
        for at, (bidder, bid, took) in enumerate(run, start=1):
            Thumb(page).say(f"bidder {bidder}, bid {bid}, took.{bidder} {took}")
            Thumb(page).keep()
            kept(page, at)
        expect(page.locator("#waiting li").last).to_contain_text("Hand 3: Ann")
        expect(page.locator("#entry-title")).to_have_text("Hand 4")
    back_online(ann)
    until(sitting.settled(3))
    expect(ann.locator(".net")).to_have_text("Sent")
    back_online(bo)
    # The first of Bo's hands is the same as Ann's; the second is not.
    told(bo, "someone else saved a different hand")
    assert sitting.match.length == 3
    look_at_both(bo)
    bo.get_by_role("button", name="Mine is right").tap()
    until(sitting.settled(4))
    nothing_waits(bo)
    assert [hand.bid for hand in hands(sitting)] == [60, 55, 65]
    totals = [str(total).replace("-", "\u2212") for total in sitting.totals]
    for page in ann, bo:
        expect(page.locator(".total .number")).to_have_text(totals)
        expect(page.locator("#hand-form input[name=number]")).to_have_value("4")
    for phone in first, second:
        forgive(phone, "409")


def test_undo_and_corrections_without_a_network_are_kept_and_sent(new_phone: NewPhone) -> None:
    """Check that Undo refers to the pending hand, which is newer than the sheet's last one."""
    sitting = Sitting("five_hundred")
    for number in 1, 2:
        sitting.write(number, Adjustment(PerSide((100, 0)), "agreed"))
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    cut_off(page)
    eight_hearts(page).keep()
    kept(page)
    line = page.locator(".last-write:visible")
    expect(line).to_have_text("Hand 3 · Undo", use_inner_text=True)
    expect(page.locator(".go .undo")).to_have_text(re.compile("Undo: Hand 3: Cy bid"))
    line.get_by_role("button", name="Undo").tap()
    nothing_waits(page)
    expect(page.locator("#entry-title")).to_have_text("Hand 3")
    expect(line).to_have_text("Hand 2 saved · Undo", use_inner_text=True)
    expect(page.locator(".go .undo")).to_have_text(re.compile("Undo: Hand 2"))
    # A pending undo names its hand.
    line.get_by_role("button", name="Undo").tap()
    expect(page.locator("#waiting .said")).to_have_text("Hand 2 saved · Undo")
    back_online(page)
    until(sitting.settled(3))
    nothing_waits(page)
    assert sitting.totals == [100, 0]

    sitting.open(phone, "Bo", f"{sitting.path}m/1/hand/1/strike")
    page.locator("#why").fill("entered twice")
    cut_off(page)
    page.get_by_role("button", name="Delete").tap()
    expect(page.locator("#waiting li")).to_contain_text("kept, scored when sent")
    back_online(page)
    until(sitting.settled(4))
    nothing_waits(page)
    assert sitting.totals == [0, 0]

    # Another game cannot be pending on a phone.
    sitting.open(phone, "Bo", f"{sitting.path}m/1/rematch")
    cut_off(page)
    page.locator("main form[method=post] button").first.tap()
    expect(page.locator("#trouble")).to_contain_text("This needs a connection")
    assert sitting.table.matches.count() == 1
    forgive(phone)


# Change the pending hand: drop an answer, change its kind, or change the version of its form.
ALTER = """({ drop, kind, version }) => new Promise((done) => {
  indexedDB.open("scorekeeper").onsuccess = ({ target: { result } }) => {
    const changes = result.transaction("entries", "readwrite");
    const entries = changes.objectStore("entries");
    entries.getAll().onsuccess = ({ target: { result: [item] } }) => {
      item.state = "waiting";
      item.fields = item.fields
        .filter(([name]) => name !== drop).map(([name, value]) => [name, name === "kind" && kind || value]);
      item.version = version ?? item.version;
      entries.put(item);
    };
    changes.oncomplete = () => {
      document.dispatchEvent(new Event("kept"));
      done();
    };
  };
})"""


def test_what_the_site_asks_more_of_a_hand_is_said_as_it_is_and_mended(new_phone: NewPhone) -> None:
    """Check with a hand from an older page, which did not ask whether a defender bid."""
    sitting = Sitting("two_hundred")
    sitting.write(1, Adjustment(PerSide((100, 0)), "so far"))
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    cut_off(page)
    thumb = Thumb(page)
    thumb.say("bidder 1, bid 60, defender_bid yes, took.1 70")  # asked offline too
    thumb.keep()
    kept(page)
    of_the_page = page.locator("#waiting").get_attribute("data-version")
    assert of_the_page == engine_zip("two_hundred").hash
    page.evaluate(ALTER, {"drop": "defender_bid"})
    back_online(page)
    told(page, "an answer is missing")
    assert "someone else saved" not in page.locator("#waiting").inner_text()
    # The same with a form from an earlier release, which is nobody's mistake.
    page.evaluate(ALTER, {"version": "earlier", "kind": "deal of old"})
    told(page, "the site was updated. Reload, then enter it again")
    told(page, "kind: deal of old")
    with page.expect_navigation():
        page.get_by_role("link", name="Reload").tap()
    told(page, "kind: deal of old")
    assert sitting.match.length == 1
    page.evaluate(ALTER, {"kind": "deal"})
    told(page, "the site was updated. Check it, then save")
    page.get_by_role("button", name="Check it").tap()
    nothing_waits(page)
    thumb.say("defender_bid no")
    thumb.on(page.locator("#go", has_text="Save:"))
    until(sitting.settled(2))
    expect(page.locator("#hand-form input[name=number]")).to_have_value("3")
    assert sitting.totals == [100, 70]
    idle(page)
    page.reload()
    nothing_waits(page)
    forgive(phone, "404", "422")


def test_a_phone_whose_right_was_withdrawn_keeps_its_hand_to_be_copied(new_phone: NewPhone) -> None:
    sitting = Sitting("five_hundred")
    phone, page = offline_hand(new_phone, sitting)
    sitting.table.phones.filter(name="Bo").update(role="watcher")
    phone.context.set_offline(False)  # the page is reloaded as a spectator's
    told(page, "can no longer keep score")
    told(page, "bidder: 2")
    assert sitting.match.length == 0
    page.get_by_role("button", name="Delete", exact=True).tap()
    nothing_waits(page)
    page.reload()
    nothing_waits(page)
    forgive(phone, "403")


def test_a_hand_whose_reply_is_lost_counts_once(new_phone: NewPhone) -> None:
    sitting = Sitting("tally", names=("Ann", "Bo"))
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    sent: list[str] = []

    def lose_one(route: Route) -> None:
        """Let the site process the request, and lose its response."""
        if route.request.method != "POST":
            return route.continue_()
        sent.append(route.request.url)
        if len(sent) > 1:
            return route.continue_()
        route.fetch(max_redirects=0)
        return route.abort()

    page.route("**/m/1/hand", lose_one)
    points(page, 5).on(page.locator("#go", has_text="Save:"))
    # The phone finds its line in the log: it does not send it again, nor show that it is offline.
    expect(page.locator("#hand-form input[name=number]")).to_have_value("2")
    nothing_waits(page)
    expect(page.locator(".net")).not_to_contain_text("Offline")
    expect(page.locator(".total .number").first).to_have_text("5")
    assert (len(sent), sitting.match.length) == (1, 1)

    sent.clear()
    page.route("**/log?*", lambda route: route.abort())  # the phone cannot read the log either
    points(page, 6).on(page.locator("#go", has_text="Save:"))
    kept(page)
    page.unroute("**/log?*")
    nothing_waits(page)  # resent by itself
    expect(page.locator("#hand-form input[name=number]")).to_have_value("3")
    assert (sitting.totals, sitting.match.length) == ([11, 0], 2)

    # A 304 response counts as online too.
    page.route("**/m/1/sheet", lambda route: route.abort())
    page.evaluate("document.body.dispatchEvent(new CustomEvent('look'))")
    expect(page.locator(".net")).to_have_text("Offline")
    page.unroute("**/m/1/sheet")
    page.route("**/m/1/sheet", lambda route: route.fulfill(status=304))
    page.evaluate("document.body.dispatchEvent(new CustomEvent('look'))")
    expect(page.locator(".net")).not_to_contain_text("Offline")
    forgive(phone)


def test_a_hand_that_the_site_cannot_take_just_now_is_kept_and_goes_off_by_itself(
    new_phone: NewPhone, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check with a rate limit, a read-only database and a full disk."""
    sitting = Sitting("tally", names=("Ann", "Bo"))
    phone = new_phone()
    page = sitting.open(phone, "Bo")

    def fail(*_what: object) -> None:
        raise OperationalError("attempt to write a readonly database")

    nothing = (limits.Limit("write", 0, 60, limits.ADDRESS),)
    faults = ((limits, "TABLE", nothing), (commands, "append_entry", fail), (commands, "append", fail))
    for hand, (module, name, fault) in enumerate(faults, start=1):
        thumb = points(page, hand)
        expect(page.locator("#go", has_text="Save:")).to_be_visible()
        with monkeypatch.context() as patch:
            patch.setattr(module, name, fault)
            settings.LIMITS = int(module is limits)
            thumb.keep()
            kept(page)
            words = "Nothing you sent is lost" if module is limits else "Nothing was saved"
            expect(page.locator("#trouble")).to_contain_text(words)
            expect(page.locator("#hand-form input[name=number]")).to_have_value(str(hand + 1))
            settings.LIMITS = 0
            if name == "append_entry":  # the sheet is still shown, and can be reloaded
                page.reload()
                expect(page.locator("#sheet")).to_be_visible()
                kept(page)
            assert sitting.match.length == hand - 1
        until(sitting.settled(hand))
        nothing_waits(page)
    assert sitting.totals == [6, 0]
    forgive(phone, "429", "503")


def test_a_log_longer_than_is_sent_at_once_comes_to_the_phone_and_goes_back_from_it(phone: Phone) -> None:
    sitting = Sitting("five_hundred")
    # With the opening line, exactly twice the batch size: one more request finds nothing.
    entries = 2 * sealing.AT_ONCE - 1
    for number in range(1, entries + 1):
        sitting.write(number, Adjustment(PerSide((number % 3 - 1, 1 - number % 2)), f"{number}"))
    totals = sitting.totals
    page = sitting.open(phone, "Bo")
    idle(page)
    restore(sitting, 150)
    assert sitting.totals != totals
    page.reload()
    until(sitting.settled(entries))
    assert sitting.totals == totals
    assert hash_chain.broken_link(sitting.match) is None
    expect(page.locator(".total .number")).to_have_text(
        [str(total).replace("-", "\u2212") for total in totals]
    )
    nothing_waits(page)


def test_a_hand_deleted_while_its_reply_was_lost_is_undone_on_the_site(new_phone: NewPhone) -> None:
    """Check also that, if another phone wrote after it, the hand stands and the phone says so."""
    sitting = Sitting("tally", names=("Ann", "Bo"))
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    too_late = page.locator("#talk .trouble", has_text="There is a newer hand now. Nothing was undone.")

    def lose(route: Route) -> None:
        route.fetch(max_redirects=0)
        page.route("**/*", lambda each: each.abort())  # every later request fails too
        route.abort()

    def enter_and_delete() -> None:
        page.route(lambda url: url.endswith("/m/1/hand"), lose, times=1)
        points(page, 5).on(page.locator("#go", has_text="Save:"))
        kept(page)
        page.locator(".net button").tap()
        page.locator("#waiting li").get_by_role("button", name="Delete").tap()
        nothing_waits(page)

    def come_back(standing: int) -> None:
        page.unroute("**/*")
        back_online(page)
        until(
            lambda: page.evaluate("true") and len(replay.load_match_state(sitting.match).standing) == standing
        )
        expect(page.locator("#entry-title")).to_have_text(f"Round {standing + 1}")

    enter_and_delete()
    assert sitting.match.length == 1
    come_back(standing=0)
    expect(page.locator("#rows tr", has_text="Deleted")).to_have_count(1)
    expect(too_late).to_have_count(0)
    enter_and_delete()
    newest = sitting.match.length
    sitting.write(max(number for number, _hand in replay.load_match_state(sitting.match).standing) + 1, FIVE)
    assert sitting.match.length == newest + 1
    come_back(standing=2)
    expect(too_late).to_have_count(1)
    expect(page.locator("#rows tr", has_text="Deleted")).to_have_count(1)
    forgive(phone, "409")


FIVE = Adjustment(PerSide((5, 0)), "agreed")
