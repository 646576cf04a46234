"""Changing roles and memberships, under the club's lock and logged."""

from typing import Any

from django.utils import timezone

from scorekeeper.clubs.membership import clubs, events
from scorekeeper.clubs.models import RANK, Club, Invitation, Member, Role
from scorekeeper.matches import permissions


class LastOwner(Exception):
    """The club would be left without an owner."""


def set_role(club: Club, user: Any, by_name: str, member: int, role: str) -> None:
    """Change a member's role. Raise ``LastOwner``."""
    with clubs.acting_member(club, user, Role.OWNER):
        target = _member(club, member)
        if target.role == role:
            return
        if target.role == Role.OWNER:
            _require_other_owner(club, target)
        before, target.role = target.role, role
        target.save(update_fields=["role"])
        if role == Role.MEMBER:
            _end_invitations_of(target)
            permissions.revoke_score_links(target)
        events.record_event(club.pk, "role", by_name, who=target.user.display_name, before=before, role=role)


def hand_over(club: Club, user: Any, by_name: str, member: int) -> None:
    """Make another member the owner; the acting member becomes a scorekeeper."""
    with clubs.acting_member(club, user, Role.OWNER) as actor:
        target = _member(club, member, excluded=actor)
        target.role, actor.role = Role.OWNER, Role.SCOREKEEPER
        target.save(update_fields=["role"])
        actor.save(update_fields=["role"])
        events.record_event(club.pk, "handed_over", by_name, who=target.user.display_name)


def leave(club: Club, user: Any, by_name: str) -> None:
    with clubs.acting_member(club, user, *Role.values) as actor:
        if actor.role == Role.OWNER:
            _require_other_owner(club, actor)
        _end_membership(actor)
        events.record_event(club.pk, "left", by_name, who=actor.user.display_name)


def remove(club: Club, user: Any, by_name: str, member: int) -> None:
    with clubs.acting_member(club, user, Role.OWNER) as actor:
        target = _member(club, member, excluded=actor)
        _end_membership(target)
        # The removed member may know the link of an invitation that others made.
        Invitation.objects.filter(club=club, ended=None).update(ended=timezone.now())
        events.record_event(club.pk, "removed", by_name, who=target.user.display_name)


def members_of(club: Club) -> list[Member]:
    members = Member.objects.filter(club=club, ended=None).select_related("user")
    return sorted(members, key=lambda member: (-RANK[Role(member.role)], member.user.display_name.casefold()))


def may_reset(club: Club, target: Member) -> bool:
    """Return True if an owner may create a password link for this member.

    The link lets the owner sign in as the member, so the member must have no right that the owner lacks.
    """
    if target.role == Role.OWNER:
        return False
    return not Member.objects.filter(user_id=target.user_id, ended=None).exclude(club=club).exists()


def _member(club: Club, member: int, excluded: Member | None = None) -> Member:
    """Return a member. Raise ``RoleTooLow`` if there is none, or it is ``excluded``."""
    found = Member.objects.filter(club=club, pk=member, ended=None).select_related("user").first()
    if found is None or found == excluded:
        raise clubs.RoleTooLow
    return found


def _require_other_owner(club: Club, excluded: Member) -> None:
    owners = Member.objects.filter(club=club, role=Role.OWNER, ended=None)
    if not owners.exclude(pk=excluded.pk).exists():
        raise LastOwner


def _end_membership(member: Member) -> None:
    member.ended = timezone.now()
    member.save(update_fields=["ended"])
    _end_invitations_of(member)
    permissions.revoke_score_links(member)


def _end_invitations_of(member: Member) -> None:
    Invitation.objects.filter(made_by=member, ended=None).update(ended=timezone.now())
