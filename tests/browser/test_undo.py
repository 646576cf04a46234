"""Undo and redo of the last write by one tap each on a small phone."""

import pytest
from playwright.sync_api import expect

from tests.conftest import wait_until_idle

from .sitting import SMALL, Sitting, expect_entry, expect_totals, forget_network_errors


@pytest.fixture
def sitting(transactional_db):
    sitting = Sitting("five_hundred")
    for points in 100, 200, 40:
        sitting.adjust(points, 0)
    return sitting


def notice(page):
    return page.locator(".last-write")


def tap_notice(page, name):
    button = notice(page).get_by_role("button", name=name)
    expect(button).to_be_in_viewport(ratio=1)
    button.tap()


def test_hand_is_undone_and_restored_by_one_tap_each(new_phone, sitting):
    """Check that titles, the TV view and the number of the next hand are updated too."""
    phones = [new_phone(viewport=SMALL) for _each in range(3)]
    ann, bo, cy = map(sitting.open, phones, ("Ann", "Bo", "Cy"))
    tv = sitting.open(new_phone(), "Cy", sitting.path + "tv")
    for scorer in ann, bo:
        expect(notice(scorer)).to_contain_text("Hand 3 saved")
    expect(notice(cy)).to_have_count(0)
    bo.route("**/begun", lambda route: route.abort())
    bo.locator(".step.asked label.key:visible").first.tap()  # a form with an answer is not replaced
    tap_notice(ann, "Undo")
    expect(notice(ann)).to_contain_text("Hand 3 deleted")
    for scorer in ann, bo:
        expect_entry(scorer, "Hand 3")
    for page in ann, cy:
        expect(page.locator("#status")).to_contain_text("Hand 3 deleted.")
    expect_totals(cy, 300, 0)
    tap_notice(ann, "Restore")
    for scorer in ann, bo:
        expect(notice(scorer)).to_contain_text("Hand 3 restored")
        expect_entry(scorer, "Hand 4")
    expect_totals(cy, 340, 0)

    tap_notice(ann, "Undo")
    expect(notice(ann)).to_contain_text("Hand 3 deleted")
    expect(tv.locator(".tv-head")).to_contain_text("Hand 3")
    sitting.adjust(60, 0)
    expect_entry(ann, "Hand 4")
    expect(notice(ann)).to_contain_text("Hand 3 saved")
    expect(tv.locator(".tv-last h2")).to_contain_text("Hand 3")
    ann.get_by_role("link", name="Deleted hand").first.tap()
    expect(ann.locator("#reasons-panel h2")).to_have_text("Deleted hand")
    expect(ann.locator("#reasons-panel").get_by_role("button", name="Restore")).to_be_visible()
    assert sitting.totals == [360, 0]
    forget_network_errors(phones[1], "409")  # a draft of the hand whose number has changed


# Tap again as soon as the notice changes, and store the label of the button that receives the tap.
TAP_AGAIN = """([x, y]) => {
    new MutationObserver((_all, observer) => {
        if (!document.querySelector(".last-write")?.textContent.includes("deleted")) return;
        observer.disconnect();
        const hit = document.elementFromPoint(x, y)?.closest("button, a");
        hit?.click();
        window.hit = hit ? hit.textContent : "no button";
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def test_two_quick_taps_undo_one_hand(phone, sitting):
    page = sitting.open(phone, "Ann")
    button = notice(page).get_by_role("button")
    expect(button).to_have_text("Undo")
    box = button.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    button.evaluate("button => Promise.all(button.getAnimations().map((e) => e.finished))")
    page.evaluate(TAP_AGAIN, middle)
    page.touchscreen.tap(*middle)
    assert page.wait_for_function("() => window.hit").json_value() == "no button"
    sitting.wait_for(4)
    expect(notice(page)).to_contain_text("Hand 3 deleted")
    assert sitting.totals == [300, 0]


def test_reason_why_nothing_was_undone_stays_until_the_next_tap(new_phone, sitting):
    """Check that the message survives an update of the sheet."""
    phone = new_phone(viewport=SMALL)
    phone.context.route("**/watch?*", lambda route: route.abort())
    page = sitting.open(phone, "Ann")
    wait_until_idle(page)
    sitting.adjust(60, 0)
    tap_notice(page, "Undo")
    message = page.locator("#messages .trouble", has_text="There is a newer hand now")
    expect(message).to_be_in_viewport(ratio=1)

    def play_on_another_phone():
        sitting.adjust(20, 0)
        page.evaluate("document.body.dispatchEvent(new CustomEvent('refresh'))")
        expect_totals(page, *sitting.totals)
        wait_until_idle(page)

    play_on_another_phone()
    expect(message).to_be_in_viewport(ratio=1)
    page.locator("#sentence").tap()
    play_on_another_phone()
    expect(message).to_have_count(0)
    assert sitting.totals == [440, 0]
    phone.complaints.clear()  # from the aborted stream
