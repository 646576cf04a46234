"""The life of a club: founded, changed, joined, left, handed over, deleted; and its log."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from games import every_game
from scorekeeper.clubs.membership import clubs, invitations
from scorekeeper.clubs.models import Club, ClubEvent, Invitation, Member, Player, Role
from scorekeeper.matches import models
from scorekeeper.nights.models import Night
from tests.site import hostile
from tests.site.cast import text
from tests.site.club_cast import ClubCast, user

pytestmark = pytest.mark.django_db

JOIN = "/c/join"


@pytest.fixture
def cast(db: None) -> ClubCast:
    return ClubCast()


def said(cast: ClubCast) -> list[str]:
    """Return the newest lines of the club's log, as a plain member sees them."""
    return [one.words for one in cast.get("Mia", "club_log").context["happened"]]


def invited(cast: ClubCast, **more: Any) -> Invitation:
    asked = {"role": Role.MEMBER, "uses": 1, "days": 7, **more}
    made = invitations.create_invitation(cast.club, user("Olga"), "Olga", **asked)
    assert made is not None
    return made


def open_link(who: Client, invitation: Invitation) -> Any:
    return who.post(JOIN, {"secret": f"http://testserver/c/join#{invitations.secret_of(invitation)}"})


def join(who: Client) -> Any:
    return who.post(JOIN, {"join": "1"})


def role(cast: ClubCast, name: str) -> str:
    found = Member.objects.filter(club=cast.club, user=user(name), ended=None).first()
    return found.role if found else ""


# Founding and changing ----------------------------------------------------------------------------------


def test_whoever_founds_a_club_owns_it_and_is_its_first_player(cast: ClubCast) -> None:
    games = list(every_game())[:2]
    answer = cast.clients["Ned"].post("/c/new", {"name": " The  New Club ", "colour": "teal", "games": games})
    club = Club.objects.get(name="The New Club")
    assert (answer.status_code, answer["Location"]) == (303, reverse("club", args=[club.code]))
    assert (club.colour, club.games) == ("teal", games)
    assert Member.objects.get(club=club).role == Role.OWNER
    assert Player.objects.get(club=club).user == user("Ned")
    page = cast.clients["Ned"].get(answer["Location"])
    assert "The New Club" in text(page)
    assert "The New Club" in text(cast.clients["Ned"].get("/"))
    assert "The New Club" not in text(cast.clients["Mia"].get("/"))


def test_what_is_wrong_with_a_new_club_is_said_and_no_club_is_made(cast: ClubCast) -> None:
    before, right = Club.objects.count(), {"name": "Club", "colour": "green"}
    for wrong in (
        {"name": ""},
        {"name": "A" * 61},
        {"name": "a\u202eb"},
        {"colour": "pink"},
        {"games": ["no-such-game"]},
    ):
        answer = cast.clients["Ned"].post("/c/new", right | wrong)
        assert answer.status_code == 422, wrong
        assert b'role="alert"' in answer.content
    assert Club.objects.count() == before


def test_an_owner_changes_the_club_and_members_read_what_was_changed(cast: ClubCast) -> None:
    slug = next(iter(every_game()))
    sent = {"name": "The Grand Misère", "colour": "red", "games": [slug]}
    assert cast.post("Olga", "club_settings", data=sent).status_code == 303
    cast.club.refresh_from_db()
    assert (cast.club.name, cast.club.colour) == ("The Grand Misère", "red")
    assert set(said(cast)) == {
        "The club’s games were changed.",
        "The club was renamed from “The Misère Club” to “The Grand Misère”.",
    }
    wrong = cast.post("Olga", "club_settings", data=sent | {"name": ""})
    assert wrong.status_code == 422
    assert 'value="red" checked' in wrong.content.decode()


def test_the_page_shows_running_tables_and_the_next_night(cast: ClubCast) -> None:
    game = next(iter(every_game().values()))
    names = ("Ann", "Bo", "Cy", "Di", "Olga", "Sven")[: next(iter(game.shapes(game.presets[0])))[0]]
    match = cast.sit_down(game, names)
    old = cast.sit_down(game, names, at=timezone.now() - timedelta(days=3))
    Night.objects.create(
        club=cast.club, name="Tuesday", date=timezone.localdate() + timedelta(days=2), game_slug=game.slug,
        preset="", house={}, seats=4, sides=2,
    )  # fmt: skip
    page = cast.get("Mia", "club").content.decode()
    assert f"/t/{match.table.code}/" in page
    assert f"/t/{old.table.code}/" not in page
    assert "Tuesday" in page


# Invitations --------------------------------------------------------------------------------------------


def test_to_open_a_link_takes_nothing_and_one_tap_joins(cast: ClubCast) -> None:
    """Check that a messenger's link preview does not use up the invitation (S4)."""
    invitation, ned = invited(cast), cast.clients["Ned"]
    assert Client().get(JOIN).status_code == 200
    assert open_link(ned, invitation)["Location"] == JOIN
    assert "Olga invites you." in text(ned.get(JOIN))
    assert role(cast, "Ned") == ""
    assert Invitation.objects.get().uses_left == 1
    assert join(ned)["Location"] == cast.url("club")
    assert role(cast, "Ned") == Role.MEMBER
    assert Player.objects.get(club=cast.club, user=user("Ned")).name == "Ned"
    assert said(cast)[0] == "Ned joined: Member."
    # It is used up for the next person, and when the same link is opened again.
    assert open_link(cast.clients["Odd"], invitation).status_code == 403


def test_who_has_no_account_signs_up_and_is_one_tap_from_the_club(cast: ClubCast) -> None:
    invitation, una = invited(cast), Client()
    open_link(una, invitation)
    page = una.get(JOIN).content.decode()
    assert f'href="/account/signup/?next={JOIN}"' in page
    assert join(una)["Location"] == f"/account/login/?next={JOIN}"
    new = {"name": "Una", "email": "una@example.org", "password1": "a long password"}
    there = una.post("/account/signup/", {**new, "next": JOIN})["Location"]
    signed = una.post(there, {"login": new["email"], "password": new["password1"], "next": JOIN})
    assert signed["Location"] == JOIN
    assert "Join club" in text(una.get(JOIN))
    assert join(una).status_code == 303
    assert role(cast, "Una") == Role.MEMBER


def test_an_invitation_for_a_player_gives_them_their_past(cast: ClubCast) -> None:
    invitation = invited(cast, player=cast.player("Ann"), uses=20)
    assert invitation.uses_left == 1
    open_link(cast.clients["Ned"], invitation)
    join(cast.clients["Ned"])
    assert Player.objects.get(club=cast.club, user=user("Ned")) == cast.player("Ann")


def test_a_link_dies_when_it_is_renewed_ended_used_up_or_old(cast: ClubCast) -> None:
    invitation = invited(cast, uses=5)
    old = invitations.secret_of(invitation)
    cast.post("Olga", "renew_invitation", invitation.pk, data={})
    stranger = Client()
    assert stranger.post(JOIN, {"secret": old}).status_code == 403
    invitation.refresh_from_db()
    assert open_link(stranger, invitation).status_code == 303
    cast.post("Olga", "end_invitation", invitation.pk, data={})
    assert open_link(Client(), invitation).status_code == 403
    # This includes people who had opened it before.
    stranger.force_login(user("Ned"))
    assert join(stranger).status_code == 403
    late = invited(cast)
    Invitation.objects.filter(pk=late.pk).update(expires=timezone.now())
    assert open_link(Client(), late).status_code == 403
    assert role(cast, "Ned") == ""


def test_a_link_lasts_a_week_at_most_and_its_secret_is_kept_nowhere(cast: ClubCast) -> None:
    for sent in ({"days": "8"}, {"days": "365"}, {"uses": "1000"}, {"role": "owner"}, {"role": ""}):
        asked = {"role": "member", "uses": "1", "days": "7", **sent}
        assert cast.post("Olga", "invitations", data=asked).status_code == 422, sent
    made = invited(cast, days=400, uses=5000)
    assert made.expires <= timezone.now() + timedelta(days=7)
    assert made.uses_left <= invitations.MOST_USES
    secret = invitations.secret_of(made)
    assert secret not in str(list(Invitation.objects.values_list()) + list(ClubEvent.objects.values_list()))
    page = cast.get("Olga", "invitation", made.pk).content.decode()
    assert f"http://testserver/c/join#{secret}" in page
    assert "<svg" in page


def test_a_scorekeeper_invites_members_and_nobody_higher(cast: ClubCast) -> None:
    higher = {"role": "scorekeeper", "uses": "1", "days": "7"}
    assert cast.post("Sven", "invitations", data=higher).status_code == 422
    assert cast.post("Sven", "invitations", data=higher | {"role": "member"}).status_code == 303
    theirs = invited(cast, role=Role.SCOREKEEPER)
    assert cast.get("Sven", "invitation", theirs.pk).status_code == 403
    assert cast.post("Sven", "renew_invitation", theirs.pk, data={}).status_code == 403
    assert cast.get("Olga", "invitation", theirs.pk).status_code == 200


def test_who_is_removed_finds_no_link_back(cast: ClubCast) -> None:
    mine = invited(cast, uses=20)
    cast.post("Sven", "invitations", data={"role": "member", "uses": "5", "days": "7"})
    cast.post("Olga", "member_role", cast.member("Sven").pk, data={"role": "member"})
    assert [one.pk for one in invitations.open_invitations(cast.club)] == [mine.pk]
    cast.post("Olga", "remove_member", cast.member("Mia").pk, data={})
    assert not invitations.open_invitations(cast.club).exists()
    assert open_link(cast.clients["Mia"], mine).status_code == 403


def test_who_belongs_to_the_club_already_stays_what_they_are(cast: ClubCast) -> None:
    invitation = invited(cast)
    open_link(cast.clients["Sven"], invitation)
    assert "You are already a member." in text(cast.clients["Sven"].get(JOIN))
    join(cast.clients["Sven"])
    assert role(cast, "Sven") == Role.SCOREKEEPER
    assert Invitation.objects.get().uses_left == 1


def test_whatever_is_sent_as_a_secret_lets_nobody_in(cast: ClubCast) -> None:
    invited(cast)
    for typed in hostile.TEXTS:
        # NUL is refused anywhere in the text.
        refused = 400 if "\0" in typed else 403
        assert cast.clients["Ned"].post(JOIN, {"secret": typed}).status_code == refused, ascii(typed)
    assert role(cast, "Ned") == ""


# Roles --------------------------------------------------------------------------------------------------


def test_a_club_is_handed_over_and_its_last_owner_cannot_go_before(cast: ClubCast) -> None:
    assert cast.post("Olga", "leave_club", data={}).status_code == 409
    olga = cast.member("Olga").pk
    assert cast.post("Olga", "member_role", olga, data={"role": "member"}).status_code == 409
    assert cast.post("Olga", "remove_member", olga, data={}).status_code == 409
    assert cast.post("Olga", "hand_over", olga, data={}).status_code == 409
    assert role(cast, "Olga") == Role.OWNER
    assert cast.post("Olga", "hand_over", cast.member("Mia").pk, data={}).status_code == 303
    assert (role(cast, "Olga"), role(cast, "Mia")) == (Role.SCOREKEEPER, Role.OWNER)
    assert cast.get("Olga", "club_settings").status_code == 403
    assert cast.post("Olga", "leave_club", data={}).status_code == 303
    assert cast.get("Olga", "club").status_code == 404
    assert said(cast)[:2] == ["Olga left the club.", "The club was handed over to Mia."]


def test_two_owners_and_one_may_go(cast: ClubCast) -> None:
    cast.post("Olga", "member_role", cast.member("Mia").pk, data={"role": "owner"})
    assert cast.post("Olga", "leave_club", data={}).status_code == 303
    assert cast.post("Mia", "leave_club", data={}).status_code == 409


def test_every_act_of_an_owner_is_read_by_every_member(cast: ClubCast) -> None:
    """Check each of an owner's actions (S13)."""
    cast.post("Olga", "member_role", cast.member("Mia").pk, data={"role": "scorekeeper"})
    made = invited(cast)
    cast.post("Olga", "renew_invitation", made.pk, data={})
    cast.post("Olga", "end_invitation", made.pk, data={})
    cast.post("Olga", "member_reset", cast.member("Sven").pk, data={})
    cast.post("Olga", "remove_member", cast.member("Sven").pk, data={})
    cast.post("Olga", "delete_club", data={})
    cast.post("Olga", "keep_club", data={})
    day = date_format(timezone.localtime(timezone.now() + timedelta(days=7)))
    assert said(cast) == [
        "Deleting the club was cancelled.",
        f"The club will be deleted on {day}.",
        "Sven was removed from the club.",
        "A password reset link was created for Sven.",
        "An invitation was ended.",
        "An invitation got a new link; the old one stopped working.",
        f"An invitation was created: Member, for 1, until {day}.",
        "Mia: role changed from Member to Scorekeeper.",
    ]
    assert {one.by for one in cast.get("Mia", "club_log").context["happened"]} == {"Olga"}


# The end ------------------------------------------------------------------------------------------------


def test_a_deletion_waits_a_week_all_are_told_and_an_owner_can_stop_it(cast: ClubCast) -> None:
    """Check that a deletion is announced, delayed and can be cancelled (S13)."""
    cast.post("Olga", "delete_club", data={})
    cast.club.refresh_from_db()
    assert cast.club.deletes is not None
    assert timedelta(days=6.9) < cast.club.deletes - timezone.now() <= timedelta(days=7)
    assert "This club will be deleted on" in text(cast.get("Mia", "members"))
    assert clubs.delete_due_clubs() == 0
    cast.post("Olga", "keep_club", data={})
    assert "will be deleted" not in text(cast.get("Mia", "club"))


def test_after_the_week_the_club_is_nowhere_and_is_swept_away_while_sheets_stay(cast: ClubCast) -> None:
    game = next(iter(every_game().values()))
    names = ("Ann", "Bo", "Cy", "Di", "Olga", "Sven")[: next(iter(game.shapes(game.presets[0])))[0]]
    match = cast.sit_down(game, names)
    invitation = invited(cast)
    Club.objects.filter(pk=cast.club.pk).update(deletes=timezone.now())
    assert cast.get("Olga", "club").status_code == 404
    assert "The Misère Club" not in text(cast.clients["Olga"].get("/"))
    assert open_link(Client(), invitation).status_code == 403
    call_command("sweep_clubs", verbosity=0)
    assert not Club.objects.filter(pk=cast.club.pk).exists()
    assert Club.objects.filter(pk=cast.other.pk).exists()
    assert models.Match.objects.get(pk=match.pk).table.club_id is None
    assert Client().get(f"/t/{match.table.code}/").status_code == 200
