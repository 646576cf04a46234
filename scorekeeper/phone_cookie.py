"""The secret by which a phone is known: in a cookie of its own, for a year."""

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "__Host-phone" if settings.DEPLOYED else "phone"
YEAR = 365 * 24 * 3600
LONGEST = 64


def key_of(request: HttpRequest) -> str | None:
    """The secret of the phone that asks, if it has one."""
    key = request.COOKIES.get(COOKIE, "")
    return key if 20 <= len(key) <= LONGEST else None


def new_key() -> str:
    return secrets.token_urlsafe(24)


def remember(response: HttpResponse, key: str) -> HttpResponse:
    """Let the phone keep its secret for a year."""
    response.set_cookie(COOKIE, key, max_age=YEAR, secure=settings.DEPLOYED, httponly=True, samesite="Lax")
    return response
