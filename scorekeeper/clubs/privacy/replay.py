"""A restored backup brought up to the tombstones: erased again, redacted again, roles withdrawn again."""

from typing import Any

from django.db import transaction
from django.utils.dateparse import parse_datetime

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Member, Player, Role
from scorekeeper.clubs.privacy import erasure, redaction
from scorekeeper.clubs.privacy.tombstones import lines
from scorekeeper.matches import permissions

RANK = {"": 0, Role.MEMBER: 1, Role.SCOREKEEPER: 2, Role.OWNER: 3}


def replay_tombstones() -> dict[str, int]:
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
            done["erased"] += _redo_erasure(line, covers.pop(key, None), gone=True)
    for line in covers.values():
        done["covered"] += _redo_erasure(line, None, gone=False)
    for line in roles.values():
        done["role"] += _redo_role(line)
    return done


def _redo_erasure(line: dict[str, Any], cover: dict[str, Any] | None, gone: bool) -> int:
    """Cover or erase a person in the restored database; 0 where it is done already."""
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
        found = redaction.find_names(family, user, redaction.names_in(told, at))
        redaction.add_rows(found, told, at)
        if not gone:
            erasure.keep_originals(root, found)
            redaction.redact(found, at)
            Player.objects.filter(pk__in=line["players"]).update(forgotten=at)
            return 1
        redaction.redact(found, at)
        if user is not None:
            root.user, root.with_account = user, True
            root.save(update_fields=["user", "with_account"])
        erasure.erase(root, at)
    return 1


def _redo_role(line: dict[str, Any]) -> int:
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
