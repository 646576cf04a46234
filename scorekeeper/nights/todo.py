"""Tasks of a club's scorekeepers, each with the page where it is done."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import Club
from scorekeeper.clubs.people import identity
from scorekeeper.history.models import ImportJob
from scorekeeper.matches.models import Objection


def tasks(club: Club) -> Iterator[tuple[str, str]]:
    """Yield the text and the URL of each task."""
    disputes = Objection.objects.filter(match__table__club=club, settled="").order_by("pk")
    if n := disputes.count():
        match = disputes.select_related("match__table")[0].match
        words = ngettext("%(n)d disputed hand", "%(n)d disputed hands", n) % {"n": n}
        yield words, reverse("match", args=[match.table.code, match.number])
    unended_nights = club.nights.filter(
        ended=None, date__lt=timezone.localdate(), played_rounds__isnull=False
    )
    if (night := unended_nights.order_by("date", "pk").first()) is not None:
        yield _("A night has not been ended"), reverse("night", args=[club.code, night.pk])
    if n := len(identity.open_claims(club)):
        words = ngettext("%(n)d member claims a player", "%(n)d members claim a player", n) % {"n": n}
        yield words, reverse("players", args=[club.code])
    if identity.unlinked_named_seats(club.pk).exists():
        yield _("Names from the tables to link"), reverse("unlinked_names", args=[club.code])
    files = ImportJob.waiting().filter(club=club, content=None).exclude(reading__has_key="is_people_list")
    if (file := files.order_by("-pk").values_list("pk", flat=True).first()) is not None:
        yield _("A file to import"), reverse("import_job", args=[club.code, file])
