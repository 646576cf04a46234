"""A club from its founding to its end: who may change it, who must not leave it, how long its end waits."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format

from games import every_game
from scorekeeper import leaps
from scorekeeper.accounts.models import User
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import Club, Member, Player, Role
from scorekeeper.matches import permissions
from scorekeeper.matches.models import BY_THE_TABLE, Phone
from scorekeeper.parts import chunked

DELETION_DELAY = timedelta(days=7)
MOST_CLUBS = 20  # that one account may own


class RoleTooLow(PermissionDenied):
    """A member whose role does not reach so far."""

    template = "clubs/membership/may_less.html"


def create_club(user: User, name: str, colour: str, games: Sequence[str]) -> Club:
    """A new club with one owner, who is its first player; its days are those of where the owner is."""
    with transaction.atomic():
        club = Club.objects.create(
            name=name, colour=colour, games=list(games), time_zone=timezone.get_current_timezone_name()
        )
        Member.objects.create(club=club, user=user, role=Role.OWNER)
        Player.objects.create(club=club, user=user, name=user.shown[:40])
        events.record_event(club.pk, "founded", user.shown)
    return club


def acting_member(club: Club, user: Any, *roles: str) -> tuple[Club, Member]:
    """The club under its lock, and the member who acts. Raises ``RoleTooLow`` without one of these roles.

    Within a transaction. A role that was taken away is gone at the next request, whatever page it came from.
    """
    locked = Club.objects.select_for_update().get(pk=club.pk)
    member = Member.objects.filter(club=locked, user_id=user.pk, role__in=roles, ended=None).first()
    if member is None:
        raise RoleTooLow
    return locked, member


def change_club(
    club: Club,
    user: Any,
    by: str,
    *,
    name: str,
    colour: str,
    games: Sequence[str],
    time_zone: str,
    published: bool,
    keeps_cash: bool = False,
    currency: str = "",
) -> None:
    """An owner changes what the club is called and shows, where its days begin, and its cash list."""
    with transaction.atomic():
        locked, _member = acting_member(club, user, Role.OWNER)
        if locked.name != name:
            events.record_event(locked.pk, "named", by, name=name, before=locked.name)
        if list(locked.games) != list(games):
            events.record_event(locked.pk, "games", by)
        if locked.published != published:
            events.record_event(locked.pk, "published" if published else "made_private", by)
        locked.name, locked.colour, locked.games, locked.published = name, colour, list(games), published
        if locked.keeps_cash != keeps_cash:
            events.record_event(locked.pk, "cash_on" if keeps_cash else "cash_off", by)
        locked.time_zone, locked.keeps_cash, locked.currency = time_zone, keeps_cash, currency
        locked.save(
            update_fields=["name", "colour", "games", "published", "time_zone", "keeps_cash", "currency"]
        )


def schedule_deletion(club: Club, user: Any, by: str) -> None:
    """An owner wants the club deleted: in a week it is, unless an owner stops it."""
    with transaction.atomic():
        locked, _member = acting_member(club, user, Role.OWNER)
        if locked.deletes is None:
            locked.deletes = timezone.now() + DELETION_DELAY
            locked.save(update_fields=["deletes"])
            events.record_event(locked.pk, "deleting", by, until=date_format(locked.deletes, "Y-m-d"))


def cancel_deletion(club: Club, user: Any, by: str) -> None:
    """An owner stops the deletion."""
    with transaction.atomic():
        locked, _member = acting_member(club, user, Role.OWNER)
        if locked.deletes is not None:
            locked.deletes = None
            locked.save(update_fields=["deletes"])
            events.record_event(locked.pk, "kept", by)


def delete_due_clubs() -> int:
    """Delete the clubs whose week is over; how many. Sheets stay with the phones that then keep them."""
    gone = 0
    if leaps.has_leapt():
        return gone
    for club in Club.objects.filter(deletes__lte=timezone.now()):
        with transaction.atomic():
            theirs = Phone.objects.filter(member__club=club, member__ended=None).select_related("member")
            still = [phone.pk for phone in theirs if phone.may_score]
            for some in chunked(still):
                Phone.objects.filter(pk__in=some).update(**BY_THE_TABLE)
            club.delete()
        gone += 1
    return gone


def memberships_of(user: Any) -> list[Member]:
    """The clubs somebody belongs to, each with their role."""
    if not user.is_authenticated:
        return []
    mine = Member.objects.filter(user_id=user.pk, ended=None).select_related("club").order_by("joined", "pk")
    return [member for member in mine if not is_deleted(member.club)]


def is_deleted(club: Club) -> bool:
    """Whether the week is over, though nobody has swept it away yet."""
    return club.deletes is not None and club.deletes <= timezone.now()


def clubs_owned_alone(user: User, lock: bool = False) -> list[Club]:
    """The clubs that have no owner but this user."""
    mine = Club.objects.filter(
        pk__in=Member.objects.filter(user=user, role=Role.OWNER, ended=None).values("club")
    ).order_by("pk")
    clubs = list(mine.select_for_update()) if lock else list(mine)
    shared = set(
        Member.objects.filter(club__in=[club.pk for club in clubs], role=Role.OWNER, ended=None)
        .exclude(user=user)
        .values_list("club", flat=True)
    )
    return [club for club in clubs if club.pk not in shared and not is_deleted(club)]


def leave_all_clubs(user: User) -> None:
    """An account that is being deleted leaves its clubs, as their members can read."""
    for member in Member.objects.filter(user=user, ended=None).select_related("club"):
        Member.objects.filter(pk=member.pk).update(ended=timezone.now())
        permissions.role_ended(member.pk)
        events.record_event(member.club_id, "left", user.shown, who=user.shown)


def games_of(club: Club) -> list[Any]:
    """The club's games, its favourite first; those that there are no more are left out."""
    every = every_game()
    return [every[slug] for slug in club.games if slug in every]
