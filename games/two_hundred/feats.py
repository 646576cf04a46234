"""What players of 200 tell of each other: bids made and lost, sets, and what silence cost."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Deed, Feat, How, Message, Sheet, _, deed, hands_of, say

from .hands import Barouche, Deal, Trump, bidders
from .house import POINTS_IN_PACK, House
from .scoring import barred, counts_for

BANDS = (0, 60, 70, 80, 90, 100)  # where bids that are counted together begin
BID = deed("bid", _("Bids made"), How.RATIO)
SET = deed("set", _("Bids set in defence"), How.RATIO)
OVER = deed("over", _("Taken above a bid that was made"), How.MEAN)
SHORT = deed("short", _("Overbid by, when set"), How.MEAN)
SILENT = deed("silent", _("Points lost to silence at the hundred"), How.SUM)
EVERYTHING = deed("everything", _("All the points in the pack"), badge=True)
BAROUCHE = deed("barouche", _("Barouche"), How.RATIO, badge=True)
HIGHEST = deed("highest", _("Highest bid made"), How.MOST)
BY_BID = {
    least: Deed(
        f"bid_{least}",
        say(_("{n} or more"), n=least) if least else say(_("Below {n}"), n=BANDS[1]),
        How.RATIO,
        _("Made, by the bid"),
    )
    for least in BANDS
}
BY_TRUMP = {
    trump: Deed(f"trump_{trump.value}", Message("{trump}", {"trump": trump}), How.RATIO, _("Made, by trumps"))
    for trump in Trump
}
DEEDS = (
    BID, SET, OVER, SHORT, SILENT, EVERYTHING, BAROUCHE, HIGHEST, *BY_BID.values(), *BY_TRUMP.values(),
)  # fmt: skip


def feats(sheet: Sheet[House]) -> Iterator[Feat]:
    """What was done in a match."""
    for row, _before in hands_of(sheet, Barouche):
        yield BAROUCHE.tried(row.hand.bidder, row, row.hand.made)
    for row, before in hands_of(sheet, Deal):
        hand: Deal = row.hand
        side = bidders(hand, before)
        took = counts_for(side, hand, before)
        made = took >= hand.bid
        for what in (BID, BY_BID[max(least for least in BANDS if least <= hand.bid)]):
            yield what.tried(hand.bidder, row, made)
        if hand.trump is not None:
            yield BY_TRUMP[hand.trump].tried(hand.bidder, row, made)
        if made:
            yield OVER.came_to(hand.bidder, row, took - hand.bid)
            yield HIGHEST.came_to(hand.bidder, row, hand.bid)
        else:
            yield SHORT.came_to(hand.bidder, row, hand.bid - took)
        if took == POINTS_IN_PACK:
            yield EVERYTHING.done(side, row)
        for other in sheet.seating.others(side):
            yield SET.tried(other, row, not made)
            if barred(other, hand, before):
                yield SILENT.came_to(other, row, counts_for(other, hand, before))
