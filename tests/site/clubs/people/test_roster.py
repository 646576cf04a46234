"""A pasted list of people: new, known and possible matches; creates players and invitations at once."""

from __future__ import annotations

import io
import re

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from openpyxl import Workbook

from scorekeeper.clubs.membership import invitations
from scorekeeper.clubs.models import Invitation, Player
from scorekeeper.clubs.people.names import KnownName
from scorekeeper.clubs.privacy import erasure
from scorekeeper.history.importing.roster import read_roster
from scorekeeper.jobs import runner
from scorekeeper.jobs.models import Job
from tests.site.cast import text
from tests.site.club_cast import ClubCast, user

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ClubCast:
    return ClubCast()


def called(club: ClubCast, name: str) -> bool:
    return Player.objects.filter(club=club.club, name=name).exists()


@pytest.mark.parametrize(
    "line",
    [
        "Ann Miller; ann@example.org",
        "Ann Miller\tann@example.org",
        "Ann,Miller,ann@example.org",
        '"Miller, Ann" <ann@example.org>'.replace('"', ""),
        "Ann Miller <ann@example.org>",
        "0043 123; Ann Miller; ann@example.org",
        "name,email\nAnn Miller,ann@example.org",
        "E-Mail;Nachname;Vorname\nann@example.org;Miller;Ann",
    ],
)
def test_a_line_is_read_as_people_write_it(line: str) -> None:
    (one,) = read_roster(line, [], {})
    assert (one.name, one.email, one.problem) == ("Ann Miller", "ann@example.org", "")


def test_of_each_line_it_is_told_whether_it_is_new_there_doubled_or_alike() -> None:
    known = [KnownName(1, 1, "José", "jose"), KnownName(2, 2, "Annie", "annie")]
    there, alike, new, twice, wrong = read_roster("jose\nAnne\nZed\nZED\nYo; x@y\n", known, {})
    assert there.known == 1
    assert alike.alike == (2,)
    assert new.is_new
    assert twice.twice
    assert wrong.problem
    assert not wrong.is_new
    (mended,) = read_roster("Yo; x@y", [], {1: "Yo; x@y.org"})
    assert mended.email == "x@y.org"
    assert not read_roster("Yo; x@y", [], {1: ""})


def test_a_list_pasted_makes_players_and_an_invitation_for_each(club: ClubCast) -> None:
    shown = club.post("Sven", "add_people", data={"text": "Gil; gil@example.org\nHeidi\nann\nOlga"})
    assert "2 new players" in text(shown)
    assert not called(club, "Gil")
    sent = {"text": "Gil; gil@example.org\nHeidi\nann\nOlga", "add": "1", "invite": "1"}
    assert club.post("Sven", "add_people", data=sent).status_code == 303
    club.post("Sven", "add_people", data=sent)  # a second time changes nothing
    assert Player.objects.filter(club=club.club, name__in=["Gil", "Heidi", "Ann", "Olga"]).count() == 4
    # Olga has an account, and needs no invitation.
    asked = Invitation.objects.values_list("player__name", "email", "role")
    assert sorted(asked) == [
        ("Ann", "", "member"),
        ("Gil", "gil@example.org", "member"),
        ("Heidi", "", "member"),
    ]


def test_nearly_the_same_name_is_asked_about_and_a_wrong_line_is_mended_in_place(club: ClubCast) -> None:
    club.player("Bettina")
    sent = {"text": "Betty\nKim; kim@\nZed", "add": "1"}
    shown = club.post("Sven", "add_people", data=sent)
    assert shown.status_code == 422
    assert "This is Bettina" in text(shown)
    assert 'name="mend.2"' in shown.content.decode()
    assert not called(club, "Zed")
    answers = {"same.1": str(club.player("Bettina").pk), "mend.2": "Kim; kim@example.org"}
    assert club.post("Sven", "add_people", data=sent | answers).status_code == 303
    assert not called(club, "Betty")
    assert called(club, "Kim")
    club.post("Sven", "add_people", data={"text": "Betty", "add": "1", "same.1": "no"})
    assert called(club, "Betty")


def test_a_spreadsheet_is_a_list_too(club: ClubCast) -> None:
    book, out = Workbook(), io.BytesIO()
    book.active.append(["Last name", "First name", "E-mail"])
    book.active.append(["Miller", "Gil", "gil@example.org"])
    book.save(out)
    file = SimpleUploadedFile("people.xlsx", out.getvalue())
    assert "Gil Miller" in text(read_by_the_job(club, file))
    broken = SimpleUploadedFile("people.xlsx", out.getvalue()[:200])
    assert "This spreadsheet cannot be read" in text(read_by_the_job(club, broken))


def read_by_the_job(club: ClubCast, file: SimpleUploadedFile) -> HttpResponse:
    """Return the page to which a spreadsheet of people leads, once its job is done."""
    begun = club.post("Sven", "add_people", data={"file": file})
    runner.run_all_jobs()
    return club.clients["Sven"].get(begun["Location"], follow=True)


def test_a_sheet_of_codes_lets_each_join_as_the_player_they_are(club: ClubCast) -> None:
    assert club.post("Sven", "invitation_sheet", data={}).status_code == 303
    shown = club.get("Sven", "invitation_sheet").content.decode()
    assert shown.count('class="qr"') == 4
    assert "Invite 1 guest" not in shown
    one = Invitation.objects.get(player__name="Ann")
    phone = Client()
    phone.force_login(user("Ned"), backend="allauth.account.auth_backends.AuthenticationBackend")
    secret = invitations.path_of(one).partition("#")[2]
    phone.post("/c/join", {"secret": secret})
    phone.post("/c/join", {"join": "1"})
    assert Player.objects.get(club=club.club, name="Ann").user == user("Ned")


def test_without_a_mail_server_the_letter_is_written_in_ones_own_program(club: ClubCast) -> None:
    club.post("Sven", "add_people", data={"text": "Gil; gil@example.org", "add": "1", "invite": "1"})
    shown = club.get("Sven", "invitation_sheet").content.decode()
    letter = re.search(r'href="(mailto:gil@example\.org\?[^"]+)"', shown)
    assert letter
    assert invitations.secret_of(Invitation.objects.get(player__name="Gil")) in letter[1]


def test_with_one_each_is_sent_once_by_a_job(club: ClubCast, settings) -> None:
    settings.EMAIL_URL, settings.SITE_URL = "smtp://mail.example.org", "https://cards.example.org"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    club.post("Sven", "add_people", data={"text": "Gil; gil@example.org\nHeidi", "add": "1", "invite": "1"})
    assert "Send 1 invitation by email" in text(club.get("Sven", "invitation_sheet"))
    assert club.post("Sven", "mail_invitations", data={}).status_code == 303
    job = Job.objects.get(what="mail")
    runner.run_job(job)
    assert [letter.to for letter in mail.outbox] == [["gil@example.org"]]
    secret = invitations.secret_of(Invitation.objects.get(player__name="Gil"))
    assert f"https://cards.example.org/c/join#{secret}" in str(mail.outbox[0].body)
    invitations.send_invitations(club.club, lambda done, most: None)
    assert len(mail.outbox) == 1
    assert club.get("Sven", "job", job.pk).status_code == 303


def test_an_address_goes_with_its_invitation_and_with_who_is_forgotten(club: ClubCast) -> None:
    club.post("Sven", "add_people", data={"text": "Gil; g@x.org\nHeidi; h@x.org", "add": "1", "invite": "1"})
    erasure.erase(club.player("Gil"), "Olga")
    assert list(Invitation.objects.exclude(email="").values_list("email", flat=True)) == ["h@x.org"]
    Invitation.objects.update(uses_left=0)
    assert invitations.forget_addresses() == 1
