"""A pasted list of people, new or known to the club, from which players and invitations are created."""

import re

from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile

from scorekeeper.clubs.membership import invitations
from scorekeeper.clubs.models import Invitation, Player
from scorekeeper.clubs.people.names import KnownName
from scorekeeper.clubs.privacy import erasure
from scorekeeper.history.importing.roster import read_roster
from scorekeeper.jobs import runner
from scorekeeper.jobs.models import Job
from tests.site.cast import markup, text
from tests.site.club_cast import user
from tests.site.clubs.importing.test_import import workbook_of


def has_player(club, name):
    return club.club.players.filter(name=name).exists()


def add(club, text, **more):
    return club.post("Sven", "add_people", data={"text": text, "add": "1", **more})


def test_a_line_is_read_in_every_usual_format():
    for line in (
        "Ann Miller; ann@example.org",
        "Ann Miller\tann@example.org",
        "Ann,Miller,ann@example.org",
        "Miller, Ann <ann@example.org>",
        "Ann Miller <ann@example.org>",
        "0043 123; Ann Miller; ann@example.org",
        "name,email\nAnn Miller,ann@example.org",
        "E-Mail;Nachname;Vorname\nann@example.org;Miller;Ann",
    ):
        (person,) = read_roster(line, [], {})
        assert (person.name, person.email, person.problem) == ("Ann Miller", "ann@example.org", ""), line


def test_lines_are_new_known_similar_or_repeated():
    known = [
        KnownName(pk=1, current_pk=1, name="José", folded_name="jose"),
        KnownName(pk=2, current_pk=2, name="Annie", folded_name="annie"),
    ]
    same, alike, new, twice, wrong = read_roster("jose\nAnne\nZed\nZED\nYo; x@y\n", known, {})
    assert (same.known, alike.alike, new.is_new, twice.repeated) == (1, (2,), True, True)
    assert (bool(wrong.problem), wrong.is_new) == (True, False)
    # The last argument replaces lines by number; an empty line is skipped.
    (mended,) = read_roster("Yo; x@y", [], {1: "Yo; x@y.org"})
    assert mended.email == "x@y.org"
    assert not read_roster("Yo; x@y", [], {1: ""})


def test_pasted_list_creates_players_and_invitations(club):
    pasted = "Gil; gil@example.org\nHeidi\nann\nOlga"
    assert "2 new players" in text(club.post("Sven", "add_people", data={"text": pasted}))
    assert not has_player(club, "Gil")
    for _twice in range(2):
        assert add(club, pasted, invite="1").status_code == 303
    assert Player.objects.filter(club=club.club, name__in=["Gil", "Heidi", "Ann", "Olga"]).count() == 4
    invited = Invitation.objects.filter(role="member").values_list("player__name", "email")
    assert sorted(invited) == [("Ann", ""), ("Gil", "gil@example.org"), ("Heidi", "")]


def test_similar_name_and_wrong_line_are_settled_on_the_page(club):
    club.player("Bettina")
    pasted = "Betty\nKim; kim@\nZed"
    shown = add(club, pasted)
    assert shown.status_code == 422
    assert "This is Bettina" in text(shown)
    assert 'name="mend.2"' in markup(shown)
    assert not has_player(club, "Zed")
    answers = {"same.1": str(club.player("Bettina").pk), "mend.2": "Kim; kim@example.org"}
    add(club, pasted, **answers)
    assert not has_player(club, "Betty")
    assert has_player(club, "Kim")
    add(club, "Betty", **{"same.1": "no"})
    assert has_player(club, "Betty")


def test_spreadsheet_is_read_like_a_list(club):
    content = workbook_of(["Last name", "First name", "E-mail"], ["Miller", "Gil", "gil@example.org"])
    assert "Gil Miller" in page_after_upload(club, content)
    assert "This spreadsheet cannot be read" in page_after_upload(club, content[:200])


def page_after_upload(club, content):
    """Return the page to which a spreadsheet of people leads, once its job is done."""
    file = SimpleUploadedFile("people.xlsx", content)
    answer = club.post("Sven", "add_people", data={"file": file})
    runner.run_all_jobs()
    return text(club.clients["Sven"].get(answer["Location"], follow=True))


def test_each_invitation_code_links_the_new_member_to_its_player(club):
    assert club.post("Sven", "invitation_sheet", data={}).status_code == 303
    shown = markup(club.get("Sven", "invitation_sheet"))
    assert shown.count('class="qr"') == 4  # the guests
    assert "Invite 1 guest" not in shown
    secret = invitations.path_of(Invitation.objects.get(player__name="Ann")).partition("#")[2]
    for sent in ({"secret": secret}, {"join": "1"}):
        club.clients["Ned"].post("/c/join", sent)
    assert Player.objects.get(club=club.club, name="Ann").user == user("Ned")


def test_invitation_is_a_mailto_link_without_mail_server(club):
    add(club, "Gil; gil@example.org", invite="1")
    shown = markup(club.get("Sven", "invitation_sheet"))
    letter = re.search(r'href="(mailto:gil@example\.org\?[^"]+)"', shown)
    assert letter
    assert invitations.secret_of(Invitation.objects.get(player__name="Gil")) in letter[1]


def test_mail_server_sends_each_invitation_once(club, settings):
    settings.EMAIL_URL, settings.SITE_URL = "smtp://mail.example.org", "https://cards.example.org"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    add(club, "Gil; gil@example.org\nHeidi", invite="1")
    assert "Send 1 invitation by email" in text(club.get("Sven", "invitation_sheet"))
    club.post("Sven", "mail_invitations", data={})
    job = Job.objects.get()
    runner.run_job(job)
    assert [letter.to for letter in mail.outbox] == [["gil@example.org"]]
    secret = invitations.secret_of(Invitation.objects.get(player__name="Gil"))
    assert f"https://cards.example.org/c/join#{secret}" in str(mail.outbox[0].body)
    invitations.send_invitations(club.club, lambda done, total: None)
    assert len(mail.outbox) == 1
    assert club.get("Sven", "job", job.pk).status_code == 303


def test_email_address_is_deleted_with_its_invitation_or_player(club):
    add(club, "Gil; g@x.org\nHeidi; h@x.org", invite="1")
    erasure.erase(club.player("Gil"), "Olga")
    assert list(Invitation.objects.exclude(email="").values_list("email", flat=True)) == ["h@x.org"]
    Invitation.objects.update(uses_left=0)
    assert invitations.forget_addresses() == 1
