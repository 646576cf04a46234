"""Files that were looked at and left lying: they hold the names of people, and are kept for nobody."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper.clubs.models import Bringing

LONGEST = timedelta(days=1)


def lying() -> QuerySet[Bringing]:
    """The files that wait on a page."""
    return Bringing.objects.filter(ended=None).exclude(text="")


def overdue() -> int:
    """Throw away what has lain for a day. How many."""
    gone, _rows = lying().filter(at__lt=timezone.now() - LONGEST).delete()
    return gone


def throw_away(club: int, names: Iterable[str]) -> None:
    """Throw away a club's files in which one of these names stands, however it is written there."""
    wanted = [name.casefold() for name in names if name]
    of_club = lying().filter(club=club).values_list("pk", "text", "name")
    found = [
        pk
        for pk, text, name in of_club.iterator(chunk_size=1)
        if any(one in f"{text}\n{name}".casefold() for one in wanted)
    ]
    Bringing.objects.filter(pk__in=found).delete()
