"""An import taken back: its matches, and the people and seasons that it made and nothing else needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from scorekeeper.clubs import behind, events, projecting
from scorekeeper.clubs.models import Bringing, BroughtIn, Club, Player, Season
from scorekeeper.matches.models import (
    Match,
    Result,
    Seat,
    Table,
)
from scorekeeper.parts import chunked

from .looking import POURED, Come, Gently


def may_be_taken_back(file: Bringing) -> bool:
    """Whether a file is in and all it brought is known: a club's own file brings nights and rules too."""
    return bool(file.ended and not file.taken_back and file.added and not file.reading.get("players")) and (
        BroughtIn.objects.filter(file=file).exists()
    )


def take_back(file: Bringing, by: str, come: Come, gently: Gently) -> None:
    """Undo an import. ``gently`` does each part; a run that was broken off goes on with what is left.

    What follows from the matches (ratings, figures) is made anew before they go: it is kept as the matches at
    which to go on.
    """
    matches = list(BroughtIn.objects.filter(file=file).order_by("pk").values_list("match", flat=True))
    most = 2 * len(matches)
    for some in chunked(range(len(matches)), POURED):
        gently(_part(_leave, [matches[n] for n in some]))
        come(some[-1] + 1, most)
    left = True
    while left:
        left = _once(gently, behind.go_on)
    for some in chunked(range(len(matches)), POURED):
        gently(_part(_delete, [matches[n] for n in some]))
        come(len(matches) + some[-1] + 1, most)
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=file.club_id)
        _delete_people(file)
        seasons = Season.objects.filter(club=file.club_id, pk__in=file.reading.get("made", ()))
        seasons.filter(tables=None, nights=None).delete()
        file.taken_back = timezone.now()
        file.save(update_fields=["taken_back"])
        events.record(file.club_id, "import_undone", by, removed=file.added, name=file.name)


def _part(do: Callable[[Sequence[int]], None], matches: Sequence[int]) -> Callable[[], None]:
    return lambda: do(matches)


def _once(gently: Gently, do: Callable[[], bool]) -> bool:
    """What ``do`` says, done gently."""
    said = []
    gently(lambda: said.append(do()))
    return said[0]


def _leave(matches: Sequence[int]) -> None:
    """These matches end for nobody any more: the club's history, ratings and figures do without them."""
    with transaction.atomic():
        tables = Table.objects.filter(matches__in=matches).order_by("pk")
        list(
            Table.objects.select_for_update()
            .filter(pk__in=tables.values("pk"))
            .order_by("pk")
            .values_list("pk")
        )
        Result.objects.filter(match__in=matches).delete()
        Match.objects.filter(pk__in=matches).update(ended=None, frozen=None)
        projecting.follow_all(matches)


def _delete(matches: Sequence[int]) -> None:
    """The matches are gone, and the tables at which nothing else was played."""
    with transaction.atomic():
        tables = list(Table.objects.filter(matches__in=matches).order_by("pk").values_list("pk", flat=True))
        list(Table.objects.select_for_update().filter(pk__in=tables).order_by("pk").values_list("pk"))
        Match.objects.filter(pk__in=matches).delete()
        Table.objects.filter(pk__in=tables, matches=None).delete()


def _delete_people(file: Bringing) -> None:
    """The people whom the file brought and who have done nothing else here since."""
    seated = Seat.objects.filter(player=OuterRef("pk"))
    here = Player.objects.filter(club=file.club_id, pk__in=file.reading.get("people", ()))
    idle = here.filter(user=None, same_as=None, others=None, claims=None, nights=None, forgotten=None)
    idle.exclude(Exists(seated)).delete()
