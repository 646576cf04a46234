"""Large enough for a thumb, on the narrowest phone, with text twice as large, and without a thumb at all."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from games.engine import Adjustment, PerSide

from .playing import answer, say_why
from .sitting import NAMES, Sitting, Thumb
from .test_accessible import play

pytestmark = [pytest.mark.browser, pytest.mark.looks]


NARROWEST = {"width": 320, "height": 740}


def small_targets(page: Page, least: int) -> list[str]:
    """What can be tapped and is smaller than so many points; links within a sentence may be."""
    return page.evaluate(
        """(least) => [...document.querySelectorAll("a, button, label.key, label.switch, summary, input.box")]
            .filter((e) => e.offsetParent && !e.closest("p, .skip, li .because, [aria-hidden=true]"))
            .filter((e) => !e.classList.contains("skip") && getComputedStyle(e).position !== "absolute")
            .map((e) => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
            .filter(([, box]) => box.width < least || box.height < least)
            .map(([html, box]) => `${html}: ${box.width} × ${box.height}`)""",
        least,
    )


WIDTHS = (412, 360, 320)


def at_widths(page: Page, widths: tuple[int, ...] = WIDTHS) -> Iterator[int]:
    """The same page on phones of these widths."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": 740})
        page.wait_for_function("width => innerWidth === width", arg=width)
        yield width


def test_every_target_is_large_enough(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone = new_phone(viewport=NARROWEST)
    page = sitting.open(phone, "Ann")
    play(page, 1)
    for path in ("", "share", "records", "leave", "ask", "m/1/result", "m/1/names", "m/1/hand/1/amend"):
        sitting.open(phone, "Ann", sitting.path + path)
        for width in at_widths(page):
            assert small_targets(page, 44) == [], (path, width)


@pytest.mark.parametrize("slug", ["two_hundred", "five_hundred", "big_two"])
def test_bids_scores_and_saving_are_larger_still_and_stand_apart(new_phone, slug: str) -> None:
    """48 points, and no two of them closer than what a thumb tells apart."""
    page = Sitting(slug).open(new_phone(viewport=NARROWEST), "Ann")
    expect(page.locator("#hand-form")).to_be_visible()
    for width in at_widths(page):
        small = page.evaluate(
            """() => [...document.querySelectorAll("#hand-form label.key, #go, .undo, a.total")]
                .filter((e) => e.offsetParent)
                .map((e) => [e.textContent.trim(), e.getBoundingClientRect()])
                .filter(([, box]) => box.height < 48 || box.width < 44)
                .map(([text, box]) => `${text}: ${box.width} × ${box.height}`)"""
        )
        assert small == [], width


PAGES = (
    "",
    "tv",
    "share",
    "records",
    "m/1/result",
    "m/1/paper",
    "m/1/names",
    "m/1/hand/1/amend",
    "m/1/rules",
)


def test_nothing_sticks_out_on_the_narrowest_phone_nor_with_text_twice_as_large(new_phone) -> None:
    sitting = Sitting("five_hundred")
    phone = new_phone(viewport=NARROWEST, bypass_csp=True)
    page = sitting.open(phone, "Ann")
    play(page, 1)
    for path in (*(sitting.path + one for one in PAGES), "/", "/play/five_hundred/"):
        sitting.open(phone, "Ann", path)
        for text, widths in {100: (320,), 200: (360, 320)}.items():
            page.add_style_tag(content=f"html {{ font-size: {text * 1.0625}% !important }}")
            for width in at_widths(page, widths):
                assert sticking_out(page, width) == [], (path, text, width)
                assert page.evaluate("() => document.documentElement.scrollWidth") <= width, (path, text)


LONG = ("Alexandra-Katharina", "Bartholomew", "Christopher John", "Maximiliane")


@pytest.mark.parametrize("slug", ["five_hundred", "big_two", "golf"])
def test_who_deals_is_seen_beside_the_longest_name(new_phone, slug: str) -> None:
    page = Sitting(slug, names=LONG).open(new_phone(viewport=NARROWEST), "Ann")
    disc = page.locator("#strip .dealer")
    expect(disc).to_have_count(1)
    for width in at_widths(page):
        cut = disc.evaluate(
            """(disc) => {
                const own = disc.getBoundingClientRect();
                const party = disc.closest("a.total").getBoundingClientRect();
                return own.width < 8 || own.left < party.left || own.right > party.right;
            }"""
        )
        assert not cut, width


def sticking_out(page: Page, width: int) -> list[str]:
    return page.evaluate(
        """(width) => [...document.querySelectorAll("body *")]
            .filter((e) => e.getBoundingClientRect().right > width + 1)
            .filter((e) => !e.closest(".visually-hidden, svg, .skip"))
            .filter((e) => !e.closest("#rows, .leaf, .moved"))  // tables scroll in a place of their own
            .map((e) => e.outerHTML.slice(0, 100))""",
        width,
    )


def test_the_whole_evening_by_keyboard(new_phone) -> None:
    """Start, play, put right, undo and finish a game with Tab, the arrows, Space and Enter alone."""
    phone = new_phone(viewport={"width": 1024, "height": 768}, is_mobile=False, has_touch=False)
    page = phone.open("/")

    def reach(what: str, most: int = 160) -> None:
        """Tab until what is focused is (or lies in) this; it must be seen, and not lie under a bar."""
        for _step in range(most):
            if page.evaluate("(what) => !!document.activeElement?.matches(what)", what):
                seen = page.evaluate(
                    """() => {
                        const focused = document.activeElement;
                        const box = focused.getBoundingClientRect();
                        const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                        const near = () => focused.contains(at) || at.contains(focused);
                        return !at || near() || !!at.closest("label, summary");
                    }"""
                )
                assert seen, f"{what} lies under something"
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{what} is not reached by Tab")

    def choose(name: str, value: str) -> None:
        """A key of the question that is asked: the arrows to the key, and Enter goes on."""
        reach(f"input[name='{name}']")
        for _step in range(80):
            if page.evaluate("() => document.activeElement.value") == value:
                chosen = page.evaluate("() => document.activeElement.checked")
                page.keyboard.press("Enter" if chosen else "Space")
                return
            page.keyboard.press("ArrowRight")
        raise AssertionError(f"{value} is not reached by the arrows")

    def hand(number: int, bidder: str, bid: str, side: int, tricks: str) -> None:
        expect(page.locator("#hand-form input[name=number]")).to_have_value(str(number))
        choose("bidder", bidder)
        level, _, trumps = bid.partition("-")
        choose("level+trumps", f"{level}+{trumps}")
        choose(f"tricks.{side}", tricks)
        expect(page.locator("#go")).to_contain_text("Save:")
        reach("#go")
        page.keyboard.press("Enter")

    reach("a.game[href*='five_hundred']")
    page.keyboard.press("Enter")
    expect(page.locator("#name-0")).to_be_visible()
    reach("#name-0")
    page.keyboard.type("Ann")
    reach("button.main[name=start]")
    page.keyboard.press("Enter")
    hand(1, "2", "8-hearts", 0, "9")
    expect(page.locator(".total .number").first).to_have_text("300")
    assert page.evaluate("() => document.activeElement !== document.body"), "the focus is not lost"
    reach(".sheet .door")
    page.keyboard.press("Enter")
    expect(page.locator("#reasons")).to_be_visible()
    reach("#door a[href$='amend']")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Edit hand 1")).to_be_visible()
    reach(".chip[data-open=level]")
    page.keyboard.press("Enter")
    choose("level+trumps", "8+none")
    reach("input[name=reason]")
    page.keyboard.type("misheard")
    page.keyboard.press("Enter")
    expect(page.locator("#go:not(.waits)")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".total .number").first).to_have_text("320")
    hand(2, "1", "6-spades", 1, "6")
    expect(page.locator(".total .number").nth(1)).to_have_text("50")
    reach("button.undo")
    page.keyboard.press("Enter")
    expect(page.locator("tbody.struck")).to_have_count(1)
    hand(3, "0", "8-none", 0, "8")
    expect(page.locator(".winner .title")).to_be_visible()


def test_a_number_that_stands_there_is_changed_without_sending_the_form(new_phone) -> None:
    """The pad and the desk both listen to boxes: a correction goes off when somebody saves it, not before."""
    sitting = Sitting("five_hundred")
    sitting.write(1, Adjustment(PerSide((31, 10)), "as played"))
    phone = new_phone()
    page = sitting.open(phone, "Ann")
    page.goto(phone.url + f"/t/{sitting.table.code}/m/1/hand/1/amend")
    answer(page, "points.0", "5")
    answer(page, "points.1", "95")
    assert sitting.match.length == 1
    say_why(page, "The sides were swapped")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("#rows")).to_contain_text("+95")


def test_what_keeps_an_answered_hand_from_being_saved_is_said_as_wrong_and_above_save(new_phone) -> None:
    phone = new_phone(viewport={"width": 360, "height": 600})
    page = Sitting("rummy", names=NAMES[:3]).open(phone, "Ann")
    thumb = Thumb(page)
    thumb.say("winner 1")
    said = page.locator("#preview > p", has_text="still holds a card").first
    for left in "left.0", "left.2":
        expect(said).to_have_count(0)
        thumb.asked(left)
        thumb.on(page.locator(f".step.asked label.key:has(input[name='{left}.n'])"))
    expect(said).to_be_visible()
    colour = "(p) => getComputedStyle(p).color"
    warns = page.locator("body").evaluate(
        "(body) => { body.style.outlineColor = 'var(--wrong)'; return getComputedStyle(body).outlineColor; }"
    )
    assert said.evaluate(colour) == warns
    thumb.on(page.locator("#go"))
    refused = page.locator(".keyboard > .error")
    expect(refused).to_be_in_viewport(ratio=1)
    phone.complaints.clear()  # the browser's own word for a 422
    extras, go = page.locator(".extras").bounding_box(), page.locator("#go").bounding_box()
    assert refused.bounding_box()["y"] < go["y"]
    assert abs(extras["y"] - go["y"]) < 8  # beside each other, as before
    assert go["width"] > 180
