"""What must hold before the site may start."""

import logging
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections

from .databases import SAFE_WAL


@register(Tags.database)
def sqlite_is_safe(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """No SQLite file is in WAL mode under a library that can lose commits in it."""
    found: list[CheckMessage] = []
    for alias in databases or []:
        connection = connections[alias]
        if connection.vendor != "sqlite" or SAFE_WAL <= settings.SQLITE_VERSION:
            continue
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode")
            (mode,) = cursor.fetchone()
        found.extend(judge(mode, settings.SQLITE_VERSION, trusted=settings.TRUST_OLD_SQLITE))
    return found


def judge(mode: str, version: tuple[int, ...], *, trusted: bool) -> list[CheckMessage]:
    """What is to be said of a file in this journal mode under this SQLite."""
    library, needed = (".".join(map(str, numbers)) for numbers in (version, SAFE_WAL))
    if mode != "wal" or version >= SAFE_WAL:
        return []
    if trusted:
        said = f"SQLite {library} is used in WAL mode because TRUST_OLD_SQLITE says so."
        logging.getLogger("scorekeeper.database").warning(said)
        return [Warning(said, id="scorekeeper.W001")]
    return [
        Error(
            f"The database is in WAL mode, and SQLite {library} can lose commits in it.",
            hint=f"Use SQLite {needed} or newer, or stop every process that has the file open and start "
            "again. If your distribution has mended its SQLite, TRUST_OLD_SQLITE=1 says so.",
            id="scorekeeper.E001",
        )
    ]
