"""The identity of players: link names, merge and unmerge records, answer claims, rename.

A spelling is a player's name as written on a sheet. After a change of seats or records, the
appearances (the matches that count for a player) are rebuilt. Each change locks the club's row, so
that concurrent changes see each other.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.clubs.hooks import club_hooks
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.membership.clubs import locked_club
from scorekeeper.clubs.models import Claim, Club, ClubEvent, Member, Player
from scorekeeper.matches import renaming
from scorekeeper.matches.models import Seat
from scorekeeper.matches.typed_names import usual_names
from scorekeeper.web.chunks import chunked


class CannotMerge(Exception):
    """These records cannot be merged or claimed; the argument is the message."""

    def __init__(self, message: str = "") -> None:
        super().__init__(
            message or _("Someone else has changed this in the meantime. Check it and try again.")
        )


def unlinked_seats(club: int) -> QuerySet[Seat]:
    """Return the seats at a club's tables whose name is linked to no player."""
    return Seat.objects.filter(match__table__club_id=club, player=None).exclude(name="")


def unlinked_named_seats(club: int) -> QuerySet[Seat]:
    """Return the unlinked seats that have no default name."""
    # Four seats have the names of the winds, other numbers of seats "Player 1" and so on.
    default_names = [*usual_names(4), *usual_names(12), _("Former player")]
    return unlinked_seats(club).exclude(name__in=default_names)


def link_seats(player: Player, seats: QuerySet[Seat], by_name: str) -> None:
    with locked_club(player.club_id):
        unlinked = seats.filter(match__table__club_id=player.club_id, player=None)
        seat_names = dict(unlinked.values_list("pk", "name"))
        if not seat_names:
            return
        for chunk in chunked(list(seat_names)):
            Seat.objects.filter(pk__in=chunk).update(player=player)
        _update_last_played(player)
        names_text = ", ".join(sorted(set(seat_names.values())))
        values = {"name": player.name, "n": len(seat_names), "as": names_text}
        events.record_event(player.club_id, "name_joined", by_name, player=player.pk, **values)
        update_history([player.pk])


def detach_seats(player: Player, spelling: str, by_name: str) -> None:
    with locked_club(player.club_id):
        linked = list(seats_of(player).filter(name=spelling).values_list("pk", flat=True))
        for chunk in chunked(linked):
            Seat.objects.filter(pk__in=chunk).update(player=None)
        if linked:
            values = {"player": player.pk, "name": player.name, "n": len(linked)}
            events.record_event(player.club_id, "name_parted", by_name, **values)
            update_history([player.pk])


def merge(target: Player, source: Player, by_name: str) -> Player:
    """Merge two records of one person and return the remaining record. Raise ``CannotMerge``.

    The record with an account stays, else ``target``. The log keeps what ``unmerge`` needs.
    """
    with locked_club(target.club_id):
        fresh = Player.objects.in_bulk([target.pk, source.pk])
        target, source = fresh[target.pk], fresh[source.pk]
        if (
            target.pk == source.pk
            or target.club_id != source.club_id
            or target.same_as_id
            or source.same_as_id
        ):
            raise CannotMerge
        if target.forgotten or source.forgotten:
            raise CannotMerge(_("A player who asked to be forgotten cannot be merged."))
        if target.user_id and source.user_id:
            raise CannotMerge(_("Both have an account, so they are two people."))
        if source.user_id:
            target, source = source, target
        moved = list(Player.objects.filter(same_as=source).values_list("pk", flat=True))
        last_played = target.last_played.isoformat() if target.last_played else None
        Player.objects.filter(Q(pk=source.pk) | Q(pk__in=moved)).update(same_as=target)
        if source.last_played and (target.last_played is None or source.last_played > target.last_played):
            target.last_played = source.last_played
            target.save(update_fields=["last_played"])
        events.record_event(
            target.club_id, "merged", by_name, **_both_players(target, source), moved=moved, was=last_played
        )
        update_history([target.pk])
    return target


def unmerge(other: Player, by_name: str) -> None:
    """Make a merged record a player of its own again. Raise ``CannotMerge``."""
    with locked_club(other.club_id):
        other = Player.objects.get(pk=other.pk)
        target = other.same_as
        if target is None or target.forgotten:
            raise CannotMerge
        merges = ClubEvent.objects.filter(club_id=other.club_id, what="merged", about__other=other.pk)
        event = merges.order_by("-pk").first()
        merge_values: dict[str, Any] = event.about if event else {}
        Player.objects.filter(pk=other.pk).update(same_as=None)
        Player.objects.filter(pk__in=merge_values.get("moved", ()), same_as=target).update(same_as=other)
        # If the merge changed the target's ``last_played``, restore the previous date.
        if merge_values.get("player") == target.pk and target.last_played == other.last_played:
            was = merge_values.get("was")
            target.last_played = parse_datetime(was) if was else None
            target.save(update_fields=["last_played"])
        events.record_event(other.club_id, "unmerged", by_name, **_both_players(target, other))
        update_history([target.pk, other.pk])


def _both_players(target: Player, other: Player) -> dict[str, Any]:
    return {"player": target.pk, "name": target.name, "other": other.pk, "other_name": other.name}


def records_of(players: Iterable[int]) -> list[Player]:
    """Return the records of these players, including those merged into them."""
    ids = list(players)
    records = Player.objects.filter(Q(pk__in=ids) | Q(same_as__in=ids))
    return list(records.select_related("user", "club").order_by("pk"))


def update_history(players: Iterable[int]) -> None:
    club_hooks.players_changed(record.pk for record in records_of(players))


def _update_last_played(player: Player) -> None:
    last: datetime | None = Seat.objects.filter(player=player).aggregate(at=Max("match__started"))["at"]
    current = player.same_as or player
    if last and (current.last_played is None or last > current.last_played):
        current.last_played = last
        current.save(update_fields=["last_played"])


def claim(player: Player, user: User) -> Claim:
    """Claim a guest's record for a user. Idempotent. Raise ``CannotMerge``."""
    with locked_club(player.club_id):
        player = Player.objects.get(pk=player.pk)
        if player.user_id or player.same_as_id or player.forgotten:
            raise CannotMerge
        claim, _new = Claim.objects.get_or_create(player=player, user=user, granted=None)
    return claim


def claim_by_name(club: Club, name: str, user: User) -> Claim:
    """Claim the seats of an unlinked name for a user. Raise ``CannotMerge``."""
    with locked_club(club.pk):
        seats = unlinked_seats(club.pk).filter(name=name)
        if not seats.exists():
            raise CannotMerge
        guest = Player.objects.create(club=club, name=name)
        link_seats(guest, seats, user.display_name)
        return claim(guest, user)


def open_claims(club: Club) -> list[Claim]:
    members = Member.objects.filter(club=club, ended=None).values("user")
    claims = Claim.objects.filter(player__club=club, granted=None, player__forgotten=None, user__in=members)
    return list(claims.select_related("player", "user").order_by("at", "pk"))


def answer_claim(claim: Claim, granted: bool, by_name: str) -> bool:
    """Grant or deny a claim. Return False if the claim was answered before."""
    with locked_club(claim.player.club_id) as club:
        claim = Claim.objects.select_related("player", "user").get(pk=claim.pk)
        if claim.granted is not None:
            return False
        if claim not in open_claims(club):
            raise CannotMerge
        if granted:
            _grant(claim, by_name)
        claim.granted, claim.answered, claim.answered_by = granted, timezone.now(), by_name[:40]
        claim.save(update_fields=["granted", "answered", "answered_by"])
        kind = "claim_granted" if granted else "claim_denied"
        values = {"player": claim.player_id, "name": claim.player.name, "who": claim.user.display_name}
        events.record_event(club.pk, kind, by_name, **values)
    return True


def _grant(claim: Claim, by_name: str) -> None:
    """Make the guest the user's player, or merge the guest into the player whom the user already has."""
    guest = claim.player
    own = Player.objects.filter(club=guest.club_id, user=claim.user_id, same_as=None).first()
    if own is not None:
        merge(own, guest, by_name)
    elif guest.user_id or guest.same_as_id:
        raise CannotMerge
    else:
        Player.objects.filter(pk=guest.pk).update(user=claim.user_id)


def rename(player: Player, name: str, by_name: str) -> None:
    """Change a player's name; sheets keep what was written on them."""
    with locked_club(player.club_id):
        previous = player.name
        Player.objects.filter(pk=player.pk, forgotten=None).update(name=name)
        if previous != name:
            events.record_event(player.club_id, "renamed", by_name, player=player.pk, name=previous, now=name)


def spellings(player: Player) -> Iterable[Mapping[str, Any]]:
    return seats_of(player).order_by().values("name").annotate(n=Count("*")).order_by("-n", "name")


def change_spelling(player: Player, spelling: str, name: str) -> None:
    """Replace a spelling on the player's sheets by ``name``; "" stands for the default name of the seat."""
    with locked_club(player.club_id):
        seats = list(seats_of(player).filter(name=spelling).select_related("match"))
        if name:
            for chunk in chunked([seat.pk for seat in seats]):
                Seat.objects.filter(pk__in=chunk).update(name=name)
        else:
            for seat in seats:
                seat.name = usual_names(seat.match.seats)[seat.position]
            Seat.objects.bulk_update(seats, ["name"], batch_size=200)
        renaming.invalidate_tables({seat.match.table_id for seat in seats})


def seats_of(player: Player) -> QuerySet[Seat]:
    return Seat.objects.filter(player__in=[record.pk for record in records_of([player.pk])])
