"""The only write path to a sheet.

Each command is one transaction: lock the table's row, read the phone's right, look up the key, compare the
revision that the phone had seen with the current one, append, update the projections, commit. The unique
constraints of ``Entry`` refuse a wrong write even if this code has a bug.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.engine import (
    HEADING,
    AcceptedRuling,
    Adjustment,
    Entry,
    Game,
    Heading,
    Problem,
    Sheet,
    Stopped,
    Words,
    _,
    append_hand,
    hand_problems,
    house_problems,
    say,
)
from games.engine.interchange import sheet_json, write_hand
from scorekeeper.live import streams
from scorekeeper.sheet.state import LoggedEntry, MatchState, has_hands
from scorekeeper.web import limits, metrics

from . import hash_chain, models, outcomes, replay
from .closing import Closed, SheetClosed, TableFull
from .hooks import hooks


@dataclass(frozen=True)
class WriteCommand:
    """A hand that a phone wants to write.

    ``key`` is made on the phone when the hand is confirmed. ``rev`` is the revision of this hand that the
    phone had seen (0: none). ``hand`` is a hand, a ``Heading``, or None to delete the hand. ``fingerprint``
    covers the whole request, so that a key reused for another request is noticed. ``before`` is the hand that
    a forgotten hand is inserted before. A new revision settles the open dispute about its hand; ``settles``
    is another hand whose dispute it settles.
    """

    key: uuid.UUID
    number: int
    rev: int
    hand: Any
    why: str = ""
    before: int | None = None
    fingerprint: str = ""
    settles: int | None = None


@dataclass(frozen=True)
class Saved:
    """A saved entry. ``is_repeat``: an earlier request with the same key had saved it.

    Otherwise ``entry.match`` and its table are up to date and need not be read again.
    """

    entry: models.Entry
    is_repeat: bool = False


@dataclass(frozen=True)
class Duplicate:
    """The same hand, already written by another phone."""

    entry: models.Entry


@dataclass(frozen=True)
class Conflict:
    """A different hand that another phone had already written; people choose between the two."""

    entry: models.Entry | None


@dataclass(frozen=True)
class Refused:
    """A refused write, with all its problems."""

    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class KeyReused:
    """A key that another request has used."""


@dataclass(frozen=True)
class Forbidden:
    """A phone without the right to write."""


WriteResult = Saved | Duplicate | Conflict | Refused | KeyReused | Forbidden


# A phone's report of kept hands is shown for this long, because a lost phone never withdraws its report.
HELD_FOR = timedelta(days=1)


def _reload_match(pk: int) -> models.Match:
    """Return the match as it is under the table's lock."""
    return models.get_row(models.Match, "id = %s", pk)


def append_entry(
    match: models.Match, phone: models.Phone | None, command: WriteCommand, *, may_reopen: bool = False
) -> WriteResult:
    """Write on a match's sheet, or return why not. Idempotent: the same key gives the same result.

    A closed sheet stays ended: if the change leaves its hands without an outcome, the end of the game is
    appended under the same lock. With ``may_reopen`` the caller does this (``end_match``).
    """
    if phone is None:
        return Forbidden()
    with transaction.atomic():
        table = models.lock_table(match.table_id)
        # Read under the lock, so that a withdrawn right ends at the next request.
        phone = reload_phone(table, phone)
        if phone is None:
            return Forbidden()
        match = _reload_match(match.pk)
        match.table = table
        state = replay.load_match_state(match)
        if any(logged.key == command.key for logged in state.log):
            old = models.Entry.objects.get(match=match, key=command.key)
            return Saved(old, is_repeat=True) if old.fingerprint == command.fingerprint else KeyReused()
        if not phone.may_score:
            return Forbidden()
        current_rev = state.revs.get(command.number, 0)
        # A new hand must have the next number; otherwise the phone saw another sheet.
        has_wrong_number = command.rev == 0 and command.number not in (HEADING, state.next_number)
        if current_rev != command.rev or has_wrong_number:
            return _conflict(match, command, current_rev)
        closed = hooks.closed(table, match)
        if closed is not None and not phone.keeps_for_club:
            return Refused((Problem("", closed.words),))
        problems, sheet_after = _preview_write(state, command)
        if problems := problems or hooks.hands_limit_problems(match, state.sheet, sheet_after):
            return Refused(problems)
        if problems := _missing_reason(table, closed, state, command):
            return Refused(problems)
        must_stay_ended = closed is not None and closed.stays_ended and not may_reopen
        must_end = must_stay_ended and is_unfinished(sheet_after)
        if must_end and command.hand is None and isinstance(state.last_content(command.number), Stopped):
            return Refused((Problem("", say(_("A closed game stays ended. Edit its hands instead."))),))
        entry = append(match, phone, command)
        if closed is not None:
            # An inserted hand takes the displayed number of the hand that it precedes.
            number = (
                state.display_number(command.before or entry.number) if entry.number != HEADING else HEADING
            )
            hooks.closed_sheet_changed(closed, match, phone.name, number, _reason(command))
        state = _with_entry(state, entry, command, sheet_after)
        if must_end:
            state = _append_end(match, phone, state)
        replay.cache_state(match, state)
        disputed_number = command.settles or (command.number if command.rev else None)
        if disputed_number is not None:
            settle_dispute(match, phone.name, disputed_number, _settlement(command.hand))
        _update_projections(match, state.game, state.sheet, entry.number)
        publish_change(table)
        transaction.on_commit(
            partial(metrics.count, "hands_saved_total", how="new" if entry.rev == 1 else "changed")
        )
    return Saved(entry)


def reload_phone(table: models.Table, phone: models.Phone) -> models.Phone | None:
    """Return the phone with its current rights at the table. The caller holds the lock."""
    current = models.phone_row("table_id = %s AND id = %s", table.pk, phone.pk)
    if current is not None:
        current.is_signed_out = phone.is_signed_out  # depends on the request, so it is not stored
    return current


def _conflict(match: models.Match, command: WriteCommand, rev: int) -> Duplicate | Conflict:
    """Return the result for a revision that another phone has already written."""
    other = models.Entry.objects.filter(match=match, number=command.number, rev=rev).first()
    hand = write_hand(replay.game_of(match), command.hand)
    # The same hand inserted at another position is a different hand.
    if (
        other is not None
        and other.rev == command.rev + 1
        and other.hand == hand
        and other.before == command.before
    ):
        return Duplicate(other)
    return Conflict(other)


def _missing_reason(
    table: models.Table, closed: Closed | None, state: MatchState, command: WriteCommand
) -> tuple[Problem, ...]:
    """Return the problem of a change that needs a reason and has none."""
    is_new = command.number != HEADING and command.number not in state.revs and command.before is None
    closed_sheet_lacks_reason = closed is not None and not _reason(command)
    table_lacks_reason = table.needs_reasons and not is_new and not command.why.strip()
    return (
        (Problem("why", say(_("Say why it changed."))),)
        if closed_sheet_lacks_reason or table_lacks_reason
        else ()
    )


def is_unfinished(sheet: Sheet[Any]) -> bool:
    """Return whether the sheet has hands and no outcome."""
    return sheet.outcome is None and has_hands(sheet)


def end_match(match: models.Match, phone: models.Phone | None) -> bool:
    """End a match with its current score. Idempotent. Return False if the phone may not write.

    A match without hands is left as it is.
    """
    with transaction.atomic():
        table = lock_for_scoring(match.table_id, phone)
        if table is None or phone is None:
            return False
        match = _reload_match(match.pk)
        match.table = table
        state = replay.load_match_state(match)
        if is_unfinished(state.sheet):
            state = _append_end(match, phone, state)
            replay.cache_state(match, state)
            _update_projections(match, state.game, state.sheet, state.log[-1].entry.number)
            publish_change(table)
    return True


def _append_end(match: models.Match, phone: models.Phone, state: MatchState) -> MatchState:
    """Append the end of the game. The caller holds the lock and saves the projections.

    The end is appended even to a full sheet. In a game that goes on after a tie, a second end leaves the
    match tied.
    """
    for _attempt in range(2):
        if state.sheet.outcome is None:
            stop = WriteCommand(uuid.uuid4(), state.next_number, 0, Stopped())
            sheet_after = append_hand(state.game, state.sheet, stop.hand, stop.number)
            state = _with_entry(state, append(match, phone, stop), stop, sheet_after)
    return state


def _reason(command: WriteCommand) -> str:
    """Return the reason given, or the reason in an agreed adjustment."""
    return command.why.strip() or str(getattr(command.hand, "why", "")).strip()


def _preview_write(state: MatchState, command: WriteCommand) -> tuple[tuple[Problem, ...], Sheet[Any]]:
    """Return the problems of a command, and the sheet after the write."""
    if len(state.log) >= limits.MOST_ENTRIES:
        return (Problem("", say(_("This sheet is full: start a new match"))),), state.sheet
    entry = Entry(command.number, command.hand, command.why, command.before)
    if problems := _entry_problems(state, entry):
        return problems, state.sheet
    if command.rev == 0 and command.before is None and command.number != HEADING:
        # Appending a hand at the end scores one hand instead of the whole log.
        return (), append_hand(state.game, state.sheet, command.hand, command.number)
    return (), state.with_entry(entry)


def _entry_problems(state: MatchState, entry: Entry) -> tuple[Problem, ...]:
    """Return the problems of adding this entry to the log."""
    is_new = entry.number not in state.revs and entry.number != HEADING
    if isinstance(entry.hand, Heading):
        if entry.hand.seating.shape != state.heading.seating.shape:
            return (Problem("seats", say(_("Start a new match to play with other seats"))),)
        return house_problems(state.game, entry.hand.house, entry.hand.seating)
    if entry.number == HEADING:
        return (Problem("", say(_("House rules cannot be deleted"))),)
    if entry.hand is None:
        return (Problem("", say(_("There is no such hand"))),) if is_new else ()
    if entry.before is not None and entry.before not in state.revs:
        return (Problem("before", say(_("There is no such hand to add it before"))),)
    if is_new and entry.before is None:
        return hand_problems(state.game, entry.hand, state.sheet)
    return hand_problems(state.game, entry.hand, state.before(entry.number, entry.before if is_new else None))


def _settlement(hand: Any) -> str:
    """Return the ``Settled`` value of a dispute that this hand settles."""
    match hand:
        case AcceptedRuling():
            return models.Settled.RULED
        case Adjustment():
            return models.Settled.AGREED
    return models.Settled.PUT_RIGHT


def settle_dispute(match: models.Match, by_name: str, number: int, settled: str) -> int:
    """Settle the open dispute about a hand, if there is one. The caller holds the lock."""
    return models.Objection.objects.filter(match=match, number=number, settled="").update(
        settled=settled, settled_at=timezone.now(), settled_by=by_name
    )


def append(match: models.Match, phone: models.Phone, command: WriteCommand) -> models.Entry:
    """Append an entry to the log. The caller holds the lock and saves ``length`` and ``head``."""
    entry = models.Entry(
        match=match,
        place=match.length + 1,
        number=command.number,
        rev=command.rev + 1,
        hand=write_hand(replay.game_of(match), command.hand),
        why=command.why,
        before=command.before if command.rev == 0 else None,
        key=command.key,
        fingerprint=command.fingerprint,
        by=phone,
        by_name=phone.name,
        prev=match.head,
    )
    entry.hash = hash_chain.entry_hash(hash_chain.content_of(entry))
    entry.save(force_insert=True)
    match.length, match.head = entry.place, entry.hash
    return entry


def _with_entry(
    state: MatchState, entry: models.Entry, command: WriteCommand, sheet_after: Sheet[Any]
) -> MatchState:
    """Return the state with its new entry, without reading the log again."""
    content = Entry(command.number, command.hand, command.why, entry.before)
    logged = LoggedEntry(content, entry.place, entry.rev, entry.by_name, entry.at, entry.key)
    log, last = (*state.log, logged), replay.stored_entry(entry)
    return replace(state, log=log, sheet=sheet_after, last=last, before_last=state.last)


def _update_projections(match: models.Match, game: Game[Any], sheet: Sheet[Any], number: int) -> None:
    """Update the projections of the log in the log's own transaction."""
    fields = ["length", "head"]
    if match.begun and match.begun.get("number") == number:
        match.begun = None
        fields.append("begun")
    if sheet.outcome or match.ended:
        # A correction does not change when the match ended.
        end_time = match.started if match.on_paper else timezone.now()
        match.ended = (match.ended or end_time) if sheet.outcome else None
        match.frozen = sheet_json(game, sheet, Words()) if sheet.outcome else None
        fields += ["ended", "frozen"]
        outcomes.set_results(match, game, sheet)
    match.save(update_fields=fields)
    if "ended" in fields:
        hooks.after_result(match)


def rebuild_projections(match: models.Match) -> None:
    """Rebuild the projections of a match from its log. A finished match keeps its end date."""
    state = replay.load_match_state(match)
    has_ended = state.sheet.outcome is not None
    if has_ended and match.ended is None:
        ended_at_start = match.on_paper or not state.log
        match.ended = match.started if ended_at_start else state.log[-1].at
        match.frozen = sheet_json(state.game, state.sheet, Words())
    elif not has_ended:
        match.ended = match.frozen = None
    match.save(update_fields=["ended", "frozen"])
    outcomes.set_results(match, state.game, state.sheet)
    hooks.after_result(match)


def publish_change(table: models.Table) -> None:
    """Raise the table's version and notify its phones after the commit."""
    table.version += 1
    table.touched, table.faded = timezone.now(), None
    table.save(update_fields=["version", "touched", "faded"])
    streams.publish(table.code, table.version)
    hooks.after_write(table)


# Tables and matches ------------------------------------------------------------


def start_table(
    game: Game[Any],
    heading: Heading,
    names: Sequence[str],
    key_hash: str,
    by: str = "",
    title: str = "",
    players: Sequence[int | None] = (),
    as_member: models.MemberRole | None = None,
    account: int | None = None,
    **fields: Any,
) -> models.Table:
    """Create a table with its first match; the phone that starts it is its host.

    ``by`` is the host's name. ``players`` are the primary keys of the club players that ``names`` stand for.
    ``as_member`` is the club role that the host's right derives from and ends with. ``account`` is the
    primary key of a user who starts the table without a club role; the right then belongs to that account.
    ``fields`` are further fields of the ``Table``: club, season, venue.
    """
    member, rests_on = None, models.BY_ACCOUNT if account is not None else ""
    if as_member is not None:
        member, rests_on, account = as_member.member, as_member.role, as_member.member.user_id
    with transaction.atomic():
        table = models.Table.objects.create(**fields)
        models.Phone.objects.create(
            table=table,
            key_hash=key_hash,
            role=models.Role.HOST,
            name=by,
            member=member,
            rests_on=rests_on,
            account_id=account,
        )
        _start(table, 1, game, heading, names, title, players)
    return table


def lock_for_scoring(table: int, phone: models.Phone | None) -> models.Table | None:
    """Lock the table and return it, or None if the phone may not score. Needs a transaction."""
    if phone is None:
        return None
    locked = models.lock_table(table)
    current = reload_phone(locked, phone)
    return locked if current is not None and current.may_score else None


END, LEAVE = "end", "leave"  # choices for an unfinished match when the next one starts


class MatchUnfinished(Exception):
    """A refused start: the user must first choose to end or to leave the current match."""


class MatchHasEntries(Exception):
    """A refused undo: the match to remove has entries."""


class MatchEnded(Exception):
    """A refused return to a match that has ended."""


def newest_match(table: models.Table) -> models.Match:
    return models.Match.objects.filter(table=table).latest("number")


def current_match(table: models.Table) -> models.Match:
    """Return the match that the table plays now: the newest, or the one it went back to."""
    if table.current is not None:
        match = models.Match.objects.filter(table=table, number=table.current).first()
        if match is not None:
            return match
    return newest_match(table)


def start_match(
    table: models.Table,
    phone: models.Phone,
    game: Game[Any],
    heading: Heading,
    names: Sequence[str],
    after: int,
    title: str = "",
    choice: str = "",
    seen: int | None = None,
) -> models.Match | None:
    """Start the next match of a table and return it. Idempotent; None if the phone may not score.

    ``after`` is the number of the match that the phone showed; if the table no longer plays it, return the
    current match. ``choice`` is ``END`` or ``LEAVE`` for an unfinished match; ``seen`` is the number of
    the next hand that the phone showed.

    Raises:
        TableFull: the table has ``limits.MOST_MATCHES`` matches.
        SheetClosed: the match would count for a night or season that is over.
        MatchUnfinished: the choice for an unfinished match is missing, or the match has changed since.

    """
    with transaction.atomic():
        locked = lock_for_scoring(table.pk, phone)
        if locked is None:
            return None
        current, newest = current_match(locked), newest_match(locked).number
        if current.number != after:
            return current
        if newest >= limits.MOST_MATCHES:
            raise TableFull
        if (closed := hooks.no_more_matches(locked)) is not None:
            raise SheetClosed(closed)
        number = max(newest, locked.last_number or 0) + 1
        if is_unfinished(replay.load_match_state(current).sheet) and choice != LEAVE:
            if choice != END or not _end_for_next(locked, current, phone, number, seen):
                raise MatchUnfinished
            locked.refresh_from_db()
        match = _start(locked, number, game, heading, names, title, after=current.number)
        _make_current(locked, match)
        publish_change(locked)
    return match


def _end_for_next(
    table: models.Table, match: models.Match, phone: models.Phone, number: int, seen: int | None
) -> bool:
    """End a match because match ``number`` starts. Return False if the match has changed meanwhile."""
    next_number = replay.load_match_state(match).next_number
    if seen not in (None, next_number):
        return False
    fingerprint = hash_chain.fingerprint(match.pk, next_number, 0, "stopped", number)
    command = WriteCommand(_stop_key(table, number), next_number, 0, Stopped(), fingerprint=fingerprint)
    return isinstance(append_entry(match, phone, command), Saved)


def _stop_key(table: models.Table, number: int) -> uuid.UUID:
    """Return the key of the entry that ended a match when match ``number`` was started."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"{table.code}/{number}/stopped")


def _make_current(table: models.Table, match: models.Match) -> None:
    """Make a match the table's current one. The caller holds the lock."""
    table.current = None if match.pk == newest_match(table).pk else match.number
    table.save(update_fields=["current", "last_number"])


def undo_start(match: models.Match, phone: models.Phone | None, why: str) -> models.Match | None:
    """Remove a match without entries and go back to the one before it. Idempotent.

    If the start ended the match before, delete that end, with ``why`` as the reason. Return the match before;
    the current match if ``match`` is already removed; None if the phone may not score.

    Raises:
        MatchHasEntries: the match has entries, or no match before it, or that match's end cannot be deleted.
        SheetClosed: the match before it is closed.

    """
    with transaction.atomic():
        table = lock_for_scoring(match.table_id, phone)
        if table is None or phone is None:
            return None
        removed = models.Match.objects.filter(pk=match.pk).first()
        if removed is None:
            return current_match(table)
        matches = models.Match.objects.filter(table=table)
        previous = matches.filter(number=removed.after).first() if removed.after is not None else None
        if removed.length or previous is None:
            raise MatchHasEntries
        if (closed := hooks.closed(table, previous)) is not None:
            raise SheetClosed(closed)
        number, was_current = removed.number, current_match(table).pk == removed.pk
        table.last_number = max(newest_match(table).number, table.last_number or 0)
        removed.delete()
        # Matches that followed the removed match now follow the match before it.
        models.Match.objects.filter(table=table, after=number).update(after=previous.number)
        _make_current(table, previous if was_current else current_match(table))
        end = models.Entry.objects.filter(match=previous, key=_stop_key(table, number)).first()
        revs = replay.load_match_state(previous).revs
        if end is not None and revs[end.number] == end.rev:
            fingerprint = hash_chain.fingerprint(previous.pk, end.number, end.rev, None, why)
            command = WriteCommand(uuid.uuid4(), end.number, end.rev, None, why, fingerprint=fingerprint)
            if not isinstance(append_entry(previous, phone, command), Saved):
                raise MatchHasEntries
            table.refresh_from_db()
        publish_change(table)
    return previous


def go_on(match: models.Match, phone: models.Phone | None) -> bool:
    """Return to an earlier, unfinished match. Idempotent. Return False if the phone may not score.

    Raises:
        MatchEnded: the match has ended.
        SheetClosed: the match is closed.

    """
    with transaction.atomic():
        table = lock_for_scoring(match.table_id, phone)
        if table is None:
            return False
        match = _reload_match(match.pk)
        if match.ended is not None:
            raise MatchEnded
        if (closed := hooks.closed(table, match)) is not None:
            raise SheetClosed(closed)
        if current_match(table).pk != match.pk:
            _make_current(table, match)
            publish_change(table)
    return True


def _start(
    table: models.Table,
    number: int,
    game: Game[Any],
    heading: Heading,
    names: Sequence[str],
    title: str,
    players: Sequence[int | None] = (),
    after: int | None = None,
) -> models.Match:
    """Create a match and its seats. The caller holds the lock."""
    content = write_hand(game, heading)
    assert content is not None
    match = models.Match.objects.create(
        table=table,
        number=number,
        after=after,
        game_slug=game.slug,
        preset=heading.preset,
        house=content["house"],
        seats=heading.seating.seats,
        sides=heading.seating.sides,
        first_dealer=heading.seating.first_dealer,
        title=title,
    )
    create_seats(match, names, players)
    return match


def create_seats(match: models.Match, names: Sequence[str], players: Sequence[int | None] = ()) -> None:
    """Create the seats of a new match. ``players`` are the players that ``names`` stand for."""
    player_ids = hooks.seat_players(match.table, names, players, 0)
    models.Seat.objects.bulk_create(
        models.Seat(match=match, position=position, name=name, player_id=player_ids[position])
        for position, name in enumerate(names)
    )


def save_draft(match: models.Match, phone: models.Phone | None, draft: dict[str, Any] | None) -> bool:
    """Store the draft of the next hand for every phone at the table; None clears it.

    Return False if the phone may not write, or the draft is not of the next hand; the phone then keeps it.
    """
    with transaction.atomic():
        table = lock_for_scoring(match.table_id, phone)
        if table is None:
            return False
        match = _reload_match(match.pk)
        if hooks.closed(table, match) is not None:
            return False
        # A late request must not restore the draft of a hand that was saved meanwhile.
        if draft is not None and draft.get("number") != replay.load_match_state(match).next_number:
            return False
        if match.begun != draft:
            match.begun = draft
            match.save(update_fields=["begun"])
            publish_change(table)
    return True


def save_held(match: models.Match, phone: models.Phone | None, hands: int) -> bool:
    """Store how many conflicting hands a phone keeps. Return False if the phone may not score."""
    with transaction.atomic():
        table = lock_for_scoring(match.table_id, phone)
        if table is None or phone is None:
            return False
        match = _reload_match(match.pk)
        # Keyed by the phone's primary key: the number of hands, and when the phone reported it.
        by_phone, pk = match.held or {}, str(phone.pk)
        if hands != by_phone.pop(pk, [0])[0]:
            if hands:
                by_phone[pk] = [hands, int(timezone.now().timestamp())]
            match.held = by_phone or None
            match.save(update_fields=["held"])
            publish_change(table)
    return True


def held_by_others(match: models.Match, phone: models.Phone | None) -> list[tuple[models.Phone, int]]:
    """Return the other phones that reported conflicting hands within ``HELD_FOR``, and how many hands."""
    since = (timezone.now() - HELD_FOR).timestamp()
    counts = {int(key): hands for key, (hands, reported) in (match.held or {}).items() if reported > since}
    if phone is not None:
        counts.pop(phone.pk, None)
    if not counts:
        return []
    phones = models.Phone.objects.filter(table=match.table_id, pk__in=counts).order_by("pk")
    return [(phone, counts[phone.pk]) for phone in phones]


def name_seats(
    match: models.Match, phone: models.Phone | None, names: Mapping[int, str], from_next: bool
) -> bool:
    """Rename some seats. Return False if the phone may not score. Raise ``SheetClosed`` on a closed sheet.

    With ``from_next``, other players take these seats from the next hand on, and the earlier hands keep the
    old names. Otherwise the names of the current players are corrected.
    """
    with transaction.atomic():
        table = lock_for_scoring(match.table_id, phone)
        if table is None:
            return False
        closed = hooks.closed(table, _reload_match(match.pk))
        if closed is not None and names:
            current = reload_phone(table, phone) if phone is not None else None
            if current is None or not current.keeps_for_club:
                raise SheetClosed(closed)
            hooks.closed_names_changed(closed, match, current.name)
        seats = models.Seat.objects.filter(match=match)
        player_ids = dict(
            zip(names, hooks.seat_players(table, list(names.values()), (), match.seats), strict=True)
        )
        next_number = replay.load_match_state(_reload_match(match.pk)).next_number
        for position, name in names.items():
            seat = seats.filter(position=position).order_by("-since").first()
            since = next_number if from_next and next_number > 1 else seat.since if seat else 0
            values = {"name": name, "player_id": player_ids[position]}
            seats.update_or_create(match=match, position=position, since=since, defaults=values)
        if names:
            hooks.after_result(match)
            publish_change(table)
    return True
