"""A season's public page, for anyone with its link."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import ClubEvent, Season
from scorekeeper.history import updates
from scorekeeper.matches.models import Table
from scorekeeper.nights.season_table import Scoring
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.club_rows_history import a_game


@pytest.fixture
def cast(db: None) -> ClubCast:
    return ClubCast()


@pytest.fixture
def season(cast: ClubCast) -> Season:
    made = Season.objects.create(
        club=cast.club, name="Autumn", begins=timezone.localdate(), scoring=Scoring(loose="evening").stored
    )
    match = cast.played(a_game(), ("Ann", "Bo", "Cy"), (30, 20, 10))
    Table.objects.filter(pk=match.table_id).update(season=made)
    match.played.delete()

    updates.update_projection(match)
    return made


def shared(cast: ClubCast, season: Season) -> str:
    assert cast.post("Sven", "share_season", season.pk, data={}).status_code == 303
    season.refresh_from_db()
    assert (
        reverse("shared_season", args=[season.link])
        in cast.get("Sven", "share_season", season.pk).content.decode()
    )
    return reverse("shared_season", args=[season.link])


def test_whoever_has_the_link_reads_the_season_and_nothing_else(cast, season):
    page = Client().get(shared(cast, season))
    assert page.status_code == 200
    told = text(page)
    assert "Autumn" in told
    assert "Ann 10" in told
    assert "30" in told
    assert f"/c/{cast.club.code}" not in page.content.decode()
    assert Client().get(cast.url("season", season.pk)).status_code == 404


def test_a_link_that_is_withdrawn_or_made_anew_opens_nothing(cast, season):
    first = shared(cast, season)
    second = shared(cast, season)
    assert first != second
    assert Client().get(first).status_code == 404
    cast.post("Sven", "share_season", season.pk, data={"withdraw": "1"})
    assert Client().get(second).status_code == 404
    told = ClubEvent.objects.filter(club=cast.club).values_list("what", flat=True)
    assert list(told) == ["season_link_withdrawn", "season_shared", "season_shared"]
