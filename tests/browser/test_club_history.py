"""A season brought along on a phone; a match found again, its hands explained, a note left."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games import every_game
from scorekeeper.matches import replay
from tests.conftest import Phone
from tests.site.club_cast import ClubCast
from tests.site.club_rows_history import a_game

pytestmark = pytest.mark.browser


def sign_in(phone: Phone, cast: ClubCast, who: str) -> None:
    """The session of a member, as their browser would have it."""
    for name, cookie in cast.clients[who].cookies.items():
        phone.context.add_cookies([{"name": name, "value": cookie.value, "url": phone.url}])


def season(game: str) -> str:
    lines = ["Date;Game;Where;Ann;Bo;Cy"]
    lines += [f"{n % 28 + 1}.{n % 12 + 1}.2018;{game};Café;{40 + n};{-n};{3 * n}" for n in range(30)]
    return "\n".join(lines)


def test_a_season_is_brought_along_on_a_phone_and_a_match_of_it_opened(phone: Phone) -> None:
    replay._kept.clear()
    cast = ClubCast()
    game = every_game()[a_game()]
    sign_in(phone, cast, "Sven")
    page = phone.open(cast.url("history"))
    page.get_by_role("link", name="Import results").tap()
    page.get_by_label("Or paste its text").fill(season(game.slug))
    page.get_by_role("button", name="Check the file").tap()
    expect(page.get_by_role("heading", name="Is this right?")).to_be_visible()
    expect(page.get_by_role("heading", name="How it will look in the history")).to_be_visible()
    inside(page)
    page.get_by_role("button", name="Import 30 matches").tap()
    expect(page.get_by_role("heading", name="30 matches imported")).to_be_visible()
    page.get_by_role("link", name="To the history").tap()
    expect(page.locator(".matches li")).to_have_count(25)
    inside(page)
    page.get_by_role("link", name="Older matches").tap()
    expect(page.locator(".matches li")).to_have_count(5)
    # Found again: by who, and on which day.
    page.get_by_text("Find a match").tap()
    page.get_by_label("Who played?").fill("ann")
    page.get_by_label("From").fill("2018-12-01")
    page.get_by_role("button", name="Search", exact=True).tap()
    expect(page.locator(".matches li")).to_have_count(2)
    inside(page)
    page.locator(".matches a").first.tap()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(re.escape(str(game.name))))
    inside(page)
    page.get_by_label("Note on this match").fill("It snowed")
    page.get_by_role("button", name="Add note").tap()
    expect(page.locator(".remark")).to_contain_text("It snowed")
    # The sheet, and why a hand counts what it counts, without the table's phone.
    page.get_by_role("link", name=re.compile("^The sheet: ")).tap()
    page.locator(".sheet tbody .door").first.tap()
    expect(page.get_by_text("From a spreadsheet").first).to_be_visible()


def test_an_old_sheet_is_entered_on_a_phone_and_put_right(phone: Phone) -> None:
    replay._kept.clear()
    cast = ClubCast()
    sign_in(phone, cast, "Olga")
    page = phone.open(cast.url("paper_sheet", a_game()))
    inside(page)
    page.get_by_label("Day it was played").fill("1999-12-31")
    page.get_by_label("Seat 1").fill("Ann")
    page.get_by_label("Seat 2").fill("Bo")
    page.get_by_label("Seat 3").fill("Cy")
    for n, total in enumerate(("40", "-3", "")):
        page.locator(f"#total-{n}").fill(total)
    page.get_by_role("button", name="Save totals").tap()
    expect(page.get_by_text("What was the total?")).to_be_visible()
    expect(page.get_by_label("Seat 1")).to_have_value("Ann")
    # The browser itself says of a form that came back that it came back.
    phone.complaints[:] = [said for said in phone.complaints if "422" not in said]
    page.locator("#total-2").fill("7")
    page.get_by_role("button", name="Save totals").tap()
    expect(page.get_by_text("Copied from paper")).to_be_visible()
    expect(page.get_by_text("31 December 1999").first).to_be_visible()
    page.get_by_role("button", name="Edit", exact=True).tap()
    expect(page).to_have_url(re.compile(r"/t/\w+/"))
    expect(page.locator("table.sheet")).to_be_visible()


def inside(page: Page) -> None:
    """Nothing is wider than the phone."""
    expect(page.locator("main")).to_be_visible()
    page.wait_for_function(
        "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
