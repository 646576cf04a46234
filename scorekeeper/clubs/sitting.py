"""Tables of a club: whom of its players the names at them stand for.

A name that is typed at a table, at its start or in the middle, is joined to the player who is called so. Only
a member who starts a table makes new players of new names: others wait on the page of names to be joined.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F
from django.utils import timezone

from scorekeeper.matches.models import (
    Seat,
    Table,
)
from scorekeeper.matches.typed_names import usual_names

from .models import Player
from .naming import known, stands_for, taken


def seated(
    table: Table, names: Sequence[str], meant: Sequence[int | None] = (), seats: int = 0
) -> list[int | None]:
    """The players whom the names stand for, one a seat: those meant, those who sat here so, those called so.

    ``meant`` are players of the table's club, as whoever seated them said; others are not listened to.
    ``seats`` are those of the match, where the names are only some.
    """
    if table.club_id is None:
        return [None] * len(names)
    players = known(table.club_id)
    ours = {one.pk for one in players}
    here = Seat.objects.filter(match__table=table, player__isnull=False).order_by("match__number", "since")
    sat = dict(here.values_list("name", "player_id"))
    usual = set(usual_names(seats or len(names)))
    found: list[int | None] = []
    for n, name in enumerate(names):
        told = meant[n] if n < len(meant) else None
        if told not in ours:
            told = sat.get(name) or (None if name in usual else stands_for(name, players))
        found.append(told)
    played(found)
    return found


def played(players: Sequence[int | None]) -> None:
    """They sit at a table now: they come first when the next is started."""
    ids = [pk for pk in players if pk is not None]
    if ids:
        roots = Player.objects.filter(pk__in=ids).values_list("same_as", "pk")
        Player.objects.filter(pk__in=[same or pk for same, pk in roots]).update(last_played=timezone.now())


def welcomed(club: int, names: Sequence[str]) -> list[int | None]:
    """The same for a table that a member starts: a name that nobody has makes a guest of the club."""
    players = known(club)
    usual = set(usual_names(len(names)))
    return [
        stands_for(name, players)
        if name in usual or taken(name, players)
        else Player.objects.create(club_id=club, name=name).pk
        for name in names
    ]


def most_recent(club: int, most: int = 60) -> list[Player]:
    """The players to choose from, those who played last first."""
    players = Player.objects.filter(club_id=club, same_as=None, forgotten=None).exclude(name="")
    return list(players.order_by(F("last_played").desc(nulls_last=True), "name", "pk")[:most])
