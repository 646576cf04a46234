"""Settling up: payments between the sides of a match or an evening."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.engine import Points, format_points, payments

from .localized import LocalizedMatch
from .points import Figure, Sentence, figure, sentence
from .presenters import MatchPresenter
from .records import PlayedMatch
from .viewer import Stake


@dataclass(frozen=True)
class Payment:
    """A payment: payer, payee and amount. ``payer_side`` is None for the bank."""

    payer_side: int | None
    payer: str
    payee: str
    amount: str


@dataclass(frozen=True)
class Share:
    """A side's balance, in points and in money."""

    side: int
    name: str
    total: Figure
    points: Figure
    amount: str


@dataclass(frozen=True)
class SettledUp:
    """The payments of a match, and how they were computed."""

    shares: tuple[Share, ...]
    payments: tuple[Payment, ...]
    because: Sentence
    in_money: bool  # the table has agreed on the value of a point


def settled_up(match: LocalizedMatch, stake: Stake) -> SettledUp | None:
    """Return the payments of the sheet; None if the game has no settlement."""
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
            Payment(payment.payer, name(payment.payer), name(payment.payee), amount(payment.points))
            for payment in payments(balance.points)
        ),
        because=sentence(words, balance.because),
        in_money=stake.agreed,
    )


@dataclass(frozen=True)
class EveningMatch:
    """A match of a settled evening."""

    number: int
    name: str
    score: str
    unfinished: bool


@dataclass(frozen=True)
class EveningShare:
    """A side's balance over all matches of an evening."""

    name: str
    points: Figure
    amount: str


@dataclass(frozen=True)
class SettledEvening:
    """The matches of a table between the same sides, settled up together."""

    matches: tuple[EveningMatch, ...]
    shares: tuple[EveningShare, ...]
    payments: tuple[Payment, ...]


def settled_evening(played: Iterable[PlayedMatch], stake: Stake) -> tuple[SettledEvening, ...]:
    """Settle up all matches of a table; matches between the same sides are settled together.

    An unfinished match counts with its current totals. Matches without a hand, without a settlement, or with
    hidden totals are left out.
    """
    groups: dict[tuple[str, ...], list[tuple[PlayedMatch, dict[str, Points]]]] = {}
    for played_match in played:
        match = played_match.match
        balance = match.game.settlement(match.sheet)
        if balance is None or match.hides_totals or not match.sheet.rows:
            continue
        names = [match.words.name(side) for side in match.sheet.seating.every_side]
        points = dict(zip(names, balance.points, strict=True))
        groups.setdefault(tuple(sorted(names)), []).append((played_match, points))
    return tuple(_settled_together(names, matches, stake) for names, matches in groups.items())


def _settled_together(
    names: tuple[str, ...], matches: Sequence[tuple[PlayedMatch, dict[str, Points]]], stake: Stake
) -> SettledEvening:
    match = matches[0][0].match
    words, decimal_sign = match.words, match.reader.decimal_sign
    sums = [sum((points[name] for _match, points in matches), start=Fraction(0)) for name in names]

    def name(side: int | None) -> str:
        return words.gettext("the bank") if side is None else names[side]

    def amount(points: Points) -> str:
        return money(points * stake.worth, stake.currency, decimal_sign)

    return SettledEvening(
        tuple(
            EveningMatch(
                played_match.number,
                played_match.name,
                MatchPresenter(played_match.match).score,
                played_match.match.sheet.outcome is None,
            )
            for played_match, _points in matches
        ),
        tuple(
            EveningShare(name(side), figure(words, side, points, signed=True), amount(points))
            for side, points in enumerate(sums)
        ),
        tuple(
            Payment(payment.payer, name(payment.payer), name(payment.payee), amount(payment.points))
            for payment in payments(sums)
        ),
    )


def money(amount: Points, currency: str = "", decimal_sign: str = ".") -> str:
    """Return an exact amount as money: 12, 12.50 or 0.125, and thirds as fractions."""
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
    """Return whether a number has a finite decimal form."""
    denominator = exact.denominator
    for prime in (2, 5):
        while not denominator % prime:
            denominator //= prime
    return denominator == 1


def _places(exact: Fraction) -> int:
    places = 0
    while (exact * 10**places).denominator != 1:
        places += 1
    return places
