"""Identifying phones, and the links that let them in.

A phone is known by a secret in a cookie of its own; the database stores only its hash. A signed-in browser is
also known by its account. The score link is derived from the site's secret and the table's ``invitation``, so
it is not stored, and ends when the host raises ``invitation``. A phone's recovery code works the same way
(docs/decisions/0063-a-table-outlives-a-phone.md).
"""

import hashlib
import secrets
from contextlib import suppress
from datetime import timedelta
from textwrap import wrap

from django.conf import settings
from django.db import DatabaseError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper.web import phone_cookie
from scorekeeper.web.limits import Limit

from . import commands, models

MOST_PHONES = 60  # stored per table; viewers that need only the code are not stored
MOST_CHECKED = 10  # tables checked per phone
SEEN_INTERVAL = timedelta(minutes=1)  # between updates of a phone's ``seen``


def hash_key(key: str) -> str:
    """Return the hash that is stored of a phone's key."""
    return hashlib.sha256(key.encode()).hexdigest()


def account_of(request: HttpRequest) -> int | None:
    """Return the primary key of the signed-in account. Without a session cookie nothing is looked up."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
        return None
    return request.user.pk


def phone_at(request: HttpRequest, table: models.Table) -> models.Phone | None:
    """Return the phone of a request as this table knows it; None for an unknown browser.

    A signed-in browser is treated as its account's phone if that phone may do more.
    """
    key, account = phone_cookie.key_of(request), account_of(request)
    phone = models.phone_row("table_id = %s AND key_hash = %s", table.pk, hash_key(key)) if key else None
    if phone is not None:
        _set_signed_out(phone, account)
    if account is None or (phone is not None and phone.role_now == models.Role.HOST):
        return phone
    # Alphabetical order puts the most rights first: "host" < "scorer" < "watcher".
    most_rights = "table_id = %s AND account_id = %s ORDER BY role, id LIMIT 1"
    account_phone = models.phone_row(most_rights, table.pk, account)
    if account_phone is None or not account_phone.may_score:
        return phone
    if phone is not None and phone.may_score and account_phone.role != models.Role.HOST:
        return phone
    account_phone.is_by_account = phone is None or account_phone.pk != phone.pk
    return account_phone


def matches_of_session(request: HttpRequest) -> list[models.Match]:
    """Return the unfinished matches that this browser may score only while it is signed in."""
    key, account = phone_cookie.key_of(request), account_of(request)
    if account is None:
        return []
    scoring = models.Phone.objects.filter(role__in=models.SCORING).select_related("member")
    browser_phones = list(scoring.filter(key_hash=hash_key(key))) if key else []
    tables_without_account = {phone.table_id for phone in browser_phones if not phone.rests_on}
    account_phones = [
        *(phone for phone in browser_phones if phone.rests_on and phone.owner_id == account),
        *scoring.filter(account=account),
    ]
    tables = {phone.table_id for phone in account_phones if phone.may_score} - tables_without_account
    matches = models.Match.objects.filter(ended=None, table__in=tables).select_related("table")
    return list(matches.prefetch_related("sitting").order_by("-table__touched", "-pk"))


def _set_signed_out(phone: models.Phone, account: int | None) -> None:
    """Set whether the account that the phone's right derives from is signed out in this browser."""
    phone.is_signed_out = phone.owner_id is not None and phone.owner_id != account


def save_seen(phone: models.Phone) -> None:
    """Save, at most once a minute, that a scoring phone made a request."""
    now = timezone.now()
    # The absolute value, in case the clock was set back.
    if phone.seen is not None and abs(now - phone.seen) < SEEN_INTERVAL:
        return
    # Pages must open while the database is read-only.
    with suppress(DatabaseError):
        models.Phone.objects.filter(pk=phone.pk).update(seen=now)


def own_phone(table: models.Table, key: str, account: int | None) -> models.Phone | None:
    """Return the phone with this key at a table. The caller holds the table's lock.

    If the phone's right belongs to an account that is signed out here, the key is removed: the account keeps
    the phone, and the browser becomes unknown.
    """
    phone = table.phones.filter(key_hash=hash_key(key)).select_related("member").first()
    if phone is None:
        return None
    _set_signed_out(phone, account)
    if phone.rests_on and phone.is_signed_out:
        phone.key_hash = _no_key()
        phone.save(update_fields=["key_hash"])
        return None
    return phone


def _no_key() -> str:
    """Return a hash that matches no key."""
    return secrets.token_hex(32)


def _secret(salt: str, content: str) -> bytes:
    return salted_hmac(f"scorekeeper.{salt}", content, algorithm="sha256").digest()


def score_secret(table: models.Table) -> str:
    """Return the current secret of the score link."""
    return _secret("invitation", f"{table.code}:{table.invitation}").hex()[:32]


def is_score_secret(table: models.Table, secret: str) -> bool:
    return constant_time_compare(score_secret(table), secret)


def watch_secret(table: models.Table) -> str:
    """Return the current secret of the watch link, for tables whose first link was revoked."""
    return _secret("watching", f"{table.code}:{table.watching}").hex()[:32]


def watch_link(request: HttpRequest, table: models.Table) -> str:
    """Return the absolute watch URL: the table's own URL, until that is revoked."""
    if not table.watching:
        return request.build_absolute_uri(reverse("table", args=[table.code]))
    # The secret is in the fragment, which logs, proxies and referrers never see.
    return f"{request.build_absolute_uri(reverse('look', args=[table.code]))}#{watch_secret(table)}"


def readable_code(table: models.Table) -> str:
    """Return the code of a table as people read it out: "ABCD EFGH JKMN"; "" if viewers need a watch link."""
    return "" if table.watching else " ".join(wrap(table.code, 4))


def recovery_code(table: models.Table, phone: models.Phone) -> str:
    """Return the code with which another browser becomes this phone; "" if it has no right by the table.

    The code stops working when the right is withdrawn or given up, and when the host makes a new score link.
    """
    if phone.rests_on or not phone.may_score:
        return ""
    content = f"{table.code}:{table.invitation}:{phone.pk}:{phone.recovery}"
    return models.code_of_digest(_secret("recovery", content))


def recover(table: models.Table, key: str, code: str, account: int | None) -> models.Phone | None:
    """Give the phone with this recovery code to the browser with this key. Return None for a wrong code.

    The phone's earlier browser becomes a viewer and is notified. A browser that may do as much already
    keeps its own phone.
    """
    code = "".join(character for character in code.upper() if character.isalnum())
    with models.locked_table(table.pk) as locked:
        recovered = None
        for phone in locked.phones.select_related("member"):
            phone_code = recovery_code(locked, phone)
            if phone_code and constant_time_compare(phone_code, code):
                recovered = phone
        if recovered is None:
            return None
        # A spare phone for the earlier browser: this browser's own, or a new one.
        spare = own_phone(locked, key, account)
        if spare is not None and spare.may_score and spare.role in (recovered.role, models.Role.HOST):
            return spare
        if spare is None and locked.phones.count() < MOST_PHONES:
            spare = models.Phone(table=locked, name=recovered.name)
        old_key_hash = recovered.key_hash
        recovered.key_hash, recovered.seen = hash_key(key), timezone.now()
        if spare is not None:
            # Key hashes are unique per table, so the two phones cannot swap theirs in one step.
            spare.key_hash = _no_key()
            spare.role, spare.rests_on, spare.member = models.Role.WATCHER, "", None
            spare.asking, spare.watching = models.Asking.MOVED, locked.watching
            spare.save()
        recovered.save(update_fields=["key_hash", "seen"])
        if spare is not None:
            spare.key_hash = old_key_hash
            spare.save(update_fields=["key_hash"])
        commands.publish_change(locked)
    return recovered


def let_watch(table: models.Table, key: str, secret: str) -> bool:
    """Let a phone watch. Return False if the secret is not the current one, or the table is full."""
    with models.locked_table(table.pk) as locked:
        if not locked.watching or not constant_time_compare(watch_secret(locked), secret):
            return False
        phone = locked.phones.filter(key_hash=hash_key(key)).first()
        if phone is None and locked.phones.count() >= MOST_PHONES:
            return False
        phone = phone or models.Phone(table=locked, key_hash=hash_key(key))
        phone.watching = locked.watching
        phone.save()
    return True


def renew_watching(table: models.Table) -> None:
    """Revoke every watch link. Phones that may not score no longer see the table."""
    with models.locked_table(table.pk) as locked:
        locked.watching += 1
        locked.save(update_fields=["watching"])
        commands.publish_change(locked)


def let_in(
    table: models.Table,
    key: str,
    role: str,
    name: str = "",
    basis: models.MemberRole | None = None,
    account: int | None = None,
) -> models.Phone:
    """Give a phone a role at a table, from the table itself or derived from a club role (``basis``).

    A phone that may already score keeps its right. A table without a host makes the next scorer its host.
    ``account`` is the signed-in account, which then finds the table on every device.
    """
    if basis is not None:
        account = basis.member.user_id
    with models.locked_table(table.pk) as locked:
        phone = own_phone(locked, key, account)
        if phone is not None and (phone.may_score or role == models.Role.WATCHER):
            if basis is not None and basis.keeps_score and phone.member_id != basis.member.pk:
                # The member may edit closed sheets; the right itself is unchanged.
                phone.member, phone.account_id = basis.member, account
                phone.save(update_fields=["member", "account"])
            return phone
        if role == models.Role.SCORER and host_of(locked) is None:
            # An old host, whose right has ended, must not be host again when it gets a new right.
            locked.phones.filter(role=models.Role.HOST).update(
                role=models.Role.WATCHER, **models.BY_THE_TABLE
            )
            role = models.Role.HOST
        if phone is None:
            phone = models.Phone(table=locked, key_hash=hash_key(key))
        phone.role, phone.asking, phone.name = role, models.Asking.NOT, name or phone.name
        phone.member, phone.rests_on = (basis.member, basis.role) if basis else (None, "")
        phone.account_id, phone.seen, phone.is_signed_out = account, timezone.now(), False
        phone.save()
        if role != models.Role.WATCHER:
            commands.publish_change(locked)
    return phone


def host_of(table: models.Table) -> models.Phone | None:
    """Return the host's phone; None if there is none or its right has ended."""
    hosts = table.phones.filter(role=models.Role.HOST).select_related("member")
    return next((host for host in hosts if host.may_score), None)


def name_phone(table: models.Table, phone: models.Phone, name: str) -> None:
    """Set a phone's name, which its later entries carry."""
    with models.locked_table(table.pk) as locked:
        if locked.phones.filter(pk=phone.pk).exclude(name=name).update(name=name):
            commands.publish_change(locked)


def renew_invitation(table: models.Table) -> None:
    """Revoke every score link."""
    with models.locked_table(table.pk) as locked:
        locked.invitation += 1
        locked.save(update_fields=["invitation"])


def _scoring_phones(key: str) -> QuerySet[models.Phone]:
    phones = models.Phone.objects.filter(key_hash=hash_key(key), role__in=models.SCORING)
    return phones.select_related("member")


def allowance_of(request: HttpRequest, limit: Limit) -> str:
    """Return the name of the request allowance of a phone that may score; "" for an unknown phone.

    The phones of a table share one allowance. On the table's own pages, every phone that may score there has
    it. On other pages, only the phones of tables older than the limit's period have it, so that nobody gains
    allowances by starting new tables.
    """
    if (key := phone_cookie.key_of(request)) is None:
        return ""
    match = request.resolver_match
    if match is not None and match.route.startswith("t/"):
        phone = _scoring_phones(key).filter(table__code=match.kwargs.get("code")).first()
        if phone is not None and phone.may_score:
            return f"table {phone.table_id}"
    cutoff = timezone.now() - timedelta(seconds=limit.seconds)
    older = _scoring_phones(key).filter(table__created__lt=cutoff).order_by("table_id")[:MOST_CHECKED]
    return next((f"table {phone.table_id}" for phone in older if phone.may_score), "")


def may_score_at(code: str, key: str) -> bool:
    """Return whether the phone with this key may score at the table, or at a table of the night."""
    at_table = _scoring_phones(key).filter(table__code=code)
    at_night = _scoring_phones(key).filter(table__night__code=code)
    return any(phone.may_score for scoring in (at_table, at_night) for phone in scoring[:MOST_CHECKED])
