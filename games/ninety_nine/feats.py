"""What players of Ninety-Nine tell of each other: bids made to the trick, and those declared."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Deed, Feat, How, Message, Sheet, _, deed, hands_of

from .house import House
from .scoring import TRICKS, Deal, Premium, makers

BID = deed("bid", _("Bids made to the trick"), How.RATIO)
OFF = deed("off", _("Tricks off, when missed"), How.MEAN)
ALONE = deed("alone", _("Made it alone"))
DECLARED = deed("declared", _("Declarations made"), How.RATIO)
REVEALED = deed("revealed", _("Revelations made"), How.RATIO, badge=True)
BY_BID = {
    n: Deed(f"bid_{n}", Message("{n}", {"n": n}), How.RATIO, _("Made, by the bid")) for n in range(TRICKS + 1)
}
DEEDS = (BID, OFF, ALONE, DECLARED, REVEALED, *BY_BID.values())
PREMIUMS = {Premium.DECLARE: DECLARED, Premium.REVEAL: REVEALED}


def feats(sheet: Sheet[House]) -> Iterator[Feat]:
    """What was done in a match."""
    for row, _before in hands_of(sheet, Deal):
        hand: Deal = row.hand
        made = makers(hand)
        for side in sheet.seating.every_side:
            yield BID.tried(side, row, side in made)
            yield BY_BID[hand.bids[side]].tried(side, row, side in made)
            if side not in made:
                yield OFF.came_to(side, row, abs(hand.bids[side] - hand.tricks[side]))
            if made == (side,):
                yield ALONE.done(side, row)
            if hand.premiums[side] in PREMIUMS:
                yield PREMIUMS[hand.premiums[side]].tried(side, row, side in made)
