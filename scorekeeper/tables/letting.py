"""The right to keep score: asked for, given, passed on, withdrawn and given up.

Each of these locks the table's row and reads the right of whoever acts inside the lock, as ``writing`` does:
a right that is withdrawn is gone at the next request, whatever page it was sent from.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from . import models, phones, writing
from .models import Asking, Role

MOST_ASKING = 5  # at a time: nobody can paper a table over with requests
MOST_PHONES = 60  # known at a table; more may watch without being known
AGAIN = timedelta(minutes=1)  # before a phone that was denied may ask once more


class NotNow(Exception):
    """Too many ask, or this one has only just been denied."""


def ask(table: models.Table, key: str, name: str) -> models.Phone:
    """A phone asks those who keep score to let it in. Raises ``NotNow``."""
    with transaction.atomic():
        locked = models.Table.objects.select_for_update().get(pk=table.pk)
        known = locked.phones.filter(key_hash=phones.hashed(key)).first()
        if known is not None and (known.may_score or known.asking == Asking.ASKS):
            return known
        just_now = known is not None and known.asking == Asking.DENIED and known.asked is not None
        if just_now and known is not None and known.asked and timezone.now() - known.asked < AGAIN:
            raise NotNow
        if locked.phones.filter(asking=Asking.ASKS).count() >= MOST_ASKING:
            raise NotNow
        if known is None:
            if locked.phones.count() >= MOST_PHONES:
                raise NotNow
            known = models.Phone(table=locked, key_hash=phones.hashed(key))
        known.asking, known.asked, known.name = Asking.ASKS, timezone.now(), name
        known.save()
        writing.changed(locked)
    return known


def asking(table: models.Table) -> list[models.Phone]:
    """The phones that ask, the first one first."""
    return list(table.phones.filter(asking=Asking.ASKS).order_by("asked", "pk"))


def answer(table: models.Table, by: models.Phone | None, phone: int, let_in: bool) -> bool:
    """Somebody who keeps score lets a phone that asks in, or does not. False if they may not."""
    with transaction.atomic():
        locked = writing.held(table.pk, by)
        if locked is None:
            return False
        asks = locked.phones.filter(pk=phone, asking=Asking.ASKS, role=Role.WATCHER)
        new = {"role": Role.SCORER, "asking": Asking.NOT} if let_in else {"asking": Asking.DENIED}
        if asks.update(**new, asked=timezone.now()):
            writing.changed(locked)
    return True


def set_role(table: models.Table, by: models.Phone | None, phone: int, role: str) -> bool:
    """The host gives a phone the right to score, or takes it back; not its own. False if they may not."""
    with transaction.atomic():
        locked = models.Table.objects.select_for_update().get(pk=table.pk)
        if not _now(locked, by, Role.HOST):
            return False
        others = locked.phones.filter(pk=phone).exclude(role=Role.HOST)
        if others.update(role=role, asking=Asking.NOT):
            writing.changed(locked)
    return True


def pass_on(table: models.Table, by: models.Phone | None, phone: int) -> bool:
    """The host makes another phone the host, and goes on keeping score. False if they may not."""
    with transaction.atomic():
        locked = models.Table.objects.select_for_update().get(pk=table.pk)
        host = _now(locked, by, Role.HOST)
        if host is None or not locked.phones.filter(pk=phone).exclude(pk=host.pk).exists():
            return False
        _give_host(locked, host, phone, Role.SCORER)
    return True


def leave(table: models.Table, by: models.Phone | None) -> bool:
    """A phone gives its right up and only watches. A host's passes to whoever has kept score longest."""
    with transaction.atomic():
        locked = models.Table.objects.select_for_update().get(pk=table.pk)
        leaving = _now(locked, by, Role.HOST, Role.SCORER)
        if leaving is None:
            return False
        heir = locked.phones.filter(role=Role.SCORER).order_by("joined", "pk").first()
        if leaving.role == Role.HOST and heir is not None:
            _give_host(locked, leaving, heir.pk, Role.WATCHER)
        else:
            locked.phones.filter(pk=leaving.pk).update(role=Role.WATCHER)
            writing.changed(locked)
    return True


def _give_host(table: models.Table, host: models.Phone, phone: int, then: str) -> None:
    table.phones.filter(pk=phone).update(role=Role.HOST, asking=Asking.NOT)
    table.phones.filter(pk=host.pk).update(role=then)
    writing.changed(table)


def _now(table: models.Table, phone: models.Phone | None, *roles: str) -> models.Phone | None:
    """The phone as it is now, if it has one of these roles."""
    return table.phones.filter(pk=phone.pk, role__in=roles).first() if phone is not None else None
