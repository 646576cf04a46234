"""Who pays whom as a sheet stands, and how it is written."""

from dataclasses import dataclass
from fractions import Fraction

from games.engine import Points, format_points, payments

from .localized import LocalizedMatch
from .points import Figure, Said, figure, said
from .viewer import Stake


@dataclass(frozen=True)
class Paying:
    """One payment in words: who, to whom, and how much. ``payer_side`` is None where it is the bank."""

    payer_side: int | None
    payer: str
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


def settled_up(match: LocalizedMatch, stake: Stake) -> SettledUp | None:
    """Who pays whom as the sheet stands; None where the game is not played for anything."""
    balance = match.game.settlement(match.sheet)
    if balance is None:
        return None
    words = match.words

    def name(side: int | None) -> str:
        return words.gettext("the bank") if side is None else words.name(match.sheet.seating.every_side[side])

    def amount(points: Points) -> str:
        return money(points * stake.worth, stake.currency, match.reader.decimal_sign)

    return SettledUp(
        shares=tuple(
            Share(
                side,
                name(side),
                figure(words, side, match.sheet.final[side]),
                figure(words, side, points, signed=True),
                amount(points),
            )
            for side, points in enumerate(balance.points)
        ),
        payments=tuple(
            Paying(one.payer, name(one.payer), name(one.payee), amount(one.points))
            for one in payments(balance.points)
        ),
        because=said(words, balance.because),
        in_money=stake.agreed,
    )


def money(amount: Points, currency: str = "", decimal_sign: str = ".") -> str:
    """An exact amount as people write money: 12, 12.50 or 0.125, and thirds as such."""
    exact = Fraction(amount)
    cents = exact * 100
    if exact.denominator == 1 or not _is_decimal(exact):
        text = format_points(exact)
    else:
        places = 2 if cents.denominator == 1 else _places(exact)
        whole, part = divmod(abs(exact), 1)
        sign = "\N{MINUS SIGN}" if exact < 0 else ""
        text = f"{sign}{whole}{decimal_sign}{int(part * 10**places):0{places}d}"
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
