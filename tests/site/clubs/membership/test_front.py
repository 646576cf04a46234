"""The front page of a club: matches in progress, the secretary's tasks, the league's top, and links."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper.clubs.models import Claim, Season
from scorekeeper.matches.models import Objection
from scorekeeper.nights import todo
from scorekeeper.nights.season_table import Scoring
from tests.site.cast import text
from tests.site.club_cast import ClubCast, user
from tests.site.club_rows_history import a_file, a_game
from tests.site.club_rows_people import typed
from tests.site.night_cast import NightCast

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> ClubCast:
    return ClubCast()


def waiting(cast: ClubCast) -> dict[str, str]:
    return {one.words: one.url for one in todo.tasks(cast.club)}


def test_nothing_waits_in_a_club_that_is_in_order(cast: ClubCast) -> None:
    assert not waiting(cast)
    assert "Waiting for you" not in text(cast.get("Sven", "club"))


def test_all_that_waits_is_told_each_with_the_page_where_it_is_done(cast: ClubCast) -> None:
    typed(cast)
    for guest in ("Ann", "Bo"):
        Claim.objects.create(player=cast.player(guest), user=user("Mia"))
    match = cast.sit_down(a_game(), ("Ann", "Bo", "Cy"))
    Objection.objects.create(match=match, number=1)
    Objection.objects.create(match=match, number=2, settled="stands")
    file = a_file(cast)["bringing"]
    night = NightCast(cast, names=("Sven", "Mia", "Olga", "Ann"))
    night.draw()
    type(night.night).objects.filter(pk=night.night.pk).update(date=timezone.localdate() - timedelta(days=2))
    assert waiting(cast) == {
        "1 disputed hand": f"/t/{match.table.code}/m/{match.number}/",
        "A night has not been ended": cast.url("night", night.night.pk),
        "2 members say who they were": cast.url("players"),
        "Names from the tables to link": cast.url("unjoined"),
        "A file to import": cast.url("bringing", file),
    }
    assert "2 members say who they were" in text(cast.get("Sven", "club"))
    assert "Waiting for you" not in text(cast.get("Mia", "club"))
    assert not todo.tasks(cast.other)


def test_the_best_of_the_season_that_is_on_stand_on_it(cast: ClubCast) -> None:
    season = Season.objects.create(
        club=cast.club, name="Autumn", begins=timezone.localdate(), scoring=Scoring(loose="evening").stored
    )
    match = cast.sit_down(a_game(), ("Ann", "Bo", "Cy"))
    type(match.table).objects.filter(pk=match.table_id).update(season=season)
    cast.played(a_game(), ("Ann", "Bo", "Cy"), (3, 2, 1))
    assert "Autumn" not in text(cast.get("Mia", "club"))
    played = cast.played(a_game(), ("Ann", "Bo", "Cy"), (30, 20, 10))
    type(match.table).objects.filter(pk=played.table_id).update(season=season)
    told = text(cast.get("Mia", "club"))
    assert "Autumn 1 · Ann 10" in told
    assert cast.url("season", season.pk) in cast.get("Mia", "club").content.decode()


def test_from_it_import_export_and_joining_are_one_tap_away(cast: ClubCast) -> None:
    page = cast.get("Sven", "club").content.decode()
    for name in ("import", "take_out", "add_people", "invitations"):
        assert f'href="{cast.url(name)}"' in page, name
    for name in ("import", "add_people", "invitations"):
        assert f'href="{cast.url(name)}"' not in cast.get("Mia", "club").content.decode()
