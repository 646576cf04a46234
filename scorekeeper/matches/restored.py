"""Steps after a backup was restored.

Versions and primary keys skip ahead, so that no value that a phone has stored is used for something else.
Phones send back the entries that the backup lacks (sealing.py).
"""

import time
from datetime import timedelta

from django.db import DatabaseError, connection, transaction
from django.db.models import F, Max
from django.db.models.functions import Greatest

from scorekeeper.live import streams

from . import models
from .hooks import hooks

# New versions start at the seconds since ``SINCE``, or ``ABOVE`` over the replaced database's highest if that
# can be read. No table changes every second, so no version used before is higher; ``ABOVE`` also covers two
# restores in a row. New rows skip ``ROWS`` primary keys, more than can have been used since the backup.
SINCE, ABOVE, ROWS = 1_767_225_600, 100_000, 1_000_000  # the first second of 2026
STORED_BY_PHONES = (models.Match, models.Phone)  # models whose primary keys phones store
LATELY = timedelta(days=1)  # before the backup's newest change: such tables may be open on phones


def highest_version() -> int:
    """Return the highest version of a table before the database is replaced; 0 if it cannot be read."""
    try:
        highest: int | None = models.Table.objects.aggregate(highest=Max("version"))["highest"]
    except DatabaseError:  # a broken database may be why a backup is restored
        return 0
    return highest or 0


def skip_ahead(replaced: int = 0) -> int:
    """Skip versions and primary keys ahead after a restore. Return the lowest new version.

    ``replaced`` is the ``highest_version`` of the replaced database, 0 if unknown.
    """
    with transaction.atomic():
        version = max(int(time.time()) - SINCE, replaced + ABOVE)
        models.Table.objects.update(version=Greatest(F("version") + 1, version))
        hooks.after_restore(version)
        for model in STORED_BY_PHONES:
            _skip_ids(model._meta.db_table)
        newest = models.Table.objects.aggregate(touched=Max("touched"))["touched"]
        if newest is not None:
            lately = models.Table.objects.filter(touched__gte=newest - LATELY)
            for code, now in lately.values_list("code", "version").iterator():
                streams.publish(code, now)
    return version


def _skip_ids(table: str) -> None:
    """Skip ``ROWS`` primary keys of a database table."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT setval(own, nextval(own) + %s)"
                " FROM (SELECT pg_get_serial_sequence(%s, 'id')::regclass) AS found (own)",
                [ROWS, table],
            )
        else:
            cursor.execute("UPDATE sqlite_sequence SET seq = seq + %s WHERE name = %s", [ROWS, table])
