"""What begins anew when a copy has been put in place of the database.

Every table gets a new *epoch*: a phone that kept hands of an older one offers them (healing.py). Versions
and the numbers of new rows leap, so that nothing that a phone has seen is taken for something else.
"""

from __future__ import annotations

import time
from datetime import timedelta

from django.db import connection, transaction
from django.db.models import F, Max
from django.db.models.functions import Greatest

from scorekeeper import live

from . import models
from .hooks import hooks

# Versions go on from the seconds since then: no table changes every second, so none has got as far, whatever
# a copy says. And rows leave out more numbers than can have been given out since it was taken.
SINCE, ROWS = 1_767_225_600, 1_000_000  # the first second of 2026
LEAPING = (models.Match, models.Phone)  # whose numbers phones have kept
LATELY = timedelta(days=1)  # before the newest change in the copy: phones may be looking at such a table


def begin() -> int:
    """Begin a new epoch, to be called when a copy is in place; which it is."""
    with transaction.atomic():
        newest = models.Table.objects.aggregate(epoch=Max("epoch"), touched=Max("touched"))
        # By the clock, for the copy does not know of epochs after it; never the same twice.
        epoch = max(int(time.time()), (newest["epoch"] or 0) + 1)
        models.Offered.objects.all().delete()
        models.Table.objects.update(epoch=epoch, version=Greatest(F("version") + 1, epoch - SINCE))
        hooks.after_restore(epoch - SINCE)
        for model in LEAPING:
            _leap(model._meta.db_table)
        if newest["touched"]:
            lately = models.Table.objects.filter(touched__gte=newest["touched"] - LATELY)
            for code, version in lately.values_list("code", "version").iterator():
                live.publish(code, version)
    return epoch


def _leap(table: str) -> None:
    """Leave out so many numbers of new rows."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT setval(own, nextval(own) + %s)"
                " FROM (SELECT pg_get_serial_sequence(%s, 'id')::regclass) AS found (own)",
                [ROWS, table],
            )
        else:
            cursor.execute("UPDATE sqlite_sequence SET seq = seq + %s WHERE name = %s", [ROWS, table])
