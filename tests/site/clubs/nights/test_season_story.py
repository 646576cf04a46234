"""A season told, and read by whoever has its link."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.history import updates
from scorekeeper.clubs.models import ClubEvent, Season
from scorekeeper.clubs.nights.season_story import season_story
from scorekeeper.clubs.nights.season_table import NightScore, Scoring, SeasonNight, SeasonRow
from scorekeeper.matches.models import Table
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.club_rows_history import a_game


def row(player: int, name: str, *points: int | None) -> SeasonRow:
    """A player with these points at the nights of a season; None where they were not there."""
    brought = tuple(
        NightScore(SeasonNight(date(2026, 1, 1 + n), n + 1), 1, 3, Decimal(0), Decimal(one), 0)
        for n, one in enumerate(points)
        if one is not None
    )
    return SeasonRow(0, player, name, Decimal(0), brought)


def test_each_night_after_which_somebody_else_led_is_told():
    rows = [row(1, "Ann", 10, 0, 5, 1), row(2, "Bo", 8, 4, 3, 1), row(3, "Cy", None, None, 1, 20)]
    told = season_story(rows, Scoring())
    assert [(one.evening.night, [who.name for who in one.leaders], one.points) for one in told.changes] == [
        (1, ["Ann"], "10"),
        (2, ["Bo"], "12"),
        (3, ["Ann", "Bo"], "15"),
        (4, ["Cy"], "21"),
    ]
    assert told.changes[0].first
    assert not told.changes[1].first


def test_where_only_the_best_nights_count_the_lead_is_that_of_the_best_until_then():
    rows = [row(1, "Ann", 10, 1, 1), row(2, "Bo", 8, 4, 9)]
    told = season_story(rows, Scoring(best=1))
    assert [(one.evening.night, one.leaders[0].name) for one in told.changes] == [(1, "Ann")]
    again = season_story(rows, Scoring(best=2))
    assert [(one.evening.night, one.leaders[0].name) for one in again.changes] == [(1, "Ann"), (2, "Bo")]


def test_the_chart_keeps_names_apart_and_every_point_within_its_frame():
    rows = [row(n, f"Player {n}", *[n % 2] * 28) for n in range(9)]
    chart = season_story(rows, Scoring()).chart
    assert chart is not None
    heights = sorted(line.label for line in chart.lines)
    assert all(other - one >= 14.9 for one, other in pairwise(heights))
    assert heights[-1] <= chart.floor
    points = [tuple(map(float, at.split(","))) for line in chart.lines for at in line.points.split()]
    assert all(chart.left <= x <= chart.ends and 0 < y <= chart.floor for x, y in points)
    assert season_story(rows[:1], Scoring()).chart is not None
    assert season_story([], Scoring()).chart is None
    assert season_story([row(1, "Ann", -5, -3)], Scoring()).chart is not None


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
