"""Touch targets and text at 200 % on the narrowest phone, and a whole evening by keyboard alone."""

import pytest
from playwright.sync_api import expect

from tests.conftest import wait_until_idle

from .fake_match import LONG_NAMES
from .sitting import (
    EIGHT_HEARTS,
    SAVE,
    Sitting,
    expect_hand,
    expect_heading,
    expect_totals,
    scroll_width,
    set_text_size,
)

pytestmark = pytest.mark.sqlite_only


def small_targets(page, least):
    """Return the controls smaller than ``least`` pixels, except links within a sentence."""
    return page.evaluate(
        """(least) => [...document.querySelectorAll("a, button, label.key, label.switch, summary, input.box")]
            .filter((e) => e.checkVisibility() && !e.closest("p, .skip, li .because, [aria-hidden=true]"))
            .filter((e) => !e.classList.contains("skip") && getComputedStyle(e).position !== "absolute")
            .map((e) => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
            .filter(([, box]) => box.width < least || box.height < least)
            .map(([html, box]) => `${html}: ${box.width} × ${box.height}`)""",
        least,
    )


PAGES = "", "share", "records", "leave", "ask", "m/1/result", "m/1/names", "m/1/hand/1/amend"
# Target sizes are not checked on the television and the printed sheet, which are not for touch, and on the
# page of house rules.
UNMEASURED_PAGES = "tv", "m/1/paper", "m/1/rules"


def test_targets_are_large_and_large_text_fits(new_phone):
    sitting = Sitting("five_hundred", names=LONG_NAMES[:4])
    phone = new_phone(viewport={"width": 320, "height": 740}, bypass_csp=True)
    page = sitting.open(phone, "Ann")
    set_text_size(page, 200)
    assert broken_words(page) == [], "before the first hand"
    set_text_size(page, 100)
    sitting.write(EIGHT_HEARTS)

    def set_width(width):
        page.set_viewport_size({"width": width, "height": 740})
        page.wait_for_function("width => innerWidth === width", arg=width)

    paths = [sitting.path + part for part in (*PAGES, *UNMEASURED_PAGES)]
    for path in (*paths, "/", "/play/five_hundred/"):
        sitting.open(phone, "Ann", path)
        if path in paths[: len(PAGES)]:
            for width in 412, 360, 320:
                set_width(width)
                assert small_targets(page, 44) == [], (path, width)
        for percent, widths in {100: (320,), 200: (360, 320)}.items():
            set_text_size(page, percent)
            for width in widths:
                set_width(width)
                assert overflowing_elements(page, width) == [], (path, percent, width)
                assert scroll_width(page) <= width, (path, percent)
                assert width < 360 or broken_words(page) == [], (path, percent)


def broken_words(page):
    return page.evaluate(
        """() => {
            // On a table's page the h1 is clipped to one pixel while the buttons for a hand are shown.
            const HIDDEN = ".visually-hidden, .skip, script, .at-table h1";
            const words = [];
            const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (texts.nextNode()) {
                const node = texts.currentNode;
                const element = node.parentElement;
                if (!element.checkVisibility() || element.closest(HIDDEN)) continue;
                for (const word of node.data.matchAll(/[\\p{Script=Latin}\\d]{2,}/gu)) {
                    const range = document.createRange();
                    range.setStart(node, word.index);
                    range.setEnd(node, word.index + word[0].length);
                    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
                    if (lines.size > 1) words.push(word[0]);
                }
            }
            return words;
        }"""
    )


def overflowing_elements(page, width):
    return page.evaluate(
        """(width) => [...document.querySelectorAll("body *")]
            .filter((e) => e.getBoundingClientRect().right > width + 1)
            .filter((e) => e.checkVisibility() && !e.closest(".visually-hidden, svg, .skip"))
            .filter((e) => !e.closest("#rows, .leaf, .moved"))  // these scroll sideways by themselves
            .map((e) => e.outerHTML.slice(0, 100))""",
        width,
    )


def test_whole_evening_by_keyboard(new_phone):
    phone = new_phone(viewport={"width": 1024, "height": 768}, is_mobile=False, has_touch=False)
    page = phone.open("/")

    def tab_to(selector):
        """Press Tab until this element has the focus, and assert that it is not covered."""
        for _step in range(160):
            if page.evaluate("(selector) => !!document.activeElement?.matches(selector)", selector):
                seen = page.evaluate(
                    """() => {
                        const focused = document.activeElement;
                        const box = focused.getBoundingClientRect();
                        const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                        const nested = () => focused.contains(hit) || hit.contains(focused);
                        return !hit || nested() || !!hit.closest("label, summary");
                    }"""
                )
                assert seen, f"{selector} is covered"
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{selector} is not reached by Tab")

    def press(selector):
        tab_to(selector)
        page.keyboard.press("Enter")

    def enter_hand(number, *answers):
        expect_hand(page, number)
        for answer in answers:
            page.keyboard.type(answer)
            wait_until_idle(page)
        expect(page.locator(SAVE)).to_be_visible()
        press("#save")

    press("a.tile[href*='five_hundred']")
    expect(page.locator(".start.asking")).to_be_visible()
    page.keyboard.type("Ann\nBo\nCy\nDi\n")  # the first letter goes into the first free seat
    expect(page.locator("form.start .act button")).to_be_focused()
    press(".chip[data-asks=dealer]")
    page.keyboard.type("cy")
    expect(page.locator(".chip[data-asks=dealer]")).to_have_text("Cy deals first")
    press("button.main[name=start]")
    expect(page.locator("#strip")).to_contain_text("Di")
    enter_hand(1, "cy", "8h", "9")
    expect_totals(page, 300, 10)
    assert page.evaluate("() => document.activeElement !== document.body")
    press(".sheet .reasons-link")
    expect(page.locator("#reasons")).to_be_visible()
    press("#reasons-panel a[href$='amend']")
    expect_heading(page, "Edit hand 1")
    press(".chip[data-open=level]")
    page.keyboard.type("8nt")
    wait_until_idle(page)
    press("button.why")
    tab_to("input[name=reason]")
    page.keyboard.type("misheard")
    page.keyboard.press("Enter")
    expect(page.locator("#save:not(.waits)")).to_be_focused()
    page.keyboard.press("Enter")
    expect_totals(page, 320, 10)
    enter_hand(2, "bo", "6s", "6")
    expect_totals(page, 360, 50)
    press(".last-write .do")  # the Undo button: deletes hand 2
    expect(page.locator("tbody.deleted")).to_have_count(1)
    enter_hand(3, "ann", "8nt", "8")
    expect(page.locator("#strip .title")).to_be_visible()
