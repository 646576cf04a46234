"""The chain of a log: an entry carries a hash of itself and of all before it, so that nothing slips out."""

from __future__ import annotations

import hashlib
import json
import uuid
from typing import Any

from . import models


def fingerprint(*parts: Any) -> str:
    """A hash of what was asked, whatever the order of its keys."""
    return hashlib.sha256(canonical(list(parts)).encode()).hexdigest()


def canonical(data: Any) -> str:
    """JSON in the one form that is hashed."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def chained(entry: models.Entry) -> str:
    """The hash that ties an entry to everything before it. No name goes in: names may be erased."""
    return link(
        entry.prev,
        entry.match_id,
        entry.place,
        entry.number,
        entry.rev,
        entry.hand,
        entry.before,
        entry.why,
        entry.key,
    )


def link(
    prev: str,
    match: int,
    place: int,
    number: int,
    rev: int,
    hand: Any,
    before: int | None,
    why: str,
    key: uuid.UUID,
) -> str:
    """The hash of an entry with these values."""
    return linked(prev, match, place, number, rev, canonical(hand), before, why, key)


def linked(
    prev: str,
    match: int,
    place: int,
    number: int,
    rev: int,
    told: str,
    before: int | None,
    why: str,
    key: uuid.UUID,
) -> str:
    """The hash of an entry with these values, whose hand is JSON in the form that is hashed."""
    where = f'"{prev}",{match},{place},{number},{rev}'
    rest = f'{"null" if before is None else before},{json.dumps(why)},"{key}"'
    return hashlib.sha256(f"[{where},{told},{rest}]".encode()).hexdigest()


def broken_link(match: models.Match) -> int | None:
    """The place of the first entry that does not follow from those before it; None if the log is whole."""
    prev, place = "", 0
    for entry in models.Entry.objects.filter(match=match).order_by("place").iterator():
        place += 1
        if entry.place != place or entry.prev != prev or entry.hash != chained(entry):
            return entry.place
        prev = entry.hash
    return None if (prev, place) == (match.head, match.length) else place + 1
