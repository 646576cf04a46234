"""A table after a backup was restored: later entries are gone, and its version number jumps ahead."""

import json
from typing import Any

from scorekeeper.matches import commands, models, restored, sealing

Lines = list[list[Any]]


def lines_of(match, first: int = 0) -> Lines:
    return sealing.lines_from(models.Match.objects.get(pk=match.pk), first)


def restore(cast, place: int):
    """Simulate the restore of a backup that ends at this place in the log of the first match."""
    match = cast.table.matches.get(number=1)
    cast.table.matches.exclude(pk=match.pk).delete()
    models.Entry.objects.filter(match=match, place__gt=place).delete()
    last = models.Entry.objects.filter(match=match, place=place).first()
    match.length, match.head = place, last.hash if last else ""
    match.save()
    commands.rebuild_projections(match)
    restored.skip_ahead()
    cast.table.refresh_from_db()


def lose_last_entry(cast) -> Lines:
    """Restore a backup without the last entry; return all lines of the log, as a phone has them."""
    lines = lines_of(cast.match)
    restore(cast, cast.match.length - 1)
    return lines


def offer_form(lines: Lines, match: int = 1) -> dict[str, Any]:
    return {"match": match, "lines": json.dumps(lines)}
