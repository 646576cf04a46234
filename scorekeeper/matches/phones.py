"""Which phone is asking, and the links that let a phone in.

A phone is known by a secret in a cookie of its own; the database keeps only its hash. The score link
is made from the site's secret and the table's ``invitation``, so it is kept nowhere, and dies when
the host counts the invitation up.
"""

import hashlib

from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper import phone_cookie
from scorekeeper.prepared import PreparedQuery

from . import commands, models

MOST_PHONES = 60  # known at a table; more may watch without being known, where the code alone is enough

# Asked for every page.
KNOWN_PHONE = PreparedQuery(
    lambda table, key_hash: models.Phone.objects.filter(table=table, key_hash=key_hash).select_related(
        "member"
    )
)


def hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def phone_at(request: HttpRequest, table: models.Table) -> models.Phone | None:
    """The phone that asks, as this table knows it; None for a stranger."""
    key = phone_cookie.key_of(request)
    return KNOWN_PHONE.first(table.pk, hashed(key)) if key else None


def invitation(table: models.Table) -> str:
    """The secret of the score link as it is now."""
    return salted_hmac(
        "scorekeeper.invitation", f"{table.code}:{table.invitation}", algorithm="sha256"
    ).hexdigest()[:32]


def invited(table: models.Table, secret: str) -> bool:
    """Whether this is the secret of the score link that holds now."""
    return constant_time_compare(invitation(table), secret)


def watch_secret(table: models.Table) -> str:
    """The secret of the link to watch, once the first was withdrawn."""
    return salted_hmac(
        "scorekeeper.watching", f"{table.code}:{table.watching}", algorithm="sha256"
    ).hexdigest()[:32]


def watch_link(request: HttpRequest, table: models.Table) -> str:
    """The whole address that lets somebody watch: of the table itself, until that was withdrawn."""
    if not table.watching:
        return request.build_absolute_uri(reverse("table", args=[table.code]))
    # In the fragment, which no log, proxy or referring page ever sees.
    return f"{request.build_absolute_uri(reverse('look', args=[table.code]))}#{watch_secret(table)}"


def let_watch(table: models.Table, key: str, secret: str) -> bool:
    """Let a phone watch by the secret of the link that holds now. False if it is another, or too many do."""
    with transaction.atomic():
        locked = models.Table.objects.select_for_update().get(pk=table.pk)
        if not locked.watching or not constant_time_compare(watch_secret(locked), secret):
            return False
        known = locked.phones.filter(key_hash=hashed(key)).first()
        if known is None and locked.phones.count() >= MOST_PHONES:
            return False
        phone = known or models.Phone(table=locked, key_hash=hashed(key))
        phone.watching = locked.watching
        phone.save()
    return True


def renew_watching(table: models.Table) -> None:
    """Make every link to watch given out so far worthless; phones that may not write see nothing any more."""
    with transaction.atomic():
        locked = models.Table.objects.select_for_update().get(pk=table.pk)
        locked.watching += 1
        locked.save(update_fields=["watching"])
        commands.publish_change(locked)


def let_in(
    table: models.Table, key: str, role: str, name: str = "", by: models.MemberRole | None = None
) -> models.Phone:
    """Give a phone a role at a table: by the table itself, or ``by`` a role in its club, with which it ends.

    A phone that may write already keeps its right as it is. A table without a host takes the next as host.
    """
    with transaction.atomic():
        locked = models.Table.objects.select_for_update().get(pk=table.pk)
        known = {phone.key_hash: phone for phone in locked.phones.select_related("member")}
        phone = known.get(hashed(key))
        if phone is not None and (phone.may_score or role == models.Role.WATCHER):
            if by is not None and by.keeps_score and phone.member_id != by.member.pk:
                # Whose it is lets them change what is closed; the right stays what it rests on.
                phone.member = by.member
                phone.save(update_fields=["member"])
            return phone
        if role == models.Role.SCORER and not any(
            one.role == models.Role.HOST and one.may_score for one in known.values()
        ):
            # A host whose right has ended is none any more, not even should the role be given back.
            locked.phones.filter(role=models.Role.HOST).update(
                role=models.Role.WATCHER, **models.BY_THE_TABLE
            )
            role = models.Role.HOST
        if phone is None:
            phone = models.Phone(table=locked, key_hash=hashed(key))
        phone.role, phone.asking, phone.name = role, models.Asking.NOT, name or phone.name
        phone.member, phone.rests_on = (by.member, by.role) if by else (None, "")
        phone.save()
        if role != models.Role.WATCHER:
            commands.publish_change(locked)
    return phone


def name_phone(table: models.Table, phone: models.Phone, name: str) -> None:
    """Say whose phone it is: what it writes from now on bears the name."""
    with transaction.atomic():
        locked = models.Table.objects.select_for_update().get(pk=table.pk)
        if locked.phones.filter(pk=phone.pk).exclude(name=name).update(name=name):
            commands.publish_change(locked)


def renew_invitation(table: models.Table) -> None:
    """Make every score link given out so far worthless."""
    with transaction.atomic():
        locked = models.Table.objects.select_for_update().get(pk=table.pk)
        locked.invitation += 1
        locked.save(update_fields=["invitation"])
