"""Forget me: covered at once, back for a fortnight, then gone, from backups too. One person's data."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sqlite3
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from games.engine import Adjustment, PerSide
from scorekeeper.accounts.models import User
from scorekeeper.clubs.importing import spreadsheet
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import (
    AtOurClub,
    Club,
    ClubEvent,
    Covered,
    ImportJob,
    Member,
    Note,
    Player,
    Role,
)
from scorekeeper.clubs.people import identity
from scorekeeper.clubs.privacy import erasure, personal_data, redaction, replay, tombstones
from scorekeeper.library.models import Precedent, Ruling
from scorekeeper.matches import hash_chain
from scorekeeper.matches.models import Entry, Match, Objection, Phone, Result, Seat
from tests.site.cast import text
from tests.site.club_cast import ClubCast, user
from tests.site.clubs.people.test_players import game, sides, some

pytestmark = pytest.mark.django_db
NAME = "Zerafina"  # in nothing else


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> Path:
    """The folder of the tombstones: a test's own."""
    settings.VAR = tmp_path
    return tmp_path


@pytest.fixture
def club() -> ClubCast:
    """A club in whose books the name of one member stands everywhere."""
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


def stands(name: str = NAME) -> list[str]:
    """Every place in the books where a name stands, but for what is kept to bring it back."""
    found = []
    for place in redaction.BY_KEY.values():
        for value in place.kind._default_manager.values_list(place.field, flat=True):
            if name in json.dumps(value, ensure_ascii=False):
                found.append(place.what)
    return sorted(found)


def scores() -> list[tuple[Any, ...]]:
    return [
        *sorted(Result.objects.values_list("match", "side", "total", "place", "won")),
        *sorted(Match.objects.values_list("pk", "head", "length")),
    ]


def later(player: Player) -> None:
    """A fortnight goes by."""
    Player.objects.filter(forgotten__isnull=False).update(forgotten=timezone.now() - timedelta(days=15))


def test_a_name_is_covered_everywhere_at_once_and_scores_stay(club: ClubCast) -> None:
    assert {"tables.Seat.name", "tables.Entry.by_name", "library.Ruling.said", "clubs.Note.by_name"} < set(
        stands()
    )
    before, counted = scores(), zera(club).appearances.count()
    client_of(club).post(club.url("forget_player", zera(club).pk))
    assert stands() == ["accounts.User.name"]  # who keeps the account keeps its name
    assert scores() == before
    assert zera(club).appearances.count() == counted == 2
    for match in Match.objects.all():
        assert hash_chain.broken_link(match) is None
    for name, *which in (("players",), ("player", zera(club).pk), ("unjoined",)):
        page = text(club.get("Mia", name, *which))
        assert NAME not in page
        assert "Former player" in page or name == "unjoined"
    table = reverse("table", args=[Match.objects.first().table.code])  # type: ignore[union-attr]
    assert NAME not in club.clients["Mia"].get(table).content.decode()


def client_of(club: ClubCast) -> Any:
    """The browser of the member who is to be forgotten."""
    from django.test import Client

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
    erasure.request_erasure(zera(club), "")
    assert NAME not in club.clients["Mia"].get(history).content.decode()


def test_for_a_fortnight_everything_can_come_back_exactly(club: ClubCast) -> None:
    before = stands()
    erasure.request_erasure(zera(club), "", with_account=True)
    assert stands() == []
    assert client_of(club).get(club.url("player", zera(club).pk)).status_code == 404  # no member any more
    page = client_of(club).get(club.url("remember_player", zera(club).pk))
    assert "Restore the name" in text(page)
    assert club.get("Mia", "remember_player", zera(club).pk).status_code == 403
    assert client_of(club).post(club.url("remember_player", zera(club).pk)).status_code == 303
    assert stands() == before
    assert not Covered.objects.exists()
    assert zera(club).name == NAME
    assert Member.objects.get(club=club.club, user=zera(club).user, ended=None).role == Role.SCOREKEEPER


def test_after_a_fortnight_nothing_can_be_undone_and_nothing_is_left(club: ClubCast) -> None:
    player = zera(club)
    erasure.request_erasure(player, "", with_account=True)
    assert erasure.erase_due() == 0
    later(player)
    assert not erasure.cancel_erasure(player, "")
    call_command("forget", no_vacuum=True)
    player.refresh_from_db()
    assert (player.name, player.user, player.gone is not None) == ("", None, True)
    assert not Covered.objects.exists()
    assert not User.objects.filter(email="zerafina@example.org").exists()
    assert stands() == []
    assert player.appearances.count() == 2
    assert erasure.erase_due() == 0
    for match in Match.objects.all():
        assert hash_chain.broken_link(match) is None


def test_what_comes_to_bear_the_name_in_the_fortnight_goes_too(club: ClubCast) -> None:
    player = zera(club)
    erasure.request_erasure(player, "")
    match = Match.objects.order_by("pk")[0]
    Note.objects.create(match=match, club=club.club, text="Back again", by_name=NAME)
    later(player)
    erasure.erase_due()
    assert "clubs.Note.by_name" not in stands()


def test_a_namesake_keeps_the_name(club: ClubCast) -> None:
    other = Player.objects.create(club=club.club, name=NAME)
    note = Note.objects.get()
    elsewhere = club.played(game(), some(NAME, "Bo", "Cy"), [1] + [0] * (sides() - 1))
    Seat.objects.filter(match=elsewhere, position=0).update(player=other)
    erasure.request_erasure(zera(club), "")
    assert Seat.objects.get(match=elsewhere, position=0).name == NAME
    assert Entry.objects.filter(match=elsewhere, by_name=NAME).exists()
    note.refresh_from_db()
    assert note.by_name == redaction.former_player()  # at the table where they sat it is theirs
    assert AtOurClub.objects.get().by_name == NAME  # may be either's


def test_who_comes_back_does_not_bring_somebody_else_along(club: ClubCast) -> None:
    ruling = Ruling.objects.get()
    bo = club.player("Bo")
    Ruling.objects.update(said={"words": f"{NAME} and Bo."})
    erasure.request_erasure(zera(club), "")
    erasure.request_erasure(bo, "Olga")
    assert erasure.cancel_erasure(zera(club), "")
    ruling.refresh_from_db()
    assert ruling.said == {"words": f"{NAME} and Former player."}


def test_what_others_wrote_in_their_own_words_stays(club: ClubCast) -> None:
    match = club.sit_down(game(), some("Bo", "Cy", "Di"))
    Seat.objects.filter(match=match, position=0).update(name=NAME, player=zera(club))
    club.write(match, Adjustment(PerSide([1] + [0] * (sides() - 1)), f"{NAME} miscounted"))
    erasure.request_erasure(zera(club), "")
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
    later(zera(club))
    assert erasure.erase_due() == 2
    assert not User.objects.filter(pk=account.pk).exists()
    assert not Member.objects.filter(user=account.pk).exists()


# Backups ----------------------------------------------------------------------------


def test_the_tombstones_hold_no_name(club: ClubCast, var: Path) -> None:
    erasure.request_erasure(zera(club), "", with_account=True)
    later(zera(club))
    erasure.erase_due()
    written = (var / "tombstones.jsonl").read_text()
    assert [json.loads(line)["kind"] for line in written.splitlines()] == ["role", "covered", "erased"]
    assert NAME not in written
    assert "zerafina" not in written.lower()


def copied() -> list[tuple[type[Any], list[Any]]]:
    """A copy of what is stored, to be put back."""
    kinds = [place.kind for place in redaction.BY_KEY.values()] + [Member, Covered, Club]
    return [(kind, list(kind._default_manager.all())) for kind in dict.fromkeys(kinds)]


def put_back(copy: list[tuple[type[Any], list[Any]]]) -> None:
    for kind in (User, Member, Player):
        kept = dict(copy)[kind]
        known = set(kind._default_manager.values_list("pk", flat=True))
        kind._default_manager.bulk_create([row for row in kept if row.pk not in known])
    for kind, rows in copy:
        if kind is Covered:
            kind._default_manager.all().delete()
            continue
        names = [field.name for field in kind._meta.concrete_fields if not field.primary_key]
        kind._default_manager.bulk_update(rows, names)


@pytest.mark.parametrize("when", ["before they asked", "in the fortnight"])
def test_who_was_erased_does_not_come_back_with_a_backup(club: ClubCast, when: str) -> None:
    player = zera(club)
    if when == "in the fortnight":
        erasure.request_erasure(player, "", with_account=True)
    copy = copied()
    if when != "in the fortnight":
        erasure.request_erasure(player, "", with_account=True)
    later(player)
    erasure.erase_due()
    put_back(copy)
    assert when == "in the fortnight" or NAME in Seat.objects.values_list("name", flat=True)
    call_command("replay_tombstones")
    assert stands() == []
    assert not User.objects.filter(email="zerafina@example.org").exists()
    player.refresh_from_db()
    assert player.gone
    assert replay.replay_tombstones()["erased"] == 0  # once is enough


def test_who_asked_is_covered_again_and_may_still_change_their_mind(club: ClubCast) -> None:
    before = stands()
    copy = copied()
    erasure.request_erasure(zera(club), "")
    put_back(copy)
    assert replay.replay_tombstones() == {"covered": 1, "erased": 0, "role": 1}
    assert stands() == ["accounts.User.name"]
    assert erasure.cancel_erasure(zera(club), "")
    assert stands() == before
    assert replay.replay_tombstones() == {"covered": 0, "erased": 0, "role": 0}


def test_a_seat_that_was_joined_after_the_backup_is_covered_too(club: ClubCast) -> None:
    copy = copied()
    stray = club.played(game(), some("Zerafina the Guest", "Bo", "Cy"), [1] + [0] * (sides() - 1))
    seats = Seat.objects.filter(match=stray, position=0)
    seats.update(player=None)
    Player.objects.filter(name="Zerafina the Guest").delete()
    identity.join_seats(
        zera(club), identity.unjoined_seats(club.club.pk).filter(name="Zerafina the Guest"), "Sven"
    )
    erasure.request_erasure(zera(club), "")
    later(zera(club))
    erasure.erase_due()
    put_back(copy)
    seats.update(player=None, name="Zerafina the Guest")  # as the copy had it
    replay.replay_tombstones()
    assert "tables.Seat.name" not in stands()


def test_an_id_given_out_again_does_its_new_bearer_no_harm(club: ClubCast) -> None:
    player = zera(club)
    erasure.request_erasure(player, "")
    later(player)
    erasure.erase_due()
    Player.objects.filter(pk=player.pk).delete()
    Player.objects.create(pk=player.pk, club=club.club, name="Born later")
    seat = Seat.objects.filter(name="Bo").first()
    replay.replay_tombstones()
    assert Player.objects.get(pk=player.pk).name == "Born later"
    assert seat is not None
    assert Seat.objects.get(pk=seat.pk).name == "Bo"


def test_a_role_that_was_withdrawn_is_withdrawn_from_a_backup(club: ClubCast) -> None:
    sven, mia = club.member("Sven"), club.member("Mia")
    tombstones.record_role(club.club, sven.user_id, Role.MEMBER)
    tombstones.record_role(club.club, mia.user_id, "")
    assert replay.replay_tombstones()["role"] == 2
    assert club.member("Sven").role == Role.MEMBER
    assert not Member.objects.filter(user=mia.user_id, ended=None).exists()
    assert replay.replay_tombstones()["role"] == 0


def test_a_role_given_back_afterwards_is_left(club: ClubCast) -> None:
    sven = club.member("Sven")
    tombstones.record_role(club.club, sven.user_id, Role.MEMBER)
    tombstones.record_role(club.club, sven.user_id, Role.SCOREKEEPER)
    assert replay.replay_tombstones()["role"] == 0
    assert club.member("Sven").role == Role.SCOREKEEPER


def test_a_line_that_a_power_cut_left_short_is_passed_over(club: ClubCast, var: Path) -> None:
    tombstones.record_role(club.club, club.member("Mia").user_id, "")
    with (var / "tombstones.jsonl").open("a") as file:
        file.write('{"v": 1, "kind": "erased", "pla')
    assert replay.replay_tombstones()["role"] == 1


@pytest.mark.django_db(transaction=True)
def test_no_byte_of_the_name_is_left_in_the_file(club: ClubCast, tmp_path: Path) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("the file of SQLite")
    file = Path(str(connection.settings_dict["NAME"]))
    backup = tmp_path / "backup.sqlite3"
    with sqlite3.connect(backup) as copy:
        connection.ensure_connection()
        connection.connection.backup(copy)
    assert count_names([backup], [NAME])[NAME] > 5
    erasure.request_erasure(zera(club), "", with_account=True)
    later(zera(club))
    call_command("forget")
    assert found_in(file) == 0
    # The copy that is older is put back, and is brought up to what was asked since.
    with sqlite3.connect(backup) as copy:
        copy.backup(connection.connection)
    assert found_in(file) > 5
    call_command("replay_tombstones")
    assert found_in(file) == 0
    assert stands() == []
    shutil.rmtree(tmp_path, ignore_errors=True)


def found_in(file: Path) -> int:
    """How often the name, or the address, stands in the database, byte for byte."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    files = [file, file.with_name(file.name + "-wal")]
    return sum(count_names(files, [NAME, NAME.lower()]).values())


# One person's data -------------------------------------------------------------------


def test_everything_about_a_person_in_one_tap(club: ClubCast, django_assert_max_num_queries: Any) -> None:
    client = client_of(club)
    with django_assert_max_num_queries(22):
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
        assert other not in whole  # third persons only as they sat at the table


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
    erasure.request_erasure(club.player("Bo"), "Olga")
    assert identity.open_claims(club.club) == []
    later(club.player("Bo"))
    erasure.erase_due()
    assert ClubEvent.objects.filter(what="forgotten").count() == 1


# What lies about ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("written", [NAME, NAME.upper(), NAME.lower()])
def test_a_file_that_was_left_lying_goes_with_the_name_in_it(club: ClubCast, written: str) -> None:
    """C11: it holds whatever was typed into it, and nobody waits for it but the page."""
    zera(club)
    rest = {"club": club.club, "digest": "0" * 64}
    ImportJob.objects.create(name="named.csv", text=f"date,Ann,{written}\n2019-03-02,3,2\n", **rest)
    ImportJob.objects.create(name=f"{written}.csv", text="date,Ann,Bo\n2019-03-02,3,2\n", **rest)
    other = ImportJob.objects.create(name="other.csv", text="date,Ann,Bo\n2019-03-02,3,2\n", **rest)
    elsewhere = ImportJob.objects.create(
        name="other.csv", text=f"date,Ann,{written}\n", club=club.other, digest="0" * 64
    )
    erasure.request_erasure(zera(club), "Olga")
    assert set(ImportJob.objects.values_list("pk", flat=True)) == {other.pk, elsewhere.pk}


def test_a_file_that_was_left_lying_goes_after_a_day_though_nobody_comes_by(club: ClubCast) -> None:
    rest = {"club": club.club, "digest": "0" * 64}
    old = ImportJob.objects.create(text="date,Ann,Bo\n", at=timezone.now() - timedelta(hours=25), **rest)
    new = ImportJob.objects.create(text="date,Ann,Bo\n", at=timezone.now() - timedelta(hours=23), **rest)
    run = ImportJob.objects.create(text="", at=old.at, **rest)  # of the command line, to be gone on with
    call_command("forget", "--no-vacuum")
    assert set(ImportJob.objects.values_list("pk", flat=True)) == {new.pk, run.pk}


def test_a_question_of_somebody_who_has_left_waits_for_nobody(club: ClubCast) -> None:
    """C13: their name would stand in it, though they asked to be forgotten, and then in the club's log."""
    claim = identity.claim(club.player("Ann"), user("Mia"))
    assert "Mia" in text(club.get("Sven", "players")).split("was I")[0]
    erasure.request_erasure(club.player("Mia"), "Mia")
    assert identity.open_claims(club.club) == []
    assert "was I" not in text(club.get("Sven", "players"))
    for granted in "yes", "no":
        assert club.post("Sven", "answer_claim", claim.pk, data={"granted": granted}).status_code == 422
    assert not ClubEvent.objects.filter(what__startswith="claim_").exists()
    # Who is not forgotten after all asks still.
    erasure.cancel_erasure(Player.objects.get(user=user("Mia"), club=club.club), "Mia")
    assert identity.open_claims(club.club) == [claim]


def count_names(folder: Iterable[Path], names: Iterable[str]) -> dict[str, int]:
    """How often each name stands in these files, byte for byte: what a careful operator looks for."""
    texts = [file.read_bytes() for file in folder if file.exists()]
    return {name: sum(text.count(name.encode()) for text in texts) for name in names}
