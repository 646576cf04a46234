"""What players of 500 tell of each other: contracts by level and suit, overbids, tricks left unbid."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Deed, Feat, How, Message, Sheet, _, deed, hands_of

from .bids import BID, LEVELS, UNNUMBERED, worth
from .cards import HAND
from .hands import BarNullo, Contract, Declare, DoubleNullo, Misere, Revoke
from .house import House
from .scoring import call_of, declarers, made, stake, taken

CONTRACT = deed("contract", _("Contracts made"), How.RATIO)
SET = deed("set", _("Contracts set in defence"), How.RATIO)
SLAM = deed("slam", _("All ten tricks"), badge=True)
LEFT = deed("left", _("Points left on the table, a contract made"), How.MEAN)
SHORT = deed("short", _("Tricks overbid by, when set"), How.MEAN)
HIGHEST = deed("highest", _("Highest contract made"), How.MOST)
MISERE = deed("misere_made", _("Misère made"), badge=True)
BY_CALL = {
    call: Deed(f"made_{call.value}", Message("{call}", {"call": call}), How.RATIO, _("Made, by contract"))
    for call in (*BID.values(), *UNNUMBERED)
}
DEEDS = (CONTRACT, SET, SLAM, LEFT, SHORT, HIGHEST, MISERE, *BY_CALL.values())


def feats(sheet: Sheet[House]) -> Iterator[Feat]:
    """What was done in a match."""
    for row, before in hands_of(sheet, Contract, Misere, DoubleNullo, BarNullo, Declare, Revoke):
        hand, bidder = row.hand, row.hand.bidder
        call, did, tricks = call_of(hand), made(hand, before), min(taken(hand, before), HAND)
        yield CONTRACT.tried(bidder, row, did)
        yield BY_CALL[call].tried(bidder, row, did)
        for side in sheet.seating.others(*declarers(hand, before)):
            yield SET.tried(side, row, not did)
        if did:
            yield HIGHEST.came_to(bidder, row, stake(hand, sheet.house))
        if not call.level:
            if did:
                yield MISERE.done(bidder, row)
        elif did:
            # What the same tricks would have been worth, had they been bid.
            could = BID[max(tricks, LEVELS[0]), call.trumps]
            yield LEFT.came_to(bidder, row, max(0, worth(could, sheet.house) - stake(hand, sheet.house)))
        elif tricks < call.level:
            yield SHORT.came_to(bidder, row, call.level - tricks)
        if call.level and tricks == HAND:
            yield SLAM.done(bidder, row)
