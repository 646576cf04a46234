"""The front page of a club: matches in progress, the secretary's tasks, the season's leaders, and links."""

from datetime import timedelta

from django.utils import timezone

from scorekeeper.clubs.models import Claim
from scorekeeper.matches.models import Objection, Table
from scorekeeper.nights import todo
from tests.site.cast import markup, text
from tests.site.club_cast import user
from tests.site.club_rows_history import a_file, game_for_three
from tests.site.club_rows_people import unlinked_name
from tests.site.clubs.history.test_history import play_three
from tests.site.clubs.nights.evenings import drawn_night, running_season
from tests.site.clubs.people.test_players import play


def test_every_task_is_listed_with_its_page(club):
    assert "Waiting for you" not in text(club.get("Sven", "club"))
    assert not list(todo.tasks(club.club))
    unlinked_name(club)
    for guest in ("Ann", "Bo"):
        Claim.objects.create(player=club.player(guest), user=user("Mia"))
    match = club.sit_down(game_for_three(), ("Ann", "Bo", "Cy"))
    Objection.objects.create(match=match, number=1)
    Objection.objects.create(match=match, number=2, settled="stands")
    file = a_file(club)["import_job"]
    night = drawn_night(club, date=timezone.localdate() - timedelta(days=2))
    assert dict(todo.tasks(club.club)) == {
        "1 disputed hand": f"/t/{match.table.code}/m/{match.number}/",
        "A night has not been ended": club.url("night", night.night.pk),
        "2 members claim a player": club.url("players"),
        "Names from the tables to link": club.url("unlinked_names"),
        "A file to import": club.url("import_job", file),
    }
    assert "2 members claim a player" in text(club.get("Sven", "club"))
    assert "Waiting for you" not in text(club.get("Mia", "club"))
    assert not list(todo.tasks(club.other))


def test_front_page_shows_the_seasons_leaders(club):
    # "loose": "evening" counts matches outside nights too.
    season = running_season(club, scoring={"loose": "evening"})
    club.sit_down(game_for_three(), ("Ann", "Bo", "Cy"))
    Table.objects.update(season=season)
    play_three(club)
    # No match of the season has ended yet: the one played to its end belongs to no season.
    assert "Autumn" not in text(club.get("Mia", "club"))
    Table.objects.filter(pk=play_three(club, 30, 20, 10).table_id).update(season=season)
    page = club.get("Mia", "club")
    # The first place of a day counts 10 points for the season.
    assert "Autumn 1 · Ann 10" in text(page)
    assert club.url("season", season.pk) in markup(page)


def test_import_export_and_joining_are_linked(club):
    names = ["import", "take_out", "add_people", "invitations"]
    for who, linked_names in ("Sven", names), ("Mia", ["take_out"]):
        page = markup(club.get(who, "club"))
        assert [name for name in names if f'href="{club.url(name)}"' in page] == linked_names


def test_front_page_lists_the_newest_results(club):
    play(club, "Christopher", "Alexandra", "Élodie", "陳大文")
    page = club.get("Mia", "club")
    (result,) = page.context["results"]
    assert result.sides[0].won
    assert all(side.names in markup(page) for side in result.sides)
