"""No key of a table is dead without a network: each does what it says, or says that it needs a connection."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.conftest import Phone, cut_off

from .sitting import Sitting
from .test_alone import back, begin, with_engine
from .test_cellar import hand, offline, ready
from .test_menu_and_share import open_menu
from .test_winning import COPIES, SHARES

pytestmark = pytest.mark.browser

SMALL = {"viewport": {"width": 360, "height": 600}, "offline": True}

# What came of a tap: another page of ours, words in sight, a panel, a form in the next's place, a switch.
CAME = """(table) => {
  const seen = (selector) => {
    const place = document.querySelector(selector)?.getBoundingClientRect();
    return place && place.height > 0 && place.top >= 0 && place.bottom <= innerHeight;
  };
  if (location.href !== table) return document.querySelector("h1") && "page";
  if (seen("#trouble .trouble")) return "told";
  if (document.querySelector("#door:modal #door-body")?.textContent.trim()) return "panel";
  if (document.querySelector("[data-give-up]")) return "form";
  if (document.querySelector("#awake[aria-pressed=true]")) return "switch";
  return undefined;
}"""


def came(page: Page, table: str) -> str:
    return str(page.wait_for_function(CAME, arg=table).json_value())


def put_back(page: Page, table: str, what: str, totals: list[str]) -> None:
    if what == "page":
        page.goto(table)
        expect(page.locator(".total .number")).to_have_text(totals, timeout=60_000)
    elif what == "panel":
        page.locator("#door .shut").tap()
    elif what == "form":
        page.locator("[data-give-up]").tap()
    elif what == "switch":
        page.locator("#awake").evaluate("(key) => key.click()")  # it is kept, and holds on the next page too
        expect(page.locator("#awake")).to_have_attribute("aria-pressed", "false")
    else:
        page.evaluate("document.querySelector('#trouble').replaceChildren()")
    page.evaluate("document.querySelector('#menu').open = false")


def opened(page: Page) -> Locator:
    """The keys of the menu, all of them in sight."""
    open_menu(page)
    if (more := page.locator("#menu details:not([open]) > summary")).count():
        more.tap()
    return page.locator("#menu nav :is(a, button):visible")


def walk(page: Page) -> dict[str, str]:
    """Press every key of the menu, the panel and the strip; what came of each, by its text."""
    table, found = page.url, dict[str, str]()
    totals = page.locator(".total .number").all_inner_texts()
    names = opened(page).all_inner_texts()
    page.evaluate("document.querySelector('#menu').open = false")
    for name in names:
        opened(page).filter(has_text=re.compile(f"^\\s*{re.escape(name)}\\s*$")).tap()
        found[name] = came(page, table)
        put_back(page, table, found[name], totals)
    for name in "Edit", "Delete", "Add a missed hand before this one":
        page.locator("a.door").first.tap()
        expect(page.locator("#door:modal #reasons")).to_be_visible()
        page.locator("#reasons a", has_text=name).tap()
        page.wait_for_function("() => !document.querySelector('#door:modal')")
        found[name] = came(page, table)
        put_back(page, table, found[name], totals)
    page.locator("#strip a.total").first.tap()
    found["total"] = came(page, table)
    put_back(page, table, found["total"], totals)
    return found


def test_every_key_of_a_table_of_the_site_does_what_it_says_or_says_what_it_needs(new_phone: Any) -> None:
    phone: Phone = new_phone(**SMALL)
    page = Sitting("two_hundred").open(phone, "Ann")
    hand(page, 1, bidder=0, bid=60, took=70).save(1)
    ready(page)
    cut_off(page)
    hand(page, 2, bidder=1, bid=60, took=70).save(2)
    expect(page.locator(".total .number")).to_have_text(["100", "100"])
    found = walk(page)
    for name in "Share the table", "TV view", "House rules", "Share the result", "Statistics", "Download":
        assert found[name] == "told", found
    assert found["Edit"] == found["Delete"] == "form", found
    assert found["total"] == "panel", found
    back(phone)
    offline(phone)


def test_a_game_of_this_phone_alone_has_no_dead_key_and_its_result_is_passed_on(new_phone: Any) -> None:
    phone = with_engine(new_phone)
    page = begin(phone)
    hand(page, 1, bidder=0, bid=60, took=70).save(1)
    expect(page.locator(".total .number")).to_have_text(["70", "30"])
    found = walk(page)
    assert "told" not in found.values(), found
    hand(page, 2, bidder=0, bid=60, took=70).save(2)
    hand(page, 3, bidder=0, bid=60, took=70)
    page.locator("#go").tap()  # no hand comes after it
    winner = page.locator(".winner")
    expect(winner.locator(".title")).to_contain_text("Eve & Gus won")
    # No page of it is on the site: its words are passed on.
    page.evaluate(SHARES)
    winner.get_by_text("Share").tap()
    page.wait_for_function("() => window.shared")
    shared = page.evaluate("window.shared")
    assert "url" not in shared
    assert "Eve & Gus won" in shared["text"]
    assert "210" in shared["text"]
    page.evaluate(f"() => {{ delete navigator.share; {COPIES} }}")
    winner.get_by_text("Share").tap()
    expect(winner.get_by_text("Result copied.")).to_be_visible()
    assert page.evaluate("window.copied") == shared["text"]
    winner.get_by_text("New table").tap()
    expect(page.get_by_role("button", name="Start game")).to_be_visible()
    offline(phone)
