"""R4: a phone without a network loses no hand, doubles none and writes over nobody's."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.engine import Adjustment, PerSide
from scorekeeper.matches import replay
from tests.conftest import until

from .playing import say_why
from .sitting import Sitting, Thumb

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
    told = "1 hand kept on this phone." if hands == 1 else f"{hands} hands kept on this phone."
    expect(page.locator(".net")).to_contain_text(told)


def offline_hand(new_phone, sitting, tricks: int = 9):
    """Bo has entered hand 1 while his phone had no network. His phone complains of that in its console."""
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    thumb = fill(page, tricks)
    phone.context.set_offline(True)
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
    expect(page.locator("#waiting")).to_be_hidden()
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
    expect(page.locator("#waiting")).to_be_hidden()
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
    page.reload()  # what waits is on the phone, not on the page
    waits(page, "someone else saved a different hand")
    look_at_both(page)
    sitting.open(phone, "Bo")  # as often as one likes: it is kept until somebody has decided
    look_at_both(page)
    page.get_by_role("link", name="Theirs is right").tap()
    expect(page.locator("#hand-form input[name=number]")).to_have_value("2")
    expect(page.locator("#waiting")).to_be_hidden()
    assert sitting.match.length == 1
    forgive(phone, "409")


def look_at_both(page) -> None:
    page.get_by_role("button", name="Compare").tap()
    expect(page.locator(".clash")).to_contain_text("Theirs")
    keys = page.locator("#entry :is(button, a, label, input:not([type=hidden])):visible").all_inner_texts()
    assert keys == ["Theirs is right", "Mine is right", "Both were played"]


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
    look_at_both(page)
    return phone, page


def test_mine_is_right_corrects_theirs_and_what_was_played_after_it_follows(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone, page = clashed(new_phone, sitting)
    page.get_by_role("button", name="Mine is right").tap()
    say_why(page, "miscounted")
    page.locator("#go:not(.waits)").tap()
    until(sitting.settled(3))
    expect(page.locator("#waiting")).to_be_hidden()
    assert sitting.totals == [-300 + 300, 30 + 20]
    forgive(phone, "409")


def test_both_were_played_writes_mine_after_theirs_and_what_was_played_after_it_follows(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone, page = clashed(new_phone, sitting)
    page.get_by_role("button", name="Both were played").tap()
    until(sitting.settled(3))
    expect(page.locator("#waiting")).to_be_hidden()
    assert [row.number for row in replay.load_match_state(sitting.match).sheet.rows] == [1, 2, 3]
    assert sitting.totals == [300 - 300 + 300, 10 + 30 + 20]
    forgive(phone, "409")


def fill_offline(page, tricks: int) -> None:
    """The same hand as `fill`, where nobody answers and the key says no more than it knows."""
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
    expect(page.locator(".net")).to_have_text("Offline. 1 hand kept on this phone.")
    expect(page.locator(".net")).to_be_in_viewport()
    for next_hand, tricks in (2, 7), (3, 10):
        expect(page.locator("#entry-title")).to_have_text(f"Hand {next_hand}")
        expect(page.locator("#hand-form .step input:checked")).to_have_count(0)
        fill_offline(page, tricks)
        page.locator("#go").tap()
        expect(number).to_have_value(str(next_hand + 1))
    expect(page.locator(".net")).to_have_text("Offline. 3 hands kept on this phone.")
    assert sitting.match.length == 0
    online(phone)
    until(sitting.settled(3))
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator(".net")).to_be_hidden()
    tricks = [row.hand.tricks[0] for row in replay.load_match_state(sitting.match).sheet.rows]
    assert tricks == [9, 7, 10]
    forgive(phone)


def test_after_a_rare_kind_of_hand_kept_on_the_phone_the_usual_one_is_asked_for(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    phone.context.set_offline(True)
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
    phone.context.set_offline(True)
    thumb = Thumb(page)
    thumb.key("Who won the bidding?", "Cy")
    thumb.number("level+trumps", "8+hearts")
    expect(page.locator(".net")).to_contain_text("Offline.")
    thumb.asked("tricks.0")  # what comes next can be entered all the same
    thumb.on(page.locator("#go.waits"))
    expect(page.locator("#go")).to_have_text("1 to answer")
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator("input[value='8+hearts']")).to_be_checked()
    thumb.number("tricks.0", 8)
    thumb.on(page.locator("#go:not(.waits)"))
    kept(page)
    online(phone)
    until(sitting.settled(1))
    assert sitting.totals == [300, 20]
    forgive(phone)


def test_what_the_site_asks_more_of_a_hand_is_said_as_it_is_and_mended(new_phone) -> None:
    """A hand that an older page of the site kept, which did not ask whether a defender bid."""
    sitting = Sitting("two_hundred")
    sitting.write(1, Adjustment(PerSide((100, 0)), "so far"))
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    phone.context.set_offline(True)
    thumb = Thumb(page)
    thumb.say("bidder 1, bid 60, defender_bid yes, took.1 70")  # without a network too it is asked
    thumb.on(page.locator("#go:not(.waits)"))
    kept(page)
    page.evaluate(
        """() => {
            const [item] = JSON.parse(localStorage.getItem("scorekeeper.waiting"));
            item.fields = item.fields.filter(([name]) => name !== "defender_bid");
            localStorage.setItem("scorekeeper.waiting", JSON.stringify([item]));
        }"""
    )
    online(phone)
    waits(page, "an answer is missing")
    assert "someone else saved" not in page.locator("#waiting").inner_text()
    page.get_by_role("button", name="Fix it").tap()
    expect(page.locator("#waiting")).to_be_hidden()
    Thumb(page).say("defender_bid no")
    Thumb(page).on(page.locator("#go", has_text="Save:"))
    until(sitting.settled(2))
    expect(page.locator("#hand-form input[name=number]")).to_have_value("3")
    assert sitting.totals == [100, 70]
    page.reload()
    expect(page.locator("#waiting")).to_be_hidden()
    forgive(phone, "422")


def test_a_phone_whose_right_was_withdrawn_keeps_its_hand_to_be_copied(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone, page = offline_hand(new_phone, sitting)
    sitting.table.phones.filter(name="Bo").update(role="watcher")
    phone.context.set_offline(False)  # the page comes anew, for somebody who watches
    waits(page, "can no longer keep score")
    waits(page, "bidder: 2")
    assert sitting.match.length == 0
    page.get_by_role("button", name="Delete", exact=True).tap()
    expect(page.locator("#waiting")).to_be_hidden()
    page.reload()
    expect(page.locator("#waiting")).to_be_hidden()
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
    until(lambda: bool(page.wait_for_timeout(50)) or len(asked) == 2)
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator(".total .number").first).to_have_text("300")
    assert sitting.match.length == 1
    forgive(phone)
