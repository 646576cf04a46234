"""Hands that were played after the copy that was restored, back from the phones at the table.

Every phone keeps the last lines of the log of its table (static/offline/logs.js). When a copy was put
in place of the database, it offers them (static/offline/heal.js). A line is taken only if it goes on
unbroken from what stands in the log, its hash comes out as it was, and this site has sealed it: then it
once stood there, word for word. What fits waits until a phone that keeps score says, once for the
table, that it comes back.

A line holds no name. Whoever wrote it is a number, and is called what they are called now:

    [place, number, rev, hand, before, why, key, by, at, seal]      at: microseconds, as text
    [0, heading, seal]                                              a match as it was begun
"""

from __future__ import annotations

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
from scorekeeper.sheet.state import StoredEntry

from . import (
    commands,
    hash_chain,
    models,
    replay,
)

KEPT = 200  # lines of one log that a phone keeps, and that are put back at once
PARTS = 10  # of a line
BEGUN = datetime(1970, 1, 1, tzinfo=UTC)
HEADING = ("game_slug", "preset", "house", "seats", "sides", "first_dealer", "title")

Line = list[Any]


class Malformed(Exception):
    """No script of ours sends this."""


# What a phone keeps --------------------------------------------------------------


def newest(match: models.Match, last: StoredEntry | None) -> str:
    """The newest line of a match as JSON: its last entry, or how it was begun.

    Its keys are sorted, for PostgreSQL gives those of a stored hand in an order of its own.
    """
    line = _begun(match) if last is None else _line(last)
    return json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def lines_from(match: models.Match, place: int) -> list[Line]:
    """The lines of a log from this place on, the newest ``KEPT`` of them."""
    first = max(place, match.length - KEPT + 1)
    rows = models.Entry.objects.filter(match=match, place__gte=first, place__lte=match.length)
    return [_begun(match)] * (first <= 0) + [_line(row) for row in rows.order_by("place")]


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
    if not isinstance(lines, list) or not 0 < len(lines) <= KEPT + 1:
        raise Malformed
    if not all(_is_line(line) for line in lines):
        raise Malformed
    return lines


def _is_line(line: Any) -> bool:
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
ASKED = "asked"  # it fits, and the table is asked
LEFT = "left"  # the table has said that it stays out
GAP = "gap"  # something is missing before it; another phone may have it
APART = "apart"  # it does not go on from what stands in the log


@dataclass(frozen=True)
class End:
    """Where a log ends: what a continuation has to go on from."""

    match: int
    place: int = 0
    hash: str = ""


def offer(table: models.Table, number: int, sent: list[Line]) -> str:
    """What phones kept of a match of the table: what becomes of it. Nothing is written in the log yet."""
    with transaction.atomic():
        locked = models.Table.objects.select_for_update().get(pk=table.pk)
        if not locked.epoch:
            return APART  # no copy was ever put in place
        known = models.Offered.objects.filter(table=locked, number=number).first()
        # What was found to fit before is not asked for again, so phones can add to each other's.
        lines = {line[0]: line for line in (*sent, *(known.lines if known else ()))}
        match = models.Match.objects.filter(table=locked, number=number).first()
        if match is None:
            end = _end_of_begun(locked, number, lines.get(0))
            if isinstance(end, str):
                return end
        elif not _goes_along(match, lines):
            return APART
        else:
            end = End(match.pk, match.length, match.head)
        if match is not None and max(line[0] for line in sent) <= end.place:
            return THERE
        if known is not None and known.declined:
            return LEFT
        if match is not None and end.place + 1 not in lines:
            return GAP
        found = [line for line, _hash in _continuation(end, lines)][:KEPT]
        if match is None:
            found.insert(0, lines[0])
        if not found:
            return APART
        if known is None or len(found) > len(known.lines):
            models.Offered.objects.update_or_create(table=locked, number=number, defaults={"lines": found})
            commands.publish_change(locked)
    return ASKED


def _end_of_begun(table: models.Table, number: int, begun: Line | None) -> End | str:
    """Where the log of a match begins that the copy does not have; else why it cannot be put back."""
    if begun is None:
        return GAP
    said = begun[1]
    if not _is_sealed(begun[2], said) or (said["table"], said["number"]) != (table.pk, number):
        return APART
    if models.Match.objects.filter(pk=said["id"]).exists() or number > limits.MOST_MATCHES:
        return APART
    before = models.Match.objects.filter(table=table, number=number - 1).exists()
    offered = models.Offered.objects.filter(table=table, number=number - 1, declined=False).exists()
    return End(said["id"]) if before or offered else GAP


def _goes_along(match: models.Match, lines: dict[int, Line]) -> bool:
    """Whether the newest of the lines that the log has is what stands there: a hash says all before it."""
    begun = lines.get(0)
    if begun is not None and begun[1].get("id") != match.pk:
        return False
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


# What the table is asked ---------------------------------------------------------


@dataclass(frozen=True)
class Lost:
    """What waits to be put back: how many hands, and how many corrections of hands."""

    hands: int
    corrections: int


def lost(table: models.Table) -> Lost | None:
    """What the phones of a table have and its log has not; None if nothing waits."""
    if not table.epoch:
        return None  # the usual case costs nothing
    offered = models.Offered.objects.filter(table=table, declined=False)
    lines = [line for one in _fitting(table, offered) for line in one.lines if line[0]]
    if not lines:
        return None
    hands = sum(line[2] == 1 for line in lines)
    return Lost(hands, len(lines) - hands)


def _fitting(table: models.Table, offered: Iterable[models.Offered]) -> list[models.Offered]:
    """Those that still go on from where the log ends: somebody may have written since."""
    rows = list(offered)
    ends = dict(
        models.Match.objects.filter(table=table, number__in=[one.number for one in rows]).values_list(
            "number", "length"
        )
    )
    return [one for one in rows if one.lines[0][0] == (ends[one.number] + 1 if one.number in ends else 0)]


def put_back(table: models.Table, phone: models.Phone | None, yes: bool) -> int | None:
    """All that was offered comes back, or stays out. How many lines; None if the phone may not say so."""
    done = 0
    with transaction.atomic():
        locked = commands.lock_for_scoring(table.pk, phone)
        if locked is None or phone is None:
            return None
        offered = models.Offered.objects.filter(table=locked, declined=False)
        rows = list(offered.order_by("number"))
        if not rows:
            return 0  # somebody else has said it
        if not yes:
            offered.update(declined=True)
        else:
            for one in rows:
                done += _put_back(locked, phone, one)
            offered.delete()
        commands.publish_change(locked)
    return done


def _put_back(table: models.Table, phone: models.Phone, offered: models.Offered) -> int:
    """Write what was offered of one match, every line where and as it was; the caller holds the lock."""
    lines: dict[int, Line] = {line[0]: line for line in offered.lines}
    match = models.Match.objects.filter(table=table, number=offered.number).first()
    if match is None:
        if isinstance(_end_of_begun(table, offered.number, lines.get(0)), str):
            return 0
        match = _begin_again(table, lines[0][1])
    # All is looked at once more: what was found to fit fits only if nobody has written since.
    found = list(_continuation(End(match.pk, match.length, match.head), lines))
    if not found:
        return 0
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
            commands.close_question(match, phone, entry.number, models.Settled.PUT_RIGHT)
    commands.project(match)
    return len(entries)


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
