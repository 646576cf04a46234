"""Settlement: each side's balance, and the fewest payments that settle it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .chips import chips_bought
from .rulebook import AS_WRITTEN, DIFFERENCES, Cite, Rule, cite
from .seating import PerSide, Side
from .sheet import AnySheet, Points, plain_points
from .text import _

MOST_EXACT = 13  # sides and the bank; up to this number the fewest payments are found exactly


@dataclass(frozen=True)
class Balance:
    """The points each side is to receive (negative: to pay), and the rule they are counted by.

    Any remainder belongs to the bank, if no player holds it.
    """

    points: PerSide[Points]
    because: Cite


@dataclass(frozen=True)
class Payment:
    """Points that one side pays another. None is the bank."""

    payer: Side | None
    payee: Side | None
    points: Points


# Balances --------------------------------------------------------------------


def balance_pairwise(sheet: AnySheet, rule: Rule = DIFFERENCES, lowest_first: bool = False) -> Balance:
    """Return the balance if each side pays each other side the difference between their totals.

    ``lowest_first``: the lower total receives.
    """
    totals, n = sheet.final, sheet.seating.sides
    total, sign = sum(totals), -1 if lowest_first else 1
    points = PerSide(sign * (n * own - total) for own in totals)
    words = _("Each pays each the difference: {n} × one's own, less {total} in all")
    if lowest_first:
        words = _("Each pays each the difference: {total} in all, less {n} × one's own")
    return Balance(points, cite(rule, words, n=n, total=total))


def balance_as_written(sheet: AnySheet, rule: Rule = AS_WRITTEN, bank: bool = False) -> Balance:
    """Return the columns as a balance that sums to zero, less opening points and bought chips.

    A remainder is the bank's if the house holds the bank; else it is shared equally.
    """
    opening = sheet.seating.per_side(
        lambda side: sum(line.points for line in sheet.opening if line.side == side)
    )
    chips = chips_bought(sheet) if sheet.outcome is None else sheet.seating.per_side(lambda side: 0)
    won: tuple[Points, ...] = tuple(
        total - start - bought for total, start, bought in zip(sheet.final, opening, chips, strict=True)
    )
    left = sum(won)
    if bank or not left:
        return Balance(PerSide(won), cite(rule, _("As it stands on the sheet")))
    shared = Fraction(left, len(won))
    words = _("As it stands on the sheet, less {shared} each: together it comes to {left}")
    points = PerSide(plain_points(own - shared) for own in won)
    return Balance(points, cite(rule, words, shared=plain_points(shared), left=left))


# Payments --------------------------------------------------------------------


def payments(points: Sequence[Points]) -> tuple[Payment, ...]:
    """Return the fewest payments that settle these balances.

    Debtors and creditors split into groups that settle among themselves, each with one payment fewer than it
    has members, so more groups need fewer payments. Up to ``MOST_EXACT`` members the best split is found by
    trying all subsets; beyond that, they form one group.
    """
    owed: dict[Side | None, Points] = {Side(side): n for side, n in enumerate(points) if n}
    if rest := sum(points):
        owed[None] = -rest
    members = list(owed)
    groups = _groups(list(owed.values())) if len(owed) <= MOST_EXACT else [range(len(owed))]
    return tuple(
        payment
        for group in groups
        for payment in _group_payments({members[n]: owed[members[n]] for n in group})
    )


def _groups(owed: list[Points]) -> list[list[int]]:
    """Split balances that sum to zero into the most groups that each sum to zero.

    Return the indices of each group. A set of members is an int, with a bit for each.
    """
    sums: list[Points] = [0] * (1 << len(owed))
    most_groups = [0] * len(sums)  # the most groups that each subset splits into
    removed = [0] * len(sums)  # the member to remove first from each subset
    for members in range(1, len(sums)):
        lowest = (members & -members).bit_length() - 1
        sums[members] = sums[members & (members - 1)] + owed[lowest]
        member, best = lowest, -1
        for n in range(len(owed)):
            if members >> n & 1 and most_groups[members ^ 1 << n] > best:
                member, best = n, most_groups[members ^ 1 << n]
        most_groups[members], removed[members] = best + (sums[members] == 0), member
    groups: list[list[int]] = []
    members = len(sums) - 1
    while members:
        if not sums[members]:
            groups.append([])
        groups[-1].append(removed[members])
        members ^= 1 << removed[members]
    return [sorted(group) for group in groups]


def _group_payments(owed: dict[Side | None, Points]) -> list[Payment]:
    """Return payments within a group: the largest debtor pays the largest creditor, repeatedly."""
    made = []
    left = dict(owed)
    while any(left.values()):
        payer = min(left, key=lambda member: left[member])
        payee = max(left, key=lambda member: left[member])
        points = min(-left[payer], left[payee])
        left[payer] += points
        left[payee] -= points
        made.append(Payment(payer, payee, plain_points(points)))
    return made
