"""Checks of a whole hand; ``hands.py`` has the limits of each answer."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Problem, Rule, Sheet, Side, _, say

from . import rulebook as rule
from .bids import Call, value
from .cards import HAND
from .choices import AllPass, RevokeRule
from .hands import (
    BarNullo,
    Bid,
    Contract,
    DoubleNullo,
    Hand,
    Misere,
    PassedIn,
    PlayedNoTrump,
    Revoke,
    call_of,
    declarers,
    defenders_reaching_target,
    tricks_matter,
)
from .house import House
from .scoring import tricks_of
from .standing import sides_playing

RULE_OF: dict[Call, Rule] = {
    Call.MISERE: rule.MISERE,
    Call.OPEN_MISERE: rule.OPEN_MISERE,
    Call.DOUBLE_NULLO: rule.DOUBLE_NULLO,
    Call.BAR_NULLO: rule.BAR_NULLO,
    Call.DECLARE: rule.DECLARE,
}
FOUR_PLAYERS = 4  # the only number of players with one partner each


def check(hand: Hand, sheet: Sheet[House]) -> Iterator[Problem]:
    """Yield all problems of a hand at once."""
    match hand:
        case PassedIn():
            yield from _check_passed(sheet)
            return
        case PlayedNoTrump():
            if sheet.house.all_pass is not AllPass.PLAY:
                words = say(_("Nobody bid: {what}"), what=sheet.house.all_pass)
                yield Problem("", words, rule.ALL_PASS)
        case _:
            yield from _check_bid(hand, sheet)
    yield from _check_dropped_out(hand, sheet)
    at_target = defenders_reaching_target(hand, sheet)
    if at_target and hand.first_there not in at_target:
        words = say(_("{sides} reached the target together: whose trick was first?"), sides=at_target)
        yield Problem("first_there", words, rule.FIRST_TRICK)


def _check_passed(sheet: Sheet[House]) -> Iterator[Problem]:
    if sheet.house.all_pass is AllPass.PLAY:
        words = say(_("This table plays such a hand at no trumps: write the tricks taken"))
        yield Problem("", words, rule.ALL_PASS)
    if sheet.house.all_pass is AllPass.DEALER_BIDS:
        yield Problem(
            "", say(_("At this table the dealer must bid when everyone else has passed")), rule.ALL_PASS
        )


def _check_bid(hand: Bid, sheet: Sheet[House]) -> Iterator[Problem]:
    call = call_of(hand)
    if value(call, sheet.house) is None:
        field = "open" if isinstance(hand, Misere) else ""
        yield Problem(field, say(_("{call} is not played at this table"), call=call), RULE_OF[call])
    if call is Call.DOUBLE_NULLO and sheet.seating.seats != FOUR_PLAYERS:
        yield Problem(
            "", say(_("Double nullo is for two partners: only four can play it")), rule.DOUBLE_NULLO
        )
    match hand:
        case Misere() | DoubleNullo() | BarNullo():
            if tricks_matter(hand, sheet):
                yield from _check_nullo_tricks(hand, sheet)
        case Revoke():
            yield from _check_revoke(hand, sheet)
    if isinstance(hand, Contract | Revoke) and sheet.seating.sides == 5 and hand.partner == hand.bidder:
        words = say(_("Nobody is their own partner: leave it empty for a bidder who played alone"))
        yield Problem("partner", words, rule.CALL_PARTNER)


def _check_nullo_tricks(hand: Misere | DoubleNullo | BarNullo, sheet: Sheet[House]) -> Iterator[Problem]:
    if len(hand.tricks) != sheet.seating.sides:
        yield Problem(
            "tricks",
            say(_("How many tricks did each side take? The tricks score points here")),
            rule.MISERE_PAID,
        )
        return
    bidder_tricks = hand.tricks[sheet.seating.side(hand.bidder)]
    if hand.made and (bidder_tricks or sum(hand.tricks) != HAND):
        words = say(_("When {call} is made the others take all {n} tricks"), call=call_of(hand), n=HAND)
        yield Problem("tricks", words, rule.MISERE_SCORE)
    if not hand.made and not bidder_tricks:
        words = say(_("{call} is lost by taking a trick: how many did each side take?"), call=call_of(hand))
        yield Problem("tricks", words, rule.MISERE_SCORE)
    if sum(hand.tricks) > HAND:
        yield _too_many(sum(hand.tricks))


def _too_many(n: int) -> Problem:
    return Problem("tricks", say(_("{n} tricks are too many: there are {most}"), n=n, most=HAND), rule.DEAL)


def _check_revoke(hand: Revoke, sheet: Sheet[House]) -> Iterator[Problem]:
    if sheet.house.revoke_rule is RevokeRule.MANUAL:
        words = say(_("The players decide what a revoke costs here: write the hand, then what was agreed"))
        yield Problem("", words, rule.REVOKE)
    if sum(hand.tricks) > HAND:
        yield _too_many(sum(hand.tricks))


def _check_dropped_out(hand: Bid | PlayedNoTrump, sheet: Sheet[House]) -> Iterator[Problem]:
    dropped_out = sheet.seating.others(*sides_playing(sheet))
    for side in dropped_out:
        if side in declarers(hand, sheet):
            yield Problem(
                _field_of(hand, side, sheet), say(_("{side} dropped out"), side=side), rule.DROPS_OUT
            )
        if tricks_of(hand, side):
            yield Problem(f"tricks.{int(side)}", say(_("{side} dropped out"), side=side), rule.DROPS_OUT)


def _field_of(hand: Bid | PlayedNoTrump, side: Side, sheet: Sheet[House]) -> str:
    """Return the field that names a side that dropped out: bidder or partner."""
    bidder = getattr(hand, "bidder", None)
    return "bidder" if bidder is not None and sheet.seating.side(bidder) == side else "partner"


def kinds(sheet: Sheet[House]) -> Iterator[str]:
    """Yield the kinds of hand that can be entered at this table, the contract first."""
    house = sheet.house
    yield "contract"
    if house.misere_value is not None or house.open_misere_value is not None:
        yield "misere"
    if house.double_nullo_value is not None and sheet.seating.seats == FOUR_PLAYERS:
        yield "double_nullo"
    if house.bar_nullo_value is not None:
        yield "bar_nullo"
    if house.declare_solo:
        yield "declare"
    if house.all_pass is AllPass.PLAY:
        yield "played_no_trump"
    elif house.all_pass is not AllPass.DEALER_BIDS:
        yield "passed_in"
    if house.revoke_rule is not RevokeRule.MANUAL:
        yield "revoke"
