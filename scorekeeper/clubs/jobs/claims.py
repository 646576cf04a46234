"""Who of several processes works at what. A claim ends with its process, however that ends."""

import contextlib
import fcntl
from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import DatabaseError, connection


class Kind(IntEnum):
    """What can be claimed, each by number. Stored nowhere."""

    SLOT = 0  # to be one of so many processes that do long work
    CLUB = 1  # the jobs of a club, by its key: one after another
    PENDING = 2  # what follows from matches, of all clubs


# PostgreSQL's advisory locks have two numbers; the first begins here.
FIRST = 0x5C03E
# In SQLite's place a byte of one file is locked, which need not be there.
BYTES = 1 << 40


@contextlib.contextmanager
def claim(kind: Kind, number: int = 0) -> Iterator[bool]:
    """Whether no other process has claimed this; until the end none can."""
    with _advisory(kind, number) if connection.vendor == "postgresql" else _byte(kind, number) as ours:
        yield ours


@contextlib.contextmanager
def slot() -> Iterator[bool]:
    """Whether one more process may do long work; until the end it counts as one."""
    for number in range(max(1, settings.JOBS)):
        with claim(Kind.SLOT, number) as ours:
            if ours:
                yield True
                return
    yield False


@contextlib.contextmanager
def _advisory(kind: Kind, number: int) -> Iterator[bool]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [FIRST + kind, number])
        (ours,) = cursor.fetchone()
    try:
        yield ours
    finally:
        # A lock goes with its connection too, where that is what broke off.
        with contextlib.suppress(DatabaseError):
            if ours:
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [FIRST + kind, number])


@contextlib.contextmanager
def _byte(kind: Kind, number: int) -> Iterator[bool]:
    name = Path(str(connection.settings_dict["NAME"])).name
    file, place = _open(Path(settings.VAR) / f"{name}.work"), kind * BYTES + number
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
    except OSError:
        yield False
        return
    try:
        yield True
    finally:
        fcntl.lockf(file, fcntl.LOCK_UN, 1, place)


@cache
def _open(path: Path) -> IO[str]:
    """The file of a process's claims, opened once: were it closed anywhere, all of them would end."""
    return path.open("w")
