"""A table after an older copy was put in place: what was written since is gone, versions leap."""

from __future__ import annotations

import json
from typing import Any

from scorekeeper.matches import (
    commands,
    models,
    replay,
    restored,
    sealing,
)

from .cast import Cast

Lines = list[list[Any]]


def kept(match: models.Match, first: int = 0) -> Lines:
    """What a phone at the table has of a match."""
    return sealing.lines_from(models.Match.objects.get(pk=match.pk), first)


def restore(cast: Cast, place: int) -> None:
    """The copy had the first match of the table up to this place."""
    match = cast.table.matches.get(number=1)
    cast.table.matches.exclude(pk=match.pk).delete()
    models.Entry.objects.filter(match=match, place__gt=place).delete()
    last = models.Entry.objects.filter(match=match, place=place).first()
    match.length, match.head = place, last.hash if last else ""
    match.save()
    commands.project(match)
    replay._kept.clear()
    restored.leap()
    cast.table.refresh_from_db()


def lost(cast: Cast) -> Lines:
    """The copy does not have the last entry: what a phone kept."""
    lines = kept(cast.match)
    restore(cast, cast.match.length - 1)
    return lines


def offered(lines: Lines, match: int = 1) -> dict[str, Any]:
    """What offline/offering.js sends."""
    return {"match": match, "lines": json.dumps(lines)}
