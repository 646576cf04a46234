"""What does not stay: tables where nobody ever wrote, and the names at tables of long ago.

A table of a club is left alone: how long it keeps its names is the club's to say. The scores stay, as
those of "Player 1" and "Player 2"; what people typed as a reason is part of the log and stays with it.
"""

import time
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scorekeeper import leaps

from . import models

EMPTY_LIVES = timedelta(hours=24)
AT_ONCE = 200  # tables of one sweep: whoever starts a table waits for it
EVERY = 600  # seconds between two sweeps of one process

_USED = Q(length__gt=0) | Q(begun__isnull=False) | Q(number__gt=1)
_swept = 0.0


def now_and_then() -> None:
    """Sweep a little, unless this process has just done so: a flood clears away the last one."""
    global _swept
    if time.monotonic() - _swept < EVERY and _swept:
        return
    _swept = time.monotonic()
    sweep(AT_ONCE)


def sweep(most: int | None = None) -> tuple[int, int]:
    """Delete tables that nobody used, and let old names fade: how many of each."""
    if leaps.has_leapt():
        return 0, 0
    return delete_empty(most), fade_old(most)


def delete_empty(most: int | None = None) -> int:
    """Delete tables a day old on which nothing was ever written, begun or settled."""
    used = models.Match.objects.filter(_USED, table=OuterRef("pk"))
    found = models.Table.objects.filter(club=None, created__lt=timezone.now() - EMPTY_LIVES)
    tables = list(found.exclude(Exists(used)).order_by("pk").values_list("pk", flat=True)[:most])
    for pk in tables:
        with transaction.atomic():
            table = models.Table.objects.select_for_update().filter(pk=pk).first()
            # Somebody may have written since.
            if table is not None and not models.Match.objects.filter(_USED, table=table).exists():
                table.delete()
    return len(tables)


def fade_old(most: int | None = None) -> int:
    """Cover the names at tables whose last hand is as long ago as their hosts have said."""
    now, over = timezone.now(), Q()
    for days in models.FADES:
        over |= Q(fades_after=days, touched__lt=now - timedelta(days=days))
    old = models.Table.objects.filter(over, club=None, faded=None)
    tables = list(old.order_by("touched").values_list("pk", flat=True)[:most])
    for pk in tables:
        with transaction.atomic():
            fade(models.Table.objects.select_for_update().get(pk=pk))
    return len(tables)


def fade(table: models.Table) -> None:
    """Cover every name at a table; the caller holds its lock. The log's chain holds none, and stays whole."""
    seats = models.Seat.objects.filter(match__table=table)
    with translation.override(settings.LANGUAGE_CODE):
        for position in sorted(set(seats.values_list("position", flat=True))):
            name = _("Player %(n)d") % {"n": position + 1}
            seats.filter(position=position).update(name=name)
    models.Phone.objects.filter(table=table).update(name="")
    models.Entry.objects.filter(match__table=table).update(by_name="")
    models.Objection.objects.filter(match__table=table).update(by_name="", settled_by="")
    table.precedents.update(by_name="", ended_by="")
    # What processes remember of the logs is remembered with its names.
    models.Match.objects.filter(table=table).update(named=F("named") + 1)
    models.Table.objects.filter(pk=table.pk).update(faded=timezone.now(), version=F("version") + 1)
