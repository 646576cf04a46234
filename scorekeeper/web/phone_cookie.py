"""The cookie with a phone's secret key, valid for a year."""

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "__Host-phone" if settings.DEPLOYED else "phone"
YEAR = 365 * 24 * 3600
LONGEST_KEY = 64


def key_of(request: HttpRequest) -> str | None:
    """Return the secret key of the request's phone, if it has one."""
    return key_if_valid(request.COOKIES.get(COOKIE, ""))


def key_if_valid(key: str) -> str | None:
    """Return the key if it has a valid length."""
    return key if 20 <= len(key) <= LONGEST_KEY else None


def key_or_new(request: HttpRequest) -> str:
    """Return the key of the request's phone, or a new one, which the caller must ``remember``."""
    return key_of(request) or new_key()


def new_key() -> str:
    return secrets.token_urlsafe(24)


def remember(response: HttpResponse, key: str) -> HttpResponse:
    response.set_cookie(COOKIE, key, max_age=YEAR, secure=settings.DEPLOYED, httponly=True, samesite="Lax")
    return response
