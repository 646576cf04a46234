"""A club's nights, seasons and log: exported in its file and imported identically."""

from __future__ import annotations

import json
from datetime import date, time
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import transaction
from django.urls import reverse

from games import every_game
from games.engine import Heading, Seating
from scorekeeper.clubs.house_rules import rulesets
from scorekeeper.clubs.membership.guards import ClubContext
from scorekeeper.clubs.models import Club, ClubEvent, ClubHouse, Season
from scorekeeper.clubs.people import identity
from scorekeeper.history.importing import importer
from scorekeeper.history.models import ImportJob
from scorekeeper.jobs import runner
from scorekeeper.matches import models
from scorekeeper.nights import attendance, prizes, seasons
from scorekeeper.nights.models import Night, NightTable, Present
from scorekeeper.nights.presenters import NightPresenter
from tests.site.club_cast import ClubCast, user
from tests.site.clubs.exporting.test_export import brought, whole
from tests.site.night_cast import NAMES, NightCast, partners_game, season


@pytest.fixture
def club(db: None) -> ClubCast:
    return ClubCast()


def an_evening(cast: ClubCast, **more: Any) -> NightCast:
    """Create three rounds of three tables, with a late arrival, an early leaver and a sit-out."""
    said = {
        "name": "Café ♠",
        "place": "Upstairs",
        "season": season(cast, best=3),
        "minutes": 20,
        "begins": time(19, 30),
        **more,
    }
    made = NightCast(cast, (*NAMES, "Mia"), more=said)
    made.draw()
    made.play((10, 20), (30, 5), (7, 7))
    attendance.arrive(made.night, [cast.player("Late")])
    there = {one.player.name: one for one in made.night.present.select_related("player")}
    attendance.depart(made.night, there["Lou"])
    attendance.set_resting(made.night, there["Kit"], True)
    made.draw()
    made.play((10, 20), (30, 5), (7, 7))
    made.draw()
    made.play((1, 2), (3, 4), (5, 6))
    made.end()
    return made


EVENINGS: list[str] = []


@pytest.fixture
def evening_file(db: None) -> str:
    """Return the export of a club with an evening, created once for all read-only tests."""
    if not EVENINGS:
        with transaction.atomic():
            club = ClubCast()
            an_evening(club)
            EVENINGS.append(whole(club.club))
            transaction.set_rollback(True)
    return EVENINGS[0]


def standings(of: Club) -> list[Any]:
    """Return everybody's points at each night of the club, as shown on its page."""
    told: list[Any] = []
    for night in Night.objects.filter(club=of).order_by("created"):
        now = NightPresenter(ClubContext(of, user("Sven"), None), night)
        told.append(
            [(line.name, line.standing.place, line.standing.points, line.rounds) for line in now.lines]
        )
        told.append([prizes.prize_values(*one) for one in now.prizes_named])
        told.append([str(one.player.shown) for one in now.sitting_out])
    return told


def test_a_night_of_three_tables_is_read_back_identically(club: ClubCast, tmp_path: Path) -> None:
    an_evening(club)
    before = whole(club.club)
    copy = brought(before, tmp_path)
    for one, other in zip(whole(copy).splitlines(), before.splitlines(), strict=True):
        assert json.loads(one) == json.loads(other)
    assert whole(copy) == before
    assert standings(copy) == standings(club.club)
    assert "First prize" in str(standings(copy))
    # Its tables belong to the night, so an edit at one of them changes the night's standing.
    tables = NightTable.objects.filter(round__night__club=copy)
    assert tables.count() == 9
    assert all(one.table is not None and one.table.night.club == copy for one in tables)
    # Importing the same file twice adds no night and no event.
    assert whole(brought(before, tmp_path, copy)) == before
    assert whole(brought(before, tmp_path, club.club)) == before
    assert Night.objects.filter(club=club.club).count() == 1


def test_a_prize_that_everybody_shares_comes_along(club: ClubCast, tmp_path: Path) -> None:
    made = NightCast(club, NAMES[:4])
    names = [f"Bartholomew Müller-Lüdenscheidt the {n}." for n in range(300)]
    prize = prizes.Prize("Most matches won", (), "1 won")
    prizes.record_read_out(made.night, "Sven", [(prize, names)], [["1=", name, "12"] for name in names])
    copy = brought(whole(club.club), tmp_path)
    told = ClubEvent.objects.filter(club=copy, what=prizes.PRIZES_FIXED).latest("pk").about
    assert told["given"] == [["Most matches won", names, "1 won"]]
    assert names[-1] in told["prizes"]
    assert len(told["standing"]) == len(names)


def test_pairs_those_who_take_turns_and_a_night_that_is_on_come_along(club: ClubCast, tmp_path: Path) -> None:
    made = NightCast(club, ("Ann", "Bo", "Cy", "Di", "Eve"), more={"drawing": "fixed", "minutes": 15})
    there = {one.player.name: one for one in made.night.present.select_related("player")}
    attendance.pair(made.night, there["Ann"], there["Bo"])
    attendance.pair(made.night, there["Cy"], there["Di"])
    attendance.take_turns(made.night, there["Eve"], there["Ann"])
    made.draw()
    before = whole(club.club)
    copy = brought(before, tmp_path)
    assert whole(copy) == before
    present = Present.objects.filter(night__club=copy)
    partners = {one.player.name: one.partner and one.partner.player.name for one in present}
    assert partners == {"Ann": "Bo", "Bo": "Ann", "Cy": "Di", "Di": "Cy", "Eve": "Ann"}
    assert present.get(player__name="Eve").partner.night.club == copy


def test_what_was_done_comes_along_but_nothing_that_is_told_of_accounts(
    club: ClubCast, tmp_path: Path
) -> None:
    game = next(iter(every_game().values()))
    club.post("Sven", "new_season", data={"name": "Winter", "begins": "2026-12-01", **SEASON})
    seasons.end_today(season(club), "Sven")
    seasons.delete_season(Season.objects.get(club=club.club, name="Winter"), "Sven")
    identity.merge(club.player("Ann"), club.player("Bo"), "Sven")
    ClubEvent.objects.create(club=club.club, what="role", about={"who": "Mia"}, by_name="Olga")
    ClubEvent.objects.create(club=club.club, what="reset_link", about={"who": "Mia"}, by_name="Olga")
    before = whole(club.club)
    copy = brought(before, tmp_path)
    assert whole(copy) == before
    done = ClubEvent.objects.filter(club=copy).order_by("pk").values_list("what", flat=True)
    assert list(done) == ["season_made", "season_ended", "season_deleted", "merged", "import"]
    merged = ClubEvent.objects.get(club=copy, what="merged")
    assert merged.about["player"] == copy.players.get(name="Ann").pk
    assert "example.org" not in before
    assert '"Mia"' not in before
    assert game.slug
    # A season deleted before the export cannot be restored, since its matches are not known.
    assert seasons.restorable_seasons(copy) == []


SEASON = {"count": "placing", "placing": "5 3", "presence": "0", "best": "0", "loose": "no"}


def test_every_version_of_the_house_rules_comes_along(club: ClubCast, tmp_path: Path) -> None:
    game = partners_game()
    preset = game.presets[0]
    heading = Heading(Seating(*game.shapes(preset)[0]), preset.house, preset.id)
    one = rulesets.create_ruleset(club.club, game, heading, "Ours", "Sven")
    other = Heading(Seating(*game.shapes(preset)[0]), game.presets[-1].house, game.presets[-1].id)
    assert rulesets.change_ruleset(one, other, "Sven", "we like it so").version == 2
    rulesets.end_ruleset(ClubHouse.objects.get(club=club.club, until=None), "Sven")
    before = whole(club.club)
    copy = brought(before, tmp_path)
    assert whole(copy) == before
    assert ClubHouse.objects.filter(club=copy).count() == 2


def test_a_night_is_laid_after_a_run_that_was_broken_off(
    evening_file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importer, "BATCH_SIZE", 4)
    copy = Club.objects.create(name="Empty")
    bring = importer.ImportBatch.bring
    monkeypatch.setattr(
        importer.ImportBatch, "bring", lambda self, *a, **k: bring(self, *a, **k) if self.added < 4 else 1 / 0
    )
    with pytest.raises(ZeroDivisionError):
        brought(evening_file, tmp_path, copy)
    assert not Night.objects.filter(club=copy).exists()
    monkeypatch.setattr(importer.ImportBatch, "bring", bring)
    brought(evening_file, tmp_path, copy, resume=True)
    assert whole(copy) == evening_file


def changed(text: str, how: Any) -> str:
    """Return the file with its night changed."""
    lines = text.splitlines()
    n = next(n for n, line in enumerate(lines) if line.startswith('{"night"'))
    data = json.loads(lines[n])
    how(data["night"])
    lines[n] = json.dumps(data)
    return "\n".join(lines) + "\n"


CANNOT_BE: list[Any] = [
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


def test_a_night_that_cannot_be_is_told_with_its_line_and_nothing_is_in(
    evening_file: str, tmp_path: Path
) -> None:
    for how in CANNOT_BE:
        copy = Club.objects.create(name="Empty")
        with pytest.raises(CommandError, match="line 2"):
            brought(changed(evening_file, how), tmp_path, copy)
        assert not models.Match.objects.filter(table__club=copy).exists()
        assert not Night.objects.filter(club=copy).exists()


def test_the_page_brings_a_night_in_too(club: ClubCast, evening_file: str) -> None:
    other = ClubCast.__new__(ClubCast)
    other.club, other.clients = club.other, club.clients
    answer = other.post("Odd", "import", data={"pasted": evening_file})
    assert answer.status_code == 303
    runner.run_all_jobs()
    file = reverse("bringing", args=[club.other.code, ImportJob.objects.get().pk])
    assert club.clients["Odd"].post(file, {"bring": "1"}).status_code == 303
    runner.run_all_jobs()
    assert Night.objects.get(club=club.other).date == date(2026, 11, 20)
    assert whole(club.other) == evening_file
