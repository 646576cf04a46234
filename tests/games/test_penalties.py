"""A penalty never helps its payer: the same hand with and without the fault, game by game."""

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import every_game
from games.big_two.choices import Assist, LastCall
from games.big_two.hands import Deal
from games.engine import Sheet, add_lines, hand_problems, play
from games.five_hundred.bids import BID, Call
from games.five_hundred.choices import RevokeRule as RuleAt500
from games.five_hundred.hands import Contract, Misere
from games.five_hundred.hands import Revoke as RevokeAt500
from games.golf.hands import ByCards, Hole
from games.golf.house import KnockPenalty
from games.two_hundred.hands import Deal as DealOf200
from games.two_hundred.house import RevokeRule as RuleOf200
from games.two_hundred.referee_revoke import Revoke as RevokeOf200
from tests.strategies import records, sheets


def golf(hand, sheet):
    """Return the knocker, a hole with a knock, and the same where knocking costs nothing."""
    without_penalty = replace(sheet, house=replace(sheet.house, knock_penalty=KnockPenalty.NONE))
    return hand.knocker, (hand, sheet), (hand, without_penalty)


def big_two_assisted(hand, sheet):
    """Return who could have stopped the winner, the deal, and the same where nobody could."""
    hand = replace(hand, forgot=False)
    return hand.assist, (hand, sheet), (replace(hand, assist=None), sheet)


def big_two_forgot(hand, sheet):
    """Return the winner, a deal in which the winner forgot to call “last card”, and one with the call."""
    hand = replace(hand, assist=None, forgot=False)
    return hand.winner, (replace(hand, forgot=True), sheet), (hand, sheet)


def five_hundred(hand, sheet):
    """Return who revoked, a hand with a revoke, and the same tricks without one; None for other bids."""
    if hand.bid in BID.values():
        same_tricks = Contract(
            hand.bidder, hand.bid.level, hand.bid.trumps, hand.tricks, partner=hand.partner
        )
    elif hand.bid in (Call.MISERE, Call.OPEN_MISERE):
        tricks = hand.tricks[sheet.seating.side(hand.bidder)]
        same_tricks = Misere(hand.bidder, not tricks, open=hand.bid is Call.OPEN_MISERE, tricks=hand.tricks)
    else:
        return None
    return hand.by, (hand, sheet), (same_tricks, sheet)


KNOCK_PENALTIES = [penalty for penalty in KnockPenalty if penalty is not KnockPenalty.NONE]
REVOKE_PENALTIES = [RuleAt500.HOYLE_AMERICAN, RuleAt500.HOFFMANN]
# Game, kind of hand, house rule, its penalties, and the function that returns the payer and both hands.
FAULTS = {
    "golf": ("golf", Hole, "knock_penalty", KNOCK_PENALTIES, golf),
    "golf, cards": ("golf", ByCards, "knock_penalty", KNOCK_PENALTIES, golf),
    "assistance": ("big_two", Deal, "assist_penalty", [Assist.PAYS_ALL], big_two_assisted),
    "last card": ("big_two", Deal, "last_card_call", [LastCall.REQUIRED], big_two_forgot),
    "revoke at 500": ("five_hundred", RevokeAt500, "revoke_rule", REVOKE_PENALTIES, five_hundred),
}


@pytest.mark.parametrize("fault", FAULTS)
@given(data=st.data())
def test_a_penalty_never_helps_its_payer(fault, data):
    slug, kind, option, penalties, hands_to_compare = FAULTS[fault]
    game = every_game()[slug]
    sheet = data.draw(sheets(game))
    sheet = Sheet(sheet.seating, replace(sheet.house, **{option: data.draw(st.sampled_from(penalties))}))
    compared = hands_to_compare(data.draw(records(kind, sheet)), sheet)
    if compared is None or compared[0] is None:
        return
    payer, (hand_with, sheet_with), (hand_without, sheet_without) = compared
    if hand_problems(game, hand_with, sheet_with) or hand_problems(game, hand_without, sheet_without):
        return
    side = sheet.seating.side(payer)
    total_with = play(game, sheet.seating, sheet_with.house, [hand_with]).totals[side]
    total_without = play(game, sheet.seating, sheet_without.house, [hand_without]).totals[side]
    assert total_with >= total_without if game.lowest_first(sheet.house) else total_with <= total_without


@given(data=st.data())
def test_a_revoke_at_two_hundred_never_helps_the_offender(data):
    game = every_game()["two_hundred"]
    sheet = data.draw(sheets(game))
    sheet = Sheet(sheet.seating, replace(sheet.house, revoke_rule=RuleOf200.OFFENDER_LOSES_HAND))
    facts = data.draw(records(RevokeOf200, sheet))
    ruling = game.questions["revoke"].rule_on(facts, sheet)
    same_hand = DealOf200(**{field.name: getattr(facts, field.name) for field in fields(DealOf200)})
    if ruling.verdict == "recount" or hand_problems(game, same_hand, sheet):
        return
    points_by_ruling = add_lines(sheet.seating.per_side(lambda side: 0), ruling.lines)
    points_without_revoke = play(game, sheet.seating, sheet.house, [same_hand]).totals
    assert points_by_ruling[facts.by] <= points_without_revoke[facts.by]
