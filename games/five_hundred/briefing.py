"""The briefing before and during a hand, and the summary of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.engine import (
    Cite,
    Message,
    PartialHand,
    PerSide,
    Row,
    Sheet,
    Side,
    _,
    add_lines,
    cite,
    hand_sentence,
    ngettext,
    say,
    with_placeholder_answers,
)

from . import rulebook as rule
from .bids import value_or_zero
from .cards import HAND
from .choices import DefenderTricks, TrickCap, WinOn
from .dealing import dealer_and_redeals, next_player
from .hands import (
    KINDS,
    BarNullo,
    Bid,
    Contract,
    Declare,
    DoubleNullo,
    Hand,
    Misere,
    PlayedNoTrump,
    Revoke,
    call_of,
    declarers,
)
from .house import House
from .outcome import outcome
from .scoring import CEILING, SLAM, STOP_OVER, TRICK, score, stake, tricks_taken
from .standing import reaches_target, sides_playing


def summary(hand: Hand, sheet: Sheet[House]) -> Message:
    """Return the summary of a hand for its row: "Cy bid 8♥, took 9"."""
    match hand:
        case Contract(bidder=who, level=level, trumps=trumps):
            return hand_sentence(
                Contract, bidder=who, level=level, trumps=trumps, tricks=tricks_taken(hand, sheet)
            )
        case Declare(bidder=who):
            return hand_sentence(Declare, bidder=who, tricks=tricks_taken(hand, sheet))
        case Revoke(bidder=who, bid=bid, by=offender):
            return hand_sentence(Revoke, bidder=who, bid=bid, by=offender)
        case Misere(open=True):
            return hand_sentence(Misere, bidder=hand.bidder, open=True, made=hand.made)
        case Misere() | DoubleNullo() | BarNullo():
            return hand_sentence(type(hand), bidder=hand.bidder, made=hand.made)
        case PlayedNoTrump():
            return hand_sentence(PlayedNoTrump, tricks=hand.tricks)
    return say(type(hand).title)


def briefing(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    """Cite the dealer, the stake once the bid is known, and the sides near winning or losing."""
    if sheet.outcome:
        return
    next_dealer, redeals = dealer_and_redeals(sheet)
    words = _("{dealer} deals, {first} bids first")
    yield cite(rule.NEXT_DEALER, words, dealer=next_dealer, first=next_player(next_dealer, sheet))
    if redeals:
        redeal_words = ngettext(
            "Dealt again once by {who}", "Dealt again {n} times by {who}", redeals, who=next_dealer
        )
        yield cite(rule.ALL_PASS, redeal_words)
    hand = _known_bid(partial_hand, sheet)
    if hand is not None:
        yield from _cite_stake(hand, sheet)
    defenders = sheet.seating.others(*declarers(hand, sheet)) if hand else sheet.seating.every_side
    for side in defenders:
        if side in sides_playing(sheet):
            yield from _cite_near_target(side, sheet)
            if hand is None:
                yield from _cite_back_door(side, sheet)


def _known_bid(partial_hand: PartialHand | None, sheet: Sheet[House]) -> Bid | None:
    """Return the bid once it is known; a contract needs its bidder, number and suit."""
    if partial_hand is None:
        return None
    required = {"contract": ("bidder", "level", "trumps"), "revoke": ("bidder", "bid")}
    kind = KINDS[partial_hand.kind]
    if not all(name in partial_hand.answers for name in required.get(partial_hand.kind, ("bidder",))):
        return None
    hand: Bid = with_placeholder_answers(kind, partial_hand.answers, sheet)
    return hand


# Before the hand -------------------------------------------------------------


def _cite_near_target(side: Side, sheet: Sheet[House]) -> Iterator[Cite]:
    """Cite whether tricks against the bidder can win the game for a side near the target."""
    house, total = sheet.house, sheet.totals[side]
    tricks = next((n for n in range(1, HAND + 1) if reaches_target(total + TRICK * n, sheet)), None)
    if tricks is None:
        return
    if house.win_on is WinOn.MADE_CONTRACT:
        words = _("{side}, on {total}: tricks cannot win it for them, a contract can")
        yield cite(rule.WON_BY_CONTRACT, words, side=side, total=total)
    elif house.defender_tricks is DefenderTricks.NEVER:
        yield cite(
            rule.NO_TRICK_POINTS, _("{side}, on {total}: tricks score nothing"), side=side, total=total
        )
    elif house.trick_cap is TrickCap.AT_490 and total + TRICK * tricks > CEILING:
        words = _("{side}, on {total}: tricks cannot lift them past {most}")
        yield cite(rule.CEILING, words, side=side, total=total, most=CEILING)
    elif house.trick_cap is TrickCap.OVER_400 and total > STOP_OVER:
        yield cite(rule.STOP_OVER, _("{side}, on {total}: tricks score nothing"), side=side, total=total)
    else:
        target_words = ngettext(
            "{side}, on {total}: {n} trick against a bidder puts them out",
            "{side}, on {total}: {n} tricks against a bidder put them out",
            tricks,
            side=side,
            total=total,
        )
        yield cite(rule.TARGET, target_words)


def _cite_back_door(side: Side, sheet: Sheet[House]) -> Iterator[Cite]:
    """Cite the loss that would put out a side below zero."""
    total, limit = sheet.totals[side], sheet.house.back_door
    if limit is None or not limit < total < 0:
        return
    words = _("{side}, on {total}: a loss of {points} puts them out the back door")
    yield cite(rule.BACK_DOOR, words, side=side, total=total, points=total - limit)


# During the hand -------------------------------------------------------------


def _cite_stake(hand: Bid, sheet: Sheet[House]) -> Iterator[Cite]:
    """Cite the value of the bid, and the bidder's total if it is made and if it fails."""
    call, bidder = call_of(hand), sheet.seating.side(hand.bidder)
    words = _("{who} plays {call}, worth {points}")
    yield cite(rule.VALUES, words, who=hand.bidder, call=call, points=stake(hand, sheet.house))
    if isinstance(hand, Revoke):
        return  # the play is over, so there is no result to foresee
    yield from _cite_result(
        _("Made: {side} at {total}"), _("Made: {what}"), sheet_if(hand, sheet, is_made=True), bidder
    )
    if sheet.house.slam_250 and call.level and value_or_zero(call, sheet.house) < SLAM:
        yield cite(rule.SLAM, _("All ten tricks: {points}"), points=SLAM)
    yield from _cite_result(
        _("Lost: {side} at {total}"), _("Lost: {what}"), sheet_if(hand, sheet, is_made=False), bidder
    )


def _cite_result(
    total_words: str, outcome_words: str, sheet_after: Sheet[House], side: Side
) -> Iterator[Cite]:
    yield cite(rule.MADE, total_words, side=side, total=sheet_after.totals[side])
    if sheet_after.outcome:
        yield cite(sheet_after.outcome.because.rule, outcome_words, what=sheet_after.outcome.because.words)


def sheet_if(hand: Bid, sheet: Sheet[House], *, is_made: bool) -> Sheet[House]:
    """Return the sheet as it would be if the bid is exactly made, or fails by one trick.

    If several sides defend, none of them gets a trick: nobody knows which side would take it.
    """
    bidder = sheet.seating.side(hand.bidder)
    tricks_bid = call_of(hand).level or (HAND if isinstance(hand, Declare) else 0)
    # A bid of no tricks, such as misère, fails with one trick.
    bidder_tricks = tricks_bid if is_made else (tricks_bid - 1 if tricks_bid else 1)
    other_tricks = HAND - bidder_tricks if sheet.seating.sides == 2 else 0
    tricks = PerSide(bidder_tricks if side == bidder else other_tricks for side in sheet.seating.every_side)
    if isinstance(hand, Misere | DoubleNullo | BarNullo):
        hand = replace(hand, made=is_made, tricks=tricks)
    else:
        hand = replace(hand, tricks=tricks)
    lines = tuple(score(hand, sheet))
    row = Row(hand, lines, add_lines(sheet.totals, lines))
    sheet_then = replace(sheet, rows=(*sheet.rows, row))
    return replace(sheet_then, outcome=outcome(sheet_then))
