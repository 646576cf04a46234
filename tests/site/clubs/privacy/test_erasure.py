"""Erasure of a person, in restored backups too; and the export of one person's data."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine import Adjustment, PerSide
from scorekeeper.accounts.models import User
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import AtOurClub, Club, ClubEvent, Member, Player, Role
from scorekeeper.clubs.people import identity
from scorekeeper.clubs.privacy import erasure, redaction
from scorekeeper.clubs.spreadsheets import spreadsheet
from scorekeeper.history.exporting import personal_data
from scorekeeper.history.models import Appearance, ImportJob, Note
from scorekeeper.library.models import Precedent, Ruling
from scorekeeper.matches import hash_chain
from scorekeeper.matches.models import Entry, Match, Objection, Phone, Result, Seat
from tests.site.cast import text
from tests.site.club_cast import ClubCast, user
from tests.site.clubs.people.test_players import game, sides, some

pytestmark = pytest.mark.django_db
NAME = "Zerafina"  # in no other field


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> Path:
    """Use a temporary folder for the tombstones."""
    settings.VAR = tmp_path
    return tmp_path


@pytest.fixture
def club() -> ClubCast:
    """Return a club in which one member's name is stored everywhere."""
    cast = ClubCast()
    zera = User.objects.create(email="zerafina@example.org", name=NAME)
    Member.objects.create(club=cast.club, user=zera, role=Role.SCOREKEEPER)
    player = Player.objects.create(club=cast.club, name=NAME, user=zera)
    merged = Player.objects.create(club=cast.club, name=f"{NAME} Old", same_as=player)
    match = cast.played(game(), some(NAME, "Bo", "Cy"), [1] + [0] * (sides() - 1))
    older = cast.played(game(), some(f"{NAME} Old", "Bo", "Cy"), [1] + [0] * (sides() - 1))
    Seat.objects.filter(match=older, position=0).update(player=merged)
    identity.update_history([player.pk])
    phone = Phone.objects.get(table=match.table)
    Objection.objects.create(match=match, number=1, by=phone, by_name=NAME, settled="stands", settled_by=NAME)
    Note.objects.create(match=match, club=cast.club, text="A fine evening", by_name=NAME)
    AtOurClub.objects.create(club=cast.club, game_slug=game().slug, words="So it is", by_name=NAME)
    events.record_event(cast.club.pk, "renamed", NAME, name=NAME, now="Somebody")
    said = {"score": [{"name": f"{NAME} & Cy", "total": "0"}], "sentence": {"text": f"{NAME}'s trick."}}
    ruling = Ruling.objects.create(
        match=match, game_slug=game().slug, question="q", facts={}, house={}, seats=4, sides=2, said=said,
        language="en", release="0", fingerprint="2" * 64,
    )  # fmt: skip
    Precedent.objects.create(ruling=ruling, table=match.table, by_name=NAME)
    return cast


def zera(club: ClubCast) -> Player:
    return Player.objects.get(club=club.club, user__email="zerafina@example.org", same_as=None)


PLACES = [
    *((place.model, place.field) for place in redaction.NAME_FIELDS),
    ("tables.Seat", "name"),
    ("clubs.Player", "name"),
    ("accounts.User", "name"),
]


def stands(name: str = NAME) -> list[str]:
    """Return every field in which a name is stored."""
    found = []
    for model, field in PLACES:
        for value in apps.get_model(model)._default_manager.values_list(field, flat=True):
            if name in json.dumps(value, ensure_ascii=False):
                found.append(f"{model}.{field}")
    return sorted(found)


def scores() -> list[tuple[Any, ...]]:
    return [
        *sorted(Result.objects.values_list("match", "side", "total", "place", "won")),
        *sorted(Match.objects.values_list("pk", "head", "length")),
    ]


def test_a_name_is_gone_everywhere_at_once_and_scores_stay(club: ClubCast) -> None:
    assert {"tables.Seat.name", "tables.Entry.by_name", "library.Ruling.said", "clubs.Note.by_name"} < set(
        stands()
    )
    before, player, counted = scores(), zera(club), zera(club).appearances.count()
    client_of(club).post(club.url("forget_player", player.pk))
    assert stands() == ["accounts.User.name"]  # a person who keeps the account keeps its name
    assert scores() == before
    assert Appearance.objects.filter(player__forgotten__isnull=False).count() == counted == 2
    for match in Match.objects.all():
        assert hash_chain.broken_link(match) is None
    for name, *which in (("players",), ("player", player.pk), ("unjoined",)):
        page = text(club.get("Mia", name, *which))
        assert NAME not in page
        assert "Former player" in page or name != "player"
    table = reverse("table", args=[Match.objects.first().table.code])  # type: ignore[union-attr]
    assert NAME not in club.clients["Mia"].get(table).content.decode()


def client_of(club: ClubCast) -> Any:
    """Return the client of the member who is to be erased."""
    client = Client()
    client.force_login(
        User.objects.get(email="zerafina@example.org"),
        backend="allauth.account.auth_backends.AuthenticationBackend",
    )
    return client


def test_what_was_read_before_is_read_anew(club: ClubCast) -> None:
    match = Match.objects.order_by("pk")[0]
    history = reverse("reasons", args=[match.table.code, 1, 1])
    assert NAME in club.clients["Mia"].get(history).content.decode()
    erasure.erase(zera(club), "")
    assert NAME not in club.clients["Mia"].get(history).content.decode()


def test_with_the_account_nothing_is_left(club: ClubCast) -> None:
    player = zera(club)
    client_of(club).post(club.url("forget_player", player.pk), {"account": "yes"})
    player.refresh_from_db()
    assert (player.name, player.user, player.forgotten is not None) == ("", None, True)
    assert not User.objects.filter(email="zerafina@example.org").exists()
    assert not Member.objects.filter(club=club.club, user__email="zerafina@example.org").exists()
    assert stands() == []
    assert player.appearances.count() == 2
    for match in Match.objects.all():
        assert hash_chain.broken_link(match) is None


def test_a_namesake_keeps_the_name(club: ClubCast) -> None:
    other = Player.objects.create(club=club.club, name=NAME)
    note = Note.objects.get()
    elsewhere = club.played(game(), some(NAME, "Bo", "Cy"), [1] + [0] * (sides() - 1))
    Seat.objects.filter(match=elsewhere, position=0).update(player=other)
    erasure.erase(zera(club), "")
    assert Seat.objects.get(match=elsewhere, position=0).name == NAME
    assert Entry.objects.filter(match=elsewhere, by_name=NAME).exists()
    note.refresh_from_db()
    assert note.by_name == redaction.former_player()  # at their own table, so it is theirs
    assert AtOurClub.objects.get().by_name == NAME  # may be either's


def test_what_others_wrote_in_their_own_words_stays(club: ClubCast) -> None:
    match = club.sit_down(game(), some("Bo", "Cy", "Di"))
    Seat.objects.filter(match=match, position=0).update(name=NAME, player=zera(club))
    club.write(match, Adjustment(PerSide([1] + [0] * (sides() - 1)), f"{NAME} miscounted"))
    erasure.erase(zera(club), "")
    assert Entry.objects.filter(hand__icontains=NAME).exists()
    assert hash_chain.broken_link(Match.objects.get(pk=match.pk)) is None


def test_an_owner_forgets_a_guest_who_asked_and_no_member(club: ClubCast) -> None:
    assert club.post("Olga", "forget_player", club.player("Bo").pk, data={}).status_code == 303
    assert Player.objects.filter(club=club.club, name="", forgotten__isnull=False).count() == 1
    assert club.post("Olga", "forget_player", zera(club).pk, data={}).status_code == 403
    assert club.post("Sven", "forget_player", club.player("Cy").pk, data={}).status_code == 403


def test_a_club_is_not_left_without_an_owner(club: ClubCast) -> None:
    page = club.post("Olga", "forget_player", club.player("Olga").pk, data={})
    assert page.status_code == 422
    assert "The club would have no owner" in text(page)
    assert stands("Olga")


def test_with_the_account_they_are_forgotten_in_every_club(club: ClubCast) -> None:
    account = User.objects.get(email="zerafina@example.org")
    Member.objects.create(club=club.other, user=account)
    Player.objects.create(club=club.other, name=NAME, user=account)
    client_of(club).post(club.url("forget_player", zera(club).pk), {"account": "yes"})
    assert stands() == []
    assert not User.objects.filter(pk=account.pk).exists()
    assert not Member.objects.filter(user=account.pk).exists()


# Backups ----------------------------------------------------------------------------


def test_the_tombstones_hold_no_name(club: ClubCast, var: Path) -> None:
    erasure.erase(zera(club), "", with_account=True)
    written = (var / "tombstones.jsonl").read_text()
    assert [json.loads(line)["kind"] for line in written.splitlines()] == ["erased"]
    assert NAME not in written
    assert "zerafina" not in written.lower()


def copied() -> list[tuple[type[Any], list[Any]]]:
    """Return a copy of all rows, to be restored later."""
    kinds = [*(apps.get_model(model) for model, _field in PLACES), Member, Club]
    return [(kind, list(kind._default_manager.all())) for kind in dict.fromkeys(kinds)]


def put_back(copy: list[tuple[type[Any], list[Any]]]) -> None:
    for kind in (User, Member, Player):
        kept = dict(copy)[kind]
        known = set(kind._default_manager.values_list("pk", flat=True))
        kind._default_manager.bulk_create([row for row in kept if row.pk not in known])
    for kind, rows in copy:
        names = [field.name for field in kind._meta.concrete_fields if not field.primary_key]
        kind._default_manager.bulk_update(rows, names)


def test_who_was_erased_does_not_come_back_with_a_backup(club: ClubCast) -> None:
    player, before = zera(club), scores()
    copy = copied()
    erasure.erase(player, "", with_account=True)
    put_back(copy)
    assert NAME in Seat.objects.values_list("name", flat=True)
    call_command("restore", "--done", stdout=StringIO())
    assert stands() == []
    assert not User.objects.filter(email="zerafina@example.org").exists()
    player.refresh_from_db()
    assert player.forgotten
    assert [one[:2] for one in scores()] == [one[:2] for one in before]
    assert erasure.erased_again() == 0  # idempotent


def test_the_daily_sweep_erases_again_where_a_copy_was_put_back_otherwise(club: ClubCast) -> None:
    copy = copied()
    erasure.erase(zera(club), "")
    put_back(copy)
    call_command("sweep_clubs", stdout=StringIO())
    assert stands() == ["accounts.User.name"]


def test_an_id_given_out_again_does_its_new_bearer_no_harm(club: ClubCast) -> None:
    player = zera(club)
    erasure.erase(player, "")
    Player.objects.filter(pk=player.pk).delete()
    Player.objects.create(pk=player.pk, club=club.club, name="Born later")
    erasure.erased_again()
    assert Player.objects.get(pk=player.pk).name == "Born later"
    assert Seat.objects.filter(name="Bo").exists()


def test_who_changed_their_mind_in_an_earlier_release_stays(club: ClubCast, var: Path) -> None:
    line = {"v": 1, "at": timezone.now().isoformat(), "club": club.club.code, "players": [zera(club).pk]}
    role = {"v": 1, "kind": "role", "at": line["at"], "club": club.club.code, "user": 1, "role": ""}
    lines = [role, line | {"kind": "covered"}, line | {"kind": "uncovered"}]
    (var / "tombstones.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    assert erasure.erased_again() == 0
    with (var / "tombstones.jsonl").open("a") as file:
        file.write(json.dumps(line | {"kind": "covered"}) + "\n")
        file.write('{"v": 1, "kind": "erased", "pla')  # cut short by a power cut
    assert erasure.erased_again() == 1
    assert stands() == ["accounts.User.name"]


# One person's data -------------------------------------------------------------------


def test_everything_about_a_person_in_one_tap(club: ClubCast, django_assert_max_num_queries: Any) -> None:
    client = client_of(club)
    with django_assert_max_num_queries(24):
        answer = client.get(club.url("data_of_player", zera(club).pk))
        whole = answer.getvalue().decode()
    data = json.loads(whole)
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert data["format"] == personal_data.FORMAT
    assert data["account"]["email"] == "zerafina@example.org"
    assert [match["name"] for match in data["matches"]] == [NAME, f"{NAME} Old"]
    assert data["matches"][0]["at_the_table"] == some(NAME, "Bo", "Cy")
    assert data["matches"][0]["won"] is True
    assert [note["text"] for note in data["notes"]] == ["A fine evening"]
    for other in ("olga@example.org", "mia@example.org", "Olga", "Mia", "Sven"):
        assert other not in whole  # other people only as they sat at the table


def test_a_persons_data_is_their_own(club: ClubCast) -> None:
    for who in ("Olga", "Sven", "Mia", "Ned", "Odd"):
        for name in ("data_of_player", "csv_of_player"):
            assert club.get(who, name, zera(club).pk).status_code == (
                403 if who in ("Olga", "Sven", "Mia") else 404
            )
    assert club.get("Olga", "data_of_player", club.player("Bo").pk).status_code == 200


def test_the_matches_open_in_a_spreadsheet_as_text(club: ClubCast) -> None:
    Seat.objects.filter(name="Bo").update(name="=1+1")
    Seat.objects.filter(player=zera(club)).update(name="＝2")
    answer = client_of(club).get(club.url("csv_of_player", zera(club).pk))
    rows = list(csv.reader(io.StringIO(answer.getvalue().decode())))
    assert rows[0] == list(personal_data.COLUMNS)
    assert len(rows) == 3
    assert all(
        not cell.startswith(tuple(spreadsheet.FORMULA))
        for row in rows[1:]
        for cell in row
        if not number(cell)
    )
    assert "'＝2" in {row[4] for row in rows[1:]}


def number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def test_a_claim_of_somebody_forgotten_is_gone_with_them(club: ClubCast) -> None:
    identity.claim(club.player("Bo"), user("Mia"))
    erasure.erase(club.player("Bo"), "Olga")
    assert identity.open_claims(club.club) == []
    assert ClubEvent.objects.filter(what="forgotten").count() == 1


# Leftover data --------------------------------------------------------------------------------------


@pytest.mark.parametrize("written", [NAME, NAME.upper(), NAME.lower()])
def test_a_file_that_was_left_lying_goes_with_the_name_in_it(club: ClubCast, written: str) -> None:
    """Check that an uploaded file is deleted, since it may contain any text (C11)."""
    zera(club)
    rest = {"club": club.club, "digest": "0" * 64}
    ImportJob.objects.create(name="named.csv", text=f"date,Ann,{written}\n2019-03-02,3,2\n", **rest)
    ImportJob.objects.create(name=f"{written}.csv", text="date,Ann,Bo\n2019-03-02,3,2\n", **rest)
    other = ImportJob.objects.create(name="other.csv", text="date,Ann,Bo\n2019-03-02,3,2\n", **rest)
    elsewhere = ImportJob.objects.create(
        name="other.csv", text=f"date,Ann,{written}\n", club=club.other, digest="0" * 64
    )
    erasure.erase(zera(club), "Olga")
    assert set(ImportJob.objects.values_list("pk", flat=True)) == {other.pk, elsewhere.pk}


def test_a_file_that_was_left_lying_goes_after_a_day_though_nobody_comes_by(club: ClubCast) -> None:
    rest = {"club": club.club, "digest": "0" * 64}
    old = ImportJob.objects.create(text="date,Ann,Bo\n", at=timezone.now() - timedelta(hours=25), **rest)
    new = ImportJob.objects.create(text="date,Ann,Bo\n", at=timezone.now() - timedelta(hours=23), **rest)
    run = ImportJob.objects.create(text="", at=old.at, **rest)  # from the command line, to be continued
    call_command("sweep_clubs", stdout=StringIO())
    assert set(ImportJob.objects.values_list("pk", flat=True)) == {new.pk, run.pk}


def test_a_question_of_somebody_who_has_left_waits_for_nobody(club: ClubCast) -> None:
    """Check that a departed member's pending question, and with it their name, is deleted (C13)."""
    claim = identity.claim(club.player("Ann"), user("Mia"))
    assert "Mia" in text(club.get("Sven", "players")).split("was I")[0]
    erasure.erase(club.player("Mia"), "Mia")
    assert identity.open_claims(club.club) == []
    assert "was I" not in text(club.get("Sven", "players"))
    for granted in "yes", "no":
        assert club.post("Sven", "answer_claim", claim.pk, data={"granted": granted}).status_code == 404
    assert not ClubEvent.objects.filter(what__startswith="claim_").exists()
