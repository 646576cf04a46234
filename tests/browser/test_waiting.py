"""An offline phone loses no hand, sends none twice, and overwrites no hand of another phone."""

import re
import time

from django.db import OperationalError
from playwright.sync_api import expect

from scorekeeper.matches import commands, sealing
from scorekeeper.tables.engine_zip import engine_zip
from scorekeeper.web import limits
from tests.conftest import go_offline, go_online, until, wait_until_idle
from tests.log_chain import broken_link
from tests.site.restoring import restore

from .sitting import (
    SAVE,
    SMALL,
    Sitting,
    Thumb,
    enter_eight_hearts,
    expect_all_sent,
    expect_entry,
    expect_hand,
    expect_totals,
    forget_network_errors,
    tap_button,
    tap_link,
)


def expect_notice(page, text):
    expect(page.locator("#waiting")).to_contain_text(text)


def expect_kept_hands(page, hands=1):
    """Wait until the notice below the totals says how many hands are kept on this phone."""
    expect_notice(page, f"{hands} hand{'s' if hands > 1 else ''} kept on this phone")


def test_an_evening_without_a_network(phone):
    """Check that hands are kept, half a hand is not, one is deleted, and the rest arrive in order."""
    sitting = Sitting("five_hundred")
    phone.page.set_viewport_size(SMALL)
    page = sitting.open(phone, "Bo")
    title, notice = page.locator("#entry-title"), page.locator(".notice:visible")
    thumb = enter_eight_hearts(page)
    top = page.locator("#strip").bounding_box()
    go_offline(page)
    expect(notice).to_have_text("Offline. Hands are kept on this phone.")
    thumb.tap_save()
    expect(notice).to_contain_text("Offline · 1 hand kept on this phone")
    # The notice is directly below the totals, and its Undo button is in sight.
    assert page.locator("#strip").bounding_box() == top
    assert notice.bounding_box()["y"] == top["y"] + top["height"]
    expect(notice.get_by_role("button", name="Undo")).to_be_in_viewport(ratio=1)
    opener = notice.locator(".opens")
    opener.tap()
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#waiting li .description")).to_be_in_viewport()
    opener.tap()
    expect(page.locator("#waiting li")).to_be_hidden()

    thumb.tap(page.locator(".kinds label.key", has_text="Everyone passed"))
    thumb.tap_save()
    expect_kept_hands(page, 2)
    # After a rare kind of hand the usual one is asked for; half a hand is not kept.
    thumb.answer("bidder 2, level+trumps 8+hearts")
    thumb.expect_question("tricks.0")
    thumb.tap(page.locator("#save.waits"))
    expect(page.locator("#save")).to_have_class(re.compile("waits"))
    expect_kept_hands(page, 2)
    thumb.answer("tricks.0 7")
    thumb.tap_save()
    enter_eight_hearts(page, 10).tap_save()
    expect(notice).to_contain_text("Offline · 4 hands kept on this phone")
    # The sheet shows all four, above the hands that the site knows.
    expect(page.locator("#kept-rows li")).to_have_count(4)
    expect(page.locator("#kept-rows li").first).to_contain_text("Hand 4: Cy bid")
    expect(title).to_have_text("Hand 5")
    # By keyboard alone: the second hand is deleted, and the later ones move up.
    opener.focus()
    page.keyboard.press("Enter")
    page.locator("#waiting li").nth(1).get_by_role("button", name="Delete").press("Enter")
    expect_kept_hands(page, 3)
    expect(title).to_have_text("Hand 4")
    assert sitting.match.length == 0
    # The form's CSRF cookie is gone when the network returns, so a new token is fetched.
    phone.context.clear_cookies(name="csrf")
    go_online(page)
    sitting.wait_for(3)
    expect_all_sent(page)
    expect(notice).to_contain_text("Hand 3 saved")
    expect(page.locator("#kept-rows")).to_have_count(0)
    assert [hand.tricks[0] for hand in sitting.hands] == [9, 7, 10]
    expect_totals(page, *sitting.totals)
    forget_network_errors(phone)


# The notice when hands differ, and the choices for one hand or for several.
DIFFERS = "someone else saved a different hand"
ONE_HAND = ("Theirs is right", "Mine is right", "Both were played")
SEVERAL = ("Theirs are right", "Mine are right", "Choose hand by hand")


def compare(page, keys=ONE_HAND):
    tap_button(page, "Compare")
    expect(page.locator("#runs")).to_contain_text("Theirs (Ann)")
    expect(page.locator("#runs :is(button, a, label)")).to_have_text([*keys, "Later"])


def hand_with_points(ann_points):
    """Return a hand with these points for the first player, Ann."""
    return {"kind": "round", "points": [ann_points, 0]}


def enter_points(page, ann_points):
    """Enter a hand with these points for the first player, Ann, without saving it."""
    thumb = Thumb(page)
    thumb.answer(f"points.0 {' '.join(str(ann_points))} next, points.1 0 next")
    return thumb


def test_hands_from_two_phones_are_compared_and_chosen(new_phone):
    sitting = Sitting("tally", names=("Ann", "Bo"))
    phone = new_phone()
    ann, page = sitting.open(new_phone(), "Ann"), sitting.open(phone, "Bo")

    def enter_on_both_phones(theirs, mine):
        """Enter Bo's hands (mine) offline, write Ann's (theirs), and bring Bo's phone back online."""
        expect_hand(page, len(sitting.hands) + 1)
        go_offline(page)
        for n, number in enumerate(mine, start=1):
            enter_points(page, number).tap_save()
            expect_kept_hands(page, n)
        for number in theirs:
            sitting.write(hand_with_points(number))
        go_online(page)

    enter_on_both_phones([1], [1])  # the same hand: it is confirmed
    expect_all_sent(page)
    expect_hand(page, 2)
    assert sitting.match.length == 1

    enter_on_both_phones([2, 3], [2, 4])  # the first is the same, the second is not
    expect_notice(page, DIFFERS)
    assert sitting.totals == [6, 0]
    expect(ann.locator(".held")).to_contain_text("1 hand on Bo’s phone differs from this sheet")
    expect(page.locator(".held")).to_have_count(0)
    page.reload()  # pending hands are stored on the phone, not on the page
    expect_notice(page, DIFFERS)
    compare(page)
    sitting.open(phone, "Bo")  # the conflict can be viewed again until somebody has decided
    compare(page)
    tap_button(page, "Theirs is right")
    expect_hand(page, 4)
    expect_all_sent(page)
    expect(ann.locator(".held")).to_have_count(0)
    assert sitting.match.length == 3

    def decide(keys, choice):
        expect_notice(page, DIFFERS)
        compare(page, keys)
        tap_button(page, choice)

    enter_on_both_phones([5], [6])
    decide(ONE_HAND, "Mine is right")
    sitting.wait_for(5)
    expect_all_sent(page)
    enter_on_both_phones([4], [7, 8])  # the hands after the conflict are sent too
    decide(SEVERAL, "Mine are right")
    sitting.wait_for(8)
    expect_all_sent(page)
    assert [hand.points[0] for hand in sitting.hands] == [1, 2, 3, 6, 7, 8]
    enter_on_both_phones([9], [10, 11])
    decide(SEVERAL, "Choose hand by hand")
    page.locator("label", has_text="Both were played").tap()
    page.locator("label", has_text="It was played").tap()
    tap_button(page, "Save", exact=True)
    sitting.wait_for(11)
    expect_all_sent(page)
    assert [hand.points[0] for hand in sitting.hands] == [1, 2, 3, 6, 7, 8, 9, 10, 11]
    for phone_page in ann, page:
        expect_totals(phone_page, 57, 0)
    forget_network_errors(phone, "409")


def test_undo_and_corrections_without_a_network_are_kept_and_sent(phone):
    """Check that Undo refers to the pending hand, which is newer than the sheet's last one."""
    sitting = Sitting("five_hundred")
    for _hand in range(2):
        sitting.adjust(100, 0)
    page = sitting.open(phone, "Bo")
    go_offline(page)
    enter_eight_hearts(page).tap_save()
    expect_kept_hands(page)
    notice = page.locator(".notice:visible")
    expect(page.locator(".save-row .undo")).to_have_text(re.compile("Undo: Hand 3: Cy bid"))
    tap_button(notice, "Undo Hand 3")
    expect(page.locator("#waiting li")).to_have_count(0)
    expect_entry(page, "Hand 3")
    expect(page.locator(".save-row .undo")).to_have_text(re.compile("Undo: Hand 2"))
    tap_button(notice, "Undo Hand 2")
    expect(page.locator("#waiting .description")).to_have_text("Hand 2 saved · Undo")
    go_online(page)
    sitting.wait_for(3)
    expect_all_sent(page)
    assert sitting.totals == [100, 0]

    sitting.open(phone, "Bo", f"{sitting.path}m/1/hand/1/strike")
    page.locator("#why").fill("entered twice")
    go_offline(page)
    tap_button(page, "Delete")
    expect(page.locator("#waiting li")).to_contain_text("kept, scored when sent")
    go_online(page)
    sitting.wait_for(4)
    expect_all_sent(page)
    assert sitting.totals == [0, 0]

    # The start of another game cannot be kept on the phone.
    sitting.open(phone, "Bo", f"{sitting.path}m/1/rematch")
    go_offline(page)
    page.locator("main form[method=post] button").first.tap()
    expect(page.locator("#trouble")).to_contain_text("This needs a connection")
    assert sitting.table.matches.count() == 1
    forget_network_errors(phone)


# Record what the notice below the totals says from now on.
NOTICES = """() => {
  window.notices = [];
  const note = () => document.querySelectorAll(".notice").forEach((each) => {
    if (each.offsetParent) notices.push(each.textContent);
  });
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def test_pending_hand_is_renumbered_after_an_undo_elsewhere(new_phone):
    sitting = Sitting("five_hundred")
    for _hand in range(2):
        sitting.adjust(100, 0)
    phone = new_phone()
    ann, page = sitting.open(new_phone(), "Ann"), sitting.open(phone, "Bo")
    hand_url = "**/m/1/hand"
    page.route(hand_url, lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    enter_eight_hearts(page).tap_save()
    expect_kept_hands(page)
    expect_entry(page, "Hand 4")
    ann.locator(".notice:visible").get_by_role("button", name="Undo").tap()
    expect_entry(page, "Hand 3")
    page.evaluate(NOTICES)
    page.unroute(hand_url)
    sitting.wait_for(4)
    expect_all_sent(page)
    expect(page.locator(".notice:visible")).to_contain_text("Hand 2 saved")
    assert not [text for text in page.evaluate("notices") if "deleted" in text]
    forget_network_errors(phone)


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
      document.dispatchEvent(new Event("entries-changed"));
      done();
    };
  };
})"""


def test_hand_refused_by_the_site_can_be_edited(phone):
    """Check with a hand from an older page, which did not ask whether a defender bid."""
    sitting = Sitting("two_hundred")
    sitting.adjust(100, 0)
    page = sitting.open(phone, "Bo")
    go_offline(page)
    thumb = Thumb(page)
    thumb.answer("bidder 1, bid 60, defender_bid yes, took.1 70")  # asked offline too
    thumb.tap_save()
    expect_kept_hands(page)
    page_version = page.locator("#waiting").get_attribute("data-version")
    assert page_version == engine_zip("two_hundred").hash
    page.evaluate(ALTER, {"drop": "defender_bid"})
    go_online(page)
    expect_notice(page, "an answer is missing")
    assert "someone else saved" not in page.locator("#waiting").inner_text()
    # The same with a form from an earlier release.
    page.evaluate(ALTER, {"version": "earlier", "kind": "deal of old"})
    expect_notice(page, "the site was updated. Reload, then enter it again")
    expect_notice(page, "kind: deal of old")
    with page.expect_navigation():
        tap_link(page, "Reload")
    expect_notice(page, "kind: deal of old")
    assert sitting.match.length == 1
    page.evaluate(ALTER, {"kind": "deal"})
    expect_notice(page, "the site was updated. Check it, then save")
    tap_button(page, "Check it")
    expect_all_sent(page)
    thumb.answer("defender_bid no")
    thumb.tap(page.locator(SAVE))
    sitting.wait_for(2)
    expect_hand(page, 3)
    assert sitting.totals == [100, 70]
    wait_until_idle(page)
    page.reload()
    expect_all_sent(page)
    forget_network_errors(phone, "404", "422")


def test_phone_that_may_no_longer_score_keeps_its_hand(phone):
    sitting = Sitting("five_hundred")
    page = sitting.open(phone, "Bo")
    go_offline(page)
    enter_eight_hearts(page).tap_save()
    expect_kept_hands(page)
    sitting.table.phones.filter(name="Bo").update(role="watcher")
    phone.context.set_offline(False)  # the page is reloaded as a watcher's
    expect_notice(page, "can no longer keep score")
    expect_notice(page, "bidder: 2")
    assert sitting.match.length == 0
    tap_button(page, "Delete", exact=True)
    expect_all_sent(page)
    page.reload()
    expect_all_sent(page)
    forget_network_errors(phone, "403")


def test_a_hand_whose_reply_is_lost_counts_once(phone):
    sitting = Sitting("tally", names=("Ann", "Bo"))
    page = sitting.open(phone, "Bo")
    sent = []

    def lose_one(route):
        if route.request.method != "POST":
            return route.continue_()
        sent.append(route.request.url)
        if len(sent) > 1:
            return route.continue_()
        route.fetch(max_redirects=0)
        return route.abort()

    page.route("**/m/1/hand", lose_one)
    enter_points(page, 5).tap(page.locator(SAVE))
    # The phone finds its entry in the log: it neither sends the hand again nor shows that it is offline.
    expect_hand(page, 2)
    expect_all_sent(page)
    expect(page.locator("#waiting")).to_be_hidden()
    expect_totals(page, 5, 0)
    assert (len(sent), sitting.match.length) == (1, 1)

    sent.clear()
    page.route("**/log?*", lambda route: route.abort())  # the phone cannot read the log either
    enter_points(page, 6).tap(page.locator(SAVE))
    expect_kept_hands(page)
    page.unroute("**/log?*")
    expect_all_sent(page)  # resent by itself
    expect_hand(page, 3)
    assert (sitting.totals, sitting.match.length) == ([11, 0], 2)

    # A 304 response shows too that the phone is online. First wait for other requests, whose responses
    # would show the same.
    wait_until_idle(page)
    page.route("**/m/1/sheet", lambda route: route.abort())
    page.evaluate("document.body.dispatchEvent(new CustomEvent('refresh'))")
    expect_notice(page, "Offline")
    page.unroute("**/m/1/sheet")
    page.route("**/m/1/sheet", lambda route: route.fulfill(status=304))
    page.evaluate("document.body.dispatchEvent(new CustomEvent('refresh'))")
    expect(page.locator("#waiting")).to_be_hidden()
    forget_network_errors(phone)


def test_hand_refused_by_a_busy_site_is_sent_later(phone, settings, monkeypatch):
    """Check with a rate limit, and with a database error before and inside the write's transaction."""
    sitting = Sitting("five_hundred")
    page = sitting.open(phone, "Bo")
    times = []

    def fail(*_args):
        times.append(time.monotonic())
        raise OperationalError("attempt to write a readonly database")

    no_writes = (limits.Limit("write", 0, 60, limits.ADDRESS),)
    faults = ((limits, "ALL_LIMITS", no_writes), (commands, "append_entry", fail), (commands, "append", fail))
    for hand, (module, name, fault) in enumerate(faults, start=1):
        thumb = enter_eight_hearts(page, 6 if hand == 2 else 9)
        expect(page.locator(SAVE)).to_be_visible()
        with monkeypatch.context() as patch:
            patch.setattr(module, name, fault)
            settings.LIMITS = int(module is limits)
            thumb.tap_save()
            expect_kept_hands(page)
            words = "Nothing you sent is lost" if module is limits else "Nothing was saved"
            expect(page.locator("#trouble")).to_contain_text(words)
            expect_hand(page, hand + 1)
            if hand == 3:  # a preview of the next hand does not remove the message
                enter_eight_hearts(page)
                expect(page.locator(SAVE)).to_be_visible()
                expect(page.locator("#trouble")).to_contain_text(words)
            settings.LIMITS = 0
            if name == "append_entry":
                # The form sends the hand, then the phone sends it once it is kept; the rest are retries.
                until(lambda: len(times) >= 4)
                assert times[3] - times[2] > 2
                page.reload()  # the sheet is still shown
                expect(page.locator("#sheet")).to_be_visible()
                expect_kept_hands(page)
            assert sitting.match.length == hand - 1
        sitting.wait_for(hand)
        expect_all_sent(page)
    assert sitting.totals == [300, 60]
    forget_network_errors(phone, "429", "503")


def test_long_log_is_copied_in_parts_both_ways(phone):
    sitting = Sitting("five_hundred")
    # Together with the log's start line, exactly twice the batch size: one more request finds nothing.
    entries = 2 * sealing.LINES_PER_REQUEST - 1
    for number in range(entries):
        sitting.adjust(number % 3 - 1, 1 - number % 2)
    totals_before = sitting.totals
    page = sitting.open(phone, "Bo")
    wait_until_idle(page)
    restore(sitting, 150)  # the site loses all later entries, and gets them back from the phone
    assert sitting.totals != totals_before
    page.reload()
    sitting.wait_for(entries)
    assert sitting.totals == totals_before
    assert broken_link(sitting.match) is None
    expect_totals(page, *totals_before)
    expect_all_sent(page)


def test_a_hand_deleted_while_its_reply_was_lost_is_undone_on_the_site(phone):
    """Check also that a hand followed by one from another phone stays, and the phone says why."""
    sitting = Sitting("tally", names=("Ann", "Bo"))
    page = sitting.open(phone, "Bo")
    too_late = page.locator("#messages .trouble", has_text="There is a newer hand now. Nothing was undone.")

    def lose(route):
        route.fetch(max_redirects=0)
        page.route("**/*", lambda other: other.abort())  # every later request fails too
        route.abort()

    def enter_and_delete():
        page.route(lambda url: url.endswith("/m/1/hand"), lose, times=1)
        enter_points(page, 5).tap(page.locator(SAVE))
        expect_kept_hands(page)
        page.locator("#waiting .opens").tap()
        page.locator("#waiting li").get_by_role("button", name="Delete").tap()
        expect(page.locator("#waiting li")).to_have_count(0)

    def come_back(hands):
        page.unroute("**/*")
        go_online(page)
        until(lambda: page.evaluate("true") and len(sitting.hands) == hands)
        expect_entry(page, f"Round {hands + 1}")

    enter_and_delete()
    assert sitting.match.length == 1
    come_back(hands=0)
    expect(page.locator("#rows tr", has_text="Deleted")).to_have_count(1)
    expect(too_late).to_have_count(0)
    enter_and_delete()
    sitting.adjust(5, 0)
    come_back(hands=2)
    expect(too_late).to_have_count(1)
    expect(page.locator("#rows tr", has_text="Deleted")).to_have_count(1)
    forget_network_errors(phone, "409")
