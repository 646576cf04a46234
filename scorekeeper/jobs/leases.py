"""Leases: a process claims a row by one UPDATE and renews the claim while it works.

A killed process renews nothing, so its row can be claimed again after ``LEASE`` at the latest.
"""

import contextlib
import logging
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db import DatabaseError, connection, models
from django.db.models import Q
from django.utils import timezone

LEASE = timedelta(seconds=12)
RENEWALS_PER_LEASE = 3
# Limits a hung process to one hour.
MOST_RENEWALS = 900

log = logging.getLogger("scorekeeper.jobs")


class Leased(models.Model):
    """A row that one process at a time works on, until ``lease``."""

    lease = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


def is_free() -> Q:
    """Return the condition that no process has a row's lease."""
    now = timezone.now()
    # A lease beyond its full length was written before the clock was set back.
    return Q(lease=None) | Q(lease__lt=now) | Q(lease__gt=now + LEASE)


def claim(row: Leased, **changes: Any) -> bool:
    """Claim a row and set ``changes`` on it; return False if it is claimed already or deleted."""
    until = timezone.now() + LEASE
    claimed = type(row)._default_manager.filter(is_free(), pk=row.pk).update(lease=until, **changes)
    row.lease = until
    return claimed == 1


@contextlib.contextmanager
def renewing(row: Leased) -> Iterator[None]:
    """Renew a claimed row's lease during the block, and release it unless the block raises."""
    stop = threading.Event()
    renewal = threading.Thread(target=_renew, args=(row, stop), name="lease", daemon=True)
    renewal.start()
    try:
        yield
    finally:
        stop.set()
        renewal.join()
    _claimed_row(row).update(lease=None)


def _renew(row: Leased, stop: threading.Event) -> None:
    try:
        for _renewal in range(MOST_RENEWALS):
            if stop.wait(LEASE.total_seconds() / RENEWALS_PER_LEASE):
                return
            until = timezone.now() + LEASE
            try:
                if not _claimed_row(row).update(lease=until):
                    return
            except DatabaseError:
                log.exception("a lease could not be renewed")
            else:
                row.lease = until
    finally:
        connection.close()


def _claimed_row(row: Leased) -> models.QuerySet[Leased]:
    return type(row)._default_manager.filter(pk=row.pk, lease=row.lease)
