"""R4: a phone without a network loses no hand, doubles none and writes over nobody's."""

from __future__ import annotations

import re

import pytest
from django.db import OperationalError
from playwright.sync_api import expect

from games.engine import Adjustment, PerSide
from scorekeeper.engine_zip import engine_zip
from scorekeeper.matches import commands, hash_chain, replay, sealing
from tests.conftest import cut_off, until
from tests.site.restoring import restore

from .sitting import Sitting, Thumb, nothing_waits

pytestmark = pytest.mark.browser


def fill(page, tricks: int = 9) -> Thumb:
    thumb = Thumb(page)
    thumb.key("Who won the bidding?", "Cy")
    thumb.number("level+trumps", "8+hearts")
    thumb.number("tricks.0", tricks)
    expect(page.locator("#go", has_text="Save:")).to_be_visible()
    return thumb


def waits(page, text: str):
    expect(page.locator("#waiting")).to_contain_text(text)


def kept(page, hands: int = 1) -> None:
    """Beside the key that saves: how many hands wait on this phone."""
    told = "1 hand kept on this phone" if hands == 1 else f"{hands} hands kept on this phone"
    expect(page.locator(".net")).to_contain_text(told)


def offline_hand(new_phone, sitting, tricks: int = 9):
    """Bo has entered hand 1 while his phone had no network. His phone complains of that in its console."""
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    thumb = fill(page, tricks)
    cut_off(phone.page)
    thumb.on(page.locator("#go"))
    kept(page)
    return phone, page


def online(phone) -> None:
    phone.context.set_offline(False)
    phone.page.evaluate("window.dispatchEvent(new Event('online'))")


def forgive(phone, *texts: str) -> None:
    """What a browser itself says of a network that is away, or of a page that refuses, is no fault."""
    phone.complaints[:] = [
        said
        for said in phone.complaints
        if not any(text in said for text in ("Failed to load", "Failed to fetch", "ERR_", *texts))
    ]


def test_a_hand_entered_without_a_network_goes_off_by_itself_and_counts_once(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone, page = offline_hand(new_phone, sitting)
    # The cookie of the form is gone when the network comes back: the token is fetched anew.
    phone.context.clear_cookies(name="csrf")
    online(phone)
    until(sitting.settled(1))
    nothing_waits(page)
    expect(page.locator(".total .number").first).to_have_text("300")
    expect(page.locator("#hand-form input[name=number]")).to_have_value("2")
    assert sitting.totals == [300, 10]
    forgive(phone)


def test_the_same_hand_written_by_someone_else_meanwhile_is_dropped_as_confirmed(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone, page = offline_hand(new_phone, sitting)
    other = sitting.open(new_phone(), "Ann")
    fill(other)
    other.locator("#go").tap()
    until(sitting.settled(1))
    online(phone)
    nothing_waits(page)
    assert sitting.match.length == 1
    forgive(phone)


def test_another_hand_written_meanwhile_is_shown_beside_ours_and_nothing_is_overwritten(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone, page = offline_hand(new_phone, sitting, tricks=7)
    other = sitting.open(new_phone(), "Ann")
    fill(other, 9)
    other.locator("#go").tap()
    until(sitting.settled(1))
    online(phone)
    waits(page, "someone else saved a different hand")
    assert sitting.totals == [300, 10]
    # Everybody at the table is told whose phone keeps it; that phone itself says more.
    expect(other.locator(".held")).to_contain_text("1 hand on Bo’s phone differs from this sheet")
    expect(page.locator(".held")).to_have_count(0)
    page.reload()  # what waits is on the phone, not on the page
    waits(page, "someone else saved a different hand")
    look_at_both(page)
    sitting.open(phone, "Bo")  # as often as one likes: it is kept until somebody has decided
    look_at_both(page)
    page.get_by_role("button", name="Theirs is right").tap()
    expect(page.locator("#hand-form input[name=number]")).to_have_value("2")
    nothing_waits(page)
    expect(other.locator(".held")).to_have_count(0)
    assert sitting.match.length == 1
    forgive(phone, "409")


ONE = ("Theirs is right", "Mine is right", "Both were played")
RUNS = ("Theirs are right", "Mine are right", "Choose hand by hand")


def look_at_both(page, keys=ONE) -> None:
    page.get_by_role("button", name="Compare").tap()
    expect(page.locator("#runs")).to_contain_text("Theirs (Ann)")
    expect(page.locator("#runs :is(button, a, label)")).to_have_text([*keys, "Later"])


def clashed(new_phone, sitting):
    """Bo's hand of 7 tricks waits beside Ann's of 9, and he has tapped the next one too, of 8."""
    phone, page = offline_hand(new_phone, sitting, tricks=7)
    fill_offline(page, 8)
    page.locator("#go").tap()
    expect(page.locator(".net")).to_contain_text("2 hands kept")
    other = sitting.open(new_phone(), "Ann")
    fill(other, 9)
    other.locator("#go").tap()
    until(sitting.settled(1))
    online(phone)
    waits(page, "someone else saved a different hand")
    look_at_both(page, RUNS)
    return phone, page


def test_mine_is_right_corrects_theirs_and_what_was_played_after_it_follows(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone, page = clashed(new_phone, sitting)
    page.get_by_role("button", name="Mine are right").tap()
    until(sitting.settled(3))
    nothing_waits(page)
    assert sitting.totals == [-300 + 300, 30 + 20]
    forgive(phone, "409")


def test_hand_by_hand_both_were_played_and_what_was_played_after_them_follows(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone, page = clashed(new_phone, sitting)
    page.get_by_role("button", name="Choose hand by hand").tap()
    page.locator("label", has_text="Both were played").tap()
    page.locator("label", has_text="It was played").tap()
    page.get_by_role("button", name="Save", exact=True).tap()
    until(sitting.settled(3))
    nothing_waits(page)
    assert [row.number for row in replay.load_match_state(sitting.match).sheet.rows] == [1, 2, 3]
    assert sitting.totals == [300 - 300 + 300, 10 + 30 + 20]
    forgive(phone, "409")


def fill_offline(page, tricks: int) -> None:
    """The same hand as `fill`, where nobody answers and the key says no more than it knows."""
    # What is kept is told before the form is empty for the next hand.
    expect(page.locator("#hand-form .step input:checked")).to_have_count(0)
    thumb = Thumb(page)
    thumb.key("Who won the bidding?", "Cy")
    thumb.number("level+trumps", "8+hearts")
    thumb.number("tricks.0", tricks)
    expect(page.locator("#go:not(.waits)")).to_have_text("Save")


def test_several_hands_without_a_network_are_all_kept_and_arrive_in_their_order(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone, page = offline_hand(new_phone, sitting)
    number = page.locator("#hand-form input[name=number]")
    expect(number).to_have_value("2")
    expect(page.locator(".net")).to_have_text("Offline · 1 hand kept on this phone")
    expect(page.locator(".net")).to_be_in_viewport()
    for next_hand, tricks in (2, 7), (3, 10):
        expect(page.locator("#entry-title")).to_have_text(f"Hand {next_hand}")
        fill_offline(page, tricks)
        page.locator("#go").tap()
        expect(number).to_have_value(str(next_hand + 1))
    expect(page.locator(".net")).to_have_text("Offline · 3 hands kept on this phone")
    assert sitting.match.length == 0
    online(phone)
    until(sitting.settled(3))
    nothing_waits(page)
    expect(page.locator(".net")).to_have_text("Sent")
    tricks = [row.hand.tricks[0] for row in replay.load_match_state(sitting.match).sheet.rows]
    assert tricks == [9, 7, 10]
    forgive(phone)


def test_undo_is_of_the_hand_that_the_phone_keeps_where_the_sheets_last_one_is_older(new_phone) -> None:
    """Undone itself, the older one would have to be decided on once the kept one stands after it."""
    sitting = Sitting("five_hundred")
    sitting.write(1, Adjustment(PerSide((100, 0)), "agreed"))
    phone, page = offline_hand(new_phone, sitting)
    line = page.locator(".last-write:visible")
    expect(line).to_have_text("Hand 2 · Undo", use_inner_text=True)
    expect(page.locator(".go .undo")).to_have_text(re.compile("Undo: Hand 2: Cy bid"))
    line.get_by_role("button", name="Undo").tap()
    nothing_waits(page)
    expect(page.locator("#entry-title")).to_have_text("Hand 2")
    expect(line).to_have_text("Hand 1 saved · Undo", use_inner_text=True)
    expect(page.locator(".go .undo")).to_have_text(re.compile("Undo: Hand 1"))
    # An undo that waits says of which hand it is.
    line.get_by_role("button", name="Undo").tap()
    expect(page.locator("#waiting .said")).to_have_text("Hand 1 saved · Undo")
    online(phone)
    until(sitting.settled(2))
    nothing_waits(page)
    assert sitting.totals == [0, 0]
    forgive(phone)


def test_after_a_rare_kind_of_hand_kept_on_the_phone_the_usual_one_is_asked_for(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    cut_off(phone.page)
    Thumb(page).on(page.locator(".kinds label.key", has_text="Everyone passed"))
    Thumb(page).on(page.locator("#go:not(.waits)"))
    kept(page)
    fill_offline(page, 9)
    Thumb(page).on(page.locator("#go:not(.waits)"))
    online(phone)
    until(sitting.settled(2))
    assert sitting.totals == [300, 10]
    forgive(phone)


def test_half_a_hand_is_not_kept_as_if_it_were_whole(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    cut_off(phone.page)
    thumb = Thumb(page)
    thumb.key("Who won the bidding?", "Cy")
    thumb.number("level+trumps", "8+hearts")
    expect(page.locator(".net")).to_contain_text("Offline")
    thumb.asked("tricks.0")  # what comes next can be entered all the same
    thumb.on(page.locator("#go.waits"))
    expect(page.locator("#go")).to_have_text("1 to answer")
    nothing_waits(page)
    expect(page.locator("input[value='8+hearts']")).to_be_checked()
    thumb.number("tricks.0", 8)
    thumb.on(page.locator("#go:not(.waits)"))
    kept(page)
    online(phone)
    until(sitting.settled(1))
    assert sitting.totals == [300, 20]
    forgive(phone)


# Change the hand that waits: an answer dropped, the kind of hand, or the version of what drew its form.
ALTER = """({ drop, kind, version }) => new Promise((done) => {
  indexedDB.open("scorekeeper").onsuccess = ({ target: { result } }) => {
    const changes = result.transaction("entries", "readwrite");
    const entries = changes.objectStore("entries");
    entries.getAll().onsuccess = ({ target: { result: [item] } }) => {
      item.state = "waiting";
      item.fields = item.fields.filter(([name]) => name !== drop).map(([name, value]) => [name, name === "kind" && kind || value]);
      item.version = version ?? item.version;
      entries.put(item);
    };
    changes.oncomplete = () => {
      document.dispatchEvent(new Event("kept"));
      done();
    };
  };
})"""  # noqa: E501
FORGOTTEN = """async () => {
  const left = () => new Promise((done) => {
    indexedDB.open("scorekeeper").onsuccess = ({ target: { result } }) => {
      const asked = result.transaction("entries").objectStore("entries").count();
      asked.onsuccess = () => done(asked.result);
    };
  });
  while (await left()) await new Promise((on) => setTimeout(on, 50));
}"""


def test_what_the_site_asks_more_of_a_hand_is_said_as_it_is_and_mended(new_phone) -> None:
    """A hand that an older page of the site kept, which did not ask whether a defender bid."""
    sitting = Sitting("two_hundred")
    sitting.write(1, Adjustment(PerSide((100, 0)), "so far"))
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    cut_off(phone.page)
    thumb = Thumb(page)
    thumb.say("bidder 1, bid 60, defender_bid yes, took.1 70")  # without a network too it is asked
    thumb.on(page.locator("#go:not(.waits)"))
    kept(page)
    of_the_page = page.locator("#waiting").get_attribute("data-version")
    assert of_the_page == engine_zip("two_hundred").hash
    page.evaluate(ALTER, {"drop": "defender_bid"})
    online(phone)
    waits(page, "an answer is missing")
    assert "someone else saved" not in page.locator("#waiting").inner_text()
    # The same of a form that an earlier release drew: that is nobody's mistake.
    page.evaluate(ALTER, {"version": "earlier", "kind": "deal of old"})
    waits(page, "the site was updated. Reload, then enter it again")
    waits(page, "kind: deal of old")
    with page.expect_navigation():
        page.get_by_role("link", name="Reload").tap()
    waits(page, "kind: deal of old")
    assert sitting.match.length == 1
    page.evaluate(ALTER, {"kind": "deal"})
    waits(page, "the site was updated. Check it, then save")
    page.get_by_role("button", name="Check it").tap()
    nothing_waits(page)
    Thumb(page).say("defender_bid no")
    Thumb(page).on(page.locator("#go", has_text="Save:"))
    until(sitting.settled(2))
    expect(page.locator("#hand-form input[name=number]")).to_have_value("3")
    assert sitting.totals == [100, 70]
    page.evaluate(FORGOTTEN)
    page.reload()
    nothing_waits(page)
    forgive(phone, "404", "422")


def test_a_phone_whose_right_was_withdrawn_keeps_its_hand_to_be_copied(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone, page = offline_hand(new_phone, sitting)
    sitting.table.phones.filter(name="Bo").update(role="watcher")
    phone.context.set_offline(False)  # the page comes anew, for somebody who watches
    waits(page, "can no longer keep score")
    waits(page, "bidder: 2")
    assert sitting.match.length == 0
    page.get_by_role("button", name="Delete", exact=True).tap()
    nothing_waits(page)
    page.reload()
    nothing_waits(page)
    forgive(phone, "403")


def test_a_lost_reply_is_asked_for_again_and_the_hand_counts_once(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    asked = []

    def lose(route):
        asked.append(route.request.post_data)
        if len(asked) == 1:
            route.fetch(max_redirects=0)  # the server has it …
            route.abort()  # … and the phone never hears
        else:
            route.continue_()

    page.route(
        "**/m/1/hand", lambda route: lose(route) if route.request.method == "POST" else route.continue_()
    )
    thumb = fill(page)
    thumb.on(page.locator("#go"))
    expect(page.locator("#hand-form input[name=number]")).to_have_value("2", timeout=45_000)
    nothing_waits(page)
    assert len(asked) == 1  # its line was seen in the log
    expect(page.locator(".total .number").first).to_have_text("300")
    assert sitting.match.length == 1
    forgive(phone)


def test_an_answer_that_nothing_has_changed_is_an_answer(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    page.route("**/m/1/sheet", lambda route: route.abort())
    page.evaluate("document.body.dispatchEvent(new CustomEvent('look'))")
    expect(page.locator(".net")).to_have_text("Offline")
    page.unroute("**/m/1/sheet")
    page.route("**/m/1/sheet", lambda route: route.fulfill(status=304))
    page.evaluate("document.body.dispatchEvent(new CustomEvent('look'))")
    expect(page.locator(".net")).to_be_hidden()
    forgive(phone)


def test_a_site_that_cannot_write_says_so_and_the_hand_waits_on_the_phone(
    new_phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting("five_hundred")
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    thumb = fill(page)

    def refuse(*_what):
        raise OperationalError("attempt to write a readonly database")

    with monkeypatch.context() as patch:
        patch.setattr(commands, "append_entry", refuse)
        thumb.on(page.locator("#go"))
        kept(page)
        expect(page.locator("#trouble")).to_contain_text("Nothing was saved")
        # The sheet is still shown, and opens anew.
        page.reload()
        expect(page.locator("#sheet")).to_be_visible()
        kept(page)
        assert sitting.match.length == 0
    online(phone)
    until(sitting.settled(1))
    nothing_waits(page)
    assert sitting.totals == [300, 10]
    forgive(phone)


def test_two_phones_that_went_on_without_a_network_choose_between_their_runs(new_phone) -> None:
    sitting = Sitting("two_hundred")
    first, second = new_phone(), new_phone()
    ann, bo = sitting.open(first, "Ann"), sitting.open(second, "Bo")
    say(ann, "bidder 0, bid 60, took.0 70")
    ann.locator("#go", has_text="Save:").tap()
    expect(bo.locator("#hand-form input[name=number]")).to_have_value("2")
    for page in ann, bo:
        cut_off(page)
    for page, hands in (ann, ((1, 55, 60), (0, 65, 75))), (bo, ((1, 55, 60), (0, 65, 60))):
        for at, (bidder, bid, took) in enumerate(hands, start=1):
            say(page, f"bidder {bidder}, bid {bid}, took.{bidder} {took}")
            page.locator("#go:not(.waits)").tap()
            kept(page, at)
        expect(page.locator("#waiting li")).to_have_count(2)
        expect(page.locator("#waiting li").last).to_contain_text("Hand 3: Ann")
        expect(page.locator("#entry-title")).to_have_text("Hand 4")
    online(first)
    until(sitting.settled(3))
    expect(ann.locator(".net")).to_have_text("Sent")
    online(second)
    # The first of Bo's hands is the same as Ann's; the second is not.
    waits(bo, "someone else saved a different hand")
    assert sitting.match.length == 3
    look_at_both(bo)
    bo.get_by_role("button", name="Mine is right").tap()
    until(sitting.settled(4))
    nothing_waits(bo)
    hands = [row.hand for row in replay.load_match_state(sitting.match).sheet.rows]
    assert [hand.bid for hand in hands] == [60, 55, 65]
    told = [str(total).replace("-", "\u2212") for total in sitting.totals]
    for page in ann, bo:
        expect(page.locator(".total .number")).to_have_text(told)
        expect(page.locator("#hand-form input[name=number]")).to_have_value("4")
    for phone in first, second:
        forgive(phone, "409")


def say(page, answers: str) -> None:
    Thumb(page).say(answers)


LINES = """async (match) => (await indexedDB.databases()).length && new Promise((done) => {
  indexedDB.open("scorekeeper").onsuccess = ({ target: { result } }) => {
    result.transaction("logs").objectStore("logs").getAll().onsuccess = ({ target: { result: logs } }) =>
      done(logs.find((log) => log.match === match)?.lines.length ?? 0);
  };
})"""


def test_a_log_longer_than_is_sent_at_once_comes_to_the_phone_and_goes_back_from_it(new_phone) -> None:
    sitting = Sitting("five_hundred")
    # With the line that says how it was begun twice as many as are sent at once: one more look finds none.
    entries = 2 * sealing.AT_ONCE - 1
    for number in range(1, entries + 1):
        sitting.write(number, Adjustment(PerSide((number % 3 - 1, 1 - number % 2)), f"{number}"))
    totals = sitting.totals
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    until(lambda: page.evaluate(LINES, 1) == entries + 1)
    restore(sitting, 150)
    assert sitting.totals != totals
    page.reload()
    until(sitting.settled(entries))
    assert sitting.totals == totals
    assert hash_chain.broken_link(sitting.match) is None
    told = [str(total).replace("-", "\u2212") for total in totals]
    expect(page.locator(".total .number")).to_have_text(told)
    nothing_waits(page)


def test_a_kept_hand_is_taken_back_on_its_phone_and_those_after_it_move_up(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone, page = offline_hand(new_phone, sitting)
    for at, tricks in (2, 7), (3, 10):
        fill_offline(page, tricks)
        page.locator("#go").tap()
        kept(page, at)
    page.locator(".net button").tap()
    page.locator("#waiting li").nth(1).get_by_role("button", name="Delete").tap()
    kept(page, 2)
    expect(page.locator("#entry-title")).to_have_text("Hand 3")
    online(phone)
    until(sitting.settled(2))
    assert [row.hand.tricks[0] for row in replay.load_match_state(sitting.match).sheet.rows] == [9, 10]
    forgive(phone)


def test_an_undo_and_a_correction_without_a_network_are_kept_and_sent(new_phone) -> None:
    sitting = Sitting("five_hundred")
    sitting.write(1, Adjustment(PerSide((100, 0)), "so far"))
    sitting.write(2, Adjustment(PerSide((50, 0)), "so far"))
    phone = new_phone()
    page = sitting.open(phone, "Bo", f"{sitting.path}m/1/hand/1/strike")
    page.locator("#why").fill("entered twice")
    cut_off(phone.page)
    page.get_by_role("button", name="Delete").tap()
    expect(page.locator("#waiting li")).to_contain_text("kept, scored when sent")
    assert sitting.match.length == 2
    online(phone)
    until(sitting.settled(3))
    nothing_waits(page)
    page = sitting.open(phone, "Bo")
    cut_off(phone.page)
    page.locator("button.undo").tap()
    expect(page.locator("#waiting li")).to_contain_text("Undo")
    online(phone)
    until(sitting.settled(4))
    assert sitting.totals == [0, 0]
    forgive(phone)


def test_what_cannot_wait_on_a_phone_says_that_it_needs_a_connection(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone = new_phone()
    page = sitting.open(phone, "Bo", f"{sitting.path}m/1/rematch")
    cut_off(phone.page)
    page.locator("main form[method=post] button").first.tap()
    expect(page.locator("#trouble")).to_contain_text("This needs a connection")
    assert sitting.table.matches.count() == 1
    forgive(phone)


def test_what_is_kept_opens_beside_the_keys_and_moves_nothing_by_itself(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone = new_phone(viewport={"width": 360, "height": 600})
    page = sitting.open(phone, "Ann")
    fill(page)
    top = page.locator("#strip").bounding_box()["y"]
    cut_off(page)
    expect(page.locator(".net")).to_have_text("Offline")
    page.locator("#go").tap()
    kept(page)
    assert page.locator("#strip").bounding_box()["y"] == top
    expect(page.locator("#waiting")).to_be_hidden()
    opener = page.locator(".net button")
    opener.tap()
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#waiting li .said")).to_be_in_viewport()
    page.locator("#waiting summary").tap()
    expect(page.locator("#waiting")).to_be_hidden()
    # By the keyboard alone too.
    opener.focus()
    page.keyboard.press("Enter")
    page.locator("#waiting li").get_by_role("button", name="Delete").tap()
    nothing_waits(page)
    expect(page.locator(".net")).to_have_text("Offline")
    assert page.locator("#strip").bounding_box()["y"] == top
    forgive(phone)


@pytest.mark.parametrize("newer", [False, True], ids=["alone", "a_newer_hand"])
def test_a_hand_deleted_while_its_reply_was_lost_is_undone_on_the_site(new_phone, newer: bool) -> None:
    """Unless another phone wrote after it: then it stands, and its phone says so."""
    sitting = Sitting("five_hundred")
    phone = new_phone()
    page = sitting.open(phone, "Bo")

    def lose(route):
        route.fetch(max_redirects=0)
        page.route("**/*", lambda each: each.abort())  # nor anything else from now on
        route.abort()

    page.route(lambda url: url.endswith("/m/1/hand"), lose, times=1)
    fill(page)
    page.locator("#go").tap()
    kept(page)
    assert sitting.match.length == 1
    page.locator(".net button").tap()
    page.locator("#waiting li").get_by_role("button", name="Delete").tap()
    nothing_waits(page)
    if newer:
        sitting.write(2, Adjustment(PerSide((10, 20)), "agreed"))
    page.unroute("**/*")
    online(phone)
    until(lambda: page.wait_for_timeout(20) or len(standing(sitting)) == (2 if newer else 0))
    told = page.locator("#talk .trouble", has_text="There is a newer hand now. Nothing was undone.")
    expect(told).to_have_count(int(newer))
    expect(page.locator("#entry-title")).to_have_text(f"Hand {3 if newer else 1}")
    expect(page.locator("#rows tr", has_text="Deleted")).to_have_count(int(not newer))
    forgive(phone, "409")


def standing(sitting):
    replay._kept.clear()
    return replay.load_match_state(sitting.match).standing
