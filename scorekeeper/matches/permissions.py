"""The right to keep score: asked for, given, passed on, withdrawn and given up.

Each of these locks the table's row and reads the right of whoever acts inside the lock, as ``writing`` does:
a right that is withdrawn is gone at the next request, whatever page it was sent from.
"""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scorekeeper import live
from scorekeeper.parts import chunked

from . import commands, models, phones
from .models import Asking, Role

MOST_ASKING = 5  # at a time: nobody can paper a table over with requests
AGAIN = timedelta(minutes=1)  # before a phone that was denied may ask once more


class NotNow(Exception):
    """Too many ask, or this one has only just been denied."""


def ask(table: models.Table, key: str, name: str) -> models.Phone:
    """A phone asks those who keep score to let it in. Raises ``NotNow``."""
    with transaction.atomic():
        locked = models.Table.objects.select_for_update().get(pk=table.pk)
        known = locked.phones.filter(key_hash=phones.hashed(key)).select_related("member").first()
        if known is not None and (known.may_score or known.asking == Asking.ASKS):
            return known
        just_now = known is not None and known.asking == Asking.DENIED and known.asked is not None
        # The absolute value: a clock that was put back must not keep the phone out until it has caught up.
        if just_now and known is not None and known.asked and abs(timezone.now() - known.asked) < AGAIN:
            raise NotNow
        if locked.phones.filter(asking=Asking.ASKS).count() >= MOST_ASKING:
            raise NotNow
        if known is None:
            if locked.phones.count() >= phones.MOST_PHONES:
                raise NotNow
            known = models.Phone(table=locked, key_hash=phones.hashed(key))
        # A right that has ended is over: what the table gives now does not rest on it.
        known.role, known.member, known.rests_on = Role.WATCHER, None, ""
        known.asking, known.asked, known.name = Asking.ASKS, timezone.now(), name
        known.save()
        commands.publish_change(locked)
    return known


def asking(table: models.Table) -> list[models.Phone]:
    """The phones that ask, the first one first."""
    return list(table.phones.filter(asking=Asking.ASKS).order_by("asked", "pk"))


def answer(table: models.Table, by: models.Phone | None, phone: int, let_in: bool) -> bool:
    """Somebody who keeps score lets a phone that asks in, or does not. False if they may not."""
    with transaction.atomic():
        locked = commands.lock_for_scoring(table.pk, by)
        if locked is None:
            return False
        asks = locked.phones.filter(pk=phone, asking=Asking.ASKS, role=Role.WATCHER)
        new = {"role": Role.SCORER, "asking": Asking.NOT} if let_in else {"asking": Asking.DENIED}
        if asks.update(**new, asked=timezone.now()):
            commands.publish_change(locked)
    return True


def set_role(table: models.Table, by: models.Phone | None, phone: int, role: str) -> bool:
    """The host gives a phone the right to score, or takes it back; not its own. False if they may not."""
    with transaction.atomic():
        locked = models.Table.objects.select_for_update().get(pk=table.pk)
        if not _now(locked, by, Role.HOST):
            return False
        others = locked.phones.filter(pk=phone).exclude(role=Role.HOST)
        if others.update(role=role, asking=Asking.NOT, **models.BY_THE_TABLE):
            commands.publish_change(locked)
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
        heir = heir_of(locked, leaving)
        if leaving.role == Role.HOST and heir is not None:
            _give_host(locked, leaving, heir.pk, Role.WATCHER)
        else:
            locked.phones.filter(pk=leaving.pk).update(role=Role.WATCHER, **models.BY_THE_TABLE)
            commands.publish_change(locked)
    return True


def heir_of(table: models.Table, leaving: models.Phone | None) -> models.Phone | None:
    """The phone, but for the one that leaves, which has kept score longest of those that still may."""
    others = table.phones.filter(role=Role.SCORER)
    if leaving is not None:
        others = others.exclude(pk=leaving.pk)
    keep = (one for one in others.select_related("member").order_by("joined", "pk") if one.may_score)
    return next(keep, None)


def role_ended(member: Any) -> None:
    """A member's role in a club reaches less far: the links that it showed them let nobody in any more.

    Their right to write needs nothing done: it is read from the role at every request.
    """
    theirs = models.Phone.objects.filter(member=member).exclude(rests_on="")
    with transaction.atomic():
        over = [phone.table_id for phone in theirs.select_related("member") if not phone.may_score]
        for some in chunked(sorted(over)):
            tables = models.Table.objects.filter(pk__in=some)
            list(tables.select_for_update().order_by("pk").values_list("pk"))
            tables.update(invitation=F("invitation") + 1, version=F("version") + 1)
            # Phones look again where somebody is still playing.
            going_on = tables.filter(pk__in=models.Match.objects.filter(ended=None).values("table"))
            for code, version in going_on.values_list("code", "version"):
                live.publish(code, version)


def _give_host(table: models.Table, host: models.Phone, phone: int, then: str) -> None:
    heir = table.phones.select_related("member").get(pk=phone)
    more = {} if heir.may_score else models.BY_THE_TABLE
    table.phones.filter(pk=phone).update(role=Role.HOST, asking=Asking.NOT, **more)
    over = {} if then == Role.SCORER else models.BY_THE_TABLE
    table.phones.filter(pk=host.pk).update(role=then, **over)
    commands.publish_change(table)


def _now(table: models.Table, phone: models.Phone | None, *roles: str) -> models.Phone | None:
    """The phone as it is now, if it has one of these roles."""
    if phone is None:
        return None
    known = table.phones.filter(pk=phone.pk, role__in=roles).select_related("member").first()
    return known if known is not None and known.may_score else None
