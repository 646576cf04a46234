"""A club's export, imported into an empty club: exported again it is identical, byte for byte."""

import json
import uuid
from contextlib import contextmanager
from functools import cache
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from games import every_game
from scorekeeper.clubs.models import AtOurClub, Club, ClubHouse, Player, Season
from scorekeeper.figures import recompute
from scorekeeper.history.exporting import club_export
from scorekeeper.history.importing import importer
from scorekeeper.history.models import Appearance, ImportJob, Note
from scorekeeper.matches import commands, models, replay
from tests import nightly
from tests.log_chain import broken_link
from tests.site.club_cast import ClubCast
from tests.site.club_rows_history import game_for_three
from tests.site.clubs.figures.test_ratings import check_rebuild, start_example
from tests.site.night_cast import NAMES


def export(club):
    return "".join(club_export.club_lines(Club.objects.get(pk=club.pk)))


def import_club(text, tmp_path, club=None, **options):
    file = tmp_path / "club.jsonl"
    file.write_text(text, encoding="utf-8")
    club = club or Club.objects.create(name="Empty")
    call_command("import_club", club.code, str(file), processes=1, stdout=StringIO(), **options)
    return club


@contextmanager
def interrupted_after(matches, monkeypatch, batch=4):
    """Let the import fail at its next batch after it has added this many matches."""
    write = importer.Importer.write

    def interrupt(self, *args, **more):
        return write(self, *args, **more) if self.added < matches else 1 / 0

    monkeypatch.setattr(importer, "BATCH_SIZE", batch)
    with monkeypatch.context() as patch:
        patch.setattr(importer.Importer, "write", interrupt)
        with pytest.raises(ZeroDivisionError):
            yield


def full_club():
    """Return the cast of a club that has a match of each shape, and every other kind of data."""
    cast = ClubCast()
    club = cast.club
    games = nightly.one_of_each(every_game().values(), lambda game: game.shapes(game.presets[0])[0])
    season = Season.objects.create(club=club, name="Winter", begins="2019-10-01", ends="2020-03-31")
    club.games = list(every_game())[:2]
    club.save()
    for n, game in enumerate(games):
        example = max(game.examples, key=lambda example: len(example.hands))
        match = start_example(cast, game, example)
        table = match.table
        models.Table.objects.filter(pk=table.pk).update(season=season if n % 2 else None, venue="Café")
        match.sitting.filter(name="Bo").update(player=None)
        for number, hand in enumerate(example.hands, start=1):
            command = commands.WriteCommand(uuid.uuid4(), number, 0, hand)
            commands.append_entry(match, table.phones.get(), command)
        command = commands.WriteCommand(uuid.uuid4(), 1, 1, None, "struck “out”\u2026")
        commands.append_entry(models.Match.objects.get(pk=match.pk), table.phones.get(), command)
        Note.objects.create(match=match, club=club, text="The lights went out ♠", by_name="Mia")
    Player.objects.filter(club=club, name="Di").update(same_as=cast.player("Ann"))
    game = next(iter(every_game().values()))
    ClubHouse.objects.create(
        club=club, name="Ours", game_slug=game.slug, preset=game.presets[0].id, house={}, seats=4, sides=4
    )
    AtOurClub.objects.create(club=club, game_slug=game.slug, words="We always cut", value={"a": 1})
    recompute.rebuild_club(club.pk)
    for first in (30, 40, 50, 60):
        cast.play_match(game_for_three(), NAMES[:3], (first, 20, 10))
    return cast


@cache
def exported_once(create_cast):
    """Return the export of a club, created once for all read-only tests."""
    with transaction.atomic():
        text = export(create_cast().club)
        transaction.set_rollback(True)
    return text


@pytest.fixture
def full_file(db):
    return exported_once(full_club)


def test_exported_club_is_imported_identically(db, tmp_path):
    full = full_club()
    before = export(full.club)
    club = import_club(before, tmp_path)
    assert export(club) == before
    columns = ("game_slug", "at", "seat", "side", "total", "place", "won", "rule", "player__name")
    original, copy = (
        sorted(Appearance.objects.filter(club=exported).values_list(*columns), key=str)
        for exported in (full.club, club)
    )
    assert original == copy
    assert original
    matches = models.Match.objects.filter(table__club=club)
    assert [broken_link(match) for match in matches] == [None] * len(matches)
    last_played = list(club.players.order_by("pk").values_list("last_played"))
    check_rebuild()
    assert list(club.players.order_by("pk").values_list("last_played")) == last_played
    assert export(import_club(before, tmp_path, club)) == before
    assert export(import_club(before, tmp_path, full.club)) == before
    assert ImportJob.objects.filter(club=club).first().added == 0


def test_equal_matches_are_counted_not_merged(db, tmp_path):
    row = {"game": game_for_three(), "names": NAMES[:3], "started": "2011-05-03", "entries": []}
    line = json.dumps(row) + "\n"
    club = import_club(line * 2, tmp_path)
    import_club(line * 3, tmp_path, club)
    assert models.Match.objects.filter(table__club=club).count() == 3
    assert {match.started.year for match in models.Match.objects.all()} == {2011}


def test_imported_match_keeps_its_frozen_totals(full_file, tmp_path):
    lines = full_file.splitlines()
    # Line 0 describes the club. Change the first match that has frozen totals.
    n, data = next((n, json.loads(line)) for n, line in enumerate(lines) if n and json.loads(line)["frozen"])
    data["frozen"]["totals"] = [12345] * len(data["frozen"]["totals"])
    lines[n] = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    text = "\n".join(lines) + "\n"
    club = import_club(text, tmp_path)
    assert export(club) == text
    imported_match = models.Match.objects.get(table__club=club, frozen__totals__0=12345)
    assert replay.load_match_state(imported_match).sheet.final[0] != 12345
    assert not imported_match.results.filter(total=12345).exists()


def test_mistake_is_reported_with_its_line(full_file, tmp_path, capsys):
    lines = full_file.splitlines()
    lines[3] = lines[3].replace('"seats":[', '"seats":[7,', 1)
    with pytest.raises(CommandError, match="0 matches were imported"):
        import_club("\n".join(lines), tmp_path)
    assert "line 4: " in capsys.readouterr().err


def test_interrupted_import_resumes(full_file, tmp_path, monkeypatch):
    club = Club.objects.create(name="Empty")
    with interrupted_after(3, monkeypatch, batch=2):
        import_club(full_file, tmp_path, club)
    assert models.Match.objects.filter(table__club=club).count() == 4  # two batches
    import_club(full_file, tmp_path, club, resume=True)
    assert export(club) == full_file
    job = ImportJob.objects.get(club=club)
    assert (job.added, job.known) == (len(full_file.splitlines()) - 1, 0)
    assert job.ended
    check_rebuild()
