"""The one way anything is written on a sheet.

One transaction: lock the table's row, read who asks and what they may, look the key up, compare what
the phone had seen of this hand with what stands, append, bring the projections up to date, commit.
SQLite takes its lock at BEGIN IMMEDIATE, PostgreSQL at SELECT … FOR UPDATE. The unique constraints of
``Entry`` are a second wall: were the code above wrong, the database would refuse.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
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
    Words,
    _,
    append_hand,
    hand_problems,
    house_problems,
    say,
)
from games.engine.interchange import sheet_json, write_hand
from scorekeeper import limits, live, metrics
from scorekeeper.prepared import PreparedQuery
from scorekeeper.sheet.state import LoggedEntry, MatchState

from . import hash_chain, models, outcomes, replay
from .closing import Closed, ClosedNow
from .hooks import hooks


@dataclass(frozen=True)
class WriteCommand:
    """What a phone wants written.

    ``key`` is made on the phone when the hand is confirmed; ``rev`` is how often the phone had seen this
    hand written (0: never); ``hand`` is a hand, a ``Heading`` or None to strike it out; ``fingerprint``
    is of the whole request, so that a key sent again with something else is noticed. What is written again
    settles the open question about it; ``settles`` names another hand whose question this settles.
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
    """It stands in the log. ``again``: it stood there already, written by this very request.

    Else its match and table are as they were left, and need not be read again.
    """

    entry: models.Entry
    again: bool = False


@dataclass(frozen=True)
class Duplicate:
    """Someone was quicker and wrote the same: nothing to add."""

    entry: models.Entry


@dataclass(frozen=True)
class Conflict:
    """Someone was quicker and wrote something else: the people decide. ``entry`` is theirs."""

    entry: models.Entry | None


@dataclass(frozen=True)
class Refused:
    """It cannot be written; every reason at once."""

    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class KeyReused:
    """The key has been used for something else."""


@dataclass(frozen=True)
class Forbidden:
    """This phone may not write here."""


WriteResult = Saved | Duplicate | Conflict | Refused | KeyReused | Forbidden


# What is read again under the table's lock.
HELD_FOR = timedelta(days=1)  # a phone that is lost says nothing for ever

LOCKED_TABLE = PreparedQuery(lambda table: models.Table.objects.select_for_update().filter(pk=table))
MATCH = PreparedQuery(lambda match: models.Match.objects.filter(pk=match))
PHONE = PreparedQuery(
    lambda table, phone: models.Phone.objects.filter(table=table, pk=phone).select_related("member")
)


def append_entry(match: models.Match, phone: models.Phone | None, intent: WriteCommand) -> WriteResult:
    """Write on a match's sheet, or say why not. Retrying with the same key gives the same answer."""
    if phone is None:
        return Forbidden()
    with transaction.atomic():
        table = LOCKED_TABLE.get(match.table_id)
        # Authority is read inside the transaction: a right withdrawn is gone at the next request.
        phone = _as_it_is(table, phone)
        if phone is None:
            return Forbidden()
        match = MATCH.get(match.pk)
        match.table = table
        story = replay.load_match_state(match)
        if any(written.key == intent.key for written in story.log):
            old = models.Entry.objects.get(match=match, key=intent.key)
            return Saved(old, again=True) if old.fingerprint == intent.fingerprint else KeyReused()
        if not phone.may_score:
            return Forbidden()
        if (seen := story.revs.get(intent.number, 0)) != intent.rev or _out_of_turn(intent, story):
            return _quicker(match, intent, seen)
        over = hooks.closed(table, match)
        if over is not None and (wrong := _closed_to(phone, over, intent)):
            return Refused(wrong)
        if table.needs_reasons and _replaces(story, intent) and not intent.why.strip():
            return Refused((Problem("why", say(_("Say why it changed."))),))
        wrong, after = _would_be(story, intent)
        if wrong := wrong or hooks.beyond_limit(match, story.sheet, after):
            return Refused(wrong)
        entry = append(match, phone, intent)
        if over is not None:
            about = story.shown(intent.before or entry.number) if entry.number != HEADING else HEADING
            hooks.closed_sheet_changed(over, match, phone.name, about, _reason(intent))
        replay.remember(match, _longer(story, entry, intent, after))
        if (questioned := intent.settles or (intent.number if intent.rev else None)) is not None:
            close_question(match, phone.name, questioned, _how(intent.hand))
        _derive(match, story.game, after, entry.number)
        publish_change(table)
        how = "new" if entry.rev == 1 else "changed"
        transaction.on_commit(partial(metrics.count, "hands_saved_total", how=how))
    return Saved(entry)


def _as_it_is(table: models.Table, phone: models.Phone) -> models.Phone | None:
    """The phone with what it may at the table now; the caller holds the lock."""
    return PHONE.first(table.pk, phone.pk)


def _out_of_turn(intent: WriteCommand, story: MatchState) -> bool:
    """A new hand has the number that comes next; another number means that the phone saw another sheet."""
    return intent.rev == 0 and intent.number not in (HEADING, story.next_number)


def _quicker(match: models.Match, intent: WriteCommand, seen: int) -> Duplicate | Conflict:
    theirs = models.Entry.objects.filter(match=match, number=intent.number, rev=seen).first()
    mine = write_hand(replay.game_of(match), intent.hand)
    # A hand put in somewhere else is another hand, whatever it says.
    if (
        theirs is not None
        and theirs.rev == intent.rev + 1
        and theirs.hand == mine
        and theirs.before == intent.before
    ):
        return Duplicate(theirs)
    return Conflict(theirs)


def _closed_to(phone: models.Phone, over: Closed, intent: WriteCommand) -> tuple[Problem, ...]:
    """Why a phone may not write on a sheet that is closed; the club's scorekeepers may, with a reason."""
    if not phone.keeps_for_club:
        return (Problem("", over.words),)
    if not _reason(intent):
        return (Problem("why", say(_("Say why it changed."))),)
    return ()


def _replaces(story: MatchState, intent: WriteCommand) -> bool:
    """Whether it stands in for what stood before, or goes in between."""
    return intent.number == HEADING or intent.number in story.revs or intent.before is not None


def _reason(intent: WriteCommand) -> str:
    """Why something is written; of points that were agreed on, why they were."""
    return intent.why.strip() or str(getattr(intent.hand, "why", "")).strip()


def _would_be(story: MatchState, intent: WriteCommand) -> tuple[tuple[Problem, ...], Sheet[Any]]:
    """Why this cannot be written, and the sheet with it written."""
    if len(story.log) >= limits.MOST_ENTRIES:
        return (Problem("", say(_("This sheet is full: start a new match"))),), story.sheet
    entry = Entry(intent.number, intent.hand, intent.why, intent.before)
    if wrong := unfit(story, entry):
        return wrong, story.sheet
    if intent.rev == 0 and intent.before is None and intent.number != HEADING:
        # The usual case, a hand more at the end, costs one hand and not the whole log.
        return (), append_hand(story.game, story.sheet, intent.hand, intent.number)
    return (), story.with_entry(entry)


def unfit(story: MatchState, entry: Entry) -> tuple[Problem, ...]:
    """Why this entry cannot be added to the log; nothing if it can."""
    new = entry.number not in story.revs and entry.number != HEADING
    if isinstance(entry.hand, Heading):
        return _unfit_heading(story, entry.hand)
    if entry.number == HEADING:
        return (Problem("", say(_("House rules cannot be deleted"))),)
    if entry.hand is None:
        return (Problem("", say(_("There is no such hand"))),) if new else ()
    if entry.before is not None and entry.before not in story.revs:
        return (Problem("before", say(_("There is no such hand to add it before"))),)
    if new and entry.before is None:
        return hand_problems(story.game, entry.hand, story.sheet)
    return hand_problems(story.game, entry.hand, story.before(entry.number, entry.before if new else None))


def _unfit_heading(story: MatchState, new: Heading) -> tuple[Problem, ...]:
    if new.seating.shape != story.heading.seating.shape:
        return (Problem("seats", say(_("Start a new match to play with other seats"))),)
    return house_problems(story.game, new.house, new.seating)


def _how(hand: Any) -> str:
    """How a question is settled by writing this."""
    match hand:
        case AcceptedRuling():
            return models.Settled.RULED
        case Adjustment():
            return models.Settled.AGREED
    return models.Settled.PUT_RIGHT


def close_question(match: models.Match, by: str, number: int, how: str) -> int:
    """Settle the open question about a hand, if there is one; the caller holds the lock."""
    return models.Objection.objects.filter(match=match, number=number, settled="").update(
        settled=how, settled_at=timezone.now(), settled_by=by
    )


def append(match: models.Match, phone: models.Phone, intent: WriteCommand) -> models.Entry:
    """One entry more on the log; the caller holds the lock, and saves ``length`` and ``head``."""
    entry = models.Entry(
        match=match,
        place=match.length + 1,
        number=intent.number,
        rev=intent.rev + 1,
        hand=write_hand(replay.game_of(match), intent.hand),
        why=intent.why,
        before=intent.before if intent.rev == 0 else None,
        key=intent.key,
        fingerprint=intent.fingerprint,
        by=phone,
        by_name=phone.name,
        prev=match.head,
    )
    entry.hash = hash_chain.entry_hash(hash_chain.content_of(entry))
    entry.save(force_insert=True)
    match.length, match.head = entry.place, entry.hash
    return entry


def _longer(story: MatchState, entry: models.Entry, intent: WriteCommand, after: Sheet[Any]) -> MatchState:
    """The story with its new entry, without reading the log again."""
    read = Entry(intent.number, intent.hand, intent.why, entry.before)
    written = LoggedEntry(read, entry.place, entry.rev, entry.by_name, entry.at, entry.key)
    log, last = (*story.log, written), replay.stored(entry)
    return replace(story, log=log, sheet=after, last=last, before_last=story.last)


def _derive(match: models.Match, game: Game[Any], sheet: Sheet[Any], number: int) -> None:
    """Bring what is derived from the log up to date, in the log's own transaction."""
    publish_change = ["length", "head"]
    if match.begun and match.begun.get("number") == number:
        match.begun = None
        publish_change.append("begun")
    if sheet.outcome or match.ended:
        # A match put right later still ended when it ended.
        match.ended = (match.ended or now_or_then(match)) if sheet.outcome else None
        match.frozen = sheet_json(game, sheet, Words()) if sheet.outcome else None
        publish_change += ["ended", "frozen"]
        outcomes.set_results(match, game, sheet)
    match.save(update_fields=publish_change)
    if "ended" in publish_change:
        hooks.after_result(match)


def now_or_then(match: models.Match) -> datetime:
    """When a match ends that ends now: today, or the day that stands on the paper it is copied from."""
    return match.started if match.on_paper else timezone.now()


def project(match: models.Match) -> None:
    """Make anew what is derived from the log of a match; a finished match keeps the day it ended."""
    story = replay.load_match_state(match)
    over = story.sheet.outcome is not None
    if over and match.ended is None:
        at_once = match.on_paper or not story.log
        match.ended = match.started if at_once else story.log[-1].at
        match.frozen = sheet_json(story.game, story.sheet, Words())
    elif not over:
        match.ended = match.frozen = None
    match.save(update_fields=["ended", "frozen"])
    outcomes.set_results(match, story.game, story.sheet)
    hooks.after_result(match)


def publish_change(table: models.Table) -> None:
    """Tell every phone, when the transaction commits."""
    table.version += 1
    table.touched, table.faded = timezone.now(), None
    table.save(update_fields=["version", "touched", "faded"])
    live.publish(table.code, table.version)
    hooks.after_write(table)


# What is not on the sheet -----------------------------------------------------


def start_table(
    game: Game[Any],
    heading: Heading,
    names: Sequence[str],
    key_hash: str,
    by: str = "",
    title: str = "",
    players: Sequence[int | None] = (),
    as_member: models.MemberRole | None = None,
    **belongs: Any,
) -> models.Table:
    """A new table with its first match; the phone that starts it is its host.

    A club's table ``belongs`` to a club, a season, a venue; ``players`` are those whom its names stand for,
    and its host writes ``as_member``: only as long as the role in the club reaches so far.
    """
    member, rests_on = (as_member.member, as_member.role) if as_member else (None, "")
    with transaction.atomic():
        table = models.Table.objects.create(**belongs)
        models.Phone.objects.create(
            table=table, key_hash=key_hash, role=models.Role.HOST, name=by, member=member, rests_on=rests_on
        )
        _start(table, 1, game, heading, names, title, players)
    return table


def lock_for_scoring(table: int, phone: models.Phone | None) -> models.Table | None:
    """The table, its row locked, if the phone may keep score now; to be called in the transaction."""
    if phone is None:
        return None
    locked = LOCKED_TABLE.get(table)
    known = _as_it_is(locked, phone)
    return locked if known is not None and known.may_score else None


def start_match(
    table: models.Table,
    phone: models.Phone,
    game: Game[Any],
    heading: Heading,
    names: Sequence[str],
    after: int,
    title: str = "",
) -> models.Match | None:
    """The next match of a table, ``after`` the one the phone had seen. Two taps make one match.

    None if the phone may not. Raises ``ClosedNow`` where it would count for what is over.
    """
    with transaction.atomic():
        locked = lock_for_scoring(table.pk, phone)
        if locked is None:
            return None
        last = models.Match.objects.filter(table=locked).order_by("-number").first()
        if last is not None and (last.number != after or last.number >= limits.MOST_MATCHES):
            return last
        if (over := hooks.no_more_matches(locked)) is not None:
            raise ClosedNow(over)
        match = _start(locked, after + 1, game, heading, names, title)
        publish_change(locked)
    return match


def _start(
    table: models.Table,
    number: int,
    game: Game[Any],
    heading: Heading,
    names: Sequence[str],
    title: str,
    players: Sequence[int | None] = (),
) -> models.Match:
    written = write_hand(game, heading)
    assert written is not None
    match = models.Match.objects.create(
        table=table,
        number=number,
        game_slug=game.slug,
        preset=heading.preset,
        house=written["house"],
        seats=heading.seating.seats,
        sides=heading.seating.sides,
        first_dealer=heading.seating.first_dealer,
        title=title,
    )
    sit_down(match, names, players)
    return match


def sit_down(match: models.Match, names: Sequence[str], players: Sequence[int | None] = ()) -> None:
    """Who sits at a new match, a name a seat; ``players`` are those whom its names stand for."""
    whom = hooks.seat_players(match.table, names, players, 0)
    models.Seat.objects.bulk_create(
        models.Seat(match=match, position=position, name=name, player_id=whom[position])
        for position, name in enumerate(names)
    )


def begin(match: models.Match, phone: models.Phone | None, begun: dict[str, Any] | None) -> bool:
    """Keep the hand begun (None: put it away), for every phone at the table.

    False if the phone may not, or the hand is not the next one: then its phone goes on keeping it.
    """
    with transaction.atomic():
        table = lock_for_scoring(match.table_id, phone)
        if table is None:
            return False
        match = MATCH.get(match.pk)
        if hooks.closed(table, match) is not None:
            return False
        # A phone that is late must not bring back a hand that has been saved meanwhile.
        if begun is not None and begun.get("number") != replay.load_match_state(match).next_number:
            return False
        if match.begun != begun:
            match.begun = begun
            match.save(update_fields=["begun"])
            publish_change(table)
    return True


def hold(match: models.Match, phone: models.Phone | None, hands: int) -> bool:
    """Tell the table how many hands a phone keeps that people have to choose from. False if it may not."""
    with transaction.atomic():
        table = lock_for_scoring(match.table_id, phone)
        if table is None or phone is None:
            return False
        match = MATCH.get(match.pk)
        others = {key: said for key, said in (match.held or {}).items() if key != str(phone.pk)}
        before = (match.held or {}).get(str(phone.pk), [0])[0]
        if hands != before:
            mine = {str(phone.pk): [hands, int(timezone.now().timestamp())]} if hands else {}
            match.held = {**others, **mine} or None
            match.save(update_fields=["held"])
            publish_change(table)
    return True


def held_by_others(match: models.Match, phone: models.Phone | None) -> list[tuple[models.Phone, int]]:
    """The other phones that keep hands to choose from, with how many, as far as they have said so lately."""
    since = (timezone.now() - HELD_FOR).timestamp()
    said = {int(key): hands for key, (hands, at) in (match.held or {}).items() if at > since}
    if phone is not None:
        said.pop(phone.pk, None)
    if not said:
        return []
    phones = models.Phone.objects.filter(table=match.table_id, pk__in=said).order_by("pk")
    return [(one, said[one.pk]) for one in phones]


def name_seats(
    match: models.Match, phone: models.Phone | None, names: Mapping[int, str], from_next: bool
) -> bool:
    """Other names for some seats. False if the phone may not; raises ``ClosedNow``.

    Either somebody else sits there from the next hand on, and those before keep the hands they played; or
    whoever sits there now was called wrongly, ever since they sat down.
    """
    with transaction.atomic():
        table = lock_for_scoring(match.table_id, phone)
        if table is None:
            return False
        over = hooks.closed(table, models.Match.objects.get(pk=match.pk))
        if over is not None and names:
            now = _as_it_is(table, phone) if phone is not None else None
            if now is None or not now.keeps_for_club:
                raise ClosedNow(over)
            hooks.closed_names_changed(over, match, now.name)
        seats = models.Seat.objects.filter(match=match)
        whom = dict(zip(names, hooks.seat_players(table, list(names.values()), (), match.seats), strict=True))
        next_number = replay.load_match_state(models.Match.objects.get(pk=match.pk)).next_number
        for position, name in names.items():
            seat = seats.filter(position=position).order_by("-since").first()
            since = next_number if from_next and next_number > 1 else seat.since if seat else 0
            is_now = {"name": name, "player_id": whom[position]}
            seats.update_or_create(match=match, position=position, since=since, defaults=is_now)
        if names:
            hooks.after_result(match)
            publish_change(table)
    return True
