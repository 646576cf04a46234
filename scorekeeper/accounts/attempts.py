"""Limits on failed sign-in attempts, which never lock the account's owner out.

Each attempt is counted before it is checked, and the count is undone if the attempt was correct.
A device on which someone has signed in to an account has its own allowance for that account.
See docs/decisions/0012-clubs.md.
"""

import secrets
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scorekeeper.web import counters, limits
from scorekeeper.web.error_responses import TooManyRequests

from .models import User

COOKIE = "__Host-known" if settings.DEPLOYED else "known"
SALT = "scorekeeper.known"
YEAR = 365 * 24 * 3600
# Limits for which a device has the allowance of the account that last signed in on it. Not "sign up": each
# new account would bring a new allowance.
DEVICE_LIMITS = frozenset(("sign in", "mail"))
MOST_ACCOUNTS = 8  # stored per device


def begin(request: HttpRequest, kind: str, email: str) -> list[limits.Count]:
    """Count an attempt of this kind ("password" or "code").

    If the attempt was correct, pass the result to ``limits.decrement``. Raise ``TooManyRequests``
    after too many attempts, and while the counter is unavailable.
    """
    if not settings.LIMITS:
        return []
    device, known_hashes = _read(request)
    if _hashed(email) not in known_hashes:
        device = ""  # nobody has signed in to the account on this device
    account_limit, address_limit = limits.limits_of("wrong")
    senders = [(account_limit, f"{kind}:{_hashed(email)}:{device}")]
    if not device:
        senders.append((address_limit, limits.address(request.META.get("REMOTE_ADDR", ""))))
    try:
        counts = limits.count(senders)
    except counters.CounterError:
        raise TooManyRequests(60) from None
    if waits := [count.seconds_left for count in counts if count.is_over]:
        # A refused attempt does not count against its IP address, which others may share.
        limits.decrement(counts[1:])
        raise TooManyRequests(max(waits))
    return counts


def remember(request: HttpRequest, response: HttpResponse, email: str) -> None:
    """Give this device its own allowance for the account."""
    device, known_hashes = _read(request)
    hashed = _hashed(email)
    accounts = [hashed, *[account for account in known_hashes if account != hashed]][:MOST_ACCOUNTS]
    value = signing.dumps([device or secrets.token_urlsafe(12), accounts], salt=SALT, compress=True)
    response.set_cookie(
        COOKIE, value, max_age=YEAR, secure=settings.DEPLOYED, httponly=True, samesite="Lax", path="/"
    )


def allowance_of(request: HttpRequest, limit: limits.Limit) -> str:
    """Return the name of an account's own allowance; "" for unknown senders.

    The account is signed in and older than the limit's period, or has signed in on this device before.
    """
    user = request.user
    if isinstance(user, User) and user.joined < timezone.now() - timedelta(seconds=limit.seconds):
        return f"account {_hashed(user.email)}"
    _device, known_hashes = _read(request)
    is_known = known_hashes and limit.sender_kind == limits.ADDRESS and limit.name in DEVICE_LIMITS
    return f"account {known_hashes[0]}" if is_known else ""


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        device, known_hashes = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=YEAR)
    except (signing.BadSignature, ValueError, TypeError):
        return "", []
    return str(device), [str(account) for account in known_hashes]


def _hashed(email: str) -> str:
    return salted_hmac(SALT, email.strip().lower(), algorithm="sha256").hexdigest()[:24]
