"""Seasons ended early, deleted by mistake, or shared by a link."""

from datetime import date, timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import ClubEvent, Season
from scorekeeper.figures.models import StatTotal
from scorekeeper.history.models import Played
from scorekeeper.jobs import worker
from scorekeeper.matches import models
from scorekeeper.nights import season_table, seasons
from scorekeeper.nights.models import Night
from tests.site.cast import markup, text
from tests.site.club_rows_nights import night_form
from tests.site.clubs.figures.test_ratings import check_rebuild, play_pairs
from tests.site.clubs.history.test_history import play_three
from tests.site.clubs.nights.evenings import finished_night, running_season
from tests.site.night_cast import season


def evening(club, autumn=None):
    return finished_night(club, season=autumn, date=date(2026, 9, 4))


def test_deleting_a_season_keeps_its_matches(club):
    autumn = season(club)
    night = evening(club, autumn).night
    assert "Its 1 match stays" in text(club.get("Sven", "delete_season", autumn.pk))
    assert Season.objects.exists()
    club.post("Sven", "delete_season", autumn.pk, data={})
    assert not Season.objects.exists()
    assert Night.objects.get(pk=night.pk).season is None
    assert models.Match.objects.count() == 1
    worker.run_all()
    assert not StatTotal.objects.filter(club=club.club, season=autumn.pk).exists()
    check_rebuild()


def rows_of(season):
    return [(row.name, row.place, row.text) for row in season_table.season_table(season)]


def restore(club, event, who="Sven"):
    return club.post(who, "bring_back_season", data={"event": str(event)})


def test_deleted_season_is_restored_with_its_matches(club):
    autumn = season(club, best=3)
    night = evening(club, autumn)
    seasons.move_tables([play_pairs(club, 5, 7).table_id], autumn.pk)
    rows = rows_of(autumn)
    assert rows
    other_night = evening(club)
    seasons.delete_season(autumn, "Sven")
    assert "The season “Autumn” was deleted." in text(club.get("Olga", "nights"))
    assert "Restore" not in text(club.get("Mia", "nights"))
    event = ClubEvent.objects.get(what="season_deleted")
    answer = restore(club, event.pk, "Olga")
    restored = Season.objects.get(club=club.club)
    assert answer.url == club.url("season", restored.pk)
    assert (restored.name, restored.begins, restored.scoring) == (autumn.name, autumn.begins, autumn.scoring)
    assert rows_of(restored) == rows
    assert night.fresh().season == restored
    assert other_night.fresh().season is None
    check_rebuild()
    assert "Restore" not in text(club.get("Olga", "nights"))
    restore(club, event.pk, "Olga")
    assert Season.objects.filter(club=club.club).count() == 1


def test_restoring_a_season_leaves_matches_moved_to_another_season(club):
    autumn = season(club)
    night = evening(club, autumn)
    seasons.delete_season(autumn, "Sven")
    new = Season.objects.create(club=club.club, name="Winter", begins=date(2026, 12, 1))
    seasons.move_tables([night.tables()[0].table.pk], new.pk)
    Night.objects.update(season=new)
    assert seasons.restore_season(club.club, ClubEvent.objects.get(what="season_deleted").pk, "Sven")
    assert night.tables()[0].table.season == new
    assert night.fresh().season == new


def test_season_is_not_restored_under_a_taken_name_or_after_two_weeks(club):
    seasons.delete_season(season(club), "Sven")
    event = ClubEvent.objects.get(what="season_deleted")
    season(club)
    assert restore(club, event.pk).status_code == 422
    Season.objects.all().delete()
    ClubEvent.objects.filter(pk=event.pk).update(at=F("at") - timedelta(days=15))
    assert "Restore" not in text(club.get("Sven", "nights"))
    assert restore(club, event.pk).status_code == 303
    assert not Season.objects.exists()


def test_club_cannot_restore_the_season_of_another_club(club):
    season = Season.objects.create(club=club.other, name="Autumn", begins=date(2026, 9, 1))
    seasons.delete_season(season, "Odd")
    event = ClubEvent.objects.get(what="season_deleted")
    for pk in (event.pk, "", "x", "9" * 30):
        assert restore(club, pk).status_code == 303
    assert not Season.objects.exists()


def test_season_ends_today_and_reopens(club):
    today = timezone.localdate()
    planned_end = today + timedelta(days=60)
    autumn = running_season(club, ends=planned_end)

    def buttons(who="Sven"):
        page = text(club.get(who, "season", autumn.pk))
        return [button for button in ("End season today", "Reopen the season") if button in page]

    assert (buttons(), buttons("Mia")) == (["End season today"], [])
    club.post("Sven", "end_season", autumn.pk, data={})
    assert Season.objects.get().ends == today
    assert buttons() == ["Reopen the season"]
    club.post("Sven", "end_season", autumn.pk, data={"again": "1"})
    assert Season.objects.get().ends == planned_end
    assert buttons() == ["End season today"]


def test_reopening_keeps_an_end_that_was_changed_since(club):
    today, autumn = timezone.localdate(), running_season(club)
    seasons.end_today(autumn, "Sven")
    Season.objects.filter(pk=autumn.pk).update(ends=today - timedelta(days=1))
    club.post("Sven", "end_season", autumn.pk, data={"again": "1"})
    assert Season.objects.get(pk=autumn.pk).ends == today - timedelta(days=1)
    # A season that has not begun cannot end today.
    winter = Season.objects.create(club=club.club, name="Winter", begins=today + timedelta(days=3))
    club.post("Sven", "end_season", winter.pk, data={})
    assert Season.objects.get(pk=winter.pk).ends is None


def test_moving_a_night_to_another_season_moves_its_figures(club):
    autumn = season(club)
    night = evening(club)
    sent = night_form(club) | {"season": str(autumn.pk), "rules": ""}
    club.post("Sven", "change_night", night.night.pk, data=sent)
    assert Played.objects.get(club=club.club).season == autumn
    worker.run_all()
    assert StatTotal.objects.filter(club=club.club, season=autumn.pk).exists()
    check_rebuild()
    club.post("Sven", "change_night", night.night.pk, data=sent | {"season": ""})
    assert Played.objects.get(club=club.club).season is None
    check_rebuild()


@pytest.fixture
def autumn(club):
    # "loose": "evening" counts matches outside nights too.
    autumn = running_season(club, scoring={"loose": "evening"})
    seasons.move_tables([play_three(club, 30, 20, 10).table_id], autumn.pk)
    return autumn


def share(club, autumn):
    club.post("Sven", "share_season", autumn.pk, data={})
    autumn.refresh_from_db()
    link = reverse("shared_season", args=[autumn.link])
    assert link in markup(club.get("Sven", "share_season", autumn.pk))
    return link


def test_shared_link_shows_the_season_but_no_link_to_the_club(club, autumn):
    page = Client().get(share(club, autumn))
    for shown in ("Autumn", "Ann 10", "30"):
        assert shown in text(page)
    assert f"/c/{club.club.code}" not in markup(page)


def test_withdrawn_or_renewed_link_opens_nothing(club, autumn):
    first_link = share(club, autumn)
    second_link = share(club, autumn)
    assert first_link != second_link
    assert Client().get(first_link).status_code == 404
    club.post("Sven", "share_season", autumn.pk, data={"withdraw": "1"})
    assert Client().get(second_link).status_code == 404
    kinds = ClubEvent.objects.filter(club=club.club).values_list("what", flat=True)
    assert list(kinds) == ["season_link_withdrawn", "season_shared", "season_shared"]
