"""The payouts of each bet."""

from __future__ import annotations

from fractions import Fraction

from games.engine import Choice, Cite, Message, Points, Rule, _, cite
from games.engine.banking import BetResult

from . import rulebook as rule
from .cards import EIGHT, SEVEN, SIX
from .hands import MOST_CARDS, CoupResult, Pair, Spot, Winner
from .house import CommissionRound, House, NoCommission

HUNDRED = 100
BRACKET = 5
HALF = Fraction(1, 2)
PAIR_PAYS = 11
DRAGON_7_PAYS = 40
PANDA_8_PAYS = 25
NATURAL_PAYS = 1

# fmt: off
DRAGON_BONUS = {4: 1, 5: 2, 6: 4, 7: 6, 8: 10, 9: 30}  # odds by the margin of the win
# fmt: on


class Bet(Choice):
    """A kind of bet.

    The value of a side bet is also the name of the field with its stake. The main bets, on Punto and Banco,
    have their stake in the field ``stake``.
    """

    PUNTO = "punto", _("On Punto")
    BANCO = "banco", _("On Banco")
    TIE = "tie", _("On the tie")
    PUNTO_PAIR = "punto_pair", _("On a pair for Punto")
    BANCO_PAIR = "banco_pair", _("On a pair for Banco")
    PUNTO_BONUS = "punto_bonus", _("Dragon Bonus on Punto")
    BANCO_BONUS = "banco_bonus", _("Dragon Bonus on Banco")
    DRAGON_7 = "dragon_7", _("On Dragon 7")
    PANDA_8 = "panda_8", _("On Panda 8")


SIDE_BETS = tuple(Bet)[2:]


def commission(stake: int, house: House) -> Points:
    """Return what the bank keeps of a winning stake on Banco."""
    match house.commission_round:
        case CommissionRound.EXACT:
            return Fraction(stake * house.commission, HUNDRED)
        case CommissionRound.BRACKET_PER_5:
            brackets = -(-stake // BRACKET)
            return Fraction(brackets * BRACKET * house.commission, HUNDRED)
        case _:
            return -(-stake * house.commission // HUNDRED)


def bet_result(bet: Bet, stake: int, result: CoupResult, house: House) -> BetResult:
    """Return the points won on a bet (negative if it lost), and the reasons."""
    match bet:
        case Bet.PUNTO:
            return _main_bet(Spot.PUNTO, stake, result, house)
        case Bet.BANCO:
            return _main_bet(Spot.BANCO, stake, result, house)
        case Bet.TIE:
            return _bet_at_odds(result.winner is Winner.TIE, stake, house.tie_pays, rule.ON_TIE, bet)
        case Bet.PUNTO_PAIR:
            return _bet_at_odds(Pair.PUNTO in result.pairs, stake, PAIR_PAYS, rule.PAIR, bet)
        case Bet.BANCO_PAIR:
            return _bet_at_odds(Pair.BANCO in result.pairs, stake, PAIR_PAYS, rule.PAIR, bet)
        case Bet.PUNTO_BONUS:
            return _bonus_bet(Spot.PUNTO, bet, stake, result)
        case Bet.BANCO_BONUS:
            return _bonus_bet(Spot.BANCO, bet, stake, result)
        case Bet.DRAGON_7:
            return _bet_at_odds(
                _won_in_three_cards(Spot.BANCO, SEVEN, result), stake, DRAGON_7_PAYS, rule.DRAGON_7, bet
            )
        case _:
            return _bet_at_odds(
                _won_in_three_cards(Spot.PUNTO, EIGHT, result), stake, PANDA_8_PAYS, rule.PANDA_8, bet
            )


def _reasons(cited: Rule, words: str | Message, **values: object) -> tuple[Cite, ...]:
    return (cite(cited, words, **values),)


def _won_in_three_cards(spot: Spot, points: int, result: CoupResult) -> bool:
    """Return whether a hand won with these points in three cards."""
    return result.is_winner(spot) and result.points(spot) == points and result.cards(spot) == MOST_CARDS


def _bet_at_odds(is_won: bool, stake: int, odds: int, cited: Rule, bet: Bet) -> BetResult:
    if is_won:
        words = _("{bet}: {stake} at {odds} to one")
        return stake * odds, _reasons(cited, words, bet=bet, stake=stake, odds=odds)
    return -stake, _reasons(cited, _("{bet}: {stake} lost"), bet=bet, stake=stake)


def _main_bet(spot: Spot, stake: int, result: CoupResult, house: House) -> BetResult:
    cited = rule.ON_BANCO if spot is Spot.BANCO else rule.ON_PUNTO
    if result.winner is Winner.TIE:
        return 0, _reasons(rule.TIE, _("A tie: {stake} on {spot} given back"), stake=stake, spot=spot)
    if not result.is_winner(spot):
        return -stake, _reasons(cited, _("{winner} won: {stake} lost"), winner=result.winner, stake=stake)
    reasons = _reasons(cited, _("{spot} won: {stake}"), spot=spot, stake=stake)
    if spot is Spot.PUNTO:
        return stake, reasons
    match house.no_commission:
        case NoCommission.EZ if _won_in_three_cards(spot, SEVEN, result):
            return 0, _reasons(rule.EZ, _("Banco won with 7 in three cards: {stake} given back"), stake=stake)
        case NoCommission.HALF_ON_6 if result.points(spot) == SIX:
            words = _("Banco won with 6: half of {stake}")
            return stake * HALF, _reasons(rule.HALF, words, stake=stake)
        case NoCommission.OFF if house.commission:
            fee = commission(stake, house)
            return stake - fee, (*reasons, cite(rule.COMMISSION, _("{n} commission"), n=fee))
    return stake, reasons


def _bonus_bet(spot: Spot, bet: Bet, stake: int, result: CoupResult) -> BetResult:
    natural = result.is_natural(spot)
    if result.winner is Winner.TIE and natural:
        words = _("{bet}: naturals tie, {stake} given back")
        return 0, _reasons(rule.DRAGON_BONUS, words, bet=bet, stake=stake)
    if not result.is_winner(spot):
        return _bet_at_odds(False, stake, 0, rule.DRAGON_BONUS, bet)
    if natural:
        return _bet_at_odds(True, stake, NATURAL_PAYS, rule.DRAGON_BONUS, bet)
    odds = DRAGON_BONUS.get(abs(result.points(Spot.PUNTO) - result.points(Spot.BANCO)), 0)
    return _bet_at_odds(odds > 0, stake, odds, rule.DRAGON_BONUS, bet)
