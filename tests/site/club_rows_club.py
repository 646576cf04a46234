"""Authorization rows for a club's own pages, its members and its invitations."""

from datetime import timedelta

from django.utils import timezone

from scorekeeper.clubs.membership import invitations
from scorekeeper.clubs.models import Club

from .club_cast import user
from .club_rows import KEEPERS, NOBODY, OPEN, OWNER, Row, sends


def mia(cast):
    return {"member": cast.member("Mia").pk}


def invitation(cast):
    new = invitations.create_invitation(cast.club, user("Olga"), "Olga", role="member", uses=5, days=7)
    assert new is not None
    return {"invitation": new.pk}


def to_be_deleted(cast):
    Club.objects.filter(pk=cast.club.pk).update(deletes=timezone.now() + timedelta(days=7))
    return {}


def settings_form(cast):
    return {"name": "Another name", "colour": "blue"}


ROWS: dict[str, Row] = {
    "found_club": Row(get=OPEN, post=OPEN, sent=sends(name="A new club", colour="green")),
    "join_club": Row(get=OPEN, post=OPEN, sent=sends(secret="wrong"), status=403),
    "club": Row(),
    "club_settings": Row(get=OWNER, post=OWNER, sent=settings_form),
    "club_log": Row(),
    "members": Row(),
    "member": Row(values=mia),
    "member_role": Row(get=NOBODY, post=OWNER, sent=sends(role="scorekeeper"), values=mia),
    "hand_over": Row(get=NOBODY, post=OWNER, values=mia),
    "remove_member": Row(get=NOBODY, post=OWNER, values=mia),
    "member_reset": Row(get=NOBODY, post=OWNER, values=mia, status=200),
    # The last owner must hand the club over first.
    "leave_club": Row(post=("Sven", "Mia")),
    "invitations": Row(get=KEEPERS, post=KEEPERS, sent=sends(role="member", uses="1", days="7")),
    "invitation_sheet": Row(get=KEEPERS, post=KEEPERS),
    "mail_invitations": Row(get=NOBODY, post=KEEPERS),
    "invitation": Row(get=KEEPERS, values=invitation),
    "renew_invitation": Row(get=NOBODY, post=KEEPERS, values=invitation),
    "end_invitation": Row(get=NOBODY, post=KEEPERS, values=invitation),
    "delete_club": Row(get=OWNER, post=OWNER),
    "keep_club": Row(get=NOBODY, post=OWNER, values=to_be_deleted),
}
