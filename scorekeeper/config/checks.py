"""System checks that must pass before the site starts."""

import logging
import os
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections

from .databases import SAFE_WAL


@register(Tags.database)
def sqlite_is_safe(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Check that no SQLite file is in WAL mode with a library that can lose commits."""
    findings: list[CheckMessage] = []
    for alias in databases or []:
        connection = connections[alias]
        if connection.vendor != "sqlite" or SAFE_WAL <= settings.SQLITE_VERSION:
            continue
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode")
            (mode,) = cursor.fetchone()
        findings.extend(journal_findings(mode, settings.SQLITE_VERSION, is_trusted=settings.TRUST_OLD_SQLITE))
    return findings


@register(Tags.security, deploy=True)
def only_proxy_is_trusted(**kwargs: Any) -> list[CheckMessage]:
    """Check that only the proxy can tell the site a client's IP address."""
    if "*" not in os.environ.get("FORWARDED_ALLOW_IPS", ""):
        return []
    return [
        Error(
            "FORWARDED_ALLOW_IPS=* lets every phone claim any IP address.",
            hint="Set it to the addresses of the proxy. If the proxy is on this machine, leave it unset.",
            id="scorekeeper.E002",
        )
    ]


@register(Tags.security, deploy=True)
def mail_is_encrypted(**kwargs: Any) -> list[CheckMessage]:
    """Check that password reset links are not sent unencrypted."""
    encrypted = getattr(settings, "EMAIL_USE_TLS", False) or getattr(settings, "EMAIL_USE_SSL", False)
    if not settings.EMAIL_URL or encrypted or settings.EMAIL_HOST in ("localhost", "127.0.0.1", "::1"):
        return []
    return [
        Warning(
            f"Mail goes to {settings.EMAIL_HOST} unencrypted, and with it the links that reset passwords.",
            hint="Use EMAIL_URL=smtp://… (STARTTLS) or smtps://….",
            id="scorekeeper.W002",
        )
    ]


def journal_findings(mode: str, version: tuple[int, ...], *, is_trusted: bool) -> list[CheckMessage]:
    """Return the findings for a file in this journal mode with this SQLite version."""
    library, safe = (".".join(map(str, numbers)) for numbers in (version, SAFE_WAL))
    if mode != "wal" or version >= SAFE_WAL:
        return []
    if is_trusted:
        text = f"SQLite {library} is used in WAL mode because TRUST_OLD_SQLITE says so."
        logging.getLogger("scorekeeper.database").warning(text)
        return [Warning(text, id="scorekeeper.W001")]
    return [
        Error(
            f"The database is in WAL mode, and SQLite {library} can lose commits in it.",
            hint=f"Use SQLite {safe} or newer, or stop every process that has the file open, so that the "
            "next start ends WAL mode. If your distribution has patched its SQLite, set TRUST_OLD_SQLITE=1.",
            id="scorekeeper.E001",
        )
    ]
