"""The hash chain of a log: each entry has a hash of itself and of all entries before it."""

import hashlib
import json
import uuid
from typing import Any, NamedTuple

from . import models


def fingerprint(*parts: Any) -> str:
    """Return a hash of a request that does not depend on the order of its keys."""
    return hashlib.sha256(canonical(list(parts)).encode()).hexdigest()


def canonical(data: Any) -> str:
    """Return the canonical JSON, the form that is hashed."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


class EntryContent(NamedTuple):
    """The fields that an entry's hash covers. Names are left out, because they may be erased."""

    prev: str  # the hash of the entry before it, "" for the first
    match: int
    place: int
    number: int
    rev: int
    hand: str  # canonical JSON
    before: int | None
    why: str
    key: uuid.UUID


def content_of(entry: models.Entry) -> EntryContent:
    """Return the fields of a stored entry that its hash covers."""
    return EntryContent(
        entry.prev,
        entry.match_id,
        entry.place,
        entry.number,
        entry.rev,
        canonical(entry.hand),
        entry.before,
        entry.why,
        entry.key,
    )


def entry_hash(content: EntryContent) -> str:
    """Return the hash of an entry and all entries before it, as hexadecimal SHA-256."""
    position = f'"{content.prev}",{content.match},{content.place},{content.number},{content.rev}'
    before = "null" if content.before is None else content.before
    rest = f'{before},{json.dumps(content.why)},"{content.key}"'
    return hashlib.sha256(f"[{position},{content.hand},{rest}]".encode()).hexdigest()


def broken_link(match: models.Match) -> int | None:
    """Return the place of the first entry that does not follow from those before it; None if all do."""
    prev, place = "", 0
    for entry in models.Entry.objects.filter(match=match).order_by("place").iterator():
        place += 1
        if entry.place != place or entry.prev != prev or entry.hash != entry_hash(content_of(entry)):
            return entry.place
        prev = entry.hash
    return None if (prev, place) == (match.head, match.length) else place + 1
