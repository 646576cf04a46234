"""A hand in question: by anybody at the table, marked on every phone, settled by those who keep score."""

from django.db import transaction

from . import commands, models
from .models import Objection, Settled


def question(match: models.Match, phone: models.Phone | None, number: int, why: str = "") -> Objection:
    """Mark a hand as questioned. While a question is open, another one is the same."""
    with transaction.atomic():
        table = models.Table.objects.select_for_update().get(pk=match.table_id)
        found, new = Objection.objects.get_or_create(
            match=match,
            number=number,
            settled="",
            defaults={"by": phone, "by_name": phone.name if phone else "", "why": why},
        )
        if new:
            commands.publish_change(table)
    return found


def stands(match: models.Match, phone: models.Phone, number: int) -> bool:
    """Let a questioned hand stand as it is. False if the phone may not, or no question is open."""
    with transaction.atomic():
        table = models.Table.objects.select_for_update().get(pk=match.table_id)
        known = models.Phone.objects.filter(table=table, pk=phone.pk).select_related("member").first()
        if known is None or not known.may_score:
            return False
        if not commands.close_question(match, known.name, number, Settled.STANDS):
            return False
        commands.publish_change(table)
    return True


def open_in(match: models.Match) -> dict[int, Objection]:
    """The questions that are open in a match, by the number of the hand."""
    return {one.number: one for one in Objection.objects.filter(match=match, settled="")}


def asked_about(match: models.Match, number: int) -> list[Objection]:
    """Every question there has been about a hand, the newest first."""
    return list(Objection.objects.filter(match=match, number=number).order_by("-at"))
