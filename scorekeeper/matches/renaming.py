"""Invalidation of tables whose players were renamed."""

from collections.abc import Iterable

from django.db.models import F

from scorekeeper.live import streams
from scorekeeper.web.chunks import chunked

from .models import Match, Table


def invalidate_tables(tables: Iterable[int]) -> None:
    """Make cached states of these tables stale, and notify their phones."""
    for chunk in chunked(sorted(tables)):
        Match.objects.filter(table__in=chunk).update(named=F("named") + 1)
        Table.objects.filter(pk__in=chunk).update(version=F("version") + 1)
        active = Table.objects.filter(pk__in=chunk, matches__ended=None).distinct()
        for code, version in active.values_list("code", "version"):
            streams.publish(code, version)
