"""What a secretary puts right on a phone: somebody without a partner, a season deleted by mistake."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.clubs.nights import attendance
from tests.conftest import Phone
from tests.site.night_cast import NightCast, season

from .club_phones import ClubPhones
from .test_club_night import judged

pytestmark = pytest.mark.browser


@pytest.mark.timeout(240)
def test_somebody_without_a_partner_takes_turns_with_a_pair(phone: Phone) -> None:
    club = ClubPhones()
    made = NightCast(club, ("Ann", "Bo", "Cy", "Di", "Eve"), more={"drawing": "fixed"})
    here = {one.player.name: one for one in made.night.present.select_related("player")}
    attendance.pair(made.night, here["Ann"], here["Bo"])
    attendance.pair(made.night, here["Cy"], here["Di"])
    page = club.open(phone, "Sven", "night", made.night.pk)
    warned = page.get_by_text("Eve has no partner and would sit out every round.")
    expect(warned).to_be_visible()
    judged(page)
    page.get_by_role("button", name="With Cy & Di").tap()
    expect(page.get_by_text("Cy & Di & Eve")).to_be_visible()
    expect(page.get_by_text("take turns")).to_be_visible()
    expect(warned).to_have_count(0)
    judged(page)
    page.get_by_role("button", name="Continue").tap()
    page.get_by_role("button", name="Draw round 1").tap()
    expect(page.get_by_text(re.compile("^Sitting out: (Cy|Di|Eve)$"))).to_be_visible()


@pytest.mark.timeout(240)
def test_a_season_is_deleted_by_mistake_and_brought_back(phone: Phone) -> None:
    club = ClubPhones()
    of = season(club)
    made = NightCast(club, ("Ann", "Bo", "Cy", "Di"), more={"season": of, "name": "Friday"})
    made.draw()
    made.play((50, 10))
    made.end()
    page = club.open(phone, "Sven", "season", of.pk)
    page.get_by_role("link", name="Delete season").tap()
    expect(page.get_by_text("Its 1 match stays but no longer counts for a season.")).to_be_visible()
    judged(page)
    page.get_by_role("button", name="Delete season").tap()
    expect(page.get_by_text("The season “Autumn” was deleted.")).to_be_visible()
    judged(page)
    page.get_by_role("button", name="Restore").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Autumn")
    expect(page.locator(".standing tbody tr")).to_have_count(4)
    page.get_by_role("button", name="End season today").tap()
    expect(page.get_by_role("button", name="Reopen the season")).to_be_visible()
    judged(page)
    phone.open(club.url("club_log"))
    expect(page.get_by_text("The season “Autumn” was restored.")).to_be_visible()
