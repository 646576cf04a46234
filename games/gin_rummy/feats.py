"""What players of gin tell of each other: knocks, gins and undercuts."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Feat, How, Sheet, _, deed, hands_of

from .hands import Knock, Partners
from .house import House
from .scoring import opponent, won

KNOCK = deed("knock", _("Knocks that paid"), How.RATIO)
UNDERCUT = deed("undercut", _("Knocks undercut"), How.RATIO)
DEADWOOD = deed("deadwood", _("Deadwood, a knock"), How.MEAN)
GIN = deed("gin", _("Gin"), badge=True)
BIG_GIN = deed("big_gin", _("Big gin"), badge=True)
DEEDS = (KNOCK, UNDERCUT, DEADWOOD, GIN, BIG_GIN)


def feats(sheet: Sheet[House]) -> Iterator[Feat]:
    """What was done in a match."""
    for row, before in hands_of(sheet, Knock):
        hand: Knock = row.hand
        result, other = won(hand, before), opponent(hand, sheet.seating)
        paid = result is not None and result.side == sheet.seating.side(hand.knocker) and result.boxes > 0
        undercut = result is not None and result.side == sheet.seating.side(other)
        yield KNOCK.tried(hand.knocker, row, paid)
        yield UNDERCUT.tried(other, row, undercut)
        yield DEADWOOD.came_to(hand.knocker, row, hand.knocker_deadwood)
        if hand.knocker_deadwood == 0:
            yield (BIG_GIN if hand.big_gin else GIN).done(hand.knocker, row)
    for row, _before in hands_of(sheet, Partners):
        for duel in (row.hand.first, row.hand.second):
            if duel.knocker is not None and duel.knocker_deadwood == 0:
                yield (BIG_GIN if duel.big_gin else GIN).done(duel.knocker, row)
