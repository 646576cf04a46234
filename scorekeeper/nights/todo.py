"""Tasks of a club's scorekeepers, found in one query."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery, Value
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import Claim, Club, Member
from scorekeeper.clubs.people import identity
from scorekeeper.history.models import ImportJob
from scorekeeper.matches.models import Objection
from scorekeeper.nights.models import Night


@dataclass(frozen=True)
class Task:
    """A task, with the URL of its page."""

    words: str
    url: str


def tasks(club: Club) -> list[Task]:
    """Return the tasks of a club."""
    here = Club.objects.filter(pk=club.pk)
    today = timezone.localdate()
    members = Member.objects.filter(club=club, ended=None).values("user")
    claims = Claim.objects.filter(player__club=club, granted=None, player__forgotten=None, user__in=members)
    disputes = Objection.objects.filter(match__table__club=club, settled="")
    nights = Night.objects.filter(club=club, ended=None, date__lt=today, played_rounds__isnull=False)
    files = (
        ImportJob.waiting()
        .filter(club=OuterRef("pk"), content=None)
        .exclude(reading__has_key="is_people_list")
    )
    row = here.annotate(
        claims=_count(claims),
        disputes=_count(disputes),
        dispute=Subquery(disputes.order_by("pk").values("pk")[:1]),
        night=Subquery(nights.order_by("date", "pk").values("pk")[:1]),
        names=Exists(identity.named_seats(club.pk)),
        file=Subquery(files.order_by("-pk").values("pk")[:1]),
    ).values("claims", "disputes", "dispute", "night", "names", "file")[0]
    return list(_tasks(club, row))


def _count(rows: QuerySet[Any]) -> Subquery:
    # Group by a constant, so that the count is one row.
    return Subquery(rows.order_by().annotate(all=Value(1)).values("all").annotate(n=Count("pk")).values("n"))


def _tasks(club: Club, row: Mapping[str, Any]) -> Iterator[Task]:
    if n := row["disputes"]:
        match = Objection.objects.select_related("match__table").get(pk=row["dispute"]).match
        words = ngettext("%(n)d disputed hand", "%(n)d disputed hands", n) % {"n": n}
        yield Task(words, reverse("match", args=[match.table.code, match.number]))
    if row["night"]:
        yield Task(_("A night has not been ended"), reverse("night", args=[club.code, row["night"]]))
    if n := row["claims"]:
        words = ngettext("%(n)d member says who they were", "%(n)d members say who they were", n) % {"n": n}
        yield Task(words, reverse("players", args=[club.code]))
    if row["names"]:
        yield Task(_("Names from the tables to link"), reverse("unjoined", args=[club.code]))
    if row["file"]:
        yield Task(_("A file to import"), reverse("bringing", args=[club.code, row["file"]]))
