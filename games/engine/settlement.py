"""Settling up: what each side has won or lost in all, and who pays whom in the fewest payments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .chips import chips_bought
from .rulebook import AS_WRITTEN, DIFFERENCES, Cite, Rule, cite
from .sheet import AnySheet, Points
from .table import PerSide, Side
from .text import _

MOST_EXACT = 13  # so many who pay or are paid are told apart exactly: twelve sides and the bank


@dataclass(frozen=True)
class Balance:
    """What each side is to have (minus: to pay), in points, and the rule that counts it so.

    What they leave over is the bank's, where nobody at the table holds it.
    """

    points: PerSide[Points]
    because: Cite


@dataclass(frozen=True)
class Payment:
    """Points that one side pays another. None is the bank."""

    payer: Side | None
    payee: Side | None
    points: Points


# What each has won -----------------------------------------------------------


def balance_pairwise(sheet: AnySheet, rule: Rule = DIFFERENCES, lowest_first: bool = False) -> Balance:
    """Each pays each the difference: as many times one's own points as there are sides, less all together."""
    own, n = sheet.final, sheet.seating.sides
    total, sign = sum(own), -1 if lowest_first else 1
    points = PerSide(sign * (n * mine - total) for mine in own)
    words = _("Each pays each the difference: {n} × one's own, less {total} in all")
    if lowest_first:
        words = _("Each pays each the difference: {total} in all, less {n} × one's own")
    return Balance(points, cite(rule, words, n=n, total=total))


def balance_as_written(sheet: AnySheet, rule: Rule = AS_WRITTEN, bank: bool = False) -> Balance:
    """What the columns say beyond the start and the chips bought; it adds up to nothing.

    What is left over is the bank's if the house is the bank; else it is everybody's, in equal parts.
    """
    opening = sheet.seating.per_side(
        lambda side: sum(one.points for one in sheet.opening if one.side == side)
    )
    chips = chips_bought(sheet) if sheet.outcome is None else sheet.seating.per_side(lambda side: 0)
    own: tuple[Points, ...] = tuple(
        total - start - more for total, start, more in zip(sheet.final, opening, chips, strict=True)
    )
    left = sum(own)
    if bank or not left:
        return Balance(PerSide(own), cite(rule, _("As it stands on the sheet")))
    shared = Fraction(left, len(own))
    words = _("As it stands on the sheet, less {shared} each: together it comes to {left}")
    points = PerSide(_plain(mine - shared) for mine in own)
    return Balance(points, cite(rule, words, shared=_plain(shared), left=left))


def _plain(points: Points) -> Points:
    """The same number, as an int where it is one."""
    return int(points) if points == int(points) else points


# Who pays whom ---------------------------------------------------------------


def payments(points: Sequence[Points]) -> tuple[Payment, ...]:
    """The fewest payments after which nobody owes anything.

    Whoever pays or is paid falls into groups that settle among themselves, each with one payment fewer than
    it has members: the more groups, the fewer payments. Up to ``MOST_EXACT`` the most groups are found by
    going through all sets of them; of more than that, one group is made.
    """
    owed: dict[Side | None, Points] = {Side(side): n for side, n in enumerate(points) if n}
    if rest := sum(points):
        owed[None] = -rest
    who = list(owed)
    groups = _groups([owed[one] for one in who]) if len(who) <= MOST_EXACT else [range(len(who))]
    return tuple(payment for group in groups for payment in _within({who[n]: owed[who[n]] for n in group}))


def _groups(owed: list[Points]) -> list[list[int]]:
    """The most groups whose members' points add up to nothing; the points together do."""
    sums: list[Points] = [0] * (1 << len(owed))
    most = [0] * len(sums)  # how many such groups a set of them can be taken apart into
    without = [0] * len(sums)  # which member is taken away first
    for members in range(1, len(sums)):
        lowest = (members & -members).bit_length() - 1
        sums[members] = sums[members & (members - 1)] + owed[lowest]
        one, best = lowest, -1
        for n in range(len(owed)):
            if members >> n & 1 and most[members ^ 1 << n] > best:
                one, best = n, most[members ^ 1 << n]
        most[members], without[members] = best + (sums[members] == 0), one
    groups: list[list[int]] = []
    members = len(sums) - 1
    while members:
        if not sums[members]:
            groups.append([])
        groups[-1].append(without[members])
        members ^= 1 << without[members]
    return [sorted(group) for group in groups]


def _within(owed: dict[Side | None, Points]) -> list[Payment]:
    """Payments within a group: whoever owes most pays whoever is to have most, again and again."""
    made = []
    left = dict(owed)
    while any(left.values()):
        payer = min(left, key=lambda one: left[one])
        payee = max(left, key=lambda one: left[one])
        points = min(-left[payer], left[payee])
        left[payer] += points
        left[payee] -= points
        made.append(Payment(payer, payee, _plain(points)))
    return made
