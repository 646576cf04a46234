"""The front page of a club: matches in progress, the secretary's tasks, the season's leaders, and links."""

from datetime import timedelta

from django.utils import timezone

from scorekeeper.clubs.models import Claim, Player, Season
from scorekeeper.matches.models import Objection, Table
from scorekeeper.nights import todo
from scorekeeper.nights.season_table import Scoring
from tests.site.cast import text
from tests.site.club_cast import user
from tests.site.club_rows_history import a_file, game_for_three
from tests.site.club_rows_people import unlinked_name
from tests.site.clubs.nights.evenings import drawn_night
from tests.site.clubs.people.test_players import play


def open_tasks(club):
    return dict(todo.tasks(club.club))


def test_every_task_is_listed_with_its_page(club):
    assert "Waiting for you" not in text(club.get("Sven", "club"))
    assert not open_tasks(club)
    unlinked_name(club)
    for guest in ("Ann", "Bo"):
        Claim.objects.create(player=club.player(guest), user=user("Mia"))
    match = club.sit_down(game_for_three(), ("Ann", "Bo", "Cy"))
    Objection.objects.create(match=match, number=1)
    Objection.objects.create(match=match, number=2, settled="stands")
    file = a_file(club)["bringing"]
    night = drawn_night(club, date=timezone.localdate() - timedelta(days=2))
    assert open_tasks(club) == {
        "1 disputed hand": f"/t/{match.table.code}/m/{match.number}/",
        "A night has not been ended": club.url("night", night.night.pk),
        "2 members claim a player": club.url("players"),
        "Names from the tables to link": club.url("unjoined"),
        "A file to import": club.url("bringing", file),
    }
    assert "2 members claim a player" in text(club.get("Sven", "club"))
    assert "Waiting for you" not in text(club.get("Mia", "club"))
    assert not list(todo.tasks(club.other))


def test_front_page_shows_the_seasons_leaders(club):
    season = Season.objects.create(
        club=club.club, name="Autumn", begins=timezone.localdate(), scoring=Scoring(loose="evening").stored
    )
    club.sit_down(game_for_three(), ("Ann", "Bo", "Cy"))
    Table.objects.update(season=season)
    club.play_match(game_for_three(), ("Ann", "Bo", "Cy"), (3, 2, 1))
    assert "Autumn" not in text(club.get("Mia", "club"))
    match = club.play_match(game_for_three(), ("Ann", "Bo", "Cy"), (30, 20, 10))
    Table.objects.filter(pk=match.table_id).update(season=season)
    page = club.get("Mia", "club")
    assert "Autumn 1 · Ann 10" in text(page)
    assert club.url("season", season.pk) in page.content.decode()


def test_import_export_and_joining_are_linked(club):
    page = club.get("Sven", "club").content.decode()
    members = club.get("Mia", "club").content.decode()
    for name in ("import", "take_out", "add_people", "invitations"):
        assert f'href="{club.url(name)}"' in page, name
        assert name == "take_out" or f'href="{club.url(name)}"' not in members, name


def test_front_page_lists_the_newest_results(club):
    names = ("Christopher", "Alexandra", "Élodie", "陳大文")
    for name in names:
        Player.objects.create(club=club.club, name=name)
    play(club, *names)
    page = club.get("Mia", "club")
    [ended] = page.context["results"]
    assert ended.sides[0].won
    assert all(side.names in page.content.decode() for side in ended.sides)
