"""What games against a bank have in common: whose the bank is, what it can pay, and when such a game ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .chips import chips_returned
from .game import Stopped
from .records import Ask, Choice, Moment
from .rulebook import Cite, Rule, cite
from .sheet import AnySheet, Outcome, Points, ScoreLine, add_lines
from .table import PerSeat, Seat, Seating, Side
from .text import _

MOST_CHIPS = 100_000

Paid = tuple[Points, tuple[Cite, ...]]  # what a bet won or lost, and why
Bets = list[tuple[Side, Paid]]


class BankLimit(Choice):
    """What a bank pays that has lost more than it holds."""

    NONE = "none", _("The bank pays whatever is won")
    CAP = "cap_pro_rata", _("The bank pays no more than it holds"), _("Shared out in proportion")


@dataclass(frozen=True)
class BankRules:
    """The rules of a game's own book that say how its bank pays, and when the game is over."""

    bank: Rule
    limit: Rule
    start: Rule
    settled: Rule
    stop: Rule
    rounds: Rule
    rotations: Rule
    broke: Rule


@dataclass(frozen=True)
class BankTurns:
    """Whose turn it is to hold the bank, and how many turns each has had."""

    now: Seat
    held: PerSeat[int]

    @classmethod
    def first(cls, sheet: AnySheet) -> BankTurns:
        """Before anything was played."""
        return cls(sheet.seating.first_dealer, sheet.seating.per_seat(lambda seat: 0))

    def after(self, holder: Seat, following: Seat) -> BankTurns:
        """After a turn of this holder; ``following`` is next."""
        return BankTurns(following, PerSeat(n + (seat == holder) for seat, n in enumerate(self.held)))


# What is asked ---------------------------------------------------------------


def bank_holder(rule: Rule, relevant_if: Any) -> Ask:
    """Asks who holds the bank in this hand."""
    return Ask(
        _("Who holds the bank?"),
        rule=rule,
        moment=Moment.AUCTION,
        relevant_if=relevant_if,
        none=_("In turn"),
        seldom=True,
    )


def start_chips(rule: Rule, section: str) -> Ask:
    """Asks how many chips everybody starts with."""
    return Ask(
        _("Chips everybody starts with"),
        most=MOST_CHIPS,
        offers=(0, 50, 100, 200, 500, 1000),
        rule=rule,
        section=section,
        about=_("Starting with none, the sheet shows what each has won or lost"),
    )


def rounds(text: str, rule: Rule, section: str, relevant_if: Any) -> Ask:
    """Asks how many rounds a game has."""
    return Ask(
        text, least=1, most=500, offers=(10, 20, 50), rule=rule, section=section, relevant_if=relevant_if
    )


def rotations(rule: Rule, section: str, relevant_if: Any) -> Ask:
    """Asks how often the bank goes round."""
    return Ask(
        _("How often everybody holds the bank"),
        least=1,
        most=50,
        offers=(1, 2, 3, 5),
        rule=rule,
        section=section,
        relevant_if=relevant_if,
    )


# The score -------------------------------------------------------------------


def opening_chips(rules: BankRules, seating: Seating, n: int) -> Iterator[ScoreLine]:
    """The chips everybody starts with."""
    if n:
        for side in seating.every_side:
            yield ScoreLine(side, n, (cite(rules.start, _("{n} chips to start with"), n=n),))


def bet_lines(rules: BankRules, bets: Bets, bank: Side | None, sheet: AnySheet) -> Iterator[ScoreLine]:
    """A line for every bet, and one for whoever holds the bank; None: the house does."""
    if bank is not None:
        bets = _limited(rules, bets, bank, sheet)
    for side, (points, because) in bets:
        yield ScoreLine(side, points, because)
    if bank is not None:
        won, lost = _won_and_lost(bets)
        words = _("The bank took {lost} and paid {won}")
        yield ScoreLine(bank, lost - won, (cite(rules.bank, words, lost=lost, won=won),))


def _limited(rules: BankRules, bets: Bets, bank: Side, sheet: AnySheet) -> Bets:
    """These bets where the bank pays no more than it holds, if the table plays so."""
    won, lost = _won_and_lost(bets)
    holds = max(sheet.totals[bank], 0) + lost
    if sheet.house.bank_limit is BankLimit.NONE or won <= holds:
        return bets
    share = Fraction(holds) / won
    words = _("The bank had only {holds} for the {won} that were won")
    said = cite(rules.limit, words, holds=holds, won=won)
    return [
        (side, (points * share, (*because, said)) if points > 0 else (points, because))
        for side, (points, because) in bets
    ]


def _won_and_lost(bets: Bets) -> tuple[Points, Points]:
    won = sum(points for _side, (points, _because) in bets if points > 0)
    lost = -sum(points for _side, (points, _because) in bets if points < 0)
    return won, lost


def bank_holds(rules: BankRules, holder: Seat, sheet: AnySheet) -> Iterator[Cite]:
    """What the bank can pay, where it pays no more than it holds."""
    if sheet.house.bank_limit is BankLimit.CAP:
        n = max(sheet.totals[sheet.seating.side(holder)], 0)
        yield cite(rules.limit, _("The bank holds {n}, and pays no more"), n=n)


# The end ---------------------------------------------------------------------


def bank_outcome(
    rules: BankRules, sheet: AnySheet, kinds: tuple[type, ...], turns: BankTurns
) -> Outcome | None:
    """Who has won once the game is over: the chips bought go back, and the best balance wins."""
    about = _ended_by(rules, sheet, kinds, turns)
    if about is None:
        return None
    lines = tuple(chips_returned(sheet))
    final = add_lines(sheet.totals, lines)
    best = max(final)
    winners = tuple(side for side in sheet.seating.every_side if final[side] == best)
    if len(winners) > 1:
        words = _("{winners} share the win with {n}")
        return Outcome(winners, cite(rules.settled, words, winners=winners, n=best), lines)
    words = _("{winner} ends in front with {n}")
    return Outcome(winners, cite(about, words, winner=winners[0], n=best), lines)


def _ended_by(rules: BankRules, sheet: AnySheet, kinds: tuple[type, ...], turns: BankTurns) -> Rule | None:
    """The rule that has ended the game; None while it goes on."""
    house = sheet.house
    if sheet.count(Stopped):
        return rules.stop
    match house.end.value:  # each game words the choices its own way
        case "rounds" if sheet.count(*kinds) >= house.rounds:
            return rules.rounds
        case "rotations" if min(turns.held) >= house.rotations:
            return rules.rotations
        case "broke" if _broke(sheet, kinds):
            return rules.broke
    return None


def _broke(sheet: AnySheet, kinds: tuple[type, ...]) -> bool:
    """Whether the last hand took somebody's last chip."""
    row = sheet.rows[-1]
    return isinstance(row.hand, kinds) and any(
        total <= 0 < total - gain for total, gain in zip(row.totals, row.gains, strict=True)
    )
