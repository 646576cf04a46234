"""Forget me: the name is covered at once, can come back for a fortnight, and is then gone for good.

Scores stay, and so does the log, whose chain holds no name. What was asked is also written down outside the
database (``tombstones``): a backup that is older than the wish does not bring the name back.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from scorekeeper import leaps
from scorekeeper.accounts.models import User
from scorekeeper.clubs.exporting import downloads
from scorekeeper.clubs.importing import import_jobs
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import Claim, Covered, Invitation, Member, Player, Role
from scorekeeper.clubs.people.identity import lock_club, records_of
from scorekeeper.clubs.privacy import redaction, tombstones
from scorekeeper.clubs.privacy.redaction import FoundNames
from scorekeeper.matches import permissions
from scorekeeper.parts import chunked

GRACE = timedelta(days=14)


class LastOwner(Exception):
    """A club would be left without an owner."""


def request_erasure(player: Player, by: str, with_account: bool = False) -> None:
    """Cover the name of a person everywhere, to be gone in a fortnight. Raises ``LastOwner``.

    With the account, they are forgotten in every club where they play, and can sign in no more afterwards.
    """
    with transaction.atomic():
        now = timezone.now()
        user = player.user if with_account else None
        records = [player]
        if user is not None:
            records = list(Player.objects.filter(user=user, same_as=None, forgotten=None))
        for record in records:
            _require_other_owner(record)
        for record in records:
            lock_club(record.club_id)
            _end_membership(record, now)
            _redact_person(record, user if record.pk == player.pk else None, now, user is not None)
            about = {"player": record.pk}
            events.record_event(record.club_id, "asks_to_be_forgotten", "" if record.user_id else by, **about)


def _redact_person(record: Player, user: User | None, now: datetime, with_account: bool) -> None:
    family = [one for one in records_of([record.pk]) if one.forgotten is None]
    if not family:
        return
    found = redaction.find_names(family, user)
    tombstones.record_redaction(family, found, now)
    keep_originals(record, found)
    Player.objects.filter(pk__in=[one.pk for one in family]).update(forgotten=now)
    Player.objects.filter(pk=record.pk).update(with_account=with_account, shows_name=False)
    Invitation.objects.filter(player__in=family).update(email="")
    redaction.redact(found)
    _delete_files(record, found)


def _delete_files(record: Player, found: FoundNames) -> None:
    """Files that wait to be brought in hold the name too, and those that were written to be taken along."""
    import_jobs.delete_files_naming(record.club_id, found.names)
    transaction.on_commit(lambda: downloads.delete_files_of(record.club))


def _end_membership(record: Player, now: datetime) -> None:
    """Whoever is forgotten is no member: their name would stand among the members' too."""
    for member in Member.objects.filter(user=record.user_id, club=record.club_id, ended=None):
        Member.objects.filter(pk=member.pk).update(ended=now)
        permissions.role_ended(member.pk)
        tombstones.record_role(record.club, member.user_id, "", now)


def _restore_membership(record: Player) -> None:
    """They are the member again that they were when they asked."""
    members = Member.objects.filter(user=record.user_id, club=record.club_id)
    member = members.filter(ended=record.forgotten).first()
    if member is not None and not members.filter(ended=None).exists():
        Member.objects.filter(pk=member.pk).update(ended=None)
        tombstones.record_role(record.club, member.user_id, member.role)


def keep_originals(record: Player, found: FoundNames) -> None:
    """Keep what stands where names will be covered, to be put back."""
    kept = [
        Covered(player=record, what=what, rows=some, said=said)
        for (what, said), rows in found.places.items()
        for some in chunked(rows, redaction.ROWS_AT_ONCE)
    ]
    kept += [Covered(player=record, what=what, rows=[row], said=said) for what, row, said in found.told]
    Covered.objects.bulk_create(kept, batch_size=500)


def cancel_erasure(player: Player, by: str) -> bool:
    """Everything as it was. False if it is too late, or was never asked."""
    with transaction.atomic():
        lock_club(player.club_id)
        record = Player.objects.get(pk=player.pk)
        if record.forgotten is None or record.gone or is_final(record):
            return False
        records = [record]
        if record.with_account and record.user_id:
            records = list(Player.objects.filter(user=record.user_id, same_as=None, with_account=True))
        for one in records:
            family = records_of([one.pk])
            tables: set[int] = set()
            _restore_membership(one)
            others = _kept_names(one)
            for covered in Covered.objects.filter(player=one):
                # Where others stood beside them who have asked since, those stay covered.
                said = (
                    redaction.without_names(covered.said, others)
                    if redaction.is_json(covered.what)
                    else covered.said
                )
                redaction.write_rows(covered.what, covered.rows, said)
                if covered.what == redaction.SEAT_NAME.what:
                    tables |= redaction.tables_of(covered.rows)
            Covered.objects.filter(player=one).delete()
            Player.objects.filter(pk__in=[each.pk for each in family]).update(
                forgotten=None, with_account=False
            )
            tombstones.record_cancellation(family)
            redaction.invalidate_tables(tables)
            events.record_event(one.club_id, "is_not_forgotten", by, player=one.pk)
    return True


def _kept_names(record: Player) -> set[str]:
    """The names of the others of a club that are covered."""
    kept = Covered.objects.filter(player__club=record.club_id).exclude(player=record)
    return {one.said for one in kept if isinstance(one.said, str)}


def is_final(player: Player) -> bool:
    """Whether the fortnight is over."""
    return player.forgotten is not None and player.forgotten <= timezone.now() - GRACE


def cancellable_until(player: Player) -> datetime | None:
    """When it can be undone no more."""
    return player.forgotten + GRACE if player.forgotten else None


def erase_due() -> int:
    """Forget for good whoever asked a fortnight ago, and files that were left lying. How many people."""
    if leaps.has_leapt():
        return 0
    import_jobs.delete_stale_files()
    due = Player.objects.filter(forgotten__lte=timezone.now() - GRACE, gone=None, same_as=None)
    records = list(due)
    for record in records:
        erase(record)
    return len(records)


def erase(record: Player, upto: datetime | None = None) -> None:
    """Nothing is left of the person but what they scored.

    Anything that came to bear a name of theirs since they asked is covered first. Called on a copy that was
    restored, ``upto`` is when they were erased: what is younger is somebody else's.
    """
    with transaction.atomic():
        lock_club(record.club_id)
        family = records_of([record.pk])
        user = record.user
        account = user if record.with_account else None
        kept = Covered.objects.filter(player=record)
        names = {one.said for one in kept if isinstance(one.said, str)}
        found = redaction.find_names(family, account, names)
        if upto is None:
            tombstones.record_erasure(family, found, timezone.now(), account)
        redaction.redact(found, upto)
        _delete_files(record, found)
        kept.delete()
        ids = [one.pk for one in family]
        Claim.objects.filter(player__in=ids).delete()
        if user is not None:
            Claim.objects.filter(user=user, player__club=record.club_id).delete()
            Member.objects.filter(user=user, club=record.club_id).delete()
        Player.objects.filter(pk__in=ids).update(
            name="",
            user=None,
            shows_name=False,
            gone=timezone.now(),
            forgotten=record.forgotten or timezone.now(),
        )
        if account is not None and not Player.objects.filter(user=account).exists():
            account.delete()
        if upto is None:
            events.record_event(record.club_id, "forgotten", "", player=record.pk)


def _require_other_owner(record: Player) -> None:
    owners = Member.objects.filter(club=record.club_id, role=Role.OWNER, ended=None)
    if record.user_id and [one.user_id for one in owners] == [record.user_id]:
        raise LastOwner
