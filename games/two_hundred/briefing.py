"""The briefing before and during a hand of 200."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from games.engine import (
    Cite,
    PartialHand,
    Points,
    Sheet,
    Side,
    _,
    agree,
    cite,
    relevant_questions,
    with_placeholder_answers,
)

from . import rulebook as rule
from .hands import Barouche, Deal, at_threshold, bidders, dealer
from .house import POINTS_IN_PACK, House
from .scoring import is_barred

USUAL_SHAPE = (4, 2)  # seats and sides that the sources assume
SILENCE_QUESTIONS = ("defender_bid", "sides_bid")  # the questions about the other side's bids


def briefing(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    """Cite the dealer and the first speaker; then the stakes, and the effect of each result."""
    if sheet.outcome:
        return
    if partial_hand and partial_hand.kind == "barouche" and "bidder" in partial_hand.answers:
        hand = cast(Barouche, with_placeholder_answers(Barouche, partial_hand.answers, sheet))
        words = _("{bidder} bid Barouche: taking every counter wins the game, losing one loses it")
        yield cite(rule.BAROUCHE, words, bidder=hand.bidder)
    elif partial_hand and partial_hand.kind == "deal" and {"bidder", "bid"} <= set(partial_hand.answers):
        yield from _cite_results(sheet, partial_hand)
    else:
        yield from _cite_start(sheet)


def _cite_start(sheet: Sheet[House]) -> Iterator[Cite]:
    next_dealer = dealer(sheet)
    words = _("{dealer} deals, {first} bids first")
    yield cite(rule.DEALER, words, dealer=next_dealer, first=sheet.seating.left(next_dealer))
    if sheet.seating.shape != USUAL_SHAPE and not sheet.rows:
        yield cite(
            rule.OTHER_TABLES,
            _("No text we could read covers this many players: the score is kept by our own rule"),
        )
    for side in sheet.seating.every_side:
        yield from _cite_standing(side, sheet)


def _cite_standing(side: Side, sheet: Sheet[House]) -> Iterator[Cite]:
    """Cite the meaning of a side's total for the next hand."""
    total, house = sheet.totals[side], sheet.house
    if at_threshold(side, sheet):
        sentence = agree(
            "{side}, on {total}: as a defender they score only if they bid",
            "{side}, on {total}: as defenders they score only if one of them bids",
            side=side,
            total=total,
        )
        yield cite(rule.HUNDRED, sentence)
    points_needed = house.target - total
    if 0 < points_needed <= POINTS_IN_PACK:
        yield cite(rule.OUT, _("{side}: {n} more to win"), side=side, n=points_needed)
    if house.negative_limit is not None:
        losing_bid = max(house.min_bid, total - house.negative_limit)
        if losing_bid <= house.max_bid and _would_lose(side, losing_bid, sheet):
            words = _("{side}: a failed bid of {bid} or more loses the game")
            yield cite(rule.HOLE, words, side=side, bid=losing_bid)


def _would_lose(side: Side, bid: Points, sheet: Sheet[House]) -> bool:
    """Return whether failing this bid loses the game, whatever the others take (rules 5.4 and 5.5)."""
    house, totals = sheet.house, sheet.totals
    if house.negative_limit is None or totals[side] - bid > house.negative_limit:
        return False
    needs_other_nonnegative = house.negative_limit_needs_other_nonnegative
    return not needs_other_nonnegative or any(totals[other] >= 0 for other in sheet.seating.others(side))


def _cite_results(sheet: Sheet[House], partial_hand: PartialHand) -> Iterator[Cite]:
    """Cite the effect of each result of a hand that has been bid for."""
    hand = cast(Deal, with_placeholder_answers(Deal, partial_hand.answers, sheet))
    side, house = bidders(hand, sheet), sheet.house
    if hand.trump is not None:
        yield cite(rule.TRUMP, _("Trumps: {trump}"), trump=hand.trump)
    words = _("{bid} or more: the bidders score all they take")
    yield cite(rule.MADE, words, bid=hand.bid)
    points_to_win = max(hand.bid, house.target - sheet.totals[side])
    if points_to_win <= POINTS_IN_PACK:
        yield cite(rule.OUT, _("{side}: {n} or more wins the game"), side=side, n=points_to_win)
    total_if_lost = sheet.totals[side] - hand.bid
    if _would_lose(side, hand.bid, sheet):
        yield cite(
            rule.HOLE,
            _("{side}: if the bid fails, down to {total}, and the game is lost"),
            side=side,
            total=total_if_lost,
        )
    else:
        yield cite(rule.SET, _("{side}: if the bid fails, down to {total}"), side=side, total=total_if_lost)
    questions = relevant_questions(hand, sheet).intersection(SILENCE_QUESTIONS)
    # The path "sides_bid.0" is an answer to the question "sides_bid".
    answered_questions = {path.split(".")[0] for path in partial_hand.answers}
    for other in sheet.seating.others(side):
        yield from _cite_defence(other, hand, sheet, bids_unknown=not questions <= answered_questions)
    if house.kitty_size:
        yield cite(rule.BURIED, _("Points that are buried go to: {whom}"), whom=house.kitty_points_to)


def _cite_defence(side: Side, hand: Deal, sheet: Sheet[House], bids_unknown: bool) -> Iterator[Cite]:
    """Cite what a defending side can gain."""
    total = sheet.totals[side]
    if is_barred(side, hand, sheet):
        words = _("{side}: at {total} and silent, so what they take does not count")
        if bids_unknown:
            words = _("{side}: at {total}, so what they take counts only if one of them bid")
        yield cite(rule.HUNDRED, words, side=side, total=total)
        return
    if at_threshold(side, sheet):
        yield cite(rule.ONE_IS_ENOUGH, _("{side}: at {total}, and free to score"), side=side, total=total)
    points_needed = sheet.house.target - total
    if 0 < points_needed <= POINTS_IN_PACK:
        words = _("{side}: {n} or more in defence reaches {target}")
        yield cite(rule.OUT, words, side=side, n=points_needed, target=sheet.house.target)
