"""Mail settings from EMAIL_URL."""

from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

TIMEOUT = 10  # seconds that a request waits for the mail server
# smtp uses STARTTLS, smtps TLS from the start, smtp+plain no encryption.
PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}


def mail(url: str, host: str = "") -> dict[str, Any]:
    """Return Django's settings for an EMAIL_URL; without one no mail is sent.

    The URL is smtp://user:password@host:port/?from=address.
    """
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname:
        raise ImproperlyConfigured(
            f"EMAIL_URL must be smtp://, smtps:// or smtp+plain://, with a host: {parts.scheme}://…"
        )
    try:
        port = parts.port or PORTS[parts.scheme]
    except ValueError as error:
        raise ImproperlyConfigured("The port in EMAIL_URL is not a number.") from error
    user = unquote(parts.username or "")
    default_from = user if "@" in user else f"scorekeeper@{host or parts.hostname}"
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": user,
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": TIMEOUT,
        "DEFAULT_FROM_EMAIL": parse_qs(parts.query).get("from", [default_from])[0],
    }
