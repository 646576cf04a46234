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

# New versions start at the number of seconds since ``VERSION_EPOCH``. No table changes every second, so no
# earlier version is higher. If the highest version of the replaced database can be read, they start at least
# ``VERSION_GAP`` above it, which also covers two restores in a row.
VERSION_EPOCH, VERSION_GAP = 1_767_225_600, 100_000  # the first second of 2026
ID_GAP = 1_000_000  # primary keys to skip, more than can have been used since the backup
STORED_BY_PHONES = (models.Match, models.Phone)  # phones store their primary keys
# Tables changed within this time before the backup's newest change may be open on phones.
RECENT = timedelta(days=1)


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
        version = max(int(time.time()) - VERSION_EPOCH, replaced + VERSION_GAP)
        models.Table.objects.update(version=Greatest(F("version") + 1, version))
        hooks.after_restore(version)
        for model in STORED_BY_PHONES:
            _skip_ids(model._meta.db_table)
        newest = models.Table.objects.aggregate(touched=Max("touched"))["touched"]
        if newest is not None:
            recent = models.Table.objects.filter(touched__gte=newest - RECENT)
            for code, new_version in recent.values_list("code", "version").iterator():
                streams.publish(code, new_version)
    return version


def _skip_ids(table: str) -> None:
    """Skip ``ID_GAP`` primary keys of a database table."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT setval(own, nextval(own) + %s)"
                " FROM (SELECT pg_get_serial_sequence(%s, 'id')::regclass) AS found (own)",
                [ID_GAP, table],
            )
        else:
            cursor.execute("UPDATE sqlite_sequence SET seq = seq + %s WHERE name = %s", [ID_GAP, table])
