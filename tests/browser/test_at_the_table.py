"""A table on several phones at once, on a phone without scripts, and on one whose scripts load late."""

import re

from playwright.sync_api import expect

from scorekeeper.clubs.models import Club

from .fake_match import FakeMatch
from .fingers import Finger
from .playing import enter_reason
from .sitting import (
    EIGHT_HEARTS,
    SAVE,
    Sitting,
    Thumb,
    expect_entry,
    expect_hand,
    expect_title,
    expect_totals,
    forget_network_errors,
    tap_button,
)


def test_page_of_a_deleted_table_says_so(phone):
    sitting = Sitting("tally", names=("Ann", "Bo"))
    page = sitting.open(phone, "Ann")
    sitting.table.delete()
    page.evaluate("document.body.dispatchEvent(new Event('refresh'))")
    expect_title(page, "Page not found")
    forget_network_errors(phone, "404")


def test_form_keeps_its_keys_if_two_swaps_overlap(phone, form_page):
    # On the site's page the first swap ends first; on the fake page the second swap ends first.
    site_page = Sitting("tally", names=("Ann", "Bo")).open(phone, "Ann")
    fake_page = FakeMatch("tally", names=("Ann", "Bo")).open(form_page)
    for page in site_page, fake_page:
        page.evaluate("""() => new Promise((resolve) => {
            const form = document.querySelector("#hand-form");
            new MutationObserver((_, observer) => {
                if (form.isConnected) return;
                observer.disconnect();
                const sourceElement = document.body;
                htmx.swap({ sourceElement, target: "#trouble", swap: "innerHTML", text: "<p></p>" });
                resolve();
            }).observe(document.querySelector("#sheet"), { childList: true });
            htmx.trigger("#entry", "fresh");
        })""")
        Thumb(page).answer("points.0 2 next, points.1 0 next")


def test_slower_of_two_scorers_sees_both_hands_and_keeps_theirs(new_phone):
    sitting = Sitting("five_hundred")
    bo_phone = new_phone()
    bo, cy = sitting.open(bo_phone, "Bo"), sitting.open(new_phone(), "Cy")
    # A restored site may have lower versions than a page has seen.
    cy.evaluate("document.querySelector('#sheet').dataset.version = 999")
    thumb = Thumb(bo)
    thumb.answer("bidder 1, level+trumps 7+spades, tricks.1 7")
    expect(bo.locator(SAVE)).to_be_visible()
    sitting.write(EIGHT_HEARTS)
    for page in bo, cy:
        expect_totals(page, 300, 10)
    # A form with answers is not replaced.
    expect(bo.locator(".kind:not([hidden]) input[name=bidder][value='1']")).to_be_checked()
    expect_hand(bo, 1)
    thumb.tap(bo.locator("#save"))
    expect(bo.locator(".clash")).to_contain_text("Bo bid 7♠")
    expect(bo.locator(".clash")).to_contain_text("Cy bid 8♥")
    bo_phone.complaints.clear()  # the browser's own error message for a 409
    for width, height in (320, 568), (360, 600):
        bo.set_viewport_size({"width": width, "height": height})
        for key in "Theirs is right", "Mine is right", "Both were played":
            expect(bo.locator(".clash .key", has_text=key)).to_be_in_viewport(ratio=1)
    thumb.tap(bo.get_by_role("button", name="Mine is right"))
    enter_reason(bo, "misheard")
    thumb.tap_save()
    for page in bo, cy:
        expect_totals(page, 30, 140)
    expect(cy).to_have_title("Five Hundred: Ann & Cy 30, Bo & Di 140.")


def test_late_scripts_receive_live_changes(new_phone):
    sitting, slow_phone = Sitting("five_hundred"), new_phone()

    def delay(route):
        # Poll by time: until the scripts have run, no frame is painted at which Playwright could poll.
        slow_phone.page.wait_for_function("() => window.htmx", polling=50)
        route.continue_()

    slow_phone.context.route(lambda url: url.endswith(".js") and "/htmx" not in url, delay)
    cy = sitting.open(slow_phone, "Cy")
    sitting.write(EIGHT_HEARTS)
    expect_totals(cy, 300, 10)


def test_swap_waits_until_the_finger_is_lifted(phone):
    deal = {"kind": "deal", "winner": 0, "left": [0, 3, 5, 10]}
    sitting = Sitting("big_two", hands=(deal, deal))
    page = sitting.open(phone, "Cy")
    totals = page.locator("#strip")
    expect(totals).to_be_visible()
    old_totals, finger = totals.inner_text(), Finger(page)
    finger.press(page.locator("#race"))
    with finger.awaiting_response():
        sitting.write(deal)
    assert totals.inner_text() == old_totals
    finger.lift()
    expect(page.locator("#rows tbody")).to_have_count(3)
    assert totals.inner_text() != old_totals


def test_without_script_a_hand_is_shown_saved_undone_and_corrected(new_phone):
    """Check that missing answers are named beside Save, and that Enter presses no other button."""
    sitting = Sitting("five_hundred")
    phone = new_phone(java_script_enabled=False)
    page = sitting.open(phone, "Ann")
    page.locator("#save").tap()
    expect(page.locator(".error").first).to_be_visible()
    page.locator("input[name='level+trumps'][value='8+hearts']").check(force=True)
    for name, value in ("bidder", 2), ("tricks.0", 9), ("tricks.1", 1):
        page.locator(f".kind:not([hidden]) input[name='{name}'][value='{value}']").check(force=True)
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview .gain")).to_have_text(["+300", "+10"])
    page.locator("#save").click()
    expect_totals(page, 300, 10)
    page.locator(".last-write .do").click()
    expect_totals(page, 0, 0)

    # In a club, an edit needs a reason.
    sitting = Sitting("five_hundred")
    sitting.adjust(31, 10)
    put_into_a_club(sitting)
    sitting.open(phone, "Ann", f"{sitting.path}m/1/hand/1/amend")
    page.locator("input[name='points.0']").fill("32")
    page.locator("input[name='points.0']").press("Enter")
    expect(page.locator("#hand-fault .error")).to_be_visible()
    expect(page.locator(".reason .error")).to_be_visible()
    expect(page.locator("input[name='points.0']")).to_have_value("32")
    assert sitting.match.length == 1
    phone.complaints.clear()  # the browser's own error message for a 422


def put_into_a_club(sitting):
    sitting.table.club = Club.objects.create(name="The Misère Club")
    sitting.table.save()


def test_an_edit_asks_why_only_in_a_club_and_every_phone_can_undo_it(new_phone):
    sitting = Sitting("five_hundred")
    sitting.adjust(31, 10)
    phone = new_phone()
    page = sitting.open(phone, "Ann", f"{sitting.path}m/1/hand/1/amend")
    thumb, save = Thumb(page), page.locator("#save")
    # At a table without a club the reason is optional.
    expect(page.locator(".step.reason")).to_be_hidden()
    expect(save).to_be_disabled()
    thumb.tap(page.locator(".chip[data-open='points.0']"))
    thumb.tap_pad("4 1 next")
    expect(page.locator("#preview .effects")).to_contain_text("31 → 41", use_inner_text=True)
    assert sitting.match.length == 1  # sent only when the hand is saved
    thumb.tap_save()
    expect_entry(page, "Hand 2")
    assert (sitting.totals, sitting.match.length) == ([41, 10], 2)
    bo = sitting.open(new_phone(), "Bo")
    notice = bo.locator(".last-write:visible")
    expect(notice).to_contain_text("Hand 1 corrected")
    tap_button(notice, "Undo")
    expect(notice).to_contain_text("Hand 1 is as before")
    expect(notice.get_by_role("button", name="Restore")).to_be_visible()
    expect_totals(page, 31, 10)

    put_into_a_club(sitting)
    sitting.open(phone, "Ann", f"{sitting.path}m/1/hand/1/amend")
    thumb.expect_question("reason")
    expect(page.get_by_text("Say why it changed")).to_be_in_viewport()
    expect(save).to_have_class(re.compile("waits"))
    thumb.tap(save)
    thumb.expect_question("reason")
    page.locator("input[name=reason]").fill(" ")
    expect(save).to_have_class(re.compile("waits"))
    thumb.tap(page.locator("[data-reason]", has_text="Miscounted"))
    thumb.tap(page.locator(".chip[data-open='points.0']"))
    thumb.tap_pad("5 1 next")
    thumb.tap_save()
    sitting.wait_for(4)
