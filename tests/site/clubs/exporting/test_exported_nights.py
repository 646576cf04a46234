"""A club's nights, seasons and log: exported in the club's file and imported identically."""

import json
from datetime import date, time

import pytest
from django.core.management import CommandError
from django.urls import reverse

from games.engine import Heading, Seating
from scorekeeper.clubs.house_rules import rulesets
from scorekeeper.clubs.membership.guards import ClubContext
from scorekeeper.clubs.models import Club, ClubEvent, ClubHouse, Season
from scorekeeper.clubs.people import identity
from scorekeeper.history.models import ImportJob
from scorekeeper.jobs import runner
from scorekeeper.matches import models
from scorekeeper.nights import attendance, prizes, seasons
from scorekeeper.nights.models import Night, NightTable, Present
from scorekeeper.nights.presenters import NightPresenter
from tests.site.club_cast import ClubCast, user
from tests.site.club_rows_nights import season_form
from tests.site.clubs.exporting.test_export import (
    export,
    exported_once,
    import_club,
    interrupted_after,
)
from tests.site.clubs.nights.evenings import night_of_fixed_pairs, present
from tests.site.night_cast import NAMES, NightCast, partners_game, season


def evening_club():
    """Return a club with three rounds of three tables, a late arrival, an early leaver and a sit-out."""
    cast = ClubCast()
    details = {"name": "Café ♠", "place": "Upstairs", "minutes": 20, "begins": time(19, 30)}
    night = NightCast(cast, (*NAMES, "Mia"), fields={**details, "season": season(cast, best=3)})
    night.draw()
    night.play((10, 20), (30, 5), (7, 7))
    attendance.arrive(night.night, [cast.player("Late")])
    attendance.depart(night.night, present(night, "Lou"))
    attendance.set_resting(night.night, present(night, "Kit"), True)
    night.draw()
    night.play((10, 20), (30, 5), (7, 7))
    night.draw()
    night.play((1, 2), (3, 4), (5, 6))
    night.end()
    return cast


@pytest.fixture
def evening_file(db):
    return exported_once(evening_club)


def standings(club):
    """Return the points, prizes and sit-outs of each night of the club, as shown on the night's page."""
    shown = []
    for night in Night.objects.filter(club=club).order_by("created"):
        presenter = NightPresenter(ClubContext(club, user("Sven"), None), night)
        shown += [
            (line.name, line.standing.place, line.standing.points, line.rounds) for line in presenter.lines
        ]
        shown += [prizes.prize_values(*prize) for prize in presenter.shown_prizes]
        shown += [str(person.player.display_name) for person in presenter.sitting_out]
    return shown


def copy_of(club, tmp_path):
    """Return a copy of a club, imported from its export, after comparing the two."""
    before = export(club)
    copy = import_club(before, tmp_path)
    assert export(copy) == before
    return copy


def test_night_is_imported_identically(db, tmp_path):
    club = evening_club().club
    before, copy = export(club), copy_of(club, tmp_path)
    assert standings(copy) == standings(club)
    assert "First prize" in str(standings(copy))
    tables = NightTable.objects.filter(round__night__club=copy)
    assert tables.count() == 9
    assert all(night_table.table.night.club == copy for night_table in tables)
    assert export(import_club(before, tmp_path, copy)) == before
    assert export(import_club(before, tmp_path, club)) == before


def test_prize_shared_by_all_is_exported(club, tmp_path):
    night = NightCast(club, NAMES[:4])
    names = [f"Bartholomew Müller-Lüdenscheidt the {n}." for n in range(300)]
    prize = prizes.Prize("Most matches won", (), "1 won")
    prizes.record_announcement(night.night, "Sven", [(prize, names)], [["1=", name, "12"] for name in names])
    copy = import_club(export(club.club), tmp_path)
    announced = ClubEvent.objects.filter(club=copy, what=prizes.PRIZES_FIXED).latest("pk").about
    assert announced["given"] == [["Most matches won", names, "1 won"]]
    assert names[-1] in announced["prizes"]
    assert len(announced["standing"]) == len(names)


def test_open_round_of_pairs_who_take_turns_is_exported(club, tmp_path):
    night = night_of_fixed_pairs(club, minutes=15)
    attendance.take_turns(night.night, present(night, "Eve"), present(night, "Ann"))
    night.draw()
    copy = copy_of(club.club, tmp_path)
    people = Present.objects.filter(night__club=copy)
    partners = dict(people.values_list("player__name", "partner__player__name"))
    assert partners == {"Ann": "Bo", "Bo": "Ann", "Cy": "Di", "Di": "Cy", "Eve": "Ann"}
    assert people.get(player__name="Eve").partner.night.club == copy


def test_log_is_exported_without_events_of_accounts(club, tmp_path):
    club.post("Sven", "new_season", data=season_form(club))
    seasons.end_today(season(club), "Sven")
    seasons.delete_season(Season.objects.get(club=club.club, name="Winter"), "Sven")
    identity.merge(club.player("Ann"), club.player("Bo"), "Sven")
    ClubEvent.objects.create(club=club.club, what="role", about={"who": "Mia"}, by_name="Olga")
    ClubEvent.objects.create(club=club.club, what="reset_link", about={"who": "Mia"}, by_name="Olga")
    copy = copy_of(club.club, tmp_path)
    kinds = ClubEvent.objects.filter(club=copy).order_by("pk").values_list("what", flat=True)
    assert list(kinds) == ["season_made", "season_ended", "season_deleted", "merged", "import"]
    merged = ClubEvent.objects.get(club=copy, what="merged")
    assert merged.about["player"] == copy.players.get(name="Ann").pk
    assert "example.org" not in export(copy)
    assert '"Mia"' not in export(copy)
    # A season deleted before the export cannot be restored, since its matches are not known.
    assert seasons.restorable_seasons(copy) == []


def test_house_rules_are_exported_with_versions(club, tmp_path):
    game = partners_game()
    heading, other_heading = (
        Heading(Seating(*game.shapes(game.presets[0])[0]), preset.house, preset.id)
        for preset in (game.presets[0], game.presets[-1])
    )
    ruleset = rulesets.create_ruleset(club.club, game, heading, "Ours", "Sven")
    assert rulesets.change_ruleset(ruleset, other_heading, "Sven", "we like it so").version == 2
    rulesets.end_ruleset(ClubHouse.objects.get(club=club.club, until=None), "Sven")
    assert ClubHouse.objects.filter(club=copy_of(club.club, tmp_path)).count() == 2


def test_interrupted_import_resumes_with_its_night(evening_file, tmp_path, monkeypatch):
    copy = Club.objects.create(name="Empty")
    with interrupted_after(4, monkeypatch):
        import_club(evening_file, tmp_path, copy)
    assert not Night.objects.filter(club=copy).exists()
    import_club(evening_file, tmp_path, copy, resume=True)
    assert export(copy) == evening_file


def with_changed_night(text, change):
    """Return an export after this change of its first night."""
    lines = text.splitlines()
    n = next(n for n, line in enumerate(lines) if line.startswith('{"night"'))
    data = json.loads(lines[n])
    change(data["night"])
    lines[n] = json.dumps(data)
    return "\n".join(lines) + "\n"


INVALID_NIGHTS = [
    lambda night: night.update(game="no such game"),
    lambda night: night.update(seats=5),
    lambda night: night.update(drawing="as we like"),
    lambda night: night.update(date="yesterday"),
    lambda night: night.update(points=[10**9]),
    lambda night: night.update(seed=-1),
    lambda night: night.update(rounds=10**6),
    lambda night: night.update(more=1),
    lambda night: night["present"][0].update(partner=99),
    lambda night: night["present"][0].update(player=night["present"][1]["player"]),
    lambda night: night["played_rounds"][0]["tables"][0].update(seated=[1, 2, 3, 99]),
    lambda night: night["played_rounds"][0]["tables"][0].update(match="'; drop table"),
    lambda night: night["played_rounds"].append(night["played_rounds"][0]),
]


def test_invalid_night_is_reported_with_its_line(evening_file, tmp_path):
    for change in INVALID_NIGHTS:
        copy = Club.objects.create(name="Empty")
        with pytest.raises(CommandError, match="line 2"):
            import_club(with_changed_night(evening_file, change), tmp_path, copy)
        assert not models.Match.objects.filter(table__club=copy).exists()
        assert not Night.objects.filter(club=copy).exists()


def test_import_page_accepts_nights(club, evening_file):
    odd, code = club.clients["Odd"], club.other.code
    odd.post(reverse("import", args=[code]), {"pasted": evening_file})
    runner.run_all_jobs()
    odd.post(reverse("import_job", args=[code, ImportJob.objects.get().pk]), {"start_import": "1"})
    runner.run_all_jobs()
    assert Night.objects.get(club=club.other).date == date(2026, 11, 20)  # the default of ``NightCast``
    assert export(club.other) == evening_file
