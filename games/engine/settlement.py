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

MOST_EXACT = 13  # up to this many members (sides and bank), the fewest payments are found exactly


@dataclass(frozen=True)
class Balance:
    """The points each side is to receive (negative: to pay), and the rule they are counted by.

    If no player holds the bank, the points may leave a remainder, which the bank receives or pays.
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
    points = PerSide(sign * (n * total_of_side - total) for total_of_side in totals)
    words = _("All settle their differences: {n} × own total, less {total} (the sum of all totals)")
    if lowest_first:
        words = _("All settle their differences: {total} (the sum of all totals), less {n} × own total")
    return Balance(points, cite(rule, words, n=n, total=total))


def balance_as_written(sheet: AnySheet, rule: Rule = AS_WRITTEN, bank: bool = False) -> Balance:
    """Return the totals on the sheet as a balance, less opening points and bought chips.

    If the balance does not sum to zero, the remainder is the bank's if ``bank`` is true (no player holds the
    bank); else it is shared equally.
    """
    opening = sheet.seating.per_side(
        lambda side: sum(line.points for line in sheet.opening if line.side == side)
    )
    # The outcome of a game with chips has subtracted them already (``chips_returned``).
    chips = chips_bought(sheet) if sheet.outcome is None else sheet.seating.per_side(lambda side: 0)
    gains: tuple[Points, ...] = tuple(
        total - start - bought for total, start, bought in zip(sheet.final, opening, chips, strict=True)
    )
    remainder = sum(gains)
    if bank or not remainder:
        return Balance(PerSide(gains), cite(rule, _("As it stands on the sheet")))
    shared = Fraction(remainder, len(gains))
    words = _("As it stands on the sheet, less {shared} each, because it all adds up to {left}")
    points = PerSide(plain_points(gain - shared) for gain in gains)
    return Balance(points, cite(rule, words, shared=plain_points(shared), left=remainder))


# Payments --------------------------------------------------------------------


def payments(points: Sequence[Points]) -> tuple[Payment, ...]:
    """Return the fewest payments that settle these balances.

    Debtors and creditors split into groups that settle among themselves. A group needs one payment fewer than
    it has members, so more groups need fewer payments. Up to ``MOST_EXACT`` members the best split is found
    by trying all subsets; more members form one group.
    """
    balances: dict[Side | None, Points] = {Side(side): n for side, n in enumerate(points) if n}
    if bank_balance := sum(points):
        balances[None] = -bank_balance
    members = list(balances)
    groups = _groups(list(balances.values())) if len(balances) <= MOST_EXACT else [range(len(balances))]
    return tuple(
        payment
        for group in groups
        for payment in _group_payments({members[n]: balances[members[n]] for n in group})
    )


def _groups(balances: list[Points]) -> list[list[int]]:
    """Split balances that sum to zero into the most groups that each sum to zero.

    Return the indices of each group. A set of members is an int with a bit for each member.
    """
    sums: list[Points] = [0] * (1 << len(balances))
    most_groups = [0] * len(sums)  # the most groups that each subset splits into
    first_removed = [0] * len(sums)  # the member to remove first from each subset
    for members in range(1, len(sums)):
        lowest = (members & -members).bit_length() - 1
        sums[members] = sums[members & (members - 1)] + balances[lowest]
        member, best = lowest, -1
        for n in range(len(balances)):
            if members >> n & 1 and most_groups[members ^ 1 << n] > best:
                member, best = n, most_groups[members ^ 1 << n]
        most_groups[members], first_removed[members] = best + (sums[members] == 0), member
    groups: list[list[int]] = []
    members = len(sums) - 1
    while members:
        if not sums[members]:
            groups.append([])
        groups[-1].append(first_removed[members])
        members ^= 1 << first_removed[members]
    return [sorted(group) for group in groups]


def _group_payments(balances: dict[Side | None, Points]) -> list[Payment]:
    """Return payments within a group: the largest debtor pays the largest creditor, repeatedly."""
    payments_made = []
    remaining = dict(balances)
    while any(remaining.values()):
        payer = min(remaining, key=lambda member: remaining[member])
        payee = max(remaining, key=lambda member: remaining[member])
        points = min(-remaining[payer], remaining[payee])
        remaining[payer] += points
        remaining[payee] -= points
        payments_made.append(Payment(payer, payee, plain_points(points)))
    return payments_made
