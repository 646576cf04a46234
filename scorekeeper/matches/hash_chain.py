"""The chain of a log: an entry carries a hash of itself and of all before it, so that nothing slips out."""

import hashlib
import json
import uuid
from typing import Any, NamedTuple

from . import models


def fingerprint(*parts: Any) -> str:
    """A hash of what was asked, whatever the order of its keys."""
    return hashlib.sha256(canonical(list(parts)).encode()).hexdigest()


def canonical(data: Any) -> str:
    """JSON in the one form that is hashed."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


class EntryContent(NamedTuple):
    """What the hash of an entry is of. No name goes in: names may be erased."""

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
    """What the hash of a stored entry is of."""
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
    """The hash that ties an entry to everything before it, as hexadecimal SHA-256."""
    where = f'"{content.prev}",{content.match},{content.place},{content.number},{content.rev}'
    before = "null" if content.before is None else content.before
    rest = f'{before},{json.dumps(content.why)},"{content.key}"'
    return hashlib.sha256(f"[{where},{content.hand},{rest}]".encode()).hexdigest()


def broken_link(match: models.Match) -> int | None:
    """The place of the first entry that does not follow from those before it; None if the log is whole."""
    prev, place = "", 0
    for entry in models.Entry.objects.filter(match=match).order_by("place").iterator():
        place += 1
        if entry.place != place or entry.prev != prev or entry.hash != entry_hash(content_of(entry)):
            return entry.place
        prev = entry.hash
    return None if (prev, place) == (match.head, match.length) else place + 1
