"""Printed pages of a club: a match, a night and a season's table, on white paper without controls."""

import re

import pytest

from tests.site.night_cast import NightCast, season

from .club_phones import ClubPhones

pytestmark = pytest.mark.browser
MANY = [f"Player {n}" for n in range(1, 49)]
# Elements for touch or for the screen only.
NO_USE_ON_PAPER = ".bar, .tabs, .key, button, textarea, form, .no-print"


def printed(page):
    """Assert that the printed page is black on white, without controls, not cut off; count its sheets."""
    for theme in ("light", "dark"):
        page.emulate_media(media="print", color_scheme=theme)  # type: ignore[arg-type]
        seen = page.evaluate(
            """hidden => [...document.querySelectorAll(hidden)]
                .filter(one => one.checkVisibility()).map(one => one.outerHTML.slice(0, 80))""",
            NO_USE_ON_PAPER,
        )
        assert seen == []
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        ink = page.evaluate("getComputedStyle(document.querySelector('h1')).color")
        assert max(map(int, re.findall(r"\d+", ink)[:3])) < 80, (theme, ink)
        # A4 with its margins is 180 mm wide.
        page.set_viewport_size({"width": 680, "height": 960})
        assert page.evaluate("document.documentElement.scrollWidth") <= 680
    sheets = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
    page.emulate_media(media="screen", color_scheme="light")
    return sheets


@pytest.mark.timeout(240)
def test_a_match_a_night_and_a_season_are_printed(phone):
    club = ClubPhones()
    of = season(club, best=3)
    made = NightCast(club, more={"season": of, "name": "Friday"})
    for _round in range(3):
        made.draw()
        made.play((310, 20), (150, -30), (70, 240))
    made.end()
    match = made.match(made.tables(1)[0])
    for name, which in (
        ("night_prizes", [made.night.pk]),
        ("night", [made.night.pk]),
        ("night_player", [made.night.pk, club.player("Ann").pk]),
        ("season", [of.pk]),
        ("season_player", [of.pk, club.player("Ann").pk]),
        ("club_match", [match.pk]),
    ):
        page = club.open(phone, "Sven", name, *which)
        assert printed(page) == 1, name
    page = phone.open(f"/t/{match.table.code}/m/{match.number}/paper")
    assert printed(page) == 1
    page = club.open(phone, "Sven", "season", of.pk)
    page.evaluate("window.print = () => { window.printed = true }")
    page.get_by_role("button", name="Print").tap()
    page.wait_for_function("() => window.printed")


@pytest.mark.timeout(240)
def test_a_long_standing_goes_on_over_the_page_with_its_heading(phone):
    club = ClubPhones()
    made = NightCast(club, MANY, more={"name": "The great night", "drawing": "random"})
    made.draw()
    made.play(*[(n * 10, n) for n in range(12)])
    made.end()
    page = club.open(phone, "Sven", "night_prizes", made.night.pk)
    assert printed(page) == 2
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('thead')).display") == "table-header-group"
    inside = page.evaluate("getComputedStyle(document.querySelector('.standing tbody tr')).breakInside")
    assert inside == "avoid"
