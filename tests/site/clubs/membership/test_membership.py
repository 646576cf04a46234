"""The life of a club: founded, changed, joined, left, handed over, deleted; and its log."""

from datetime import timedelta

from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import every_game
from scorekeeper.clubs.membership import clubs, events, invitations
from scorekeeper.clubs.models import Club, ClubEvent, Invitation, Member, Player, Role
from scorekeeper.matches import models
from tests.site import hostile
from tests.site.cast import markup, text
from tests.site.club_cast import user
from tests.site.night_cast import NAMES, NightCast, partners_game

JOIN = "/c/join"


def log_lines(club):
    """Return the newest lines of the club's log, as a plain member sees them."""
    return [words for _event, words in club.get("Mia", "club_log").context["lines"]]


def invite(club, **more):
    terms = {"role": Role.MEMBER, "uses": 1, "days": 7, **more}
    return invitations.create_invitation(club.club, user("Olga"), "Olga", **terms)


def open_link(client, invitation):
    return client.post(JOIN, {"secret": f"http://testserver/c/join#{invitations.secret_of(invitation)}"})


def join(client):
    return client.post(JOIN, {"join": "1"})


def role(club, name):
    members = Member.objects.filter(club=club.club, user=user(name), ended=None)
    return "".join(member.role for member in members)


def test_founder_owns_the_club_and_is_a_player(club):
    games = list(every_game())[:2]
    answer = club.clients["Ned"].post("/c/new", {"name": " The  New Club ", "colour": "teal", "games": games})
    new = Club.objects.get(name="The New Club")
    assert (answer.status_code, answer["Location"]) == (303, reverse("club", args=[new.code]))
    assert (new.colour, new.games) == ("teal", games)
    assert Member.objects.get(club=new).role == Role.OWNER
    assert Player.objects.get(club=new).user == user("Ned")
    for page in (answer["Location"], "/"):
        assert "The New Club" in text(club.clients["Ned"].get(page))
    assert "The New Club" not in text(club.clients["Mia"].get("/"))


def test_invalid_club_is_refused(club):
    names = [{"name": name} for name in ("", "A" * 61, "a\u202eb")]
    for wrong in (*names, {"colour": "pink"}, {"games": ["no-such-game"]}):
        answer = club.clients["Ned"].post("/c/new", {"name": "Club", "colour": "green"} | wrong)
        assert answer.status_code == 422, wrong
        assert b'role="alert"' in answer.content
    assert set(Club.objects.all()) == {club.club, club.other}


def test_owner_changes_the_club_and_members_see_it_in_the_log(club):
    sent = {"name": "The Grand Misère", "colour": "red", "games": [next(iter(every_game()))]}
    club.post("Olga", "club_settings", data=sent)
    club.club.refresh_from_db()
    assert (club.club.name, club.club.colour) == ("The Grand Misère", "red")
    assert "The club was renamed from “The Misère Club” to “The Grand Misère”." in log_lines(club)
    answer = club.post("Olga", "club_settings", data=sent | {"name": ""})
    assert answer.status_code == 422
    assert 'value="red" checked' in markup(answer)


def test_club_page_shows_running_tables_and_next_night(club):
    match = club.sit_down(partners_game(), NAMES[:4])
    old = club.sit_down(partners_game(), NAMES[:4], at=timezone.now() - timedelta(days=3))
    NightCast(club, (), fields={"name": "Tuesday", "date": timezone.localdate() + timedelta(days=2)})
    page = markup(club.get("Mia", "club"))
    assert f"/t/{match.table.code}/" in page
    assert f"/t/{old.table.code}/" not in page
    assert "Tuesday" in page


def test_opening_a_link_does_not_use_it_up_but_joining_does(club):
    invitation, ned = invite(club), club.clients["Ned"]
    assert open_link(ned, invitation)["Location"] == JOIN
    assert "Olga invites you." in text(ned.get(JOIN))
    assert role(club, "Ned") == ""
    assert Invitation.objects.get().uses_left == 1
    assert join(ned)["Location"] == club.url("club")
    assert role(club, "Ned") == Role.MEMBER
    assert Player.objects.get(club=club.club, user=user("Ned")).name == "Ned"
    assert log_lines(club)[0] == "Ned joined: Member."
    # The invitation was for one use, so the next person cannot use the link.
    assert open_link(club.clients["Odd"], invitation).status_code == 403


def test_stranger_signs_up_and_joins(club):
    invitation, una = invite(club), Client()
    open_link(una, invitation)
    assert f'href="/account/signup/?next={JOIN}"' in markup(una.get(JOIN))
    assert join(una)["Location"] == f"/account/login/?next={JOIN}"
    new = {"name": "Una", "email": "una@example.org", "password1": "a long password"}
    login = una.post("/account/signup/", {**new, "next": JOIN})["Location"]
    answer = una.post(login, {"login": new["email"], "password": new["password1"], "next": JOIN})
    assert answer["Location"] == JOIN
    assert "Join club" in text(una.get(JOIN))
    join(una)
    assert role(club, "Una") == Role.MEMBER


def test_invitation_links_its_player(club):
    invitation, ned = invite(club, player=club.player("Ann"), uses=20), club.clients["Ned"]
    assert invitation.uses_left == 1
    open_link(ned, invitation)
    join(ned)
    assert Player.objects.get(club=club.club, user=user("Ned")) == club.player("Ann")


def test_link_ends_when_renewed_withdrawn_or_expired(club):
    invitation = invite(club, uses=5)
    old = invitations.secret_of(invitation)
    club.post("Olga", "renew_invitation", invitation.pk, data={})
    stranger = Client()
    assert stranger.post(JOIN, {"secret": old}).status_code == 403
    invitation.refresh_from_db()
    assert open_link(stranger, invitation).status_code == 303
    club.post("Olga", "end_invitation", invitation.pk, data={})
    assert open_link(Client(), invitation).status_code == 403
    # A person who opened the link before it was withdrawn cannot join either.
    stranger.force_login(user("Ned"))
    assert join(stranger).status_code == 403
    expired = invite(club)
    Invitation.objects.filter(pk=expired.pk).update(expires=timezone.now())
    assert open_link(Client(), expired).status_code == 403
    assert role(club, "Ned") == ""


def test_link_lasts_a_week_and_its_secret_is_not_stored(club):
    for wrong in ({"days": "8"}, {"days": "365"}, {"uses": "1000"}, {"role": "owner"}, {"role": ""}):
        terms = {"role": "member", "uses": "1", "days": "7", **wrong}
        assert club.post("Olga", "invitations", data=terms).status_code == 422, wrong
    invitation = invite(club, days=400, uses=5000)
    assert invitation.expires <= timezone.now() + timedelta(days=7)
    assert invitation.uses_left <= invitations.MOST_USES
    secret = invitations.secret_of(invitation)
    assert secret not in str([*Invitation.objects.values_list(), *ClubEvent.objects.values_list()])
    page = markup(club.get("Olga", "invitation", invitation.pk))
    assert f"http://testserver/c/join#{secret}" in page
    assert "<svg" in page


def test_scorekeeper_invites_people_only_as_members(club):
    for invited, status in ("scorekeeper", 422), ("member", 303):
        terms = {"role": invited, "uses": "1", "days": "7"}
        assert club.post("Sven", "invitations", data=terms).status_code == status
    invitation = invite(club, role=Role.SCOREKEEPER)
    assert club.get("Sven", "invitation", invitation.pk).status_code == 403
    assert club.post("Sven", "renew_invitation", invitation.pk, data={}).status_code == 403


def test_removing_a_member_ends_all_open_links(club):
    invitation = invite(club, uses=20)
    club.post("Sven", "invitations", data={"role": "member", "uses": "5", "days": "7"})
    club.post("Olga", "member_role", club.member("Sven").pk, data={"role": "member"})
    # Sven may no longer invite, so the link that he made has ended.
    assert [row.pk for row in invitations.open_invitations(club.club)] == [invitation.pk]
    club.post("Olga", "remove_member", club.member("Mia").pk, data={})
    assert not invitations.open_invitations(club.club).exists()
    assert open_link(club.clients["Mia"], invitation).status_code == 403


def test_invitation_does_not_change_the_role_of_a_member(club):
    sven = club.clients["Sven"]
    open_link(sven, invite(club))
    assert "You are already a member." in text(sven.get(JOIN))
    join(sven)
    assert role(club, "Sven") == Role.SCOREKEEPER
    assert Invitation.objects.get().uses_left == 1


def test_hostile_secret_lets_nobody_in(club):
    invite(club)
    for typed in hostile.TEXTS:
        # NUL is refused anywhere in the text.
        refused = 400 if "\0" in typed else 403
        assert club.clients["Ned"].post(JOIN, {"secret": typed}).status_code == refused, ascii(typed)
    assert role(club, "Ned") == ""


def test_last_owner_leaves_only_after_handing_over(club):
    olga = club.member("Olga").pk
    assert club.post("Olga", "leave_club", data={}).status_code == 409
    for name in ("member_role", "remove_member", "hand_over"):
        assert club.post("Olga", name, olga, data={"role": "member"}).status_code == 409
    assert role(club, "Olga") == Role.OWNER
    club.post("Olga", "hand_over", club.member("Mia").pk, data={})
    assert (role(club, "Olga"), role(club, "Mia")) == (Role.SCOREKEEPER, Role.OWNER)
    club.post("Olga", "leave_club", data={})
    assert club.get("Olga", "club").status_code == 404
    assert log_lines(club)[:2] == ["Olga left the club.", "The club was handed over to Mia."]


def test_one_of_two_owners_may_leave(club):
    club.post("Olga", "member_role", club.member("Mia").pk, data={"role": "owner"})
    assert club.post("Olga", "leave_club", data={}).status_code == 303
    assert club.post("Mia", "leave_club", data={}).status_code == 409


def test_clubs_log_shows_members_every_act_of_an_owner(club):
    club.post("Olga", "member_role", club.member("Mia").pk, data={"role": "scorekeeper"})
    invitation, sven = invite(club).pk, club.member("Sven").pk
    acts = {
        "link_renewed": ("renew_invitation", invitation),
        "invitation_ended": ("end_invitation", invitation),
        "reset_link": ("member_reset", sven),
        "removed": ("remove_member", sven),
        "deleting": ("delete_club",),
        "kept": ("keep_club",),
    }
    for act in acts.values():
        club.post("Olga", *act, data={})
    kinds = ClubEvent.objects.filter(club=club.club).order_by("pk").values_list("what", flat=True)
    assert list(kinds) == ["role", "invited", *acts]
    lines = club.get("Mia", "club_log").context["lines"]
    assert [event.by_name for event, _words in lines] == ["Olga"] * len(kinds)


def test_log_uses_singular_and_plural(club):
    for n in 1, 2:
        events.record_event(club.club.pk, "people_added", "Sven", n=n)
    assert log_lines(club) == ["2 players were added from a list.", "1 player was added from a list."]


def test_deletion_is_announced_and_can_be_cancelled(club):
    club.post("Olga", "delete_club", data={})
    club.club.refresh_from_db()
    assert timedelta(days=6.9) < club.club.deletes - timezone.now() <= timedelta(days=7)
    assert "This club will be deleted on" in text(club.get("Mia", "members"))
    assert clubs.delete_due_clubs() == 0
    club.post("Olga", "keep_club", data={})
    assert "will be deleted" not in text(club.get("Mia", "club"))


def test_club_is_deleted_but_its_sheets_stay(club):
    match = club.sit_down(partners_game(), NAMES[:4])
    invitation = invite(club)
    Club.objects.filter(pk=club.club.pk).update(deletes=timezone.now())
    assert club.get("Olga", "club").status_code == 404
    assert "The Misère Club" not in text(club.clients["Olga"].get("/"))
    assert open_link(Client(), invitation).status_code == 403
    call_command("sweep_clubs", verbosity=0)
    assert not Club.objects.filter(pk=club.club.pk).exists()
    assert Club.objects.filter(pk=club.other.pk).exists()
    assert models.Match.objects.get(pk=match.pk).table.club_id is None
    assert Client().get(f"/t/{match.table.code}/").status_code == 200
