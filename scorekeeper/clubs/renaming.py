"""Names put right by those whose names they are: "someone typed my name"."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Count, QuerySet

from scorekeeper.matches.models import Seat
from scorekeeper.matches.typed_names import usual_names
from scorekeeper.parts import chunked

from . import covering, events
from .models import Player
from .people import family_of, locked


def rename(player: Player, name: str, by: str) -> None:
    """What the club calls a player from now on. Sheets keep what was written on them."""
    with transaction.atomic():
        locked(player.club_id)
        was = player.name
        Player.objects.filter(pk=player.pk, forgotten=None).update(name=name)
        if was != name:
            events.record(player.club_id, "renamed", by, player=player.pk, name=was, now=name)


def spellings(player: Player) -> list[dict[str, object]]:
    """The names under which a player stands on sheets, and how often."""
    found = seats_of(player).order_by().values("name").annotate(n=Count("*"))
    return list(found.order_by("-n", "name"))


def write_as(player: Player, spelling: str, name: str) -> int:
    """Where the player stands as ``spelling`` on a sheet they stand as ``name``; "" hides it. How often."""
    with transaction.atomic():
        locked(player.club_id)
        seats = list(seats_of(player).filter(name=spelling).select_related("match"))
        if name:
            for some in chunked([seat.pk for seat in seats]):
                Seat.objects.filter(pk__in=some).update(name=name)
        else:
            for seat in seats:
                seat.name = usual_names(seat.match.seats)[seat.position]
            Seat.objects.bulk_update(seats, ["name"], batch_size=200)
        covering.told({seat.match.table_id for seat in seats})
    return len(seats)


def seats_of(player: Player) -> QuerySet[Seat]:
    """The seats in which a player sat, under any of their records."""
    return Seat.objects.filter(player__in=[one.pk for one in family_of([player.pk])])
