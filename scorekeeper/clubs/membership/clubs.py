"""A club's creation, settings and delayed deletion, and its members' rights."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format

from games import every_game
from scorekeeper.accounts.models import User
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import Club, Member, Player, Role, Season
from scorekeeper.matches import permissions
from scorekeeper.matches.models import BY_THE_TABLE, Phone
from scorekeeper.web.chunks import chunked

DELETION_DELAY = timedelta(days=7)
MOST_CLUBS = 20  # number of clubs that one account may own


class RoleTooLow(PermissionDenied):
    template = "clubs/membership/role_too_low.html"


def create_club(user: User, name: str, colour: str, games: Sequence[str]) -> Club:
    """Create a club in the owner's time zone, with the owner as its first player."""
    with transaction.atomic():
        club = Club.objects.create(
            name=name, colour=colour, games=list(games), time_zone=timezone.get_current_timezone_name()
        )
        Member.objects.create(club=club, user=user, role=Role.OWNER)
        Player.objects.create(club=club, user=user, name=user.display_name[:40])
        events.record_event(club.pk, "founded", user.display_name)
    return club


@contextmanager
def locked_club(club: int) -> Iterator[Club]:
    """Lock a club's row, in a transaction that ends with the block."""
    with transaction.atomic():
        yield Club.objects.select_for_update().get(pk=club)


@contextmanager
def acting_member(club: Club, user: Any, *roles: str) -> Iterator[Member]:
    """Lock the club and yield its acting member. Raise ``RoleTooLow`` if they have none of the roles.

    Roles are read under the lock, so that a withdrawn role is refused at once.
    """
    with locked_club(club.pk) as locked:
        member = Member.objects.filter(club=locked, user_id=user.pk, role__in=roles, ended=None).first()
        if member is None:
            raise RoleTooLow
        member.club = locked
        yield member


def change_club(
    club: Club,
    user: Any,
    by_name: str,
    *,
    name: str,
    colour: str,
    games: Sequence[str],
    time_zone: str,
) -> None:
    with acting_member(club, user, Role.OWNER) as actor:
        locked = actor.club
        if locked.name != name:
            events.record_event(locked.pk, "named", by_name, name=name, before=locked.name)
        if list(locked.games) != list(games):
            events.record_event(locked.pk, "games", by_name)
        locked.name, locked.colour, locked.games, locked.time_zone = name, colour, list(games), time_zone
        locked.save(update_fields=["name", "colour", "games", "time_zone"])


def schedule_deletion(club: Club, user: Any, by_name: str) -> None:
    with acting_member(club, user, Role.OWNER) as actor:
        locked = actor.club
        if locked.deletes is None:
            locked.deletes = timezone.now() + DELETION_DELAY
            locked.save(update_fields=["deletes"])
            events.record_event(locked.pk, "deleting", by_name, until=date_format(locked.deletes, "Y-m-d"))


def cancel_deletion(club: Club, user: Any, by_name: str) -> None:
    with acting_member(club, user, Role.OWNER) as actor:
        locked = actor.club
        if locked.deletes is not None:
            locked.deletes = None
            locked.save(update_fields=["deletes"])
            events.record_event(locked.pk, "kept", by_name)


def delete_due_clubs() -> int:
    """Delete the clubs that are due; return their number. Phones that may score keep that right."""
    deleted = 0
    for club in Club.objects.filter(deletes__lte=timezone.now()):
        with transaction.atomic():
            club_phones = Phone.objects.filter(member__club=club, member__ended=None).select_related("member")
            scoring = [phone.pk for phone in club_phones if phone.may_score]
            # A right that derives from a membership would end with the club.
            for chunk in chunked(scoring):
                Phone.objects.filter(pk__in=chunk).update(**BY_THE_TABLE)
            club.delete()
        deleted += 1
    return deleted


def memberships_of(user: Any) -> list[Member]:
    if not user.is_authenticated:
        return []
    memberships = (
        Member.objects.filter(user_id=user.pk, ended=None).select_related("club").order_by("joined", "pk")
    )
    return [member for member in memberships if not is_deleted(member.club)]


def is_deleted(club: Club) -> bool:
    """Return True if the deletion date has passed, even if the rows still exist."""
    return club.deletes is not None and club.deletes <= timezone.now()


def clubs_owned_alone(user: User, lock: bool = False) -> list[Club]:
    owned = Club.objects.filter(
        pk__in=Member.objects.filter(user=user, role=Role.OWNER, ended=None).values("club")
    ).order_by("pk")
    clubs = list(owned.select_for_update()) if lock else list(owned)
    shared = set(
        Member.objects.filter(club__in=[club.pk for club in clubs], role=Role.OWNER, ended=None)
        .exclude(user=user)
        .values_list("club", flat=True)
    )
    return [club for club in clubs if club.pk not in shared and not is_deleted(club)]


def leave_all_clubs(user: User) -> None:
    for member in Member.objects.filter(user=user, ended=None).select_related("club"):
        Member.objects.filter(pk=member.pk).update(ended=timezone.now())
        permissions.revoke_score_links(member.pk)
        events.record_event(member.club_id, "left", user.display_name, who=user.display_name)


def games_of(club: Club) -> list[Any]:
    """Return the club's games that still exist, its favourite first."""
    by_slug = every_game()
    return [by_slug[slug] for slug in club.games if slug in by_slug]


def running_seasons(club: Club) -> QuerySet[Season]:
    today = timezone.localdate()
    return club.seasons.filter(Q(ends=None) | Q(ends__gte=today), begins__lte=today)


def seasons_for(club: Club, slug: str) -> list[Season]:
    return list(running_seasons(club).filter(game_slug__in=("", slug)))
