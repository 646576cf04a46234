"""What waits for those who keep a club's score: asked in one query, each with the page where it is done."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery, Value
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.importing.import_jobs import waiting_files
from scorekeeper.clubs.models import Claim, Club, Member, Night
from scorekeeper.clubs.people import identity
from scorekeeper.matches.models import Objection


@dataclass(frozen=True)
class Task:
    """Something that waits, and where it is done."""

    words: str
    url: str


def tasks(club: Club) -> list[Task]:
    """What waits in this club."""
    here = Club.objects.filter(pk=club.pk)
    today = timezone.localdate()
    members = Member.objects.filter(club=club, ended=None).values("user")
    claims = Claim.objects.filter(player__club=club, granted=None, player__forgotten=None, user__in=members)
    disputes = Objection.objects.filter(match__table__club=club, settled="")
    nights = Night.objects.filter(club=club, ended=None, date__lt=today, played_rounds__isnull=False)
    told = here.annotate(
        claims=_count(claims),
        disputes=_count(disputes),
        dispute=Subquery(disputes.order_by("pk").values("pk")[:1]),
        night=Subquery(nights.order_by("date", "pk").values("pk")[:1]),
        names=Exists(identity.named_seats(club.pk)),
        file=Subquery(waiting_files().filter(club=OuterRef("pk")).order_by("-pk").values("pk")[:1]),
    ).values("claims", "disputes", "dispute", "night", "names", "file")[0]
    return list(_tasks(club, told))


def _count(rows: QuerySet[Any]) -> Subquery:
    # Grouped by what is the same for all: the count of them all is one row.
    return Subquery(rows.order_by().annotate(all=Value(1)).values("all").annotate(n=Count("pk")).values("n"))


def _tasks(club: Club, told: Mapping[str, Any]) -> Iterator[Task]:
    if n := told["disputes"]:
        match = Objection.objects.select_related("match__table").get(pk=told["dispute"]).match
        words = ngettext("%(n)d disputed hand", "%(n)d disputed hands", n) % {"n": n}
        yield Task(words, reverse("match", args=[match.table.code, match.number]))
    if told["night"]:
        yield Task(_("A night has not been ended"), reverse("night", args=[club.code, told["night"]]))
    if n := told["claims"]:
        words = ngettext("%(n)d member says who they were", "%(n)d members say who they were", n) % {"n": n}
        yield Task(words, reverse("players", args=[club.code]))
    if told["names"]:
        yield Task(_("Names from the tables to link"), reverse("unjoined", args=[club.code]))
    if told["file"]:
        yield Task(_("A file to import"), reverse("bringing", args=[club.code, told["file"]]))
