"""Notifying a night's pages of changes: each change increments the night's version."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest

from scorekeeper.live import streams
from scorekeeper.matches.models import Table
from scorekeeper.nights.models import Night


@contextmanager
def locked_night(night: int) -> Iterator[Night]:
    """Lock a night's row until the end of the block.

    A caller that also locks the night's tables must lock them first.
    """
    with transaction.atomic():
        yield Night.objects.select_for_update().get(pk=night)


@contextmanager
def changed_night(night: int) -> Iterator[Night]:
    """Lock a night's row and, at the end of the block, notify its pages."""
    with locked_night(night) as locked:
        yield locked
        publish_night(night)


def publish_night(night: int) -> None:
    """Increment a night's version, and publish it on commit.

    This locks the night's row. A caller that also locks the night's tables must lock them first.
    """
    Night.objects.filter(pk=night).update(version=F("version") + 1)
    code, version = Night.objects.values_list("code", "version").get(pk=night)
    streams.publish(code, version)


def publish_night_of(table: Table) -> None:
    if table.night_id is not None:
        publish_night(table.night_id)


def raise_versions(version: int) -> None:
    """Raise every night's version after a restore, to at least ``version``."""
    Night.objects.update(version=Greatest(F("version") + 1, version))
