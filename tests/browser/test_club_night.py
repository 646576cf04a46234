"""The pages of a night as axe sees them, and the clock on its wall."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from scorekeeper import phone_cookie
from scorekeeper.clubs.models import Club
from tests.conftest import Phone
from tests.site.night_cast import KEEPER, NAMES, NightCast

from .axe import found
from .club_phones import ClubPhones
from .sitting import Thumb

pytestmark = pytest.mark.browser

WALL: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "is_mobile": False,
    "has_touch": False,
    "device_scale_factor": 1,
}


def judged(page: Page) -> None:
    """Nothing that axe objects to; which database there is it cannot see, and so it is asked on one."""
    if connection.vendor == "sqlite":
        assert found(page) == []


@pytest.mark.looks
def test_axe_finds_nothing_on_the_pages_of_a_night(new_phone: Callable[..., Phone]) -> None:
    cast = ClubPhones()
    Club.objects.filter(pk=cast.club.pk).update(keeps_cash=True, currency="€")
    said = {"minutes": 20, "rounds": 1, "confirm": True, "entry_fee": 550}
    made = NightCast(cast, NAMES[:8], more=said)
    phone = new_phone()
    wall = cast.open(new_phone(**WALL), "Mia", "wall", made.night.pk)
    pages: list[tuple[object, ...]] = [("nights",), ("night", made.night.pk), ("present", made.night.pk)]
    judged(wall)
    made.draw()
    expect(wall.get_by_role("heading", name="Table 2")).to_be_visible()
    judged(wall)
    pages += [(name, made.night.pk) for name in ("change_night", "end_round", "round_totals", "night_cards")]
    for name, *which in pages:
        judged(cast.open(phone, "Sven", str(name), *which))
    judged(cast.open(phone, "Mia", "night", made.night.pk))
    confirm_a_result(phone, made)
    take_the_entry_money(cast.open(phone, "Sven", "present", made.night.pk), cast, made)
    made.play((5, 1), (7, 2), stand=(1, 2))
    made.end()
    expect(wall.get_by_text("First prize")).to_be_visible()
    judged(wall)
    judged(cast.open(phone, "Sven", "night_prizes", made.night.pk))
    judged(cast.open(phone, "Sven", "club_cash"))


def confirm_a_result(phone: Phone, made: NightCast) -> None:
    """At a table that has finished, the phone that keeps score is handed round: a tap a side."""
    table = made.tables()[0]
    made.finish(table, 5, 1)
    assert table.table is not None
    cookies = [{"name": phone_cookie.COOKIE, "value": KEEPER.key, "url": phone.url}]
    phone.context.add_cookies(cookies)  # type: ignore[arg-type]
    page, thumb = phone.open(f"/t/{table.table.code}/"), Thumb(phone.page)
    judged(page)
    thumb.on(page.get_by_role("link", name="Confirm result"))
    expect(page.get_by_role("heading", name="Result of table 1")).to_be_visible()
    judged(page)
    thumb.on(page.get_by_role("button", name=re.compile("^Confirm for ")).first)
    expect(page.get_by_role("button", name=re.compile("^Confirm for "))).to_have_count(1)
    thumb.on(page.get_by_role("button", name=re.compile("^Confirm for ")))
    expect(page.get_by_text("Result confirmed")).to_be_visible()
    made.cast.open(phone, "Sven", "night", made.night.pk)  # type: ignore[attr-defined]
    expect(page.get_by_text("Confirmed", exact=True)).to_be_visible()


def take_the_entry_money(page: Page, cast: ClubPhones, made: NightCast) -> None:
    """A tap a person, and the page stands still; the cash list follows each."""
    thumb = Thumb(page)
    for name in ("Ann", "Hal"):
        key = page.get_by_role("button", name=re.compile(f"^Paid ?: {name}$"))
        key.scroll_into_view_if_needed()
        before = page.evaluate("scrollY")
        thumb.on(key)
        expect(page.get_by_role("button", name=re.compile(f"^Paid 5.50 € ?: {name}$"))).to_be_visible()
        assert page.evaluate("scrollY") == before
    judged(page)
    page.goto(page.url.replace("/present", "/cash"))
    thumb.on(page.get_by_role("button", name=re.compile("^Paid ?: Cy$")))
    expect(page.get_by_text("3 of 8 paid")).to_be_visible()
    expect(page.locator("#cash .sum")).to_have_text("16.50 €")
    page.get_by_label("What for?").fill("First prize")
    page.get_by_label("Amount").fill("10")
    thumb.on(page.get_by_role("button", name="Add prize"))
    expect(page.locator("#cash .sum")).to_have_text("6.50 €")
    judged(page)


def test_the_clock_on_the_wall_counts_down_and_survives_a_reload(new_phone: Callable[..., Phone]) -> None:
    cast = ClubPhones()
    made = NightCast(cast, NAMES[:4], more={"minutes": 20})
    made.draw()
    screen = cast.open(new_phone(**WALL), "Mia", "wall", made.night.pk)
    expect(screen.get_by_role("timer")).to_have_text("20:00")
    cast.post("Sven", "clock", made.night.pk, data={"round": "1", "do": "begin"})
    expect(screen.get_by_role("timer")).to_have_text(re.compile("^19:5[0-7]$"))
    screen.reload()
    expect(screen.get_by_role("timer")).to_have_text(re.compile("^19:[0-5]"))
    cast.post("Sven", "clock", made.night.pk, data={"round": "1", "do": "hold"})
    expect(screen.get_by_role("timer")).to_have_attribute("data-runs", "")
