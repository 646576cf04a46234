"""Invitations by link: a secret in the fragment, for so many people and a week at most.

The secret is made from the site's own and is kept nowhere; the database finds an invitation by its hash. To
open a link takes nothing; to join is a tap of its own.
"""

import hashlib
import secrets
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.clubs.membership import clubs, events
from scorekeeper.clubs.models import Club, Invitation, Member, Player, Role

MOST_DAYS = 7
MOST_USES = 100
MOST_OPEN = 30  # at a time, beside those for one player each
MOST_PERSONAL = 500
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
    return alive.select_related("club", "player", "made_by__user").order_by("-pk")


def create_invitation(
    club: Club, user: Any, by: str, *, role: str, uses: int, days: int, player: Player | None = None
) -> Invitation | None:
    """A new invitation; None of a role that is not theirs to give, and while very many are open."""
    with transaction.atomic():
        _locked, me = clubs.acting_member(club, user, *MAY_INVITE)
        room = MOST_OPEN if player is None else MOST_PERSONAL
        alike = open_invitations(club).filter(player__isnull=player is None)
        if role not in MAY_INVITE[Role(me.role)] or alike.count() >= room:
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


def invite_players(club: Club, user: Any, by: str, players: Mapping[int, str]) -> int:
    """An invitation as a member for each of these players without an account, with the address it goes to.

    Who has one already keeps it, with the address that is said now. How many there are now for them.
    """
    with transaction.atomic():
        _locked, me = clubs.acting_member(club, user, *MAY_INVITE)
        guests = Player.objects.filter(
            club=club, pk__in=list(players), user=None, same_as=None, forgotten=None
        )
        there = {one.player_id: one for one in open_invitations(club).filter(player__in=guests)}
        for number, one in there.items():
            if number is not None and players[number] and players[number] != one.email:
                one.email, one.mailed = players[number], None
                one.save(update_fields=["email", "mailed"])
        free = MOST_PERSONAL - open_invitations(club).exclude(player=None).count()
        missing = [pk for pk in guests.order_by("pk").values_list("pk", flat=True) if pk not in there][
            : max(0, free)
        ]
        expires = timezone.now() + timedelta(days=MOST_DAYS)
        made = Invitation.objects.bulk_create(
            Invitation(
                club=club,
                secret_hash=hashed(secrets.token_urlsafe(24)),
                player_id=pk,
                email=players[pk],
                made_by=me,
                expires=expires,
            )
            for pk in missing
        )
        for one in made:
            one.secret_hash = hashed(secret_of(one))
        Invitation.objects.bulk_update(made, ["secret_hash"], batch_size=200)
        if made:
            events.record_event(club.pk, "players_invited", by, n=len(made), until=_day(expires))
    return len(there) + len(made)


def path_of(invitation: Invitation) -> str:
    """The address of an invitation without the site's: its secret in the fragment, which no log ever sees."""
    return f"{reverse('join_club')}#{secret_of(invitation)}"


def may_mail() -> bool:
    """Whether this site sends mail, and knows its own address for the link in it."""
    return bool(settings.EMAIL_URL and settings.SITE_URL)


def unsent(club: Club) -> QuerySet[Invitation]:
    """The invitations that are to be sent."""
    return open_invitations(club).filter(mailed=None).exclude(email="")


def send_invitations(club: Club, come: Callable[[int, int], None]) -> None:
    """Send each that is to be sent, and note it at once: after a break the next one goes on."""
    waiting = list(unsent(club))
    if not waiting or not may_mail():
        return
    with get_connection() as connection:
        for n, one in enumerate(waiting, start=1):
            EmailMessage(
                _("Invitation to %(club)s") % {"club": club.name},
                mail_text(one, f"{settings.SITE_URL}{path_of(one)}"),
                to=[one.email],
                connection=connection,
            ).send()
            Invitation.objects.filter(pk=one.pk).update(mailed=timezone.now())
            come(n, len(waiting))


def mail_text(invitation: Invitation, link: str) -> str:
    """What an invitation says when it is sent."""
    words = _("Hello %(name)s, this link lets you join %(club)s. It works once, until %(day)s:")
    told = {
        "name": invitation.player.shown if invitation.player else "",
        "club": invitation.club.name,
        "day": date_format(timezone.localtime(invitation.expires), "DATE_FORMAT"),
    }
    return f"{words % told}\n\n{link}\n"


def forget_addresses() -> int:
    """Addresses of invitations that are over; how many were forgotten."""
    over = Invitation.objects.exclude(email="")
    over = over.filter(Q(uses_left=0) | Q(expires__lte=timezone.now()) | Q(ended__isnull=False))
    return over.update(email="")


def renew(club: Club, user: Any, by: str, invitation: int) -> None:
    """A new link for the same invitation: the one given out before is dead."""
    with transaction.atomic():
        found = _invitation_of(club, user, invitation)
        found.version += 1
        found.mailed = None
        _renew_secret(found)
        events.record_event(club.pk, "link_renewed", by)


def end(club: Club, user: Any, by: str, invitation: int) -> None:
    """The invitation lets nobody in any more."""
    with transaction.atomic():
        found = _invitation_of(club, user, invitation)
        found.ended = timezone.now()
        found.save(update_fields=["ended"])
        events.record_event(club.pk, "invitation_ended", by)


def by_hash(secret_hash: str) -> Invitation | None:
    """The invitation of a link, by the hash of its secret, if it still lets somebody in."""
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
    invitation.save(update_fields=["secret_hash", "version", "mailed"])


def _day(at: datetime) -> str:
    return date_format(timezone.localtime(at), "Y-m-d")
