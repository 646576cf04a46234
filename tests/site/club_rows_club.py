"""Rows of the authorization matrix (club_rows.py): a club's own pages, members and invitations."""

from datetime import timedelta

from django.utils import timezone

from scorekeeper.clubs.membership import invitations
from scorekeeper.clubs.models import Club

from .club_cast import user
from .club_rows import KEEPERS, OPEN, OWNER, Row, action, form, sends


def mia(cast):
    return {"member": cast.member("Mia").pk}


def invitation(cast):
    new = invitations.create_invitation(cast.club, user("Olga"), "Olga", role="member", uses=5, days=7)
    assert new is not None
    return {"invitation": new.pk}


def club_to_be_deleted(cast):
    Club.objects.filter(pk=cast.club.pk).update(deletes=timezone.now() + timedelta(days=7))
    return {}


def settings_form(cast):
    return {"name": "Another name", "colour": "blue"}


ROWS: dict[str, Row] = {
    "found_club": form(OPEN, sent=sends(name="A new club", colour="green")),
    "join_club": form(OPEN, sent=sends(secret="wrong"), status=403),
    "club": Row(),
    "club_settings": form(OWNER, sent=settings_form),
    "club_log": Row(),
    "members": Row(),
    "member": Row(values=mia),
    "member_role": action(OWNER, sent=sends(role="scorekeeper"), values=mia),
    "hand_over": action(OWNER, values=mia),
    "remove_member": action(OWNER, values=mia),
    "member_reset": action(OWNER, values=mia, status=200),
    # Olga, the last owner, must hand the club over first.
    "leave_club": Row(post=("Sven", "Mia")),
    "invitations": form(KEEPERS, sent=sends(role="member", uses="1", days="7")),
    "invitation_sheet": form(KEEPERS),
    "mail_invitations": action(KEEPERS),
    "invitation": Row(get=KEEPERS, values=invitation),
    "renew_invitation": action(KEEPERS, values=invitation),
    "end_invitation": action(KEEPERS, values=invitation),
    "delete_club": form(OWNER),
    "keep_club": action(OWNER, values=club_to_be_deleted),
}
