"""From the first page to the first hand, on a low phone: one question at a time, and nothing scrolls."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import Phone

from .axe import found
from .playing import ask_step
from .sitting import NAMES

pytestmark = pytest.mark.browser

SMALL = {"viewport": {"width": 360, "height": 600}}
SMALLEST = {"viewport": {"width": 320, "height": 568}}
# How far the page could scroll, or a question too long for its place.
LEFT_OVER = """() => {
  const page = document.documentElement;
  const asked = document.querySelector(".keyboard");
  return [page.scrollHeight - page.clientHeight, page.scrollWidth - page.clientWidth,
          Math.floor((asked.scrollHeight - asked.clientHeight) / 4), scrollY];
}"""


def sentence(page: Page) -> str:
    return " ".join(page.locator(".start .sentence").inner_text().split())


@pytest.mark.parametrize("game", ["Two Hundred", "Five Hundred", "Big Two"])
def test_from_home_to_the_first_hand_in_three_taps(new_phone: Callable[..., Phone], game: str) -> None:
    page = new_phone(**SMALL).open("/")
    page.get_by_role("link", name=game).first.tap()
    start = page.locator("form.start .act button")
    expect(start).to_be_in_viewport(ratio=1)
    start.tap()
    expect(page.locator("#hand-form")).to_be_visible()


@pytest.mark.parametrize("screen", [SMALL, SMALLEST], ids=["360x600", "320x568"])
@pytest.mark.parametrize("slug", ["two_hundred", "skat", "baccarat", "tally"])
def test_no_question_scrolls_and_start_stays_in_sight(
    new_phone: Callable[..., Phone], slug: str, screen: dict[str, dict[str, int]]
) -> None:
    page = new_phone(**screen).open(f"/play/{slug}/")
    expect(page.locator(".start.asking")).to_be_visible()
    asked = {chip.get_attribute("data-asks") or "" for chip in page.locator(".sentence .chip").all()}
    assert {"rules", "seats", "dealer"} <= asked
    for step in sorted(asked):
        ask_step(page, step)
        expect(page.locator(".step.asked")).to_have_count(1)
        expect(page.locator("form.start .act button")).to_be_in_viewport(ratio=1)
        assert page.evaluate(LEFT_OVER) == [0, 0, 0, 0], step


def test_eight_seats_fit_too(new_phone: Callable[..., Phone]) -> None:
    page = new_phone(**SMALLEST).open("/play/baccarat/")
    ask_step(page, "shape")
    page.locator("label.key", has_text="8 players").tap()
    expect(page.locator(".person input")).to_have_count(8)
    expect(page.locator(".step.asked[data-step=seats]")).to_be_visible()
    assert page.evaluate(LEFT_OVER) == [0, 0, 0, 0]


def test_the_sentence_tells_what_was_said_and_each_chip_asks_again(new_phone: Callable[..., Phone]) -> None:
    page = new_phone(**SMALL).open("/play/five_hundred/")
    for seat, name in enumerate(NAMES):
        page.locator(f"#name-{seat}").fill(name)
    assert sentence(page) == "Standard 500 Ann & Cy against Bo & Di Random dealer"
    ask_step(page, "dealer")
    page.locator(".step.asked label.key", has_text="Ann").tap()
    expect(page.locator(".step.asked[data-step=seats]")).to_be_visible()  # answered: back to the names
    ask_step(page, "rules")
    page.locator("label.preset", has_text="Australian (full)").tap()
    expect(page.locator(".chip[data-asks=rules]")).to_have_text("Australian (full)")
    expect(page.locator(".step.asked[data-step=rules]")).to_be_visible()  # among the rules one compares
    assert sentence(page) == "Australian (full) Ann & Cy against Bo & Di Ann deals first"
    page.locator("form.start .act button").tap()
    expect(page.locator("#strip")).to_contain_text("Bo & Di")


def test_whoever_played_here_before_is_tapped_into_a_seat(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(**SMALL)
    for last in "Di", "Eve":
        page = phone.open("/play/five_hundred/")
        for seat, name in enumerate((*NAMES[:3], last)):
            page.locator(f"#name-{seat}").fill(name)
        page.locator("form.start .act button").tap()
        expect(page.locator("#hand-form")).to_be_visible()
    page = phone.open("/play/two_hundred/")
    known = page.locator("[data-known]")
    expect(known).to_have_text(["Di"])
    assert page.evaluate(LEFT_OVER) == [0, 0, 0, 0]
    page.locator(".grip").nth(3).tap()
    known.tap()
    expect(page.locator("#name-3")).to_have_value("Di")
    expect(known).to_have_text(["Eve"])
    assert "Bo & Di" in sentence(page)
    page.locator("#name-0").fill("")
    known.tap()  # into the seat that is free
    expect(page.locator("#name-0")).to_have_value("Eve")
    expect(known).to_be_hidden()


def test_letters_and_enter_start_a_table(new_phone: Callable[..., Phone]) -> None:
    page = new_phone(**SMALL).open("/play/two_hundred/")
    expect(page.locator(".start.asking")).to_be_visible()
    for name in NAMES:  # the first letter goes into the first seat that is free
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator("form.start .act button")).to_be_focused()
    ask_step(page, "dealer")
    page.keyboard.press("c")
    expect(page.locator(".chip[data-asks=dealer]")).to_have_text("Cy deals first")
    page.locator("form.start .act button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#strip")).to_contain_text("Di")


@pytest.mark.looks
def test_axe_finds_nothing_whatever_is_asked(new_phone: Callable[..., Phone]) -> None:
    for scheme in "light", "dark":
        page = new_phone(**SMALL, color_scheme=scheme, bypass_csp=True).open("/play/two_hundred/")
        for step in "seats", "dealer", "shape", "rules", "house":
            ask_step(page, step)
            assert found(page) == [], step


def test_what_is_decided_behind_a_chip_holds(new_phone: Callable[..., Phone]) -> None:
    page = new_phone(**SMALL).open("/play/big_two/")
    ask_step(page, "shape")
    page.locator("label.key", has=page.locator("input[name='shape'][value='3x3']")).tap()
    expect(page.locator("input[name^='name.']")).to_have_count(3)
    expect(page.locator(".chip[data-asks=shape]")).to_have_text("3 players")
    page.locator("form.start .act button").tap()
    expect(page.locator("#strip .total")).to_have_count(3)


def test_without_script_the_whole_form_stands_there(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(java_script_enabled=False, **SMALL)
    page = phone.open("/play/two_hundred/")
    expect(page.locator(".sentence")).to_be_hidden()
    expect(page.locator("#telling")).to_be_hidden()
    page.locator(".chosen > summary").tap()
    for rule in page.locator("#telling"), page.get_by_role("group", name="Which rules?"):
        expect(rule).to_be_visible()
    page = phone.open("/play/two_hundred/")
    page.locator("#name-0").fill("Ann")
    page.locator("label.key", has=page.locator("input[name=first_dealer][value='0']")).tap()
    page.locator("form.start .act button").tap()
    expect(page.locator("#sheet")).to_contain_text("Ann deals")
