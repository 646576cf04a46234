"""Invitations by link: a secret in the fragment, for so many people and a week at most.

The secret is made from the site's own and is kept nowhere; the database finds an invitation by its hash. To
open a link takes nothing; to join is a tap of its own.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format

from scorekeeper.accounts.models import User
from scorekeeper.clubs.membership import clubs, events
from scorekeeper.clubs.models import Club, Invitation, Member, Player, Role

MOST_DAYS = 7
MOST_USES = 100
MOST_OPEN = 30  # at a time
# Whom each role may invite as. Nobody becomes an owner by a link: that is given to a member by hand.
MAY_INVITE = {Role.OWNER: (Role.MEMBER, Role.SCOREKEEPER), Role.SCOREKEEPER: (Role.MEMBER,)}


def secret_of(invitation: Invitation) -> str:
    """The secret of the link as it is now."""
    said = f"{invitation.pk}:{invitation.version}"
    return salted_hmac("scorekeeper.clubs.invitation", said, algorithm="sha256").hexdigest()[:32]


def knows_secret(invitation: Invitation) -> bool:
    """Whether we still know the secret: not after the site's own was changed."""
    return hashed(secret_of(invitation)) == invitation.secret_hash


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def open_invitations(club: Club) -> QuerySet[Invitation]:
    """The invitations that still let somebody in."""
    now = timezone.now()
    alive = Invitation.objects.filter(club=club, ended=None, uses_left__gt=0, expires__gt=now)
    return alive.select_related("player", "made_by__user").order_by("-pk")


def create_invitation(
    club: Club, user: Any, by: str, *, role: str, uses: int, days: int, player: Player | None = None
) -> Invitation | None:
    """A new invitation; None of a role that is not theirs to give, and while very many are open."""
    with transaction.atomic():
        _locked, me = clubs.acting_member(club, user, *MAY_INVITE)
        if role not in MAY_INVITE[Role(me.role)] or open_invitations(club).count() >= MOST_OPEN:
            return None
        made = Invitation.objects.create(
            club=club,
            secret_hash=hashed(secrets.token_urlsafe(24)),
            role=role,
            player=player,
            made_by=me,
            uses_left=1 if player is not None else min(uses, MOST_USES),
            expires=timezone.now() + timedelta(days=min(days, MOST_DAYS)),
        )
        _renew_secret(made)
        until = _day(made.expires)
        events.record_event(club.pk, "invited", by, role=role, uses=made.uses_left, until=until)
    return made


def renew(club: Club, user: Any, by: str, invitation: int) -> None:
    """A new link for the same invitation: the one given out before is dead."""
    with transaction.atomic():
        found = _invitation_of(club, user, invitation)
        found.version += 1
        _renew_secret(found)
        events.record_event(club.pk, "link_renewed", by)


def end(club: Club, user: Any, by: str, invitation: int) -> None:
    """The invitation lets nobody in any more."""
    with transaction.atomic():
        found = _invitation_of(club, user, invitation)
        found.ended = timezone.now()
        found.save(update_fields=["ended"])
        events.record_event(club.pk, "invitation_ended", by)


def by_secret(secret: str) -> Invitation | None:
    """The invitation of a link, if it still lets somebody in."""
    return by_hash(hashed(secret))


def by_hash(secret_hash: str) -> Invitation | None:
    found = Invitation.objects.filter(
        secret_hash=secret_hash, ended=None, uses_left__gt=0, expires__gt=timezone.now()
    ).select_related("club", "player", "made_by__user")
    one = found.first()
    return one if one is not None and not clubs.is_deleted(one.club) else None


def accept_invitation(secret_hash: str, user: User) -> Member | None:
    """Join by an invitation; who belongs to the club already stays what they are. None if it is over."""
    with transaction.atomic():
        seen = by_hash(secret_hash)
        if seen is None:
            return None
        club = Club.objects.select_for_update().get(pk=seen.club_id)
        invitation = by_hash(secret_hash)  # as it is under the lock
        if invitation is None:
            return None
        already = Member.objects.filter(club=club, user=user, ended=None).first()
        if already is not None:
            return already
        invitation.uses_left -= 1
        invitation.save(update_fields=["uses_left"])
        member = Member.objects.create(club=club, user=user, role=invitation.role)
        _become_player(club, user, invitation.player)
        events.record_event(club.pk, "joined", user.shown, who=user.shown, role=member.role)
    return member


def _become_player(club: Club, user: User, player: Player | None) -> None:
    """Who joins is one of the players: the one they were invited as, the one they were, or a new one."""
    if Player.objects.filter(club=club, user=user, same_as=None).exists():
        return
    free = player is not None and player.user_id is None and player.same_as_id is None
    if player is not None and free and player.forgotten is None:
        Player.objects.filter(pk=player.pk).update(user=user)
    else:
        Player.objects.create(club=club, user=user, name=user.shown[:40])


def _invitation_of(club: Club, user: Any, invitation: int) -> Invitation:
    """An open invitation: to an owner any, to a scorekeeper those of their kind. Raises ``RoleTooLow``."""
    _locked, me = clubs.acting_member(club, user, *MAY_INVITE)
    one = open_invitations(club).filter(pk=invitation).first()
    if one is None or one.role not in MAY_INVITE[Role(me.role)]:
        raise clubs.RoleTooLow
    return one


def _renew_secret(invitation: Invitation) -> None:
    invitation.secret_hash = hashed(secret_of(invitation))
    invitation.save(update_fields=["secret_hash", "version"])


def _day(at: datetime) -> str:
    return date_format(timezone.localtime(at), "Y-m-d")
