"""A club's figures in a real browser: readable in both themes, and following what is put right."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import every_game
from scorekeeper.clubs.models import Season
from scorekeeper.matches import (
    commands,
    models,
    replay,
)
from tests.conftest import Phone
from tests.site.club_cast import ClubCast
from tests.site.clubs.figures.test_ratings import agree

from .axe import found

pytestmark = pytest.mark.browser

FOUR = ("Ann", "Bo", "Cy", "Di")


def club() -> ClubCast:
    """A club with some evenings behind it."""
    replay._kept.clear()
    cast = ClubCast()
    game = next(game for game in every_game().values() if (4, 2) in game.shapes(game.presets[0]))
    Season.objects.create(club=cast.club, name="Autumn", begins=timezone.now().date())
    for night, totals in enumerate([(50, 20), (10, 60), (70, 30), (45, 40)]):
        match = cast.played(game, FOUR, totals, at=timezone.now() - timedelta(days=5 - night), sides=2)
        commands.project(match)  # the day it ended was moved
    return cast


def sign_in(phone: Phone, cast: ClubCast, who: str) -> None:
    key = cast.clients[who].cookies[settings.SESSION_COOKIE_NAME].value
    phone.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": phone.url}])


def rating(page: Page) -> Any:
    return page.locator(".rating .number")


@pytest.mark.looks
def test_every_page_of_figures_is_accessible(new_phone: Any) -> None:
    phone = new_phone(bypass_csp=True)
    cast = club()
    sign_in(phone, cast, "Mia")
    ann, cy = cast.player("Ann"), cast.player("Cy")
    game = models.Match.objects.all()[0].game_slug
    paths = {
        "figures": cast.url("figures"),
        "ratings": cast.url("figures_ratings", game) + "?who=new",
        "player": cast.url("figures_player", ann.pk),
        "two": cast.url("figures_two", ann.pk, cy.pk),
    }
    for name, path in paths.items():
        page = phone.open(path)
        expect(page.locator("h1")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, name
        assert found(page) == [], name


def test_a_hand_of_last_night_put_right_moves_rating_and_table(new_phone: Any) -> None:
    phone = new_phone()
    cast = club()
    sign_in(phone, cast, "Mia")
    last = models.Match.objects.order_by("-ended")[0]
    ann = cast.player("Ann")
    page = phone.open(cast.url("figures_player", ann.pk))
    expect(page.locator("ol.steps li").first).to_contain_text(re.compile("Won against"))
    before = rating(page).inner_text()
    agree(last, 30, 40)  # on another phone
    page = phone.open(cast.url("figures_player", ann.pk))
    expect(page.locator("ol.steps li").first).to_contain_text(re.compile("Lost against"))
    expect(rating(page)).not_to_have_text(before)
    page = phone.open(cast.url("figures"))
    expect(page.locator("dl.records")).to_contain_text("70")
    expect(page.get_by_role("table").first).to_contain_text("Bo")
