"""What must not come back from a backup: erasures, and roles that were taken away. Ids, no names.

A file of lines beside the database, only ever added to: a copy of the database that is older than a line is
brought up to it by ``manage.py replay_tombstones``. What was made after a line was written is left alone, so
that an id that is given out once more after a restore does not do its new bearer any harm.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from scorekeeper.accounts.models import User
from scorekeeper.matches import permissions

from . import covering
from .covering import Found
from .models import Club, Member, Player, Role

VERSION = 1
RANK = {"": 0, Role.MEMBER: 1, Role.SCOREKEEPER: 2, Role.OWNER: 3}


def path() -> Path:
    """Where the file is."""
    return Path(settings.VAR) / "tombstones.jsonl"


def covered(family: list[Player], found: Found, at: datetime) -> None:
    """A person asked to be forgotten, and these rows were covered."""
    _write("covered", at, **_of(family), rows=_rows(found))


def uncovered(family: list[Player]) -> None:
    """They changed their mind."""
    _write("uncovered", timezone.now(), **_of(family))


def erased(family: list[Player], found: Found, at: datetime, account: User | None) -> None:
    """They are gone; what stood in rows since they asked goes with them."""
    _write("erased", at, **_of(family), rows=_rows(found), user=account.pk if account else None)


def role(club: Club, user: int, role: str, at: datetime | None = None) -> None:
    """What a user may do in a club from now on; "" for nothing. To be said whenever it changes."""
    _write("role", at or timezone.now(), club=club.code, user=user, role=role)


def _of(family: list[Player]) -> dict[str, Any]:
    return {"club": family[0].club.code, "players": sorted(one.pk for one in family)}


def _rows(found: Found) -> dict[str, list[int]]:
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


def replay() -> dict[str, int]:
    """Bring a restored database up to what was asked since. How much of each kind was still to be done."""
    done = {"covered": 0, "erased": 0, "role": 0}
    roles: dict[tuple[str, int], dict[str, Any]] = {}
    covers: dict[tuple[Any, ...], dict[str, Any]] = {}
    for line in list(lines()):
        if line["kind"] == "role":
            roles[line["club"], line["user"]] = line
            continue
        key = (line["club"], *line["players"])
        if line["kind"] == "uncovered":
            covers.pop(key, None)
        elif line["kind"] == "covered":
            covers[key] = line
        elif line["kind"] == "erased":
            done["erased"] += _again(line, covers.pop(key, None), gone=True)
    for line in covers.values():
        done["covered"] += _again(line, None, gone=False)
    for line in roles.values():
        done["role"] += _role_again(line)
    return done


def _again(line: dict[str, Any], cover: dict[str, Any] | None, gone: bool) -> int:
    """Cover or erase a person in the restored database; 0 where it is done already."""
    from . import forgetting  # which writes the lines that are read here

    at = parse_datetime(line["at"])
    assert at is not None
    with transaction.atomic():
        family = list(
            Player.objects.filter(pk__in=line["players"], club__code=line["club"], created__lte=at).order_by(
                "pk"
            )
        )
        user = User.objects.filter(pk=line.get("user") or 0, joined__lte=at).first()
        settled = all(one.gone if gone else one.forgotten for one in family)
        if settled and user is None:
            return 0
        root = next((one for one in family if one.same_as_id is None), None)
        if root is None:
            return 0
        # By what they are called in this copy, and by what stands in the rows that were covered then.
        told = [rows for one in (line, cover) if one and (rows := one.get("rows"))]
        found = covering.find(family, user, covering.names_in(told, at))
        covering.add_rows(found, told, at)
        if not gone:
            forgetting.keep(root, found)
            covering.cover(found, at)
            Player.objects.filter(pk__in=line["players"]).update(forgotten=at)
            return 1
        covering.cover(found, at)
        if user is not None:
            root.user, root.with_account = user, True
            root.save(update_fields=["user", "with_account"])
        forgetting.erase(root, at)
    return 1


def _role_again(line: dict[str, Any]) -> int:
    """A role that was taken away is taken away again; none is given back."""
    at = parse_datetime(line["at"])
    member = Member.objects.filter(
        club__code=line["club"], user=line["user"], ended=None, joined__lte=at
    ).first()
    if member is None or RANK[Role(member.role)] <= RANK.get(line["role"], 0):
        return 0
    if line["role"]:
        member.role = line["role"]
    else:
        member.ended = at
    member.save(update_fields=["role", "ended"])
    permissions.role_ended(member)
    return 1


def names_in(folder: Iterable[Path], names: Iterable[str]) -> dict[str, int]:
    """How often each name stands in these files, byte for byte: what a careful operator looks for."""
    texts = [file.read_bytes() for file in folder if file.exists()]
    return {name: sum(text.count(name.encode()) for text in texts) for name in names}
