"""What players of Rummy tell of each other: who goes out, and what they are caught with."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Feat, How, Sheet, _, deed, hands_of

from .hands import Blocked, Out, Shown
from .house import House

OUT = deed("out", _("Went out"), How.RATIO)
LEFT = deed("left", _("Points caught with"), How.MEAN)
MOST_LEFT = deed("most_left", _("Most points caught with"), How.MOST)
RUMMY = deed("rummy", _("Rummy: the whole hand in one turn"), badge=True)
DEEDS = (OUT, LEFT, MOST_LEFT, RUMMY)


def feats(sheet: Sheet[House]) -> Iterator[Feat]:
    """What was done in a match."""
    for row, _before in hands_of(sheet, Out, Shown, Blocked):
        hand: Out | Shown | Blocked = row.hand
        winner = None if isinstance(hand, Blocked) or hand.winner is None else sheet.seating.side(hand.winner)
        for side in sheet.seating.every_side:
            yield OUT.tried(side, row, side == winner)
            if side != winner and not isinstance(hand, Shown):
                yield LEFT.came_to(side, row, hand.left[side] or 0)
                yield MOST_LEFT.came_to(side, row, hand.left[side] or 0)
        if winner is not None and not isinstance(hand, Blocked) and hand.rummy:
            yield RUMMY.done(winner, row)
