"""Games against a bank: the holder of the bank, the limit on its payments, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .chips import chips_returned
from .forms import to_form_data
from .game import Stopped
from .records import Ask, Choice, Moment
from .rulebook import Cite, Rule, cite
from .seating import PerSeat, Seat, Seating, Side
from .sheet import AnySheet, Outcome, Points, ScoreLine, add_lines, sheet_upto
from .text import _

MOST_CHIPS = 100_000

BetResult = tuple[Points, tuple[Cite, ...]]  # the points won (negative: lost) on a bet, and the reasons
BetResults = list[tuple[Side, BetResult]]


class BankLimit(Choice):
    """The limit on the payments of a bank that owes the winners more than it holds."""

    NONE = "none", _("The bank pays whatever is won")
    CAP = "cap_pro_rata", _("The bank pays no more than it holds"), _("Shared out in proportion")


@dataclass(frozen=True)
class BankRules:
    """The rules in a game's rulebook on the bank's payments and the end of the game."""

    bank: Rule
    limit: Rule
    start: Rule
    best_balance: Rule  # the best balance wins; tied players share the win
    stop: Rule
    rounds: Rule
    rotations: Rule
    broke: Rule


@dataclass(frozen=True)
class BankTurns:
    """The next holder of the bank, and the number of turns each seat has had."""

    next_holder: Seat
    turns_held: PerSeat[int]

    @classmethod
    def first(cls, sheet: AnySheet) -> BankTurns:
        """Return the turns before the first hand."""
        return cls(sheet.seating.first_dealer, sheet.seating.per_seat(lambda seat: 0))

    def after(self, holder: Seat, next_holder: Seat) -> BankTurns:
        """Return the turns once this holder has had a turn."""
        return BankTurns(next_holder, PerSeat(n + (seat == holder) for seat, n in enumerate(self.turns_held)))


# Questions -------------------------------------------------------------------


def ask_bank_holder(rule: Rule, relevant_if: Any) -> Ask:
    """Ask who holds the bank in this hand."""
    return Ask(
        _("Who holds the bank?"),
        rule=rule,
        moment=Moment.AUCTION,
        relevant_if=relevant_if,
        none=_("In turn"),
        seldom=True,
    )


def ask_start_chips(rule: Rule, section: str) -> Ask:
    """Ask how many chips each player starts with."""
    return Ask(
        _("Chips everybody starts with"),
        most=MOST_CHIPS,
        offers=(0, 50, 100, 200, 500, 1000),
        rule=rule,
        section=section,
        about=_("If nobody starts with chips, the sheet shows what each player has won or lost"),
    )


def ask_rounds(text: str, rule: Rule, section: str, relevant_if: Any) -> Ask:
    """Ask how many rounds a game has."""
    return Ask(
        text, least=1, most=500, offers=(10, 20, 50), rule=rule, section=section, relevant_if=relevant_if
    )


def ask_rotations(rule: Rule, section: str, relevant_if: Any) -> Ask:
    """Ask how often the bank goes round."""
    return Ask(
        _("How often everybody holds the bank"),
        least=1,
        most=50,
        offers=(1, 2, 3, 5),
        rule=rule,
        section=section,
        relevant_if=relevant_if,
    )


def last_bets(
    sheet: AnySheet,
    kinds: tuple[type, ...],
    questions: Collection[str],
    holder: Callable[[Any, AnySheet], Seat | None],
    bank: Seat | None,
) -> Mapping[str, Any]:
    """Return the last hand's answers to these questions, for players who can repeat them.

    The keys are paths of fields in the form: ``stake.2`` is the stake of seat 2.
    ``bank`` is the next holder of the bank, who does not bet. ``holder`` returns the holder in the last hand,
    who has no bet to repeat.
    """
    row_indexes = [n for n, row in enumerate(sheet.rows) if isinstance(row.hand, kinds) and not row.problems]
    if not row_indexes:
        return {}
    last = sheet.rows[row_indexes[-1]].hand
    bank_seats = {f"{seat}" for seat in (bank, holder(last, sheet_upto(sheet, row_indexes[-1])))}
    return {
        path: answer
        for path, answer in to_form_data(last).items()
        if path.partition(".")[0] in questions and path.rpartition(".")[2] not in bank_seats
    }


# Score -----------------------------------------------------------------------


def opening_chips(rules: BankRules, seating: Seating, n: int) -> Iterator[ScoreLine]:
    """Yield the chips that each player starts with."""
    if n:
        for side in seating.every_side:
            yield ScoreLine(side, n, (cite(rules.start, _("{n} chips to start with"), n=n),))


def bet_lines(
    rules: BankRules, results: BetResults, bank: Side | None, sheet: AnySheet
) -> Iterator[ScoreLine]:
    """Yield a line for each bet, and one for the bank if a player holds it (``bank`` is not None)."""
    if bank is not None:
        results = _limited_results(rules, results, bank, sheet)
    for side, (points, because) in results:
        yield ScoreLine(side, points, because)
    if bank is not None:
        won, lost = _won_and_lost(results)
        words = _("The bank took {lost} and paid {won}")
        yield ScoreLine(bank, lost - won, (cite(rules.bank, words, lost=lost, won=won),))


def _limited_results(rules: BankRules, results: BetResults, bank: Side, sheet: AnySheet) -> BetResults:
    """Return the results, with the winnings cut to what the bank holds if the house rules say so."""
    won, lost = _won_and_lost(results)
    bank_chips = max(sheet.totals[bank], 0) + lost
    if sheet.house.bank_limit is BankLimit.NONE or won <= bank_chips:
        return results
    share = Fraction(bank_chips) / won
    words = _("The bank had only {holds} for the {won} that were won")
    reason = cite(rules.limit, words, holds=bank_chips, won=won)
    return [
        (side, (points * share, (*because, reason)) if points > 0 else (points, because))
        for side, (points, because) in results
    ]


def _won_and_lost(results: BetResults) -> tuple[Points, Points]:
    won = sum(points for _side, (points, _because) in results if points > 0)
    lost = -sum(points for _side, (points, _because) in results if points < 0)
    return won, lost


def cite_bank_limit(rules: BankRules, holder: Seat, sheet: AnySheet) -> Iterator[Cite]:
    """Cite the chips that the bank holds, if the house rules let it pay no more than these."""
    if sheet.house.bank_limit is BankLimit.CAP:
        n = max(sheet.totals[sheet.seating.side(holder)], 0)
        yield cite(rules.limit, _("The bank holds {n}, and pays no more"), n=n)


# End -------------------------------------------------------------------------


def bank_outcome(
    rules: BankRules, sheet: AnySheet, kinds: tuple[type, ...], turns: BankTurns
) -> Outcome | None:
    """Return the outcome of a finished game: bought chips are subtracted, and the highest total wins."""
    end_rule = _end_rule(rules, sheet, kinds, turns)
    if end_rule is None:
        return None
    lines = tuple(chips_returned(sheet))
    final_totals = add_lines(sheet.totals, lines)
    best = max(final_totals)
    winners = tuple(side for side in sheet.seating.every_side if final_totals[side] == best)
    if len(winners) > 1:
        words = _("{winners} share the win with {n}")
        return Outcome(winners, cite(rules.best_balance, words, winners=winners, n=best), lines)
    words = _("{winner} ends in front with {n}")
    return Outcome(winners, cite(end_rule, words, winner=winners[0], n=best), lines)


def _end_rule(rules: BankRules, sheet: AnySheet, kinds: tuple[type, ...], turns: BankTurns) -> Rule | None:
    """Return the rule that has ended the game; None while it goes on."""
    house = sheet.house
    if sheet.count(Stopped):
        return rules.stop
    match house.end.value:  # each game has its own enum of choices
        case "rounds" if sheet.count(*kinds) >= house.rounds:
            return rules.rounds
        case "rotations" if min(turns.turns_held) >= house.rotations:
            return rules.rotations
        case "broke" if _player_went_broke(sheet, kinds):
            return rules.broke
    return None


def _player_went_broke(sheet: AnySheet, kinds: tuple[type, ...]) -> bool:
    """Return whether the last hand took a player's last chip."""
    row = sheet.rows[-1]
    return isinstance(row.hand, kinds) and any(
        total <= 0 < total - gain for total, gain in zip(row.totals, row.gains, strict=True)
    )
