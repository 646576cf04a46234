"""What must not come back from a backup: erasures, and roles that were taken away. Ids, no names.

A file of lines beside the database, only ever added to: a copy of the database that is older than a line is
brought up to it by ``manage.py replay_tombstones``. What was made after a line was written is left alone, so
that an id that is given out once more after a restore does not do its new bearer any harm.
"""

import json
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.privacy.redaction import FoundNames

VERSION = 1


def path() -> Path:
    """Where the file is."""
    return Path(settings.VAR) / "tombstones.jsonl"


def record_redaction(family: list[Player], found: FoundNames, at: datetime) -> None:
    """A person asked to be forgotten, and these rows were covered."""
    _write("covered", at, **_of(family), rows=_rows(found))


def record_cancellation(family: list[Player]) -> None:
    """They changed their mind."""
    _write("uncovered", timezone.now(), **_of(family))


def record_erasure(family: list[Player], found: FoundNames, at: datetime, account: User | None) -> None:
    """They are gone; what stood in rows since they asked goes with them."""
    _write("erased", at, **_of(family), rows=_rows(found), user=account.pk if account else None)


def record_role(club: Club, user: int, role: str, at: datetime | None = None) -> None:
    """What a user may do in a club from now on; "" for nothing. To be said whenever it changes."""
    _write("role", at or timezone.now(), club=club.code, user=user, role=role)


def _of(family: list[Player]) -> dict[str, Any]:
    return {"club": family[0].club.code, "players": sorted(one.pk for one in family)}


def _rows(found: FoundNames) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = {}
    for (what, _said), ids in found.places.items():
        rows.setdefault(what, []).extend(ids)
    return rows


def _write(kind: str, at: datetime, **more: Any) -> None:
    """One line more, on the disk before anybody is told that it is done."""
    line = json.dumps({"v": VERSION, "kind": kind, "at": at.isoformat(), **more}, sort_keys=True) + "\n"
    file = os.open(path(), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(file, line.encode())
        os.fsync(file)
    finally:
        os.close(file)


def lines() -> Iterator[dict[str, Any]]:
    """Every line that can be read; a line that was cut short by a power cut is none."""
    if not path().exists():
        return
    for text in path().read_text().splitlines():
        try:
            line = json.loads(text)
        except ValueError:
            continue
        if isinstance(line, dict) and line.get("v") == VERSION:
            yield line
