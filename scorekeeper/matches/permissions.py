"""Scoring rights: requested, given, passed on, withdrawn and given up.

Each function locks the table's row and reads the acting phone's right under the lock, as ``commands`` does,
so that a withdrawn right ends at the next request.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scorekeeper.live import streams
from scorekeeper.web.chunks import chunked

from . import commands, models, phones
from .hooks import hooks
from .models import Asking, Role

MOST_ASKING = 5  # open requests at a table; a limit prevents flooding
ASK_AGAIN_AFTER = timedelta(minutes=1)  # a declined phone waits this long
TAKEOVER_AFTER = timedelta(minutes=10)  # all scorers must have been inactive this long
# How long a takeover can be undone, and how long after its end a match can be taken over.
TAKEOVER_SHOWN = timedelta(hours=12)
NEVER = datetime.min.replace(tzinfo=UTC)

# Field values of a withdrawn right. The recovery code is revoked too.
_WITHDRAWN_FIELDS = {**models.BY_THE_TABLE, "took_over": None, "recovery": F("recovery") + 1}


class RequestRefused(Exception):
    """A refused request: this phone was just declined, or the table has too many requests or phones."""


class ScorerActive(Exception):
    """A refused takeover, because a scorer is active. ``phone`` is the latest that took over, if any."""

    def __init__(self, phone: models.Phone | None = None) -> None:
        self.phone = phone


def ask(table: models.Table, key: str, name: str, account: int | None = None) -> models.Phone:
    """Ask the scorers of a table for the right to score. Return the phone. Raise ``RequestRefused``."""
    with models.locked_table(table.pk) as locked:
        phone = phones.own_phone(locked, key, account)
        if phone is not None and (phone.may_score or phone.asking == Asking.ASKS):
            return phone
        declined_at = phone.asked if phone is not None and phone.asking == Asking.DENIED else None
        # The absolute value, in case the clock was set back.
        if declined_at is not None and abs(timezone.now() - declined_at) < ASK_AGAIN_AFTER:
            raise RequestRefused
        if locked.phones.filter(asking=Asking.ASKS).count() >= MOST_ASKING:
            raise RequestRefused
        if phone is None:
            phone = _new_phone(locked, key)
        # A new right does not derive from an ended one.
        phone.role, phone.member, phone.rests_on = Role.WATCHER, None, ""
        phone.asking, phone.asked, phone.name = Asking.ASKS, timezone.now(), name
        phone.account_id = account
        phone.save()
        commands.publish_change(locked)
    return phone


def _new_phone(table: models.Table, key: str) -> models.Phone:
    """Return an unsaved phone for the table. Raise ``RequestRefused`` if the table has too many."""
    if table.phones.count() >= phones.MOST_PHONES:
        raise RequestRefused
    return models.Phone(table=table, key_hash=phones.hash_key(key))


def takeover_time(table: models.Table, phone: models.Phone | None) -> datetime:
    """Return when a viewer may take over: ``TAKEOVER_AFTER`` after any scorer's last HTTP request.

    The host decides on requests to score, so a phone with an unanswered request waits only for the host:
    ``TAKEOVER_AFTER`` after its request and after the host's last HTTP request.
    """
    role_holders = table.phones.filter(role__in=models.SCORING).select_related("member")
    scorers = [phone for phone in role_holders if phone.may_score]
    time = _last_seen(scorers) + TAKEOVER_AFTER
    if phone is not None and phone.asking == Asking.ASKS and phone.asked is not None:
        hosts = [phone for phone in scorers if phone.role == Role.HOST]
        time = min(time, max(phone.asked, _last_seen(hosts)) + TAKEOVER_AFTER)
    return time


def _last_seen(scorers: Iterable[models.Phone]) -> datetime:
    return max((phone.seen for phone in scorers if phone.seen is not None), default=NEVER)


def may_take_over(table: models.Table, current: models.Match, phone: models.Phone | None) -> bool:
    """Return whether a viewer may take over now: only during a match or shortly after its end.

    Otherwise everyone with the link could write on old sheets, and on sheets that a club has closed.
    """
    now = timezone.now()
    if current.ended is not None and now - current.ended > TAKEOVER_SHOWN:
        return False
    if hooks.closed(table, current) is not None:
        return False
    wait = takeover_time(table, phone) - now
    # A longer wait than ``TAKEOVER_AFTER`` means that the clock was set back: then do not wait.
    must_wait = timedelta(0) < wait <= TAKEOVER_AFTER
    return not must_wait


def take_over(table: models.Table, key: str, name: str, account: int | None = None) -> models.Phone:
    """Let a viewer score, because no scorer is active. Every phone at the table is notified.

    The viewer becomes a scorer, or the host if the table has none and is not a club's.

    Raises:
        ScorerActive: a scorer is active.
        RequestRefused: the table has too many phones.

    """
    with models.locked_table(table.pk) as locked:
        phone = phones.own_phone(locked, key, account)
        if phone is not None and phone.may_score:
            return phone
        if not may_take_over(locked, commands.current_match(locked), phone):
            raise ScorerActive(next(iter(takeovers(locked)), None))
        if phone is None:
            phone = _new_phone(locked, key)
        has_host = locked.club_id is not None or phones.host_of(locked) is not None
        phone.role, phone.member, phone.rests_on = Role.SCORER if has_host else Role.HOST, None, ""
        phone.asking, phone.name, phone.account_id = Asking.NOT, name, account
        phone.took_over = phone.seen = timezone.now()
        phone.save()
        commands.publish_change(locked)
    return phone


def takeovers(table: models.Table) -> list[models.Phone]:
    """Return the phones that took over in the last ``TAKEOVER_SHOWN`` and still score, latest first."""
    since = timezone.now() - TAKEOVER_SHOWN
    recent = table.phones.filter(role__in=models.SCORING, took_over__gt=since)
    return list(recent.order_by("-took_over"))


def may_undo_takeover(actor: models.Phone, successor: models.Phone) -> bool:
    """Return whether ``actor`` may score, and took over before ``successor`` or not at all."""
    if successor.took_over is None or not actor.may_score:
        return False
    return actor.took_over is None or actor.took_over < successor.took_over


def undo_takeover(table: models.Table, actor: models.Phone | None, phone_id: int) -> bool:
    """Withdraw the right of a phone that took over. Return False if ``actor`` may not."""
    with models.locked_table(table.pk) as locked:
        actor = _phone_with_role(locked, actor, *models.SCORING)
        if actor is None:
            return False
        successor = next((other for other in takeovers(locked) if other.pk == phone_id), None)
        if successor is None:
            return True  # undone already, or given up
        if not may_undo_takeover(actor, successor):
            return False
        locked.phones.filter(pk=phone_id).update(role=Role.WATCHER, **_WITHDRAWN_FIELDS)
        commands.publish_change(locked)
    return True


def asking_phones(table: models.Table) -> list[models.Phone]:
    """Return the phones with an open request, earliest first."""
    return list(table.phones.filter(asking=Asking.ASKS).order_by("asked", "pk"))


def answer(table: models.Table, actor: models.Phone | None, phone_id: int, let_in: bool) -> bool:
    """Accept or decline a phone's request to score. Return False if ``actor`` may not."""
    with transaction.atomic():
        locked = commands.lock_for_scoring(table.pk, actor)
        if locked is None:
            return False
        requests = locked.phones.filter(pk=phone_id, asking=Asking.ASKS, role=Role.WATCHER)
        fields = {"role": Role.SCORER, "asking": Asking.NOT} if let_in else {"asking": Asking.DENIED}
        if requests.update(**fields, asked=timezone.now()):
            commands.publish_change(locked)
    return True


def set_role(table: models.Table, actor: models.Phone | None, phone_id: int, role: str) -> bool:
    """Give another phone the right to score, or withdraw it. Return False if ``actor`` is not the host."""
    with models.locked_table(table.pk) as locked:
        if not _phone_with_role(locked, actor, Role.HOST):
            return False
        target = locked.phones.filter(pk=phone_id).exclude(role=Role.HOST)
        right_fields = _WITHDRAWN_FIELDS if role == Role.WATCHER else models.BY_THE_TABLE
        if target.update(role=role, asking=Asking.NOT, **right_fields):
            commands.publish_change(locked)
    return True


def make_host(table: models.Table, actor: models.Phone | None, phone_id: int) -> bool:
    """Make another phone the host; the old host stays a scorer. Return False if ``actor`` is not the host."""
    with models.locked_table(table.pk) as locked:
        host = _phone_with_role(locked, actor, Role.HOST)
        if host is None or not locked.phones.filter(pk=phone_id).exclude(pk=host.pk).exists():
            return False
        _replace_host(locked, host, phone_id, Role.SCORER)
    return True


def leave(table: models.Table, actor: models.Phone | None) -> bool:
    """Give up a phone's own right. A host's right passes to the scorer who joined first.

    Return False if the phone has no right.
    """
    with models.locked_table(table.pk) as locked:
        leaving = _phone_with_role(locked, actor, *models.SCORING)
        if leaving is None:
            return False
        successor = successor_of(locked, leaving)
        if leaving.role == Role.HOST and successor is not None:
            _replace_host(locked, leaving, successor.pk, Role.WATCHER)
        else:
            locked.phones.filter(pk=leaving.pk).update(role=Role.WATCHER, **_WITHDRAWN_FIELDS)
            commands.publish_change(locked)
    return True


def successor_of(table: models.Table, leaving: models.Phone | None) -> models.Phone | None:
    """Return the scorer, other than the leaving phone, who joined first and may still score."""
    others = table.phones.filter(role=Role.SCORER)
    if leaving is not None:
        others = others.exclude(pk=leaving.pk)
    scorers = (phone for phone in others.select_related("member").order_by("joined", "pk") if phone.may_score)
    return next(scorers, None)


def revoke_score_links(member: Any) -> None:
    """Revoke the score links that a member could see through a club role.

    The member's own right needs no change: it is read from the role at every request.
    """
    member_phones = models.Phone.objects.filter(member=member).exclude(rests_on="")
    with transaction.atomic():
        table_ids = [
            phone.table_id for phone in member_phones.select_related("member") if not phone.may_score
        ]
        for chunk in chunked(sorted(table_ids)):
            tables = models.Table.objects.filter(pk__in=chunk)
            list(tables.select_for_update().order_by("pk").values_list("pk"))
            tables.update(invitation=F("invitation") + 1, version=F("version") + 1)
            # Only phones of unfinished matches reload.
            unfinished = tables.filter(pk__in=models.Match.objects.filter(ended=None).values("table"))
            for code, version in unfinished.values_list("code", "version"):
                streams.publish(code, version)


def _replace_host(table: models.Table, host: models.Phone, successor_id: int, old_host_role: str) -> None:
    """Make another phone the host and give the old host the role ``old_host_role``."""
    successor = table.phones.select_related("member").get(pk=successor_id)
    right_fields = {} if successor.may_score else models.BY_THE_TABLE
    table.phones.filter(pk=successor_id).update(role=Role.HOST, asking=Asking.NOT, **right_fields)
    withdrawn_fields = {} if old_host_role == Role.SCORER else _WITHDRAWN_FIELDS
    table.phones.filter(pk=host.pk).update(role=old_host_role, **withdrawn_fields)
    commands.publish_change(table)


def _phone_with_role(table: models.Table, phone: models.Phone | None, *roles: str) -> models.Phone | None:
    """Return the phone with its current rights if it has one of these roles."""
    current = commands.reload_phone(table, phone) if phone is not None else None
    return current if current is not None and current.role in roles and current.may_score else None
