"""Buying and cashing in chips between hands, for games against a bank."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from .records import Ask
from .rulebook import CHIPS
from .seating import PerSide, Side
from .sheet import AnySheet, Row, ScoreLine, incremental_fold, score_line
from .text import Message, _, say


@dataclass(frozen=True)
class ChipPurchase:
    """Chips bought from the bank, or (negative) cashed in."""

    title: ClassVar[str] = _("Buy or cash in chips")
    sentence: ClassVar[str] = _("{side} bought {amount}")

    side: Annotated[Side, Ask(_("Who?"))]
    amount: Annotated[int, Ask(_("Chips bought (minus: cashed in)"), least=-1_000_000, most=1_000_000)]


def chip_lines(purchase: ChipPurchase) -> Iterator[ScoreLine]:
    """Yield the score line of a purchase."""
    words = _("Bought {n}") if purchase.amount >= 0 else _("Cashed in {n}")
    yield score_line(purchase.side, purchase.amount, CHIPS, words, n=abs(purchase.amount))


@incremental_fold(lambda sheet: sheet.seating.per_side(lambda side: 0))
def chips_bought(so_far: PerSide[int], row: Row, sheet: AnySheet) -> PerSide[int]:
    """Return the chips each side has bought so far, less those cashed in."""
    if not isinstance(row.hand, ChipPurchase) or row.problems:
        return so_far
    purchase = row.hand
    return PerSide(n + purchase.amount * (side == purchase.side) for side, n in enumerate(so_far))


def chips_returned(sheet: AnySheet) -> Iterator[ScoreLine]:
    """Yield the final score lines that subtract bought chips, so that only winnings are left."""
    for side, n in enumerate(chips_bought(sheet)):
        if n:
            words = _("Bought {n} more than cashed in") if n > 0 else _("Cashed in {n} more than bought")
            yield score_line(Side(side), -n, CHIPS, words, n=abs(n))


def chip_summary(purchase: ChipPurchase) -> Message:
    """Return the summary of a purchase for its row."""
    words = _("{side} bought {n}") if purchase.amount >= 0 else _("{side} cashed in {n}")
    return say(words, side=purchase.side, n=abs(purchase.amount))
