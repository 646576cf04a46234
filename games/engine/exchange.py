"""Judgement of the cards that leave a hand before play: given to another player, or discarded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .cards import Card, Cards
from .game import Ruling
from .rulebook import Cite, Rule, cite
from .text import _, ngettext


def nothing_barred(card: Card) -> Cite | None:
    """Allow every card."""
    return None


@dataclass(frozen=True)
class ExchangeTerms:
    """The terms of an exchange: ``rule`` demands between ``least`` and ``most`` cards.

    ``order``, if given, is a sort key: only the first cards of the hand in this order may go (the lowest, or
    the highest); cards with the same key are interchangeable. ``barred`` cites the rule, if any, that keeps a
    card in the hand.
    """

    least: int
    most: int
    rule: Rule
    order: Callable[[Card], Any] | None = None
    barred: Callable[[Card], Cite | None] = nothing_barred


def judge_exchange(cards: Cards, hand: Cards, terms: ExchangeTerms) -> Ruling:
    """Rule on giving these cards away from a whole hand, which includes them.

    The verdict is ``legal`` or ``illegal``.
    """
    if reason := _why_illegal(cards, hand, terms):
        return Ruling("illegal", (reason,))
    return Ruling("legal", (cite(terms.rule, _("Yes: {cards} may go"), cards=cards),))


def _why_illegal(cards: Cards, hand: Cards, terms: ExchangeTerms) -> Cite | None:
    if not_held := Counter(cards) - Counter(hand):
        missing = Cards(not_held.elements())
        return cite(
            terms.rule,
            ngettext(
                "No: {cards} is not in that hand",
                "No: {cards} are not in that hand",
                len(missing),
                cards=missing,
            ),
        )
    if not terms.least <= len(cards) <= terms.most:
        words = ngettext("No: {n} card has to go", "No: {n} cards have to go", terms.most)
        if terms.least < terms.most:
            words = ngettext("No: at most {n} card may go", "No: at most {n} cards may go", terms.most)
        return cite(terms.rule, words)
    if barred_by := next(filter(None, map(terms.barred, cards)), None):
        return barred_by
    if terms.order is None:
        return None
    allowed = sorted((card for card in hand if not terms.barred(card)), key=terms.order)
    required_cards = Cards(allowed[: len(cards)])
    if sorted(map(terms.order, cards)) == [terms.order(card) for card in required_cards]:
        return None
    return cite(
        terms.rule,
        ngettext(
            "No: it has to be {cards}",
            "No: they have to be {cards}",
            len(required_cards),
            cards=required_cards,
        ),
    )
