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
    return (
        hand.assist,
        (replace(hand, forgot=False), sheet),
        (replace(hand, assist=None, forgot=False), sheet),
    )


def big_two_forgot(hand, sheet):
    without_fault = replace(hand, assist=None, forgot=False)
    return hand.winner, (replace(without_fault, forgot=True), sheet), (without_fault, sheet)


def five_hundred(hand, sheet):
    """Return who revoked, a hand with a revoke, and the same tricks without one."""
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
FAULTS = {  # the game, a kind of hand, house rules that have the penalty, the two hands to compare
    "golf": ("golf", Hole, {"knock_penalty": KNOCK_PENALTIES}, golf),
    "golf, cards": (
        "golf", ByCards, {"knock_penalty": KNOCK_PENALTIES}, golf,
    ),
    "assistance": ("big_two", Deal, {"assist_penalty": [Assist.PAYS_ALL]}, big_two_assisted),
    "last card": ("big_two", Deal, {"last_card_call": [LastCall.REQUIRED]}, big_two_forgot),
    "revoke at 500": (
        "five_hundred", RevokeAt500, {"revoke_rule": [RuleAt500.HOYLE_AMERICAN, RuleAt500.HOFFMANN]},
        five_hundred,
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
@given(data=st.data())
def test_a_penalty_never_helps_its_payer(fault, data):
    slug, kind, rules, hands_to_compare = FAULTS[fault]
    game = every_game()[slug]
    sheet = data.draw(sheets(game))
    options = {name: data.draw(st.sampled_from(choices)) for name, choices in rules.items()}
    sheet = Sheet(sheet.seating, replace(sheet.house, **options))
    compared = hands_to_compare(data.draw(records(kind, sheet)), sheet)
    if compared is None or compared[0] is None:
        return
    payer, (hand_with, sheet_with), (hand_without, sheet_without) = compared
    if hand_problems(game, hand_with, sheet_with) or hand_problems(game, hand_without, sheet_without):
        return
    side = sheet.seating.side(payer)
    total_with = play(game, sheet_with.seating, sheet_with.house, [hand_with]).totals[side]
    total_without = play(game, sheet_without.seating, sheet_without.house, [hand_without]).totals[side]
    assert total_with >= total_without if game.lowest_first(sheet.house) else total_with <= total_without


@given(data=st.data())
def test_a_revoke_at_two_hundred_never_helps_the_offender(data):
    game = every_game()["two_hundred"]
    sheet = data.draw(sheets(game))
    house = replace(sheet.house, revoke_rule=RuleOf200.OFFENDER_LOSES_HAND)
    sheet = Sheet(sheet.seating, house)
    facts = data.draw(records(RevokeOf200, sheet))
    ruling = game.questions["revoke"].rule_on(facts, sheet)
    same_hand = DealOf200(**{field.name: getattr(facts, field.name) for field in fields(DealOf200)})
    if ruling.verdict == "recount" or hand_problems(game, same_hand, sheet):
        return
    zero = sheet.seating.per_side(lambda side: 0)
    assert (
        add_lines(zero, ruling.lines)[facts.by]
        <= play(game, sheet.seating, house, [same_hand]).totals[facts.by]
    )
