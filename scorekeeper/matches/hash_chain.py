"""The hash chain of a log: each entry has a hash of itself and of all entries before it."""

import hashlib
import json
import uuid
from typing import Any, NamedTuple

from . import models


def fingerprint(*values: Any) -> str:
    """Return a hash of the values of a request. The order of keys in a dictionary does not matter."""
    return hashlib.sha256(canonical(list(values)).encode()).hexdigest()


def canonical(data: Any) -> str:
    """Return the canonical JSON, the form that is hashed."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


class EntryContent(NamedTuple):
    """The fields of a ``models.Entry`` that its hash covers. Names may be erased, so they are left out."""

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
    """Return the hash of an entry and all entries before it: SHA-256 of a JSON array, in hexadecimal."""
    numbers = f"{content.match},{content.place},{content.number},{content.rev}"
    before = "null" if content.before is None else content.before
    array = f'["{content.prev}",{numbers},{content.hand},{before},{json.dumps(content.why)},"{content.key}"]'
    return hashlib.sha256(array.encode()).hexdigest()
