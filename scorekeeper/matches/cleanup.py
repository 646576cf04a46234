"""Cleanup: delete unused tables and anonymise the names at old ones.

Club tables are left alone: the club decides how long it keeps names. Scores stay, under "Player 1" and
"Player 2". Reasons that people typed are part of the log and stay too.
"""

import time
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from . import models

EMPTY_TABLE_AGE = timedelta(hours=24)
TABLES_PER_SWEEP = 200  # few, because a request that starts a table waits for the sweep
SWEEP_INTERVAL = 600  # seconds between two sweeps of one process

_IS_USED = Q(length__gt=0) | Q(begun__isnull=False) | Q(number__gt=1)
_last_sweep = 0.0  # none yet


def sweep_occasionally() -> None:
    """Sweep a limited number of tables, at most every ``SWEEP_INTERVAL`` seconds in this process."""
    global _last_sweep
    if time.monotonic() - _last_sweep < SWEEP_INTERVAL and _last_sweep:
        return
    _last_sweep = time.monotonic()
    sweep(TABLES_PER_SWEEP)


def sweep(limit: int | None = None) -> tuple[int, int]:
    """Delete unused tables and anonymise old names. Return how many of each."""
    return delete_empty_tables(limit), anonymise_old_tables(limit)


def delete_empty_tables(limit: int | None = None) -> int:
    """Delete tables older than a day without any entry, draft or second match. Return how many."""
    used = models.Match.objects.filter(_IS_USED, table=OuterRef("pk"))
    old = models.Table.objects.filter(club=None, created__lt=timezone.now() - EMPTY_TABLE_AGE)
    tables = list(old.exclude(Exists(used)).order_by("pk").values_list("pk", flat=True)[:limit])
    deleted = 0
    for pk in tables:
        with transaction.atomic():
            table = models.Table.objects.select_for_update().filter(pk=pk).first()
            # A phone may have written since the query.
            if table is not None and not models.Match.objects.filter(_IS_USED, table=table).exists():
                table.delete()
                deleted += 1
    return deleted


def anonymise_old_tables(limit: int | None = None) -> int:
    """Anonymise the names at tables unchanged for ``fades_after`` days. Return how many tables."""
    now, expired = timezone.now(), Q()
    for days in models.RETENTION_DAYS:
        expired |= Q(fades_after=days, touched__lt=now - timedelta(days=days))
    old = models.Table.objects.filter(expired, club=None, faded=None)
    tables = list(old.order_by("touched").values_list("pk", flat=True)[:limit])
    for pk in tables:
        with transaction.atomic():
            anonymise(models.Table.objects.select_for_update().get(pk=pk))
    return len(tables)


def anonymise(table: models.Table) -> None:
    """Replace every name at a table. The caller holds the table's lock.

    The hash chain covers no names, so it stays valid.
    """
    seats = models.Seat.objects.filter(match__table=table)
    with translation.override(settings.LANGUAGE_CODE):
        for position in sorted(set(seats.values_list("position", flat=True))):
            name = _("Player %(n)d") % {"n": position + 1}
            seats.filter(position=position).update(name=name)
    models.Phone.objects.filter(table=table).update(name="")
    models.Entry.objects.filter(match__table=table).update(by_name="")
    models.Objection.objects.filter(match__table=table).update(by_name="", settled_by="")
    table.precedents.update(by_name="", ended_by="")
    # Cached states contain the names; raising ``named`` makes them stale.
    models.Match.objects.filter(table=table).update(named=F("named") + 1)
    models.Table.objects.filter(pk=table.pk).update(faded=timezone.now(), version=F("version") + 1)
