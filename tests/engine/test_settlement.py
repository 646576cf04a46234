"""Settlement: balances and the fewest payments, checked by hand and against brute force."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import (
    CHIPS,
    PerSide,
    Row,
    ScoreLine,
    Seating,
    Sheet,
    Side,
    balance_as_written,
    balance_pairwise,
    cite,
    payments,
)
from games.engine.chips import ChipPurchase
from games.engine.rulebook import AS_WRITTEN
from tests.strategies import tries


def sheet_with(*totals, opening=(), chips=()):
    seating = Seating(len(totals), len(totals))
    rows = tuple(Row(hand, (), PerSide(totals)) for hand in (*chips, None))
    return Sheet(seating, None, rows, opening=opening)


# Balances


def test_each_player_pays_every_other_the_difference():
    # Skat, settled at the end (skatspielen.info): +55 −20 +15 −10 become +180 −120 +20 −80.
    assert balance_pairwise(sheet_with(55, -20, 15, -10)).points == (180, -120, 20, -80)
    assert balance_pairwise(sheet_with(30, 12)).points == (18, -18)


def test_the_highest_pays_where_the_lowest_wins():
    # The first is 10 and 20 below the others; the second pays 10 and gets 10.
    assert balance_pairwise(sheet_with(10, 20, 30), lowest_first=True).points == (30, 0, -30)


def test_points_that_change_hands_are_paid_as_written():
    assert balance_as_written(sheet_with(33, -3, -22, -8)).points == (33, -3, -22, -8)


def test_opening_points_and_bought_chips_are_not_won():
    why = (cite(CHIPS, "at the start"),)
    opening = tuple(ScoreLine(Side(side), 100, why) for side in range(3))
    chips = (ChipPurchase(Side(1), 20), ChipPurchase(Side(1), -5))
    assert balance_as_written(sheet_with(110, 85, 120, opening=opening, chips=chips)).points == (10, -30, 20)


def test_a_remainder_belongs_to_the_bank_or_to_everybody():
    assert balance_as_written(sheet_with(12, -3, -3), bank=True).points == (12, -3, -3)
    assert balance_as_written(sheet_with(12, -3, -3)).points == (10, -5, -5)
    third = Fraction(1, 3)
    assert balance_as_written(sheet_with(1, 0, 0)).points == (2 * third, -third, -third)
    assert balance_as_written(sheet_with(5, -5, 0)).because.rule is AS_WRITTEN


# Payments


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((), set()),
        ((0, 0, 0), set()),
        ((5, -5), {(1, 0, 5)}),
        ((180, -120, 20, -80), {(1, 0, 120), (3, 0, 60), (3, 2, 20)}),
        ((33, -3, -22, -8), {(2, 0, 22), (3, 0, 8), (1, 0, 3)}),
        # The greedy method, in which side 2 pays side 0 first, would take four payments.
        ((5, 4, -7, 3, -5), {(4, 0, 5), (2, 1, 4), (2, 3, 3)}),
        # None is the bank, which no player holds.
        ((12, -3, -3), {(None, 0, 6), (1, 0, 3), (2, 0, 3)}),
        ((-2, -3), {(1, None, 3), (0, None, 2)}),
        ((Fraction(1, 2), Fraction(-1, 2)), {(1, 0, Fraction(1, 2))}),
    ],
)
def test_payments_match_those_worked_by_hand(points, expected):
    result = {(payment.payer, payment.payee, payment.points) for payment in payments(points)}
    assert result == expected


def fewest_payments(points):
    """Return the least number of payments by trying every group that settles by itself."""
    balances = tuple(balance for balance in points if balance)
    if not balances:
        return 0
    first, rest = balances[0], balances[1:]
    counts = [len(rest)]  # all in one group
    for size in range(len(rest)):
        for group in combinations(range(len(rest)), size):
            if first + sum(rest[index] for index in group) == 0:
                unsettled = tuple(balance for index, balance in enumerate(rest) if index not in group)
                counts.append(size + fewest_payments(unsettled))
    return min(counts)


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=8))
@settings(max_examples=tries(share=6), deadline=None)
def test_payments_settle_all_debts_and_are_the_fewest(points):
    balances = [*points, -sum(points)]
    result, remaining = payments(balances), list(balances)
    for payment in result:
        assert payment.points > 0
        remaining[payment.payer] += payment.points
        remaining[payment.payee] -= payment.points
    assert not any(remaining)
    assert len(result) == fewest_payments(balances)


def test_many_players_settle_in_few_payments():
    pairs = [n if n % 2 else -(n + 1) for n in range(20)]  # -1, 1, -3, 3, …
    assert len(payments(pairs[:12])) == 6
    assert len(payments(pairs)) <= 19, "too many to try all groups"
