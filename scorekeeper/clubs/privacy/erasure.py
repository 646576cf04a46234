"""Erasing a person: the name is replaced everywhere, for good; scores and the log stay.

``VAR_DIR/tombstones.jsonl`` lists erased people by ids, so that they are erased again after a
restore of an older backup.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from scorekeeper.accounts.models import User
from scorekeeper.clubs.hooks import club_hooks
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.membership.clubs import locked_club
from scorekeeper.clubs.membership.members import LastOwner
from scorekeeper.clubs.models import Claim, Invitation, Member, Player, Role
from scorekeeper.clubs.people.identity import records_of
from scorekeeper.clubs.privacy import redaction
from scorekeeper.matches import permissions


def erase(player: Player, by_name: str, with_account: bool = False) -> None:
    """Erase a person's name and membership; only scores stay. Raise ``LastOwner``.

    If ``with_account`` is set, the person is erased in all their clubs, and the account is deleted.
    """
    with transaction.atomic():
        records, user = [player], player.user
        if with_account and user is not None:
            records = list(Player.objects.current().filter(user=user))
        for record in records:
            owners = Member.objects.filter(club=record.club_id, role=Role.OWNER, ended=None)
            if record.user_id and [owner.user_id for owner in owners] == [record.user_id]:
                raise LastOwner
        for record in records:
            with locked_club(record.club_id):
                _append_tombstone(record, user if with_account else None)
                _erase(record)
                # People who erase themselves are not named in the log.
                actor = "" if record.user_id else by_name
                events.record_event(record.club_id, "forgotten", actor, player=record.pk)
        if with_account and user is not None:
            user.delete()


def _erase(record: Player) -> None:
    records = [other for other in records_of([record.pk]) if other.forgotten is None]
    ids, user = [other.pk for other in records], record.user_id
    names = redaction.anonymise(records)
    for erase_copies in club_hooks.on_erased:
        erase_copies(record.club, names)
    Invitation.objects.filter(player__in=ids).update(email="")
    Claim.objects.filter(player__in=ids).delete()
    if user is not None:
        Claim.objects.filter(user=user, player__club=record.club_id).delete()
        members = Member.objects.filter(user=user, club=record.club_id)
        for member in members.filter(ended=None):
            permissions.revoke_score_links(member.pk)
        members.delete()
    Player.objects.filter(pk__in=ids).update(name="", user=None, forgotten=timezone.now())


def reapply_erasures() -> int:
    """Erase again all people erased since the restored backup; return their number. Idempotent."""
    count = 0
    for line in _tombstones():
        at = parse_datetime(line["at"])
        assert at is not None
        with transaction.atomic():
            # A record created after the erasure is another person with a reused id.
            players = Player.objects.filter(pk__in=line["players"], club__code=line["club"], created__lte=at)
            for record in players.filter(forgotten=None, same_as=None).order_by("pk"):
                with locked_club(record.club_id):
                    _erase(record)
                count += 1
            User.objects.filter(pk=line.get("user") or 0, joined__lte=at).delete()
    return count


def _path() -> Path:
    return Path(settings.VAR) / "tombstones.jsonl"


def _append_tombstone(record: Player, account: User | None) -> None:
    """Append a line to tombstones.jsonl and fsync it, before the erasure is committed."""
    line = {
        "v": 1,
        "kind": "erased",
        "at": timezone.now().isoformat(),
        "club": record.club.code,
        "players": sorted(other.pk for other in records_of([record.pk])),
        "user": account.pk if account else None,
    }
    file = os.open(_path(), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(file, (json.dumps(line) + "\n").encode())
        os.fsync(file)
    finally:
        os.close(file)


def _tombstones() -> Iterator[dict[str, Any]]:
    """Yield the lines of tombstones.jsonl that still apply; skip unreadable lines."""
    if not _path().exists():
        return
    erasures: dict[tuple[Any, ...], dict[str, Any]] = {}
    for text in _path().read_text().splitlines():
        try:
            line = json.loads(text)
            key = line["club"], *line["players"]
        except (ValueError, TypeError, KeyError):
            continue
        # Earlier releases wrote "covered" for an erasure, and "uncovered" if it was cancelled in time.
        if line["kind"] == "uncovered":
            erasures.pop(key, None)
        else:
            erasures[key] = line
    yield from erasures.values()
