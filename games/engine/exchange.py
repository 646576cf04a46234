"""Cards that leave a hand before the play: given to another player, or laid away. May these go?"""

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
    """Any card may go."""
    return None


@dataclass(frozen=True)
class ExchangeTerms:
    """What has to go: from ``least`` to ``most`` cards, by ``rule``.

    ``order``: where only the first in this order may go (the lowest, the highest), the key of a card in it;
    cards of one key are as good as each other. ``barred``: the rule that keeps a card back, if any.
    """

    least: int
    most: int
    rule: Rule
    order: Callable[[Card], Any] | None = None
    barred: Callable[[Card], Cite | None] = nothing_barred


def judge_exchange(going: Cards, hand: Cards, terms: ExchangeTerms) -> Ruling:
    """Whether these cards may go from this hand, which is whole: they are among it.

    The verdict is ``legal`` or ``illegal``.
    """
    if wrong := _why_not(going, hand, terms):
        return Ruling("illegal", (wrong,))
    return Ruling("legal", (cite(terms.rule, _("Yes: {cards} may go"), cards=going),))


def _why_not(going: Cards, hand: Cards, terms: ExchangeTerms) -> Cite | None:
    if strange := Counter(going) - Counter(hand):
        missing = Cards(strange.elements())
        return cite(
            terms.rule,
            ngettext(
                "No: {cards} is not in that hand",
                "No: {cards} are not in that hand",
                len(missing),
                cards=missing,
            ),
        )
    if not terms.least <= len(going) <= terms.most:
        words = ngettext("No: {n} card has to go", "No: {n} cards have to go", terms.most)
        if terms.least < terms.most:
            words = ngettext("No: at most {n} card may go", "No: at most {n} cards may go", terms.most)
        return cite(terms.rule, words)
    if kept := next(filter(None, map(terms.barred, going)), None):
        return kept
    if terms.order is None:
        return None
    right = Cards(sorted((card for card in hand if not terms.barred(card)), key=terms.order))
    if sorted(map(terms.order, going)) == [terms.order(card) for card in right[: len(going)]]:
        return None
    best = Cards(right[: len(going)])
    return cite(
        terms.rule, ngettext("No: it has to be {cards}", "No: they have to be {cards}", len(best), cards=best)
    )
