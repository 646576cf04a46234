"""Settling up at a table: what a point is worth, who pays whom, and how it is written."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.db import transaction
from django.utils.formats import get_format
from django.utils.translation import gettext as _

from games.engine import Points, format_points, payments
from scorekeeper.matches import (
    commands,
    models,
)
from scorekeeper.sheet.form_fields import number_typed

from .access import MatchContext
from .points import (
    Figure,
    Said,
    figure,
    said,
)

MOST = 1_000_000


@dataclass(frozen=True)
class Paying:
    """One payment in words: who, to whom, and how much. A side is None where it is the bank."""

    payer_side: int | None
    payer: str
    payee_side: int | None
    payee: str
    amount: str


@dataclass(frozen=True)
class Share:
    """What one side has won or has to pay, in points and in money."""

    side: int
    name: str
    total: Figure
    points: Figure
    amount: str


@dataclass(frozen=True)
class SettledUp:
    """Who pays whom, and how it was counted."""

    shares: tuple[Share, ...]
    payments: tuple[Paying, ...]
    because: Said
    in_money: bool  # whether the table has agreed on what a point is worth


def stake_of(table: models.Table) -> Fraction:
    """What a point is worth; one where nothing was agreed."""
    return Fraction(table.stake) if table.stake else Fraction(1)


def settled_up(place: MatchContext) -> SettledUp | None:
    """Who pays whom as the sheet stands; None where the game is not played for anything."""
    balance = place.game.settlement(place.sheet)
    if balance is None:
        return None
    words, stake, currency = place.words, stake_of(place.table), place.table.currency

    def name(side: int | None) -> str:
        return _("the bank") if side is None else words.name(place.sheet.seating.every_side[side])

    return SettledUp(
        shares=tuple(
            Share(
                side,
                name(side),
                figure(words, side, place.sheet.final[side]),
                figure(words, side, points, signed=True),
                money(points * stake, currency),
            )
            for side, points in enumerate(balance.points)
        ),
        payments=tuple(
            Paying(
                one.payer, name(one.payer), one.payee, name(one.payee), money(one.points * stake, currency)
            )
            for one in payments(balance.points)
        ),
        because=said(words, balance.because),
        in_money=bool(place.table.stake),
    )


def money(amount: Points, currency: str = "") -> str:
    """An exact amount as people write money: 12, 12.50 or 0.125, and thirds as such."""
    exact = Fraction(amount)
    cents = exact * 100
    if exact.denominator == 1 or not _is_decimal(exact):
        text = format_points(exact)
    else:
        places = 2 if cents.denominator == 1 else _places(exact)
        whole, part = divmod(abs(exact), 1)
        sign = "\N{MINUS SIGN}" if exact < 0 else ""
        text = f"{sign}{whole}{get_format('DECIMAL_SEPARATOR')}{int(part * 10**places):0{places}d}"
    return f"{text}\N{NO-BREAK SPACE}{currency}" if currency else text


def _is_decimal(exact: Fraction) -> bool:
    """Whether so much can be written with a point and an end."""
    rest = exact.denominator
    for prime in (2, 5):
        while not rest % prime:
            rest //= prime
    return rest == 1


def _places(exact: Fraction) -> int:
    places = 0
    while (exact * 10**places).denominator != 1:
        places += 1
    return places


def read_stake(text: str) -> Fraction:
    """The worth of a point as it was typed: 0.05, 0,05 or 1/20. Raises ``ValueError`` with what to say."""
    stake = number_typed(text)
    if stake is None or not 0 < stake <= MOST:
        raise ValueError(_("A number more than nothing, please: 1 or 0.05 or 1/20."))
    return stake


def agree(place: MatchContext, stake: Fraction | None, currency: str) -> bool:
    """What a point is worth at this table from now on (None: nothing). False if the phone may not."""
    with transaction.atomic():
        table = commands.lock_for_scoring(place.table.pk, place.phone)
        if table is None:
            return False
        table.stake, table.currency = ("", "") if stake is None else (str(stake), currency)
        table.save(update_fields=["stake", "currency"])
        commands.publish_change(table)
    return True
