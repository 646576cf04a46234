"""Statistics of 200: bids made and set, and points in defence lost under the hundred rule."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Message, Sheet, Stat, StatEvent, _, say, scored_rows, stat

from .hands import Barouche, Deal, Trump, bidders
from .house import POINTS_IN_PACK, House
from .scoring import is_barred, points_captured

BANDS = (0, 60, 70, 80, 90, 100)  # lower bounds: the bids from 60 to 69 are counted together
BID = stat("bid", _("Bids made"), Aggregation.RATIO)
SET = stat("set", _("Bids set in defence"), Aggregation.RATIO, highlight=_("Bid set"))
OVER = stat("over", _("Points above the bid, per bid made"), Aggregation.MEAN)
SHORT = stat("short", _("Points short of the bid, per bid set"), Aggregation.MEAN)
SILENT = stat("silent", _("Points lost under the hundred rule"), Aggregation.SUM)
EVERYTHING = stat("everything", _("All the points in the pack"), badge=True)
BAROUCHE = stat("barouche", _("Barouche"), Aggregation.RATIO, badge=True)
HIGHEST = stat("highest", _("Highest bid made"), Aggregation.MOST)
BY_BID = {
    least: Stat(
        f"bid_{least}",
        say(_("{n} or more"), n=least) if least else say(_("Below {n}"), n=BANDS[1]),
        Aggregation.RATIO,
        _("Made, by the bid"),
    )
    for least in BANDS
}
BY_TRUMP = {
    trump: Stat(
        f"trump_{trump.value}", Message("{trump}", {"trump": trump}), Aggregation.RATIO, _("Made, by trumps")
    )
    for trump in Trump
}
STATS = (
    BID, SET, OVER, SHORT, SILENT, EVERYTHING, BAROUCHE, HIGHEST, *BY_BID.values(), *BY_TRUMP.values(),
)  # fmt: skip


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    for row, _before in scored_rows(sheet, Barouche):
        yield BAROUCHE.attempt_event(row.hand.bidder, row, row.hand.made)
    for row, sheet_before in scored_rows(sheet, Deal):
        hand: Deal = row.hand
        side = bidders(hand, sheet_before)
        took = points_captured(side, hand, sheet_before)
        is_made = took >= hand.bid
        for ratio in (BID, BY_BID[max(least for least in BANDS if least <= hand.bid)]):
            yield ratio.attempt_event(hand.bidder, row, is_made)
        if hand.trump is not None:
            yield BY_TRUMP[hand.trump].attempt_event(hand.bidder, row, is_made)
        if is_made:
            yield OVER.amount_event(hand.bidder, row, took - hand.bid)
            yield HIGHEST.amount_event(hand.bidder, row, hand.bid)
        else:
            yield SHORT.amount_event(hand.bidder, row, hand.bid - took)
        if took == POINTS_IN_PACK:
            yield EVERYTHING.count_event(side, row)
        for other in sheet.seating.others(side):
            yield SET.attempt_event(other, row, not is_made)
            if is_barred(other, hand, sheet_before):
                yield SILENT.amount_event(other, row, points_captured(other, hand, sheet_before))
