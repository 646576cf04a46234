"""Invitations by link: valid for a number of uses and at most a week, with a secret in the fragment.

The secret is derived from the site's secret key and stored nowhere; an invitation is found by the
secret's hash. Opening the link changes nothing; joining needs another tap.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db.models import QuerySet
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
MOST_OPEN = 30  # open invitations of a club that name no player
MOST_PERSONAL = 500  # open invitations of a club that each name a player
# The roles that each role may invite to. Ownership is never given by a link.
MAY_INVITE = {Role.OWNER: (Role.MEMBER, Role.SCOREKEEPER), Role.SCOREKEEPER: (Role.MEMBER,)}


def secret_of(invitation: Invitation) -> str:
    value = f"{invitation.pk}:{invitation.version}"
    return salted_hmac("scorekeeper.clubs.invitation", value, algorithm="sha256").hexdigest()[:32]


def link_works(invitation: Invitation) -> bool:
    """Return False if the site's secret key has changed, which invalidates the link."""
    return hash_secret(secret_of(invitation)) == invitation.secret_hash


def hash_secret(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _all_open() -> QuerySet[Invitation]:
    return Invitation.objects.filter(ended=None, uses_left__gt=0, expires__gt=timezone.now()).select_related(
        "club", "player", "made_by__user"
    )


def open_invitations(club: Club) -> QuerySet[Invitation]:
    return _all_open().filter(club=club).order_by("-pk")


def create_invitation(
    club: Club, user: Any, by_name: str, *, role: str, uses: int, days: int, player: Player | None = None
) -> Invitation | None:
    """Create an invitation; return None if the user lacks the right or too many are open."""
    with clubs.acting_member(club, user, *MAY_INVITE) as actor:
        limit = MOST_OPEN if player is None else MOST_PERSONAL
        similar = open_invitations(club).filter(player__isnull=player is None)
        if role not in MAY_INVITE[Role(actor.role)] or similar.count() >= limit:
            return None
        invitation = Invitation.objects.create(
            club=club,
            secret_hash=hash_secret(secrets.token_urlsafe(24)),  # replaced when the id is known
            role=role,
            player=player,
            made_by=actor,
            uses_left=1 if player is not None else min(uses, MOST_USES),
            expires=timezone.now() + timedelta(days=min(days, MOST_DAYS)),
        )
        _renew_secret(invitation)
        until = _day(invitation.expires)
        events.record_event(club.pk, "invited", by_name, role=role, uses=invitation.uses_left, until=until)
    return invitation


def invite_players(club: Club, user: Any, by_name: str, players: Mapping[int, str]) -> None:
    """Invite players without accounts as members; ``players`` maps ids to e-mail addresses ("" for none).

    An open invitation of a player is kept and gets the new address.
    """
    with clubs.acting_member(club, user, *MAY_INVITE) as actor:
        guests = club.players.current().filter(pk__in=list(players), user=None)
        existing = open_invitations(club).filter(player__in=guests)
        for invitation in existing:
            email = players[invitation.player_id or 0]
            if email and email != invitation.email:
                invitation.email, invitation.mailed = email, None
                invitation.save(update_fields=["email", "mailed"])
        capacity = MOST_PERSONAL - open_invitations(club).exclude(player=None).count()
        uninvited = guests.exclude(pk__in=existing.order_by().values("player")).order_by("pk")
        missing = uninvited.values_list("pk", flat=True)[: max(0, capacity)]
        expires = timezone.now() + timedelta(days=MOST_DAYS)
        created = Invitation.objects.bulk_create(
            Invitation(
                club=club,
                secret_hash=hash_secret(secrets.token_urlsafe(24)),  # replaced when the id is known
                player_id=pk,
                email=players[pk],
                made_by=actor,
                expires=expires,
            )
            for pk in missing
        )
        for invitation in created:
            invitation.secret_hash = hash_secret(secret_of(invitation))
        Invitation.objects.bulk_update(created, ["secret_hash"], batch_size=200)
        if created:
            events.record_event(club.pk, "players_invited", by_name, n=len(created), until=_day(expires))


def path_of(invitation: Invitation) -> str:
    """Return an invitation's path; the secret is in the fragment, which servers never log."""
    return f"{reverse('join_club')}#{secret_of(invitation)}"


def can_send_mail() -> bool:
    return bool(settings.EMAIL_URL and settings.SITE_URL)


def unsent_invitations(club: Club) -> QuerySet[Invitation]:
    return open_invitations(club).filter(mailed=None).exclude(email="")


def send_invitations(club: Club, on_progress: Callable[[int, int], None]) -> None:
    """Mail the unsent invitations; mark each as mailed at once, so that an interrupted job can continue."""
    pending = list(unsent_invitations(club))
    if not pending or not can_send_mail():
        return
    with get_connection() as connection:
        for n, invitation in enumerate(pending, start=1):
            EmailMessage(
                _("Invitation to %(club)s") % {"club": club.name},
                mail_text(invitation, f"{settings.SITE_URL}{path_of(invitation)}"),
                to=[invitation.email],
                connection=connection,
            ).send()
            Invitation.objects.filter(pk=invitation.pk).update(mailed=timezone.now())
            on_progress(n, len(pending))


def mail_text(invitation: Invitation, link: str) -> str:
    words = _("Hello %(name)s, this link lets you join %(club)s. It works once, until %(day)s:")
    values = {
        "name": invitation.player.display_name if invitation.player else "",
        "club": invitation.club.name,
        "day": date_format(timezone.localtime(invitation.expires), "DATE_FORMAT"),
    }
    return f"{words % values}\n\n{link}\n"


def forget_addresses() -> int:
    """Delete the e-mail addresses of invitations no longer open; return their number."""
    expired = Invitation.objects.exclude(email="").exclude(pk__in=_all_open().values("pk"))
    return expired.update(email="")


def renew(club: Club, user: Any, by_name: str, invitation: int) -> None:
    with _editable_invitation(club, user, invitation) as open_invitation:
        open_invitation.version += 1
        open_invitation.mailed = None
        _renew_secret(open_invitation)
        events.record_event(club.pk, "link_renewed", by_name)


def end(club: Club, user: Any, by_name: str, invitation: int) -> None:
    with _editable_invitation(club, user, invitation) as open_invitation:
        open_invitation.ended = timezone.now()
        open_invitation.save(update_fields=["ended"])
        events.record_event(club.pk, "invitation_ended", by_name)


def invitation_by_hash(secret_hash: str) -> Invitation | None:
    invitation = _all_open().filter(secret_hash=secret_hash).first()
    return invitation if invitation is not None and not clubs.is_deleted(invitation.club) else None


def accept_invitation(secret_hash: str, user: User) -> Member | None:
    """Join a club by an invitation; return None if it is not open. An existing membership stays."""
    if (invitation := invitation_by_hash(secret_hash)) is None:
        return None
    with clubs.locked_club(invitation.club_id) as club:
        invitation = invitation_by_hash(secret_hash)  # read again under the lock
        if invitation is None:
            return None
        existing = Member.objects.filter(club=club, user=user, ended=None).first()
        if existing is not None:
            return existing
        invitation.uses_left -= 1
        invitation.save(update_fields=["uses_left"])
        member = Member.objects.create(club=club, user=user, role=invitation.role)
        _assign_player(club, user, invitation.player)
        events.record_event(club.pk, "joined", user.display_name, who=user.display_name, role=member.role)
    return member


def _assign_player(club: Club, user: User, player: Player | None) -> None:
    """Link a user without a player to ``player`` if it is free and current, else to a new player."""
    if Player.objects.filter(club=club, user=user, same_as=None).exists():
        return
    free = player is not None and player.user_id is None and player.same_as_id is None
    if player is not None and free and player.forgotten is None:
        Player.objects.filter(pk=player.pk).update(user=user)
    else:
        Player.objects.create(club=club, user=user, name=user.display_name[:40])


@contextmanager
def _editable_invitation(club: Club, user: Any, invitation: int) -> Iterator[Invitation]:
    """Lock the club and yield an open invitation that the user may change. Raise ``RoleTooLow``."""
    with clubs.acting_member(club, user, *MAY_INVITE) as actor:
        found = open_invitations(club).filter(pk=invitation).first()
        if found is None or found.role not in MAY_INVITE[Role(actor.role)]:
            raise clubs.RoleTooLow
        yield found


def _renew_secret(invitation: Invitation) -> None:
    invitation.secret_hash = hash_secret(secret_of(invitation))
    invitation.save(update_fields=["secret_hash", "version", "mailed"])


def _day(at: datetime) -> str:
    return date_format(timezone.localtime(at), "Y-m-d")
