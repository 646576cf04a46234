"""Questioned hands: opened by any phone at the table, shown on all, settled by scorers."""

from . import commands, models
from .models import Objection, Settled


def question(match: models.Match, phone: models.Phone | None, number: int, why: str = "") -> Objection:
    """Mark a hand as questioned. Return the open question, which may be an earlier one."""
    with models.locked_table(match.table_id) as table:
        objection, is_new = Objection.objects.get_or_create(
            match=match,
            number=number,
            settled="",
            defaults={"by": phone, "by_name": phone.name if phone else "", "why": why},
        )
        if is_new:
            commands.publish_change(table)
    return objection


def let_stand(match: models.Match, phone: models.Phone, number: int) -> bool:
    """Let a questioned hand stand. Return False if the phone may not, or no question is open."""
    with models.locked_table(match.table_id) as table:
        known = commands.phone_now(table, phone)
        if known is None or not known.may_score:
            return False
        if not commands.close_question(match, known.name, number, Settled.STANDS):
            return False
        commands.publish_change(table)
    return True


def open_questions(match: models.Match) -> dict[int, Objection]:
    """Return the open questions of a match by hand number."""
    return {question.number: question for question in Objection.objects.filter(match=match, settled="")}


def questions_about(match: models.Match, number: int) -> list[Objection]:
    """Return every question about a hand, newest first."""
    return list(Objection.objects.filter(match=match, number=number).order_by("-at"))
