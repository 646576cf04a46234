"""What has to follow when a copy was put in place of the database.

Versions and the numbers of new rows leap, so that nothing that a phone has seen is taken for something else.
What the copy does not have comes back from the phones (sealing.py).
"""

import time
from datetime import timedelta

from django.db import DatabaseError, connection, transaction
from django.db.models import F, Max
from django.db.models.functions import Greatest

from scorekeeper import live

from . import models
from .hooks import hooks

# Versions go on from the seconds since then: no table changes every second, so none has got as far, whatever
# a copy says. Where the database that the copy replaces can still be read, they go on from its own too, by
# more than a night can have risen above its tables: one may be replaced twice in the seconds in which phones
# bring back a whole evening. And rows leave out more numbers than can have been given out since the copy.
SINCE, ABOVE, ROWS = 1_767_225_600, 100_000, 1_000_000  # the first second of 2026
LEAPING = (models.Match, models.Phone)  # whose numbers phones have kept
LATELY = timedelta(days=1)  # before the newest change in the copy: phones may be looking at such a table


def highest_version() -> int:
    """The highest version of a table, to be asked before the database is replaced; 0 if it cannot say."""
    try:
        highest: int | None = models.Table.objects.aggregate(highest=Max("version"))["highest"]
    except DatabaseError:  # it may be why a copy is needed
        return 0
    return highest or 0


def leap(replaced: int = 0) -> int:
    """Have versions and numbers go on from now, to be called when a copy is in place; the least version.

    ``replaced`` is the ``highest_version`` of what was there before, 0 where nobody knows.
    """
    with transaction.atomic():
        version = max(int(time.time()) - SINCE, replaced + ABOVE)
        models.Table.objects.update(version=Greatest(F("version") + 1, version))
        hooks.after_restore(version)
        for model in LEAPING:
            _leap(model._meta.db_table)
        newest = models.Table.objects.aggregate(touched=Max("touched"))["touched"]
        if newest is not None:
            lately = models.Table.objects.filter(touched__gte=newest - LATELY)
            for code, now in lately.values_list("code", "version").iterator():
                live.publish(code, now)
    return version


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
