"""Erasure of a person, also from restored backups, and the export of one person's data."""

import csv
import io
import json
import re
from datetime import timedelta
from itertools import product

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.accounts.models import User
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import AtOurClub, Claim, Club, ClubEvent, Member, Player, Role
from scorekeeper.clubs.people import identity
from scorekeeper.clubs.privacy import erasure, redaction
from scorekeeper.clubs.spreadsheets import spreadsheet
from scorekeeper.history.exporting import personal_data
from scorekeeper.history.models import Appearance, ImportJob, Note
from scorekeeper.library.models import Precedent, Ruling
from scorekeeper.matches.models import Entry, Match, Objection, Phone, Result, Seat
from tests.log_chain import broken_link
from tests.site.cast import adjustment, markup, text
from tests.site.club_cast import ClubCast, session_of, user
from tests.site.clubs.people.test_players import GAME, SIDES, full_table, play

NAME = "Zerafina"  # not part of any other value


@pytest.fixture(autouse=True)
def var(settings, tmp_path):
    settings.VAR = tmp_path
    return tmp_path


@pytest.fixture
def club(db):
    cast = ClubCast()
    zera = User.objects.create(email="zerafina@example.org", name=NAME)
    member = Member.objects.create(club=cast.club, user=zera, role=Role.SCOREKEEPER)
    player = Player.objects.create(club=cast.club, name=NAME, user=zera)
    merged = Player.objects.create(club=cast.club, name=f"{NAME} Old", same_as=player)
    match = play(cast, NAME, "Bo", "Cy")
    older = play(cast, f"{NAME} Old", "Bo", "Cy")
    Seat.objects.filter(match=older, position=0).update(player=merged)
    identity.update_history([player.pk])
    phone = Phone.objects.get(table=match.table)
    Objection.objects.create(match=match, number=1, by=phone, by_name=NAME, settled="stands", settled_by=NAME)
    for note, by in (("A fine evening", member), ("By a namesake", None)):
        Note.objects.create(match=match, club=cast.club, text=note, by=by, by_name=NAME)
    AtOurClub.objects.create(club=cast.club, game_slug=GAME.slug, words="So it is", by_name=NAME)
    events.record_event(cast.club.pk, "renamed", NAME, name=NAME, now="Somebody")
    said = {"score": [{"name": f"{NAME} & Cy", "total": "0"}], "sentence": {"text": f"{NAME}'s trick."}}
    ruling = Ruling.objects.create(
        match=match, game_slug=GAME.slug, question="q", facts={}, house={}, seats=4, sides=2, said=said,
        language="en", release="0", fingerprint="2" * 64,
    )  # fmt: skip
    Precedent.objects.create(ruling=ruling, table=match.table, by_name=NAME)
    return cast


def zera(club):
    return Player.objects.get(club=club.club, user__email="zerafina@example.org", same_as=None)


NAME_FIELDS = [
    *((column.model, column.field) for column in redaction.NAME_COLUMNS),
    ("tables.Seat", "name"),
    ("clubs.Player", "name"),
    ("accounts.User", "name"),
]


def fields_with(name=NAME):
    return sorted(
        f"{model}.{field}"
        for model, field in NAME_FIELDS
        for value in apps.get_model(model)._default_manager.values_list(field, flat=True)
        if name in json.dumps(value, ensure_ascii=False)
    )


def scores():
    return [
        *sorted(Result.objects.values_list("match", "side", "total", "place", "won")),
        *sorted(Match.objects.values_list("pk", "head", "length")),
    ]


def test_erased_name_is_gone_and_scores_stay(club):
    assert {"tables.Seat.name", "tables.Entry.by_name", "library.Ruling.said", "clubs.Note.by_name"} < set(
        fields_with()
    )
    before, player = scores(), zera(club)
    first = Match.objects.order_by("pk")[0]
    sheets = [reverse("table", args=[first.table.code]), reverse("reasons", args=[first.table.code, 1, 1])]
    assert all(NAME in text(club.clients["Mia"].get(sheet)) for sheet in sheets)
    client_of(club).post(club.url("forget_player", player.pk))
    assert fields_with() == ["accounts.User.name"]  # the account is kept, with its name
    assert scores() == before
    assert Appearance.objects.filter(player__forgotten__isnull=False).count() == 2
    check_logs()
    for name, *args in (("players",), ("player", player.pk), ("unlinked_names",)):
        assert NAME not in text(club.get("Mia", name, *args))
    assert "Former player" in text(club.get("Mia", "player", player.pk))
    assert not any(NAME in markup(club.clients["Mia"].get(sheet)) for sheet in sheets)


def check_logs():
    assert not any(broken_link(match) for match in Match.objects.all())


def client_of(club):
    client = Client()
    session_of(client, zera(club).user).save()
    return client


def test_erasing_the_account_erases_it_in_every_club(club):
    player = zera(club)
    Member.objects.create(club=club.other, user=player.user)
    Player.objects.create(club=club.other, name=NAME, user=player.user)
    client_of(club).post(club.url("forget_player", player.pk), {"account": "yes"})
    assert not User.objects.filter(pk=player.user_id).exists()
    assert not Member.objects.filter(user=player.user_id).exists()
    player.refresh_from_db()
    assert (player.name, player.user, player.forgotten is not None) == ("", None, True)
    assert fields_with() == []
    assert player.appearances.count() == 2
    check_logs()


def test_a_namesake_keeps_the_name(club):
    other = Player.objects.create(club=club.club, name=NAME)
    note = Note.objects.get(text="A fine evening")
    match = play(club, NAME, "Bo", "Cy")
    match.sitting.filter(position=0).update(player=other)
    erasure.erase(zera(club), "")
    assert match.sitting.get(position=0).name == NAME
    assert Entry.objects.filter(match=match, by_name=NAME).exists()
    note.refresh_from_db()
    assert note.by_name == redaction.former_player()  # written at a table where Zera sat under this name
    assert AtOurClub.objects.get().by_name == NAME  # may be the namesake's


def test_name_in_text_written_by_others_stays(club):
    match = club.sit_down(GAME, full_table("Bo", "Cy", "Di"))
    match.sitting.filter(position=0).update(name=NAME, player=zera(club))
    club.write(match, adjustment(1, SIDES, f"{NAME} miscounted"))
    erasure.erase(zera(club), "")
    assert Entry.objects.filter(hand__icontains=NAME).exists()
    check_logs()


def test_owner_erases_guests_but_no_members(club):
    club.post("Olga", "forget_player", club.player("Bo").pk, data={})
    assert Player.objects.filter(club=club.club, name="", forgotten__isnull=False).count() == 1
    assert club.post("Olga", "forget_player", zera(club).pk, data={}).status_code == 403


def test_a_club_is_not_left_without_an_owner(club):
    assert club.post("Olga", "forget_player", club.player("Olga").pk, data={}).status_code == 422
    assert fields_with("Olga")


def test_stored_list_of_erasures_holds_no_name(club, var):
    erasure.erase(zera(club), "", with_account=True)
    # After a restore, the erasures in this file are repeated.
    written = (var / "tombstones.jsonl").read_text()
    assert [json.loads(line)["kind"] for line in written.splitlines()] == ["erased"]
    assert "zerafina" not in written.lower()


def copy_rows():
    models = [*(apps.get_model(model) for model, _field in NAME_FIELDS), Member, Club]
    return [(model, list(model._default_manager.all())) for model in dict.fromkeys(models)]


def restore_rows(copy):
    for model in (User, Member, Player):
        known = set(model._default_manager.values_list("pk", flat=True))
        model._default_manager.bulk_create([row for row in dict(copy)[model] if row.pk not in known])
    for model, rows in copy:
        names = [field.name for field in model._meta.concrete_fields if not field.primary_key]
        model._default_manager.bulk_update(rows, names)


def test_erasure_survives_a_restored_backup(club):
    player, before, copy = zera(club), scores(), copy_rows()
    erasure.erase(player, "", with_account=True)
    restore_rows(copy)
    assert NAME in Seat.objects.values_list("name", flat=True)
    call_command("restore", "--done", stdout=io.StringIO())
    assert fields_with() == []
    assert not User.objects.filter(email="zerafina@example.org").exists()
    player.refresh_from_db()
    assert player.forgotten
    assert [row[:2] for row in scores()] == [row[:2] for row in before]
    assert erasure.reapply_erasures() == 0


def test_daily_sweep_erases_again(club):
    copy = copy_rows()
    erasure.erase(zera(club), "")
    restore_rows(copy)
    call_command("sweep_clubs", stdout=io.StringIO())
    assert fields_with() == ["accounts.User.name"]


def test_reused_id_is_not_erased(club):
    player = zera(club)
    erasure.erase(player, "")
    Player.objects.filter(pk=player.pk).delete()
    Player.objects.create(pk=player.pk, club=club.club, name="Born later")
    erasure.reapply_erasures()
    assert Player.objects.get(pk=player.pk).name == "Born later"
    assert Seat.objects.filter(name="Bo").exists()


def test_erasure_cancelled_under_an_earlier_release_is_not_repeated(club, var):
    # Earlier releases wrote "covered" for an erasure, and "uncovered" when it was cancelled.
    line = {"v": 1, "at": timezone.now().isoformat(), "club": club.club.code, "players": [zera(club).pk]}
    role = {"v": 1, "kind": "role", "at": line["at"], "club": club.club.code, "user": 1, "role": ""}
    lines = [role, line | {"kind": "covered"}, line | {"kind": "uncovered"}]
    (var / "tombstones.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert erasure.reapply_erasures() == 0
    with (var / "tombstones.jsonl").open("a") as file:
        file.write(json.dumps(line | {"kind": "covered"}) + "\n")
        file.write('{"v": 1, "kind": "erased", "pla')  # cut short by a power cut
    assert erasure.reapply_erasures() == 1
    assert fields_with() == ["accounts.User.name"]


def test_data_file_has_everything_about_a_person(club, django_assert_max_num_queries):
    client = client_of(club)
    with django_assert_max_num_queries(24):
        answer = client.get(club.url("data_of_player", zera(club).pk))
        whole = answer.getvalue().decode()
    data = json.loads(whole)
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert data["account"]["email"] == "zerafina@example.org"
    assert [match["name"] for match in data["matches"]] == [NAME, f"{NAME} Old"]
    assert data["matches"][0]["at_the_table"] == full_table(NAME, "Bo", "Cy")
    assert data["matches"][0]["won"] is True
    assert [note["text"] for note in data["notes"]] == ["A fine evening"]
    for other in ("olga@example.org", "mia@example.org", "Olga", "Mia", "Sven"):
        assert other not in whole  # of other people, only the names at the table


def test_a_persons_data_is_their_own(club):
    for name, who in product(("data_of_player", "csv_of_player"), ("Olga", "Sven", "Mia")):
        assert club.get(who, name, zera(club).pk).status_code == 403


def test_spreadsheet_of_a_person_has_no_formula(club):
    Seat.objects.filter(name="Bo").update(name="=1+1")
    Seat.objects.filter(player=zera(club)).update(name="＝2")
    answer = client_of(club).get(club.url("csv_of_player", zera(club).pk))
    rows = list(csv.reader(io.StringIO(answer.getvalue().decode())))
    assert rows[0] == list(personal_data.COLUMNS)
    assert len(rows) == 3
    cells = [cell for row in rows[1:] for cell in row if not re.fullmatch(r"-?[\d.]+", cell)]
    assert not any(cell.startswith(tuple(spreadsheet.FORMULA)) for cell in cells)
    assert "'＝2" in {row[4] for row in rows[1:]}


def test_erasure_deletes_claims(club):
    bo = club.player("Bo")
    identity.claim(bo, user("Mia"))
    erasure.erase(bo, "Olga")
    assert not Claim.objects.exists()
    assert ClubEvent.objects.filter(what="forgotten").count() == 1


def test_erasing_a_name_deletes_uploaded_files_that_contain_it(club):
    def upload(name, person, owner=club.club):
        return ImportJob.objects.create(club=owner, digest="0" * 64, name=name, text=f"date,Ann,{person}\n")

    for written in (NAME, NAME.upper(), NAME.lower()):
        upload("named.csv", written)
        upload(f"{written}.csv", "Bo")
    other, of_other_club = upload("other.csv", "Bo"), upload("other.csv", NAME, club.other)
    erasure.erase(zera(club), "Olga")
    assert set(ImportJob.objects.values_list("pk", flat=True)) == {other.pk, of_other_club.pk}


def test_uploaded_file_is_deleted_after_a_day(club):
    for hours, content in ((25, "old"), (23, "new"), (25, "")):  # an import by the command line has no text
        at = timezone.now() - timedelta(hours=hours)
        ImportJob.objects.create(club=club.club, digest="0" * 64, text=content, at=at)
    call_command("sweep_clubs", stdout=io.StringIO())
    assert set(ImportJob.objects.values_list("text", flat=True)) == {"new", ""}


def test_claim_of_a_member_who_left_is_deleted(club):
    claim = identity.claim(club.player("Ann"), user("Mia"))
    assert "Mia" in text(club.get("Sven", "players")).split("was me")[0]
    erasure.erase(club.player("Mia"), "Mia")
    assert identity.open_claims(club.club) == []
    assert "was me" not in text(club.get("Sven", "players"))
    for granted in "yes", "no":
        assert club.post("Sven", "answer_claim", claim.pk, data={"granted": granted}).status_code == 404
    assert not ClubEvent.objects.filter(what__startswith="claim_").exists()
