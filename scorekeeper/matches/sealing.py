"""The log as phones keep it: sealed lines, and how they come back to a site that has lost them.

Every phone keeps the log of its table (static/offline/store.js). Where a site was brought back from an
older copy, phones offer what is missing. A line is taken only if it goes on unbroken from what stands in
the log, its hash comes out as it was, and this site has sealed it: then it once stood there, word for
word, and stands there again. What somebody has written since is never written over: then people choose
between two runs of hands (runs.py).

A line holds no name. Whoever wrote it is a number, and is called what they are called now:

    [place, number, rev, hand, before, why, key, by, at, seal]      at: microseconds, as text
    [0, heading, seal]                                              a match as it was begun
"""

import hmac
import json
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

from games.engine.interchange import loads_strict
from games.engine.records import DecodeError
from scorekeeper import limits
from scorekeeper.refusing import Malformed
from scorekeeper.sheet.state import MatchState, StoredEntry

from . import commands, hash_chain, models, replay

AT_ONCE = 200  # lines that are asked for and offered at once
PARTS = 10  # of a line
BEGUN = datetime(1970, 1, 1, tzinfo=UTC)
HEADING = ("game_slug", "preset", "house", "seats", "sides", "first_dealer", "title")

Line = list[Any]


# What a phone keeps --------------------------------------------------------------


def newest(match: models.Match, last: StoredEntry | None) -> str:
    """The newest line of a match as JSON: its last entry, or how it was begun.

    Its keys are sorted, for PostgreSQL gives those of a stored hand in an order of its own.
    """
    line = _begun(match) if last is None else _line(last)
    return json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def seal_before(match: models.Match, story: MatchState) -> str:
    """The seal of the line before the newest, which says all before it too; "" where there is none."""
    if story.last is None:
        return ""
    line = _begun(match) if story.before_last is None else _line(story.before_last)
    return str(line[-1])


def lines_from(match: models.Match, place: int) -> list[Line]:
    """The lines of a log from this place on, ``AT_ONCE`` of them."""
    rows = models.Entry.objects.filter(match=match, place__gte=place, place__lte=match.length)
    lines = [_line(row) for row in rows.order_by("place")[:AT_ONCE]]
    return [_begun(match), *lines][:AT_ONCE] if place <= 0 else lines


def _line(entry: models.Entry | StoredEntry) -> Line:
    at = str((entry.at - BEGUN) // timedelta(microseconds=1))
    said = [entry.place, entry.number, entry.rev, entry.hand, entry.before, entry.why, str(entry.key)]
    return [*said, entry.by_id, at, _seal(entry.hash, entry.by_id, at)]


def _begun(match: models.Match) -> Line:
    at = str((match.started - BEGUN) // timedelta(microseconds=1))
    said = {"id": match.pk, "table": match.table_id, "number": match.number, "started": at}
    said |= {name: getattr(match, name) for name in HEADING}
    return [0, said, _seal(said)]


def _seal(*parts: Any, secret: str | None = None) -> str:
    """What only this site can have put under a line."""
    told = hash_chain.fingerprint(*parts)
    return salted_hmac("scorekeeper.healing", told, secret=secret, algorithm="sha256").hexdigest()[:32]


def _is_sealed(seal: Any, *parts: Any) -> bool:
    if not isinstance(seal, str) or not seal.isascii():
        return False
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(hmac.compare_digest(seal, _seal(*parts, secret=secret)) for secret in secrets)


def read(text: str) -> list[Line]:
    """The lines that a phone sends. Raises ``Malformed``."""
    try:
        lines = loads_strict(text)
    except DecodeError:
        raise Malformed from None
    if not isinstance(lines, list) or not 0 < len(lines) <= AT_ONCE:
        raise Malformed
    if not all(is_line(line) for line in lines):
        raise Malformed
    return lines


def is_line(line: Any) -> bool:
    """Whether it has the shape of a line; whether it is true, its hash and its seal say."""
    match line:
        case [int() as place, dict(), str()]:
            return place == 0
        case [int() as place, int(), int(), _, _, str(), str() as key, _, str() as at, str()]:
            return place > 0 and _is_key(key) and at.isascii() and at.isdecimal() and len(at) < 18
    return False


def _is_key(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False


# What is offered -----------------------------------------------------------------

THERE = "there"  # all of it stands in the log
GAP = "gap"  # something is missing before it; another phone may have it
APART = "apart"  # it does not go on from what stands in the log


@dataclass(frozen=True)
class End:
    """Where a log ends: what a continuation has to go on from."""

    match: int
    place: int = 0
    hash: str = ""


def offer(table: models.Table, number: int, sent: list[Line]) -> str:
    """What a phone kept of a match of the table: what goes on from its log is put back."""
    with transaction.atomic():
        locked = models.Table.objects.select_for_update().get(pk=table.pk)
        lines = {line[0]: line for line in sent}
        match = models.Match.objects.filter(table=locked, number=number).first()
        if match is None:
            found = _match_to_begin(locked, number, lines.get(0))
            if isinstance(found, str):
                return found
            match = _begin_again(locked, found)
        elif not _known_beginning(match, lines):
            return APART
        elif lacking(match, sent) == []:
            return THERE
        elif not _goes_along(match, lines):
            return APART
        elif match.length + 1 not in lines:
            return GAP
        end = End(match.pk, match.length, match.head)
        _put_back(locked, match, list(_continuation(end, lines)))
        if match.length > end.place or not end.place:
            commands.publish_change(locked)
        return THERE if match.length >= max(lines) else APART


def lacking(match: models.Match, lines: Iterable[Line]) -> list[Line]:
    """Those of these lines whose entries do not stand in the log, by their keys."""
    keys = {line[6]: line for line in lines if line[0]}
    known = models.Entry.objects.filter(match=match, key__in=keys).values_list("key", flat=True)
    there = {str(key) for key in known}
    return [line for key, line in keys.items() if key not in there]


def _match_to_begin(table: models.Table, number: int, begun: Line | None) -> dict[str, Any] | str:
    """The heading of a match that the site has lost; else why it cannot be begun again."""
    if begun is None:
        return GAP
    said: dict[str, Any] = begun[1]
    if not _is_sealed(begun[2], said) or (said["table"], said["number"]) != (table.pk, number):
        return APART
    if models.Match.objects.filter(pk=said["id"]).exists() or number > limits.MOST_MATCHES:
        return APART
    return said if models.Match.objects.filter(table=table, number=number - 1).exists() else GAP


def _known_beginning(match: models.Match, lines: dict[int, Line]) -> bool:
    """Whether the lines are of this match, as far as they say how it was begun."""
    return 0 not in lines or lines[0][1].get("id") == match.pk


def _goes_along(match: models.Match, lines: dict[int, Line]) -> bool:
    """Whether the newest of the lines that the log has is what stands there: a hash says all before it."""
    common = max((place for place in lines if 0 < place <= match.length), default=0)
    entry = models.Entry.objects.filter(match=match, place=common).first()
    return entry is None or _hash(lines[common], match.pk, entry.prev) == entry.hash


def _continuation(end: End, lines: dict[int, Line]) -> Iterator[tuple[Line, str]]:
    """The lines that go on unbroken from the end of a log, as this site sealed them, with their hashes."""
    place, prev = end.place + 1, end.hash
    while (line := lines.get(place)) is not None and place <= limits.MOST_ENTRIES:
        prev = _hash(line, end.match, prev)
        if not _is_sealed(line[9], prev, line[7], line[8]):
            return
        yield line, prev
        place += 1


def _hash(line: Line, match: int, prev: str) -> str:
    place, number, rev, hand, before, why, key = line[:7]
    told = hash_chain.canonical(hand)
    content = hash_chain.EntryContent(prev, match, place, number, rev, told, before, why, uuid.UUID(key))
    return hash_chain.entry_hash(content)


def _put_back(table: models.Table, match: models.Match, found: list[tuple[Line, str]]) -> None:
    """Write lines that go on from the end of a log, each where and as it was; the caller holds the lock."""
    if not found:
        return
    known = {one.pk: one for one in table.phones.all()}
    entries, prev = [], match.head
    for line, hash_ in found:
        entries.append(_entry(match, line, prev, hash_, known))
        prev = hash_
    times = [entry.at for entry in entries]
    models.Entry.objects.bulk_create(entries)
    for entry, at in zip(entries, times, strict=True):
        entry.at = at  # making a row sets it to now
    models.Entry.objects.bulk_update(entries, ["at"], batch_size=100)
    match.length, match.head = entries[-1].place, entries[-1].hash
    if match.begun and match.begun.get("number") in {entry.number for entry in entries}:
        match.begun = None
    match.save(update_fields=["length", "head", "begun"])
    for entry in entries:
        if entry.rev > 1:
            commands.close_question(match, entry.by_name, entry.number, models.Settled.PUT_RIGHT)
    commands.project(match)


def _entry(
    match: models.Match, line: Line, prev: str, hash_: str, known: dict[int, models.Phone]
) -> models.Entry:
    place, number, rev, hand, before, why, key, by, at = line[:9]
    when = BEGUN + timedelta(microseconds=int(at))
    phone = known.get(by)
    if phone is not None and phone.joined > when:
        phone = None  # the number of a phone that is lost was given out once more
    return models.Entry(
        match=match,
        place=place,
        number=number,
        rev=rev,
        hand=hand,
        why=why,
        before=before,
        key=uuid.UUID(key),
        # As ``sending.intent`` makes it: who sends the very same once more gets the same answer.
        fingerprint=hash_chain.fingerprint(match.pk, number, rev - 1, hand, why, before),
        by=phone,
        by_name=phone.name if phone else "",
        at=when,
        prev=prev,
        hash=hash_,
    )


def _begin_again(table: models.Table, said: dict[str, Any]) -> models.Match:
    """A match that the copy does not have, by the number that its hashes hold; the same people sit at it."""
    last = models.Match.objects.filter(table=table).latest("number")
    started = BEGUN + timedelta(microseconds=int(said["started"]))
    match = models.Match.objects.create(
        pk=said["id"],
        table=table,
        number=said["number"],
        started=started,
        **{name: said[name] for name in HEADING},
    )
    names = (*replay.player_names(last).now, *[""] * match.seats)[: match.seats]
    commands.sit_down(match, names)
    return match
