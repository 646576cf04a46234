"""The score of 200: sections 4 to 7 of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import (
    AcceptedRuling,
    Cite,
    Message,
    Outcome,
    Problem,
    ScoreLine,
    Sheet,
    Side,
    _,
    agree,
    cite,
    hand_sentence,
    say,
    score_line,
)

from . import rulebook as rule
from .hands import (
    TWO,
    Barouche,
    Deal,
    Hand,
    PassedIn,
    at_threshold,
    bidders,
    has_bid,
    most_other_bids,
    sides_that_bid,
    was_shut_out,
)
from .house import POINTS_IN_PACK, AllPass, BothReach, House, KittyPoints

FIVE = 5  # points of a five, the lowest card that counts


def check(hand: Hand, sheet: Sheet[House]) -> Iterator[Problem]:
    """Yield the problems that the limits of the questions do not catch."""
    match hand:
        case PassedIn() if sheet.house.all_pass is AllPass.DEALER_MUST_BID_MINIMUM:
            words = say(_("When all pass here, the dealer has to play for {bid}"), bid=sheet.house.min_bid)
            yield Problem("", words, rule.ALL_PASS)
        case Barouche() if not sheet.house.barouche_bid:
            yield Problem("", say(_("Barouche is not bid at this table")), rule.BAROUCHE_BID)
        case Deal():
            yield from _check_bid(hand, sheet)
            yield from _check_count(hand, sheet)


def _check_bid(hand: Deal, sheet: Sheet[House]) -> Iterator[Problem]:
    house = sheet.house
    if (hand.bid - house.min_bid) % house.bid_step:
        words = say(_("Bids go up from {least} in steps of {step}"), least=house.min_bid, step=house.bid_step)
        yield Problem("bid", words, rule.BIDS)
    most_bids = most_other_bids(hand, sheet)
    if sheet.seating.sides == TWO:
        if any(hand.sides_bid):
            words = say(_("With two sides, say only whether a defender bid"))
            yield Problem("sides_bid", words, rule.HUNDRED)
        if hand.defender_bid and not most_bids:
            words = say(_("{bid} is the lowest bid, so no defender can have bid before it"), bid=hand.bid)
            yield Problem("defender_bid", words, rule.HIGHER)
        return
    if hand.defender_bid:
        yield Problem("defender_bid", say(_("Please say which of the others made a bid")), rule.HUNDRED)
    if len(sides_that_bid(hand, sheet)) > most_bids:
        words = say(_("So many others cannot have bid before {bid}"), bid=hand.bid)
        yield Problem("sides_bid", words, rule.HIGHER)


def _check_count(hand: Deal, sheet: Sheet[House]) -> Iterator[Problem]:
    total = sum(hand.took) + hand.buried
    if total != POINTS_IN_PACK:
        yield Problem("took", miscount_message(total), rule.RECOUNT)
    goes_to_last_trick = sheet.house.kitty_points_to is KittyPoints.LAST_TRICK
    if hand.buried and goes_to_last_trick and hand.last_trick is None:
        yield Problem(
            "last_trick", say(_("Who took the last trick? The buried points are theirs")), rule.BURIED
        )


def miscount_message(total: int) -> Message:
    """Return the message for piles that do not add up to the points in the pack."""
    if total == POINTS_IN_PACK - FIVE:
        return say(_("A five is missing: the pack always holds {pack}"), pack=POINTS_IN_PACK)
    words = _("The piles come to {counted}, but the pack always holds {pack}: count again")
    return say(words, counted=total, pack=POINTS_IN_PACK)


def score(hand: Hand, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    """Yield the lines of a hand: one for each side if it was played for points."""
    if isinstance(hand, Barouche):
        words = (
            _("Barouche, and took every counter: the game")
            if hand.made
            else _("Barouche, and lost a counter")
        )
        yield score_line(bidders(hand, sheet), 0, rule.BAROUCHE, words)
    if isinstance(hand, Deal):
        yield bidders_line(hand, sheet)
        for side in sheet.seating.others(bidders(hand, sheet)):
            yield defenders_line(side, hand, sheet)


def bidders_line(hand: Deal, sheet: Sheet[House]) -> ScoreLine:
    """Return the bidders' line (rules 4.1 and 4.2)."""
    side = bidders(hand, sheet)
    took = points_captured(side, hand, sheet)
    if took >= hand.bid:
        reason = cite(rule.MADE, _("Bid {bid}, took {took}"), bid=hand.bid, took=took)
        return ScoreLine(side, took, (reason, *_cite_buried(side, hand, sheet)))
    reason = cite(rule.SET, _("Bid {bid}, took {took}: failed, −{bid}"), bid=hand.bid, took=took)
    return ScoreLine(side, -hand.bid, (reason, *_cite_buried(side, hand, sheet)))


def defenders_line(side: Side, hand: Deal, sheet: Sheet[House]) -> ScoreLine:
    """Return the line of a side that did not win the bidding (rules 4.3 to 4.6)."""
    took = points_captured(side, hand, sheet)
    reasons = (
        cite(rule.DEFENCE, _("Took {took} in defence"), took=took),
        *_cite_why_counted(side, hand, sheet),
    )
    points = took
    if is_barred(side, hand, sheet):
        reasons, points = (_cite_barred(side, hand, sheet, took),), 0
    other_tables_cite = (
        (cite(rule.OTHER_TABLES, _("Each side counts for itself")),) if sheet.seating.sides > TWO else ()
    )
    return ScoreLine(side, points, (*reasons, *_cite_buried(side, hand, sheet), *other_tables_cite))


def points_captured(side: Side, hand: Deal, sheet: Sheet[House]) -> int:
    """Return the points a side captured, including buried points that it owns (rule 6.2)."""
    return hand.took[side] + (hand.buried if kitty_owner(hand, sheet) == side else 0)


def kitty_owner(hand: Deal, sheet: Sheet[House]) -> Side | None:
    """Return the side that owns the buried points; None if no single side does (rule 9.2)."""
    match sheet.house.kitty_points_to:
        case KittyPoints.BIDDERS:
            return bidders(hand, sheet)
        case KittyPoints.LAST_TRICK:
            return hand.last_trick
    defenders = sheet.seating.others(bidders(hand, sheet))
    return defenders[0] if len(defenders) == 1 else None


def _cite_buried(side: Side, hand: Deal, sheet: Sheet[House]) -> Iterator[Cite]:
    if hand.buried and kitty_owner(hand, sheet) == side:
        yield cite(rule.BURIED, _("{n} of them were buried"), n=hand.buried)


def is_barred(side: Side, hand: Deal, sheet: Sheet[House]) -> bool:
    """Return whether a side's points in defence do not count (rules 4.4 to 4.6)."""
    if not at_threshold(side, sheet) or has_bid(side, hand, sheet):
        return False
    return sheet.house.shutout_counts_as_silent or not was_shut_out(side, hand, sheet)


def _cite_barred(side: Side, hand: Deal, sheet: Sheet[House], took: int) -> Cite:
    words = _("Stood at {total} and did not bid: the {took} taken in defence do not count")
    return cite(rule.HUNDRED, words, total=sheet.totals[side], took=took)


def _cite_why_counted(side: Side, hand: Deal, sheet: Sheet[House]) -> Iterator[Cite]:
    """Cite why a side at the threshold of the hundred rule scores all the same."""
    if not at_threshold(side, sheet):
        return
    if has_bid(side, hand, sheet):
        yield cite(rule.ONE_IS_ENOUGH, _("Stood at {total}, but one of them bid"), total=sheet.totals[side])
    else:
        yield cite(
            rule.SHUT_OUT, _("Stood at {total}, but never had a turn to bid"), total=sheet.totals[side]
        )


def outcome(sheet: Sheet[House]) -> Outcome | None:
    """Return the winner: by Barouche, then the target, then the negative limit (section 5)."""
    if isinstance(sheet.last_hand, Barouche):
        return _barouche_outcome(sheet.last_hand, sheet)
    target = sheet.house.target
    sides_at_target = tuple(side for side in sheet.seating.every_side if sheet.totals[side] >= target)
    if len(sides_at_target) > 1:
        return _outcome_of_several(sides_at_target, sheet)
    for side in sides_at_target:
        because = cite(rule.OUT, _("{side} reached {total}"), side=side, total=sheet.totals[side])
        return Outcome((side,), because)
    return _limit_outcome(sheet)


def _barouche_outcome(hand: Barouche, sheet: Sheet[House]) -> Outcome:
    side = bidders(hand, sheet)
    if hand.made:
        return Outcome(
            (side,), cite(rule.BAROUCHE, _("{side} bid Barouche and took every counter"), side=side)
        )
    because = cite(rule.BAROUCHE, _("{side} bid Barouche and lost a counter"), side=side)
    return Outcome(sheet.seating.others(side), because)


def _outcome_of_several(sides_at_target: tuple[Side, ...], sheet: Sheet[House]) -> Outcome:
    """Return the winner if more than one side has reached the target (rules 5.2 and 5.3)."""
    totals, house = sheet.totals, sheet.house
    bidding_side = _last_bidders(sheet)
    if bidding_side in sides_at_target and house.both_reach is BothReach.BIDDER:
        because = cite(
            rule.BOTH,
            _("{sides} reached {n}, and {side} bid"),
            sides=sides_at_target,
            n=house.target,
            side=bidding_side,
        )
        return Outcome((bidding_side,), because)
    most = max(totals[side] for side in sides_at_target)
    best = tuple(side for side in sides_at_target if totals[side] == most)
    if len(best) == 1:
        higher_rule = rule.BOTH if house.both_reach is BothReach.HIGHER_TOTAL else rule.LEVEL
        words = _("{sides} reached {n}, and {side} stood highest")
        return Outcome(best, cite(higher_rule, words, sides=sides_at_target, n=house.target, side=best[0]))
    if bidding_side in best:
        words = _("{sides} reached {n} with the same total, and {side} bid")
        return Outcome(
            (bidding_side,), cite(rule.LEVEL, words, sides=sides_at_target, n=house.target, side=bidding_side)
        )
    words = _("{sides} reached {n}, with the same total of {total}")
    return Outcome(best, cite(rule.LEVEL, words, sides=sides_at_target, n=house.target, total=most))


def _last_bidders(sheet: Sheet[House]) -> Side | None:
    """Return the side that won the last bidding; None if the last row is not a played hand."""
    match sheet.last_hand:
        case Deal() as hand:
            return bidders(hand, sheet)
        case AcceptedRuling(facts=Deal() as hand):
            return bidders(hand, sheet)
    return None


def _limit_outcome(sheet: Sheet[House]) -> Outcome | None:
    """Return the outcome if a side has fallen to the limit (rules 5.4 and 5.5)."""
    house, totals = sheet.house, sheet.totals
    limit = house.negative_limit
    at_limit = tuple(side for side in sheet.seating.every_side if limit is not None and totals[side] <= limit)
    needs_other = house.negative_limit_needs_other_nonnegative
    winners = tuple(side for side in sheet.seating.others(*at_limit) if totals[side] >= 0 or not needs_other)
    if not at_limit or not winners:
        return None
    words = _("{side} fell to {total}")
    limit_rule = rule.HOLE_ALONE if needs_other else rule.HOLE
    return Outcome(winners, cite(limit_rule, words, side=at_limit[0], total=totals[at_limit[0]]))


def why_not_over(sheet: Sheet[House]) -> Iterator[Cite]:
    """Cite why a side that has fallen to the limit has not lost yet (rules 5.4 and 5.5)."""
    house, totals = sheet.house, sheet.totals
    for side in sheet.seating.every_side:
        if house.negative_limit is not None and totals[side] <= house.negative_limit:
            needs_other = house.negative_limit_needs_other_nonnegative
            words = agree(
                "{side} stands at {total}, but every other side has fallen to the limit too",
                "{side} stand at {total}, but every other side has fallen to the limit too",
                side=side,
                total=totals[side],
            )
            if needs_other:
                words = agree(
                    "{side} stands at {total}, but none of the others stands at zero or better",
                    "{side} stand at {total}, but none of the others stands at zero or better",
                    side=side,
                    total=totals[side],
                )
            yield cite(rule.HOLE_ALONE if needs_other else rule.HOLE, words)


def summary(hand: Hand, sheet: Sheet[House]) -> Message:
    """Return the summary of a hand for its row on the sheet."""
    match hand:
        case Deal():
            took = points_captured(bidders(hand, sheet), hand, sheet)
            sentence = hand_sentence(Deal, bidder=hand.bidder, bid=hand.bid, took=took)
            return (
                sentence
                if hand.trump is None
                else say(_("{told} ({trump})"), told=sentence, trump=hand.trump)
            )
        case Barouche():
            return hand_sentence(Barouche, bidder=hand.bidder, made=hand.made)
    return say(PassedIn.title)


def kinds(sheet: Sheet[House]) -> Iterator[str]:
    """Yield the kinds of hand that can be entered at this table."""
    yield "deal"
    if sheet.house.barouche_bid:
        yield "barouche"
    if sheet.house.all_pass is not AllPass.DEALER_MUST_BID_MINIMUM:
        yield "passed_in"
