"""Disputes about hands (``Objection``): any phone may open one, all phones show it, scorers settle it."""

from . import commands, models
from .models import Objection, Settled


def dispute_hand(match: models.Match, phone: models.Phone | None, number: int, why: str = "") -> Objection:
    """Dispute a hand. Return the open dispute, which may be an earlier one."""
    with models.locked_table(match.table_id) as table:
        dispute, is_new = Objection.objects.get_or_create(
            match=match,
            number=number,
            settled="",
            defaults={"by": phone, "by_name": phone.name if phone else "", "why": why},
        )
        if is_new:
            commands.publish_change(table)
    return dispute


def let_stand(match: models.Match, phone: models.Phone, number: int) -> bool:
    """Settle a dispute: the hand stays as it is. Return False if none is open or the phone may not score."""
    with models.locked_table(match.table_id) as table:
        current = commands.reload_phone(table, phone)
        if current is None or not current.may_score:
            return False
        if not commands.settle_dispute(match, current.name, number, Settled.STANDS):
            return False
        commands.publish_change(table)
    return True


def open_disputes(match: models.Match) -> dict[int, Objection]:
    """Return the open disputes of a match, keyed by hand number."""
    return {dispute.number: dispute for dispute in Objection.objects.filter(match=match, settled="")}


def disputes_about(match: models.Match, number: int) -> list[Objection]:
    """Return every dispute about a hand, newest first."""
    return list(Objection.objects.filter(match=match, number=number).order_by("-at"))
