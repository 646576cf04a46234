"""Seasons ended early or deleted by mistake: matches are kept, and season figures follow."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from django.utils.formats import date_format

from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import ClubEvent, Season
from scorekeeper.figures import recompute
from scorekeeper.figures.models import StatTotal
from scorekeeper.history.models import Appearance, Played
from scorekeeper.jobs import worker
from scorekeeper.matches import models
from scorekeeper.nights import season_table, seasons
from scorekeeper.nights.models import Night
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.club_rows_nights import a_night
from tests.site.night_cast import NightCast, partners_game, season


@pytest.fixture
def club(db: None) -> ClubCast:
    return ClubCast()


def an_evening(club: ClubCast, of: Season | None = None) -> NightCast:
    """Create a night with one finished round, in a season or in none."""
    made = NightCast(club, ("Ann", "Bo", "Cy", "Di"), more={"season": of, "date": date(2026, 9, 4)})
    made.draw()
    made.play((50, 10))
    made.end()
    return made


def derived(club: ClubCast) -> list[object]:
    """Return all data derived by season."""
    worker.run_all()
    rows: list[object] = []
    for model, names in (
        (Played, ("match", "season")),
        (Appearance, ("match", "player", "season")),
        (StatTotal, ("season", "who", "deed", "n", "tries", "amount", "best", "match", "hand")),
    ):
        rows.append(sorted(model.objects.filter(club=club.club).values_list(*names), key=str))
    return rows


def is_as_rebuilt(club: ClubCast) -> bool:
    before = derived(club)
    recompute.rebuild_club(club.club.pk)
    return derived(club) == before


def told(club: ClubCast, what: str) -> str:
    return events.event_message(ClubEvent.objects.filter(club=club.club, what=what).latest("pk")).words


def test_a_season_is_deleted_after_asking_and_its_matches_stay(club: ClubCast) -> None:
    of = season(club)
    night = an_evening(club, of).night
    page = text(club.get("Sven", "delete_season", of.pk))
    assert "Its 1 match stays" in page
    assert "Autumn" in page
    assert Season.objects.filter(pk=of.pk).exists()
    assert club.post("Sven", "delete_season", of.pk, data={}).status_code == 303
    assert not Season.objects.filter(pk=of.pk).exists()
    assert Night.objects.get(pk=night.pk).season is None
    assert models.Match.objects.filter(table__club=club.club).count() == 1
    worker.run_all()
    assert not StatTotal.objects.filter(club=club.club, season=of.pk).exists()
    assert is_as_rebuilt(club)
    assert told(club, "season_deleted") == "The season “Autumn” was deleted; its matches stay."


def test_a_deleted_season_comes_back_as_it_was_with_its_matches(club: ClubCast) -> None:
    of = season(club, best=3)
    made = an_evening(club, of)
    loose = club.played(partners_game(), ("Ann", "Bo", "Cy", "Di"), (5, 7))
    seasons.move_tables([loose.table_id], of.pk)
    rows = [(row.name, row.place, row.text) for row in season_table.season_table(of)]
    assert rows
    other = an_evening(club)
    seasons.delete_season(of, "Sven")
    page = text(club.get("Olga", "nights"))
    assert "The season “Autumn” was deleted." in page
    assert "Restore" not in text(club.get("Mia", "nights"))
    event = ClubEvent.objects.get(what="season_deleted")
    answer = club.post("Olga", "bring_back_season", data={"event": str(event.pk)})
    back = Season.objects.get(club=club.club)
    assert answer.url == club.url("season", back.pk)
    assert (back.name, back.begins, back.scoring) == (of.name, of.begins, of.scoring)
    assert [(row.name, row.place, row.text) for row in season_table.season_table(back)] == rows
    assert made.fresh().season == back
    assert other.fresh().season is None
    assert is_as_rebuilt(club)
    # Repeating it changes nothing.
    assert "Restore" not in text(club.get("Olga", "nights"))
    club.post("Olga", "bring_back_season", data={"event": str(event.pk)})
    assert Season.objects.filter(club=club.club).count() == 1


def test_what_was_moved_to_another_season_meanwhile_stays_there(club: ClubCast) -> None:
    of, made = season(club), None
    made = an_evening(club, of)
    seasons.delete_season(of, "Sven")
    new = Season.objects.create(club=club.club, name="Winter", begins=date(2026, 12, 1))
    table = made.tables(1)[0].table
    seasons.move_tables([table.pk], new.pk)
    Night.objects.filter(pk=made.night.pk).update(season=new)
    back = seasons.restore_season(club.club, ClubEvent.objects.get(what="season_deleted").pk, "Sven")
    assert back is not None
    assert models.Table.objects.get(pk=table.pk).season == new
    assert made.fresh().season == new


def test_no_season_comes_back_under_a_name_that_is_taken_or_after_a_fortnight(club: ClubCast) -> None:
    seasons.delete_season(season(club), "Sven")
    event = ClubEvent.objects.get(what="season_deleted")
    season(club)
    answer = club.post("Sven", "bring_back_season", data={"event": str(event.pk)})
    assert answer.status_code == 422
    assert "There is already a season with this name." in text(answer)
    Season.objects.all().delete()
    ClubEvent.objects.filter(pk=event.pk).update(at=F("at") - timedelta(days=15))
    assert "Restore" not in text(club.get("Sven", "nights"))
    assert club.post("Sven", "bring_back_season", data={"event": str(event.pk)}).status_code == 303
    assert not Season.objects.exists()


def test_what_is_no_event_of_this_club_brings_nothing_back(club: ClubCast) -> None:
    theirs = Season.objects.create(club=club.other, name="Autumn", begins=date(2026, 9, 1))
    seasons.delete_season(theirs, "Odd")
    event = ClubEvent.objects.get(what="season_deleted")
    for said in (str(event.pk), "", "x", "9" * 30):
        assert club.post("Sven", "bring_back_season", data={"event": said}).status_code == 303
    assert not Season.objects.exists()


def test_a_season_ends_today_and_goes_on_after_all(club: ClubCast) -> None:
    today = timezone.localdate()
    until = today + timedelta(days=60)
    of = Season.objects.create(club=club.club, name="Autumn", begins=today - timedelta(days=30), ends=until)
    assert "End season today" in text(club.get("Sven", "season", of.pk))
    assert "End season today" not in text(club.get("Mia", "season", of.pk))
    assert club.post("Sven", "end_season", of.pk, data={}).status_code == 303
    of.refresh_from_db()
    assert of.ends == today
    assert told(club, "season_ended") == f"The season “Autumn” was ended on {date_format(today)}."
    page = text(club.get("Sven", "season", of.pk))
    assert "Reopen the season" in page
    assert "End season today" not in page
    club.post("Sven", "end_season", of.pk, data={"again": "1"})
    of.refresh_from_db()
    assert of.ends == until
    assert "Reopen the season" not in text(club.get("Sven", "season", of.pk))


def test_a_season_whose_end_was_set_by_hand_since_stays_as_it_is(club: ClubCast) -> None:
    today = timezone.localdate()
    of = Season.objects.create(club=club.club, name="Autumn", begins=today - timedelta(days=30))
    seasons.end_today(of, "Sven")
    Season.objects.filter(pk=of.pk).update(ends=today - timedelta(days=1))
    club.post("Sven", "end_season", of.pk, data={"again": "1"})
    assert Season.objects.get(pk=of.pk).ends == today - timedelta(days=1)
    # A season that has not begun cannot end today.
    later = Season.objects.create(club=club.club, name="Winter", begins=today + timedelta(days=3))
    club.post("Sven", "end_season", later.pk, data={})
    assert Season.objects.get(pk=later.pk).ends is None


def test_when_a_night_counts_for_another_season_all_that_is_found_by_season_follows(club: ClubCast) -> None:
    of = season(club)
    made = an_evening(club)
    said = a_night(club) | {"season": str(of.pk), "rules": ""}
    assert club.post("Sven", "change_night", made.night.pk, data=said).status_code == 303
    assert Played.objects.get(club=club.club).season == of
    worker.run_all()
    assert StatTotal.objects.filter(club=club.club, season=of.pk).exists()
    assert is_as_rebuilt(club)
    club.post("Sven", "change_night", made.night.pk, data=said | {"season": ""})
    assert Played.objects.get(club=club.club).season is None
    assert is_as_rebuilt(club)
