"""Passwords and codes that were wrong: slow for a thief, and never a lock that a stranger can shut.

Each attempt is counted before it is looked at, by the counter that is right across processes, and taken back
when it was right: of a hundred at once exactly so many are looked at. A device on which somebody has signed
in before has attempts of its own for that account, whatever strangers do. docs/decisions/0012-clubs.md.
"""

import secrets
import time
from dataclasses import dataclass

from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.crypto import salted_hmac

from scorekeeper import counting, limits

COOKIE = "__Host-known" if settings.DEPLOYED else "known"
SALT = "scorekeeper.known"
YEAR = 365 * 24 * 3600
MOST_KNOWN = 8  # accounts that one device is known for


@dataclass(frozen=True)
class Attempt:
    """What was counted for an attempt, to be taken back if it was right."""

    counted: tuple[tuple[str, int], ...] = ()

    def was_right(self) -> None:
        counting.take_back(self.counted)


def begin(request: HttpRequest, kind: str, email: str) -> Attempt:
    """Count an attempt (``kind``: a password, a code) at the account of an address, known to us or not.

    Raises ``ImmediateHttpResponse`` when there were too many, or when nothing can be counted now: of a door
    that nobody counts at, everything can be tried.
    """
    if not settings.LIMITS:
        return Attempt()
    device = _device_for(request, email)
    wanted = [(limits.WRONG_FOR_ACCOUNT, f"{kind}:{_marked(email)}:{device}")]
    if not device:
        wanted.append((limits.WRONG_HERE, limits.address(request.META.get("REMOTE_ADDR", ""))))
    now = int(time.time())
    counted = tuple(
        (limits.stored(limit, name, ends), ends)
        for limit, name in wanted
        for ends in [limits.ends_of(limit, now)]
    )
    try:
        counts = counting.count(counted)
    except counting.Uncounted:
        raise ImmediateHttpResponse(_refused(request, 60)) from None
    over = [n > limit.most * settings.LIMITS for (limit, _name), n in zip(wanted, counts, strict=True)]
    if any(over):
        # What is not looked at is no failure of this address: one locked account locks no neighbour's.
        counting.take_back(counted[1:])
        waits = [ends - now for (_key, ends), is_over in zip(counted, over, strict=True) if is_over]
        raise ImmediateHttpResponse(_refused(request, max(waits)))
    return Attempt(counted)


def remember(request: HttpRequest, response: HttpResponse, email: str) -> None:
    """From now on this device is known for the account: it has attempts of its own."""
    device, known = _read(request)
    marked = _marked(email)
    kept = [marked, *[one for one in known if one != marked]][:MOST_KNOWN]
    said = signing.dumps([device or secrets.token_urlsafe(12), kept], salt=SALT, compress=True)
    response.set_cookie(
        COOKIE, said, max_age=YEAR, secure=settings.DEPLOYED, httponly=True, samesite="Lax", path="/"
    )


def _device_for(request: HttpRequest, email: str) -> str:
    """The device's own name, if somebody has signed in to the account on it; else "" ."""
    device, known = _read(request)
    return device if _marked(email) in known else ""


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        device, known = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=YEAR)
    except (signing.BadSignature, ValueError, TypeError):
        return "", []
    return str(device), [str(one) for one in known]


def _marked(email: str) -> str:
    """An address, so that it cannot be read from the cookie or the counter."""
    return salted_hmac(SALT, email.strip().lower(), algorithm="sha256").hexdigest()[:24]


def _refused(request: HttpRequest, seconds: int) -> HttpResponse:
    """Too many: in so many seconds again. What was typed is not sent back, for it holds a password."""
    answer = render(request, "account/too_many.html", {"minutes": -(-seconds // 60)}, status=429)
    answer.headers["Retry-After"] = str(seconds)
    add_never_cache_headers(answer)
    return answer
