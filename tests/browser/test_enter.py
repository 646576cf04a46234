"""Enter in a box saves, or moves on: it presses no other key. What a correction needs is said in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from games.engine import Adjustment, PerSide
from scorekeeper.clubs.models import Club
from tests.conftest import Phone, until

from .sitting import Sitting, Thumb

pytestmark = [pytest.mark.browser, pytest.mark.looks]

# The kinds of hand with their keys, and the rows.
PARTS = """() => [...document.querySelectorAll("#hand-form .kind, #rows tbody")]
  .map((each) => each.outerHTML.replaceAll(' data-htmx-powered="true"', ""))"""


@pytest.mark.parametrize(("slug", "asked", "then"), [("tally", 0, 1), ("rummy", 0, 2)])
def test_enter_in_a_box_moves_on_and_presses_no_other_key(
    phone: Phone, slug: str, asked: int, then: int
) -> None:
    """The first key of the form was one that ends the match, or writes that everyone passed."""
    sitting = Sitting(slug, names=("Ann", "Bo", "Cy"))
    page = sitting.open(phone, "Ann")
    thumb = Thumb(page)
    if slug == "rummy":
        thumb.say("winner 1")
    step = page.locator(".step.asked:has(input[data-pad])")
    expect(step).to_have_attribute("data-side", str(asked))
    step.locator("input[data-pad]").focus()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(step).to_have_attribute("data-side", str(then))
    assert page.locator(f".step[data-side='{asked}'] input[data-pad]").input_value() == "7"
    assert sitting.match.length == 0


def test_letters_and_numbers_write_a_hand_and_enter_saves_it(new_phone) -> None:
    """On a desktop: Bo, 8 ♥, 9 tricks."""
    sitting = Sitting("five_hundred")
    sitting.write(1, Adjustment(PerSide((0, 0)), "as played"))
    page = sitting.open(new_phone(viewport={"width": 1280, "height": 800}, is_mobile=False), "Ann")
    thumb = Thumb(page)
    thumb.asked("bidder")
    page.locator("main").click(
        position={"x": 4, "y": 400}
    )  # beside everything: the keys of the keyboard stay with the hand
    page.keyboard.type("b")
    thumb.asked("level")
    page.keyboard.type("8h")
    thumb.asked("tricks.1")
    page.keyboard.type("9")
    expect(page.locator("#sentence")).to_contain_text("Bo")
    expect(page.locator("#go")).to_contain_text("Save: ")
    with page.expect_response("**/hand") as answered:
        page.keyboard.press("Enter")
    expect(page.locator("#hand-form input[name=number]")).to_have_value("3")
    assert sitting.totals == [10, 300]
    expect(page.locator(".step.asked input").first).to_be_focused()  # where the next hand begins
    # What the page had already was left out of the answer, and stands as it does on a page that comes anew.
    after = page.evaluate(PARTS)
    assert answered.value.text().count("data-had") == len(after) - 1  # all but the new row
    page.reload()
    expect(page.locator(".step.asked")).to_be_visible()
    assert page.evaluate(PARTS) == after


def test_without_script_enter_in_a_box_saves(new_phone) -> None:
    """What is missing is said then; no other key is pressed."""
    sitting = Sitting("tally", names=("Ann", "Bo", "Cy"))
    phone = new_phone(java_script_enabled=False)
    page = sitting.open(phone, "Ann")
    page.locator("input[name='points.0']").fill("7")
    page.locator("input[name='points.0']").press("Enter")
    expect(page.locator(".error").first).to_be_visible()
    expect(page.locator("input[name='points.0']")).to_have_value("7")
    assert sitting.match.length == 0
    phone.complaints.clear()  # the browser's own word for a 422


def test_enter_in_a_name_goes_to_the_next_and_from_the_last_to_the_key_that_starts(phone: Phone) -> None:
    page = phone.open("/play/skat/")
    page.locator("#name-0").focus()
    for name in "Ann", "Bo", "Cy":
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Start game")).to_be_focused()
    assert page.url.endswith("/play/skat/")
    page.keyboard.press("Enter")
    expect(page.locator("#hand-form")).to_be_visible()
    expect(page.locator("#strip a.total").nth(2)).to_contain_text("Cy")


def test_a_correction_asks_for_its_reason_last_and_the_key_says_what_is_missing(phone: Phone) -> None:
    sitting = Sitting("five_hundred")
    sitting.write(1, Adjustment(PerSide((31, 10)), "as played"))
    put_into_a_club(sitting)
    page = sitting.open(phone, "Ann", f"{sitting.path}m/1/hand/1/amend")
    thumb = Thumb(page)
    go = page.locator("#go")
    thumb.asked("reason")
    expect(page.get_by_text("Say why it changed")).to_be_in_viewport()
    expect(go).to_have_text("1 to answer")
    thumb.on(go)
    thumb.asked("reason")
    page.locator("input[name=reason]").fill(" ")
    expect(go).to_have_text("1 to answer")
    assert sitting.match.length == 1
    thumb.on(page.locator("[data-reason]", has_text="Miscounted"))
    thumb.on(page.locator("#go:not(.waits)"))
    until(sitting.settled(2))


def put_into_a_club(sitting: Sitting) -> None:
    """Where a reason is needed."""
    sitting.table.club = Club.objects.create(name="The Misère Club")
    sitting.table.save()


def test_at_a_table_of_its_own_the_reason_is_offered_and_may_be_left_out(phone: Phone) -> None:
    sitting = Sitting("five_hundred")
    sitting.write(1, Adjustment(PerSide((31, 10)), "as played"))
    page = sitting.open(phone, "Ann", f"{sitting.path}m/1/hand/1/amend")
    thumb = Thumb(page)
    thumb.asked("reason")
    expect(page.locator(".next-step")).to_be_hidden()
    expect(page.locator("#go:not(.waits)")).to_contain_text("Save")
    thumb.on(page.locator("[data-reason]", has_text="Miscounted"))
    expect(page.locator(".step.reason")).to_be_hidden()
    thumb.on(page.locator(".chip[data-open='points.0']"))
    thumb.pad("4 1 next")
    thumb.on(page.locator("#go:not(.waits)"))
    until(sitting.settled(2))
    assert sitting.totals == [41, 10]


def test_without_script_a_correction_without_its_reason_is_told_so_beside_its_key(new_phone) -> None:
    sitting = Sitting("five_hundred")
    sitting.write(1, Adjustment(PerSide((31, 10)), "as played"))
    put_into_a_club(sitting)
    phone = new_phone(java_script_enabled=False)
    page = sitting.open(phone, "Ann", f"{sitting.path}m/1/hand/1/amend")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".keyboard > .error")).to_be_visible()
    expect(page.locator(".reason .error")).to_be_visible()
    assert sitting.match.length == 1
    phone.complaints.clear()  # the browser's own word for a 422


def test_letters_choose_keys_by_what_stands_on_them(phone: Phone) -> None:
    """Yes is "y", though the sentence says something else for it."""
    sitting = Sitting("two_hundred")
    sitting.write(1, Adjustment(PerSide((100, 0)), "so far"))
    page = sitting.open(phone, "Ann")
    for step, keys in ("bidder", "b"), ("bid", "60"), ("defender_bid", "y"), ("took.1", "70"):
        expect(page.locator(f".step.asked[data-step='{step}']")).to_be_visible()
        page.keyboard.type(keys)
    expect(page.locator("#go")).to_contain_text("Save:")
    page.keyboard.press("Enter")
    expect(page.locator("#hand-form input[name=number]")).to_have_value("3")
    assert sitting.totals == [130, 70]


def misere_by_letters(page: Page) -> None:
    """Misère is "m"; the kinds are no step of their own, but keys below the first."""
    for step, keys in ("bidder", "m"), ("bidder", "b"), ("made", "n"):
        expect(page.locator(f".kind:not([hidden]) .step.asked[data-step='{step}']")).to_be_visible()
        page.keyboard.type(keys)
    expect(page.locator("#go")).to_contain_text("Save: Bo & Di \u2212250")


def test_letters_choose_the_kind_of_hand(phone: Phone) -> None:
    sitting = Sitting("five_hundred")
    page = sitting.open(phone, "Ann")
    misere_by_letters(page)
    page.keyboard.press("Enter")
    expect(page.locator("#hand-form input[name=number]")).to_have_value("2")
    assert sitting.totals == [0, -250]


def test_save_says_that_it_saves_and_a_comma_stays_with_what_it_follows(phone: Phone) -> None:
    page = Sitting("five_hundred").open(phone, "Ann")
    misere_by_letters(page)
    lines = "[...document.querySelectorAll('#sentence .held')].map((each) => each.getClientRects().length)"
    assert page.evaluate(lines) == [1]  # "closed," begins the second line
    under_way: list[Route] = []
    page.route("**/hand", lambda route: under_way.append(route))
    page.locator("#go").tap()
    says = "getComputedStyle(document.querySelector('#go'), '::after').content"
    until(lambda: page.evaluate(says) == '"Saving…"')
    until(lambda: under_way)
    under_way[0].continue_()
    expect(page.locator("#hand-form input[name=number]")).to_have_value("2")
