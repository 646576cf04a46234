"""Printed pages of a club: a match, a night and a season's standings, on white paper without controls."""

import re

import pytest

from tests.site.night_cast import NightCast, season

from .club_phones import ClubPhones
from .sitting import scroll_width

# Elements for the screen only.
SCREEN_ONLY = ".bar, .tabs, .key, button, textarea, form, .no-print"


def count_printed_sheets(page):
    """Check that the page prints black on white, without controls and not cut off; return its sheet count."""
    for theme in ("light", "dark"):
        page.emulate_media(media="print", color_scheme=theme)  # type: ignore[arg-type]
        controls = page.evaluate(
            """hidden => [...document.querySelectorAll(hidden)]
                .filter(e => e.checkVisibility()).map(e => e.outerHTML.slice(0, 80))""",
            SCREEN_ONLY,
        )
        assert controls == []
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        ink = page.evaluate("getComputedStyle(document.querySelector('h1')).color")
        assert max(map(int, re.findall(r"\d+", ink)[:3])) < 80, (theme, ink)
        # Between margins of 15 mm, A4 is 180 mm wide: 680 px.
        page.set_viewport_size({"width": 680, "height": 960})
        assert scroll_width(page) <= 680
    sheets = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
    page.emulate_media(media="screen", color_scheme="light")
    return sheets


@pytest.mark.timeout(240)
def test_a_match_a_night_and_a_season_are_printed(phone):
    club = ClubPhones()
    autumn = season(club, best=3)
    night = NightCast(club, fields={"season": autumn, "name": "Friday"})
    for _round in range(3):
        night.draw()
        night.play((310, 20), (150, -30), (70, 240))
    night.end()
    match = night.match(night.tables(1)[0])
    for name, args in (
        ("night_prizes", [night.night.pk]),
        ("night", [night.night.pk]),
        ("night_player", [night.night.pk, club.player("Ann").pk]),
        ("season", [autumn.pk]),
        ("season_player", [autumn.pk, club.player("Ann").pk]),
        ("club_match", [match.pk]),
    ):
        assert count_printed_sheets(club.open(phone, "Sven", name, *args)) == 1, name
    assert count_printed_sheets(phone.open(f"/t/{match.table.code}/m/{match.number}/paper")) == 1


@pytest.mark.timeout(240)
def test_long_standings_continue_on_a_second_page_with_headings(phone):
    club = ClubPhones()
    night = NightCast(
        club, [f"Player {n}" for n in range(1, 49)], fields={"name": "The great night", "drawing": "random"}
    )
    night.draw()
    night.play(*[(n * 10, n) for n in range(12)])
    night.end()
    page = club.open(phone, "Sven", "night_prizes", night.night.pk)
    assert count_printed_sheets(page) == 2
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('thead')).display") == "table-header-group"
    row_break = page.evaluate("getComputedStyle(document.querySelector('.standing tbody tr')).breakInside")
    assert row_break == "avoid"
