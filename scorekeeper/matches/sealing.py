"""Sealed copies of the log on phones, and their way back to a restored site.

Every phone stores the log of its table (static/offline/store.js). After a restore from an older backup,
phones offer the missing lines. A line is accepted only if it follows the log without a gap, its hash matches,
and its seal, a keyed hash, shows that this site once had it in the log. Entries written since the restore are
never overwritten: a person chooses between the two runs (runs.py).

A line is an entry, or the start of a match. It holds no name, only the primary key of its phone (``by``):

    [place, number, rev, hand, before, why, key, by, at, seal]      at: microseconds since 1970, as text
    [0, heading, seal]                                              the start of a match
"""

import hmac
import json
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.engine.records import DecodeError
from games.engine.strict_json import loads_strict
from scorekeeper.sheet.state import MatchState, StoredEntry
from scorekeeper.web import limits
from scorekeeper.web.error_responses import Malformed

from . import commands, hash_chain, models, replay

LINES_PER_REQUEST = 200
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
START_FIELDS = ("game_slug", "preset", "house", "seats", "sides", "first_dealer", "title")

Line = list[Any]


# Lines for phones -----------------------------------------------------------------


def newest_line(match: models.Match, last: StoredEntry | None) -> str:
    """Return the newest line of a match as JSON: its last entry, or its start.

    JSON keys are sorted, because PostgreSQL returns the keys of a stored hand in its own order.
    """
    line = _start_line(match) if last is None else _line(last)
    return json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def seal_before(match: models.Match, state: MatchState) -> str:
    """Return the seal of the line before the newest; "" if there is none."""
    if state.last is None:
        return ""
    line = _start_line(match) if state.before_last is None else _line(state.before_last)
    return str(line[-1])


def lines_from(match: models.Match, place: int) -> list[Line]:
    """Return up to ``LINES_PER_REQUEST`` lines of a log from this place on."""
    rows = models.Entry.objects.filter(match=match, place__gte=place, place__lte=match.length)
    lines = [_line(row) for row in rows.order_by("place")[:LINES_PER_REQUEST]]
    return [_start_line(match), *lines][:LINES_PER_REQUEST] if place <= 0 else lines


def _line(entry: models.Entry | StoredEntry) -> Line:
    at = str((entry.at - EPOCH) // timedelta(microseconds=1))
    fields = [entry.place, entry.number, entry.rev, entry.hand, entry.before, entry.why, str(entry.key)]
    return [*fields, entry.by_id, at, _seal(entry.hash, entry.by_id, at)]


def _start_line(match: models.Match) -> Line:
    at = str((match.started - EPOCH) // timedelta(microseconds=1))
    fields = {"id": match.pk, "table": match.table_id, "number": match.number, "started": at}
    fields |= {name: getattr(match, name) for name in START_FIELDS}
    return [0, fields, _seal(fields)]


def _seal(*parts: Any, secret: str | None = None) -> str:
    """Return the seal of a line, which only this site can make."""
    digest = hash_chain.fingerprint(*parts)
    return salted_hmac("scorekeeper.healing", digest, secret=secret, algorithm="sha256").hexdigest()[:32]


def _is_sealed(seal: Any, *parts: Any) -> bool:
    """Return whether this site made the seal, with its current secret or an earlier one."""
    if not isinstance(seal, str) or not seal.isascii():
        return False
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(hmac.compare_digest(seal, _seal(*parts, secret=secret)) for secret in secrets)


def parse_lines(text: str) -> list[Line]:
    """Return the lines that a phone sent. Raise ``Malformed``."""
    try:
        lines = loads_strict(text)
    except DecodeError:
        raise Malformed from None
    if not isinstance(lines, list) or not 0 < len(lines) <= LINES_PER_REQUEST:
        raise Malformed
    if not all(is_line(line) for line in lines):
        raise Malformed
    return lines


def is_line(line: Any) -> bool:
    """Return whether a value has the shape of a line. Its hash and seal are checked elsewhere."""
    match line:
        case [int() as place, dict(), str()]:
            return place == 0
        case [int() as place, int(), int(), _, _, str(), str() as key, _, str() as at, str()]:
            return place > 0 and _is_key(key) and at.isascii() and at.isdecimal() and len(at) < 18
    return False


def _is_key(text: str) -> bool:
    """Return whether the text is a UUID in canonical form."""
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False


# Lines from phones ----------------------------------------------------------------

COMPLETE = "there"  # all lines are in the log
GAP = "gap"  # lines in between are missing; another phone may have them
DIVERGED = "apart"  # the lines do not follow the log


@dataclass(frozen=True)
class LogEnd:
    """The end of a log, which a continuation must follow."""

    match: int
    place: int = 0
    hash: str = ""


def restore_offered(table: models.Table, number: int, offered: list[Line]) -> str:
    """Restore the lines that follow the log of a match. Return ``COMPLETE``, ``GAP`` or ``DIVERGED``."""
    with models.locked_table(table.pk) as locked:
        lines = {line[0]: line for line in offered}
        match = models.Match.objects.filter(table=locked, number=number).first()
        if match is None and number <= (locked.last_number or 0):
            # The match was removed by undo_start, when it had no entries.
            return DIVERGED if max(lines) else COMPLETE
        if match is None:
            heading = _lost_heading(locked, number, lines.get(0))
            if isinstance(heading, str):
                return heading
            match = _recreate_match(locked, heading)
        elif not _is_same_match(match, lines):
            return DIVERGED
        elif missing_lines(match, offered) == []:
            return COMPLETE
        elif not _shares_log(match, lines):
            return DIVERGED
        elif match.length + 1 not in lines:
            return GAP
        end = LogEnd(match.pk, match.length, match.head)
        _restore_lines(locked, match, list(_continuation(end, lines)))
        if match.length > end.place or not end.place:
            commands.publish_change(locked)
        return COMPLETE if match.length >= max(lines) else DIVERGED


def missing_lines(match: models.Match, lines: Iterable[Line]) -> list[Line]:
    """Return the lines whose entry has a key that is not in the log."""
    keys = {line[6]: line for line in lines if line[0]}
    logged = models.Entry.objects.filter(match=match, key__in=keys).values_list("key", flat=True)
    logged_keys = {str(key) for key in logged}
    return [line for key, line in keys.items() if key not in logged_keys]


def _lost_heading(table: models.Table, number: int, start_line: Line | None) -> dict[str, Any] | str:
    """Return the heading of a match that the site has lost, or ``GAP`` or ``DIVERGED``."""
    if start_line is None:
        return GAP
    heading: dict[str, Any] = start_line[1]
    if not _is_sealed(start_line[2], heading) or (heading["table"], heading["number"]) != (table.pk, number):
        return DIVERGED
    if models.Match.objects.filter(pk=heading["id"]).exists() or number > limits.MOST_MATCHES:
        return DIVERGED
    last = models.Match.objects.filter(table=table).latest("number").number
    return heading if number <= max(last, table.last_number or 0) + 1 else GAP


def _is_same_match(match: models.Match, lines: dict[int, Line]) -> bool:
    """Return whether the start line, if the phone sent it, is the start of this match."""
    return 0 not in lines or lines[0][1].get("id") == match.pk


def _shares_log(match: models.Match, lines: dict[int, Line]) -> bool:
    """Return whether lines and log agree at the last place that is in both.

    The hash of the entry at that place covers all entries before it.
    """
    common = max((place for place in lines if 0 < place <= match.length), default=0)
    entry = models.Entry.objects.filter(match=match, place=common).first()
    return entry is None or _hash(lines[common], match.pk, entry.prev) == entry.hash


def _continuation(end: LogEnd, lines: dict[int, Line]) -> Iterator[tuple[Line, str]]:
    """Yield the sealed lines that follow the end of a log without a gap, with their hashes."""
    place, prev = end.place + 1, end.hash
    while (line := lines.get(place)) is not None and place <= limits.MOST_ENTRIES:
        prev = _hash(line, end.match, prev)
        by, at, seal = line[7:10]
        if not _is_sealed(seal, prev, by, at):
            return
        yield line, prev
        place += 1


def _hash(line: Line, match: int, prev: str) -> str:
    place, number, rev, hand, before, why, key = line[:7]
    canonical = hash_chain.canonical(hand)
    content = hash_chain.EntryContent(prev, match, place, number, rev, canonical, before, why, uuid.UUID(key))
    return hash_chain.entry_hash(content)


def _restore_lines(table: models.Table, match: models.Match, lines: list[tuple[Line, str]]) -> None:
    """Write lines at the end of a log with their original values. The caller holds the lock."""
    if not lines:
        return
    phones = {phone.pk: phone for phone in table.phones.all()}
    entries, prev = [], match.head
    for line, hash_ in lines:
        entries.append(_entry(match, line, prev, hash_, phones))
        prev = hash_
    times = [entry.at for entry in entries]
    models.Entry.objects.bulk_create(entries)
    for entry, at in zip(entries, times, strict=True):
        entry.at = at  # auto_now_add has overwritten it
    models.Entry.objects.bulk_update(entries, ["at"], batch_size=100)
    match.length, match.head = entries[-1].place, entries[-1].hash
    if match.begun and match.begun.get("number") in {entry.number for entry in entries}:
        match.begun = None
    match.save(update_fields=["length", "head", "begun"])
    for entry in entries:
        if entry.rev > 1:
            commands.settle_dispute(match, entry.by_name, entry.number, models.Settled.PUT_RIGHT)
    commands.rebuild_projections(match)


def _entry(
    match: models.Match, line: Line, prev: str, hash_: str, phones: dict[int, models.Phone]
) -> models.Entry:
    place, number, rev, hand, before, why, key, by, at = line[:9]
    written_at = EPOCH + timedelta(microseconds=int(at))
    phone = phones.get(by)
    if phone is not None and phone.joined > written_at:
        phone = None  # the primary key of a lost phone was reused
    return models.Entry(
        match=match,
        place=place,
        number=number,
        rev=rev,
        hand=hand,
        why=why,
        before=before,
        key=uuid.UUID(key),
        # The fingerprint of the phone's request, so that the same request, if repeated, gets the same answer.
        fingerprint=hash_chain.fingerprint(match.pk, number, rev - 1, hand, why, before),
        by=phone,
        by_name=phone.name if phone else "",
        at=written_at,
        prev=prev,
        hash=hash_,
    )


def _recreate_match(table: models.Table, heading: dict[str, Any]) -> models.Match:
    """Create a match that the backup lacks, with its original primary key and the last known names."""
    last = models.Match.objects.filter(table=table).latest("number")
    started = EPOCH + timedelta(microseconds=int(heading["started"]))
    match = models.Match.objects.create(
        pk=heading["id"],
        table=table,
        number=heading["number"],
        after=last.number if last.number < heading["number"] else None,
        started=started,
        **{name: heading[name] for name in START_FIELDS},
    )
    names = (*replay.player_names(last).current, *[""] * match.seats)[: match.seats]
    commands.create_seats(match, names)
    return match
