""" "That guest was I": a member asks for a guest's past, and whoever keeps score answers."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from scorekeeper.accounts.models import User

from . import events, people
from .models import Claim, Club, Member, Player
from .people import Unfit, locked


def ask(player: Player, user: User) -> Claim:
    """Ask for a guest's past; asked twice it is one question. Raises ``Unfit``."""
    with transaction.atomic():
        locked(player.club_id)
        player = Player.objects.get(pk=player.pk)
        if player.user_id or player.same_as_id or player.forgotten:
            raise Unfit("gone")
        claim, _new = Claim.objects.get_or_create(player=player, user=user, granted=None)
    return claim


def ask_by_name(club: Club, name: str, user: User) -> Claim:
    """Ask for whatever was played under a name that stands for nobody yet. Raises ``Unfit``."""
    with transaction.atomic():
        locked(club.pk)
        seats = people.unjoined(club.pk).filter(name=name)
        if not seats.exists():
            raise Unfit("gone")
        guest = Player.objects.create(club=club, name=name)
        people.join(guest, seats, user.shown)
        return ask(guest, user)


def open_in(club: Club) -> list[Claim]:
    """The questions that wait for an answer, the oldest first: of members alone."""
    members = Member.objects.filter(club=club, ended=None).values("user")
    claims = Claim.objects.filter(player__club=club, granted=None, player__forgotten=None, user__in=members)
    return list(claims.select_related("player", "user").order_by("at", "pk"))


def answer(claim: Claim, granted: bool, by: str) -> bool:
    """Answer a question; granted, the guest's past is the member's. False if it was answered before."""
    with transaction.atomic():
        club = claim.player.club_id
        locked(club)
        claim = Claim.objects.select_related("player", "user").get(pk=claim.pk)
        if claim.granted is not None:
            return False
        if claim not in open_in(claim.player.club):
            raise Unfit("gone")
        if granted:
            _give(claim, by)
        claim.granted, claim.answered, claim.answered_by = granted, timezone.now(), by[:40]
        claim.save(update_fields=["granted", "answered", "answered_by"])
        what = "claim_granted" if granted else "claim_denied"
        events.record(club, what, by, player=claim.player_id, name=claim.player.name, who=claim.user.shown)
    return True


def _give(claim: Claim, by: str) -> None:
    """The guest is the member from now on, or one more record of the player that they are already."""
    guest = claim.player
    if not Member.objects.filter(club=guest.club_id, user=claim.user_id, ended=None).exists():
        raise Unfit("gone")
    own = Player.objects.filter(club=guest.club_id, user=claim.user_id, same_as=None).first()
    if own is not None:
        people.merge(own, guest, by)
    elif guest.user_id or guest.same_as_id or guest.forgotten:
        raise Unfit("gone")
    else:
        Player.objects.filter(pk=guest.pk).update(user=claim.user_id)
