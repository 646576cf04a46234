"""Precedents: rulings that a table follows, shown first for the same question."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.engine import to_json
from scorekeeper.matches import phones
from scorekeeper.matches.models import Phone

from .models import Precedent, Ruling
from .referee import Desk

MOST_SHOWN = 6  # earlier rulings on a page


@dataclass(frozen=True)
class EarlierRuling:
    """An earlier ruling on the same question."""

    ruling: Ruling
    precedent: Precedent | None
    same_facts: bool


def start(ruling: Ruling, phone: Phone) -> Precedent:
    """Make a ruling a precedent of the phone's table. Idempotent."""
    with transaction.atomic():
        precedent, _is_new = Precedent.objects.get_or_create(
            ruling=ruling, table_id=phone.table_id, ended=None, defaults={"by_name": phone.name}
        )
    return precedent


def end(ruling: Ruling, phone: Phone) -> None:
    """End a precedent of the phone's table; the row is kept."""
    Precedent.objects.filter(ruling=ruling, table_id=phone.table_id, ended=None).update(
        ended=timezone.now(), ended_by=phone.name
    )


def earlier_rulings(question: Desk, key: str | None) -> list[EarlierRuling]:
    """Return earlier rulings on the same question.

    The table's precedents come first, then the rulings that this phone stored or that were made at its
    tables. Within each group, rulings on equal facts come first, then the newest.
    """
    same_question = {"game_slug": question.game.slug, "question": question.id}
    rulings: dict[int, EarlierRuling] = {}
    facts = None if question.facts is None else to_json(question.facts)
    if question.match_ctx is not None:
        current = Precedent.objects.filter(table=question.match_ctx.table, ended=None)
        conditions = {f"ruling__{name}": value for name, value in same_question.items()}
        for precedent in current.filter(**conditions).select_related("ruling").order_by("-at")[:MOST_SHOWN]:
            rulings[precedent.ruling_id] = EarlierRuling(
                precedent.ruling, precedent, precedent.ruling.facts == facts
            )
    if key is not None:
        key_hash = phones.hash_key(key)
        is_own = Q(kept_by=key_hash) | Q(match__table__phones__key_hash=key_hash)
        own = Ruling.objects.filter(is_own, **same_question)
        for ruling in own.distinct().order_by("-made")[:MOST_SHOWN]:
            rulings.setdefault(ruling.pk, EarlierRuling(ruling, None, ruling.facts == facts))
    return sorted(rulings.values(), key=lambda earlier: (earlier.precedent is None, not earlier.same_facts))[
        :MOST_SHOWN
    ]
