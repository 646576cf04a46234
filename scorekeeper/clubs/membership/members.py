"""Roles in a club: given, withdrawn, handed over, given up; under its lock, and told to its members."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from scorekeeper.clubs.membership import clubs, events
from scorekeeper.clubs.models import RANK, Club, Invitation, Member, Role
from scorekeeper.clubs.privacy import tombstones
from scorekeeper.matches import permissions


class LastOwner(Exception):
    """The club would be left without an owner."""


def set_role(club: Club, user: Any, by: str, member: int, role: str) -> None:
    """An owner gives a member another role. Raises ``LastOwner``."""
    with transaction.atomic():
        clubs.acting_member(club, user, Role.OWNER)
        whom = _member(club, member)
        if whom.role == role:
            return
        if whom.role == Role.OWNER:
            _other_owner(club, whom)
        before, whom.role = whom.role, role
        whom.save(update_fields=["role"])
        if role == Role.MEMBER:
            _end_links_of(whom)
            permissions.role_ended(whom)
        tombstones.record_role(club, whom.user_id, role)
        events.record_event(club.pk, "role", by, who=whom.user.shown, before=before, role=role)


def hand_over(club: Club, user: Any, by: str, member: int) -> None:
    """An owner makes another member the owner in their place, and keeps score from then on."""
    with transaction.atomic():
        _locked, me = clubs.acting_member(club, user, Role.OWNER)
        whom = _member(club, member, but=me)
        whom.role, me.role = Role.OWNER, Role.SCOREKEEPER
        whom.save(update_fields=["role"])
        me.save(update_fields=["role"])
        tombstones.record_role(club, me.user_id, me.role)
        events.record_event(club.pk, "handed_over", by, who=whom.user.shown)


def leave(club: Club, user: Any, by: str) -> None:
    """A member leaves; their games stay. Raises ``LastOwner``."""
    with transaction.atomic():
        _locked, me = clubs.acting_member(club, user, *Role.values)
        if me.role == Role.OWNER:
            _other_owner(club, me)
        _end(me)
        tombstones.record_role(club, me.user_id, "")
        events.record_event(club.pk, "left", by, who=me.user.shown)


def remove(club: Club, user: Any, by: str, member: int) -> None:
    """An owner ends somebody else's membership; their games stay."""
    with transaction.atomic():
        _locked, me = clubs.acting_member(club, user, Role.OWNER)
        whom = _member(club, member, but=me)
        _end(whom)
        # Whoever was removed may still hold a link that somebody else gave them.
        Invitation.objects.filter(club=club, ended=None).update(ended=timezone.now())
        tombstones.record_role(club, whom.user_id, "")
        events.record_event(club.pk, "removed", by, who=whom.user.shown)


def members_of(club: Club) -> list[Member]:
    """All members, those who may most first."""
    found = Member.objects.filter(club=club, ended=None).select_related("user")
    return sorted(found, key=lambda one: (-RANK[Role(one.role)], one.user.shown.casefold()))


def may_reset(club: Club, whom: Member) -> bool:
    """Whether an owner may make a link to a new password for this member.

    Whoever holds the link can sign in as them: so only for who may do nothing that the owner may not, which
    is a plain member or scorekeeper of this club and of no other.
    """
    if whom.role == Role.OWNER:
        return False
    return not Member.objects.filter(user_id=whom.user_id, ended=None).exclude(club=club).exists()


def _member(club: Club, member: int, but: Member | None = None) -> Member:
    """A member under the club's lock. Raises ``RoleTooLow`` where nobody is, or it is who acts."""
    found = Member.objects.filter(club=club, pk=member, ended=None).select_related("user").first()
    if found is None or found == but:
        raise clubs.RoleTooLow
    return found


def _other_owner(club: Club, but: Member) -> None:
    owners = Member.objects.filter(club=club, role=Role.OWNER, ended=None)
    if not owners.exclude(pk=but.pk).exists():
        raise LastOwner


def _end(member: Member) -> None:
    member.ended = timezone.now()
    member.save(update_fields=["ended"])
    _end_links_of(member)
    permissions.role_ended(member)


def _end_links_of(member: Member) -> None:
    """Invitations die with the right to make them."""
    Invitation.objects.filter(made_by=member, ended=None).update(ended=timezone.now())
