"""The questions for the referee at a baccarat table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from games.engine import (
    Ask,
    Cards,
    Choice,
    IrregularityKind,
    NoFacts,
    Question,
    Ruling,
    Sheet,
    _,
    cite,
    ruling,
)
from games.engine.banking import MOST_CHIPS

from . import rulebook as rule
from .cards import CHOOSES, banco_draws, count, is_natural, next_step, punto_draws, value, wrong_draws
from .hands import (
    FEWEST_CARDS,
    MOST_CARDS,
    NO_PAIRS,
    CoupResult,
    Pair,
    Spot,
    Winner,
    is_pair,
    result_by_cards,
    shoe,
    winner_by_points,
)
from .house import Bank, House, NoCommission, PairBets
from .payouts import Bet, bet_result, commission
from .scoring import cite_result, next_bank_holder

FEWEST_CARDS_LEFT = 16  # cards in the shoe that are enough for another coup


class Rank(Choice):
    """The rank of a card, where its suit does not matter."""

    ACE = "A", _("Ace")
    TWO = "2", "2"
    THREE = "3", "3"
    FOUR = "4", "4"
    FIVE = "5", "5"
    SIX = "6", "6"
    SEVEN = "7", "7"
    EIGHT = "8", "8"
    NINE = "9", "9"
    TEN = "10", "10"
    JACK = "J", _("Jack")
    QUEEN = "Q", _("Queen")
    KING = "K", _("King")


def value_of(rank: Rank) -> int:
    return value("T" if rank is Rank.TEN else str(rank.value))


# The third card --------------------------------------------------------------


@dataclass(frozen=True)
class PuntoDraw:
    """Both hands' points after two cards, before Punto draws or stands."""

    punto: Annotated[int, Ask(_("Punto's points in two cards"), most=9, rule=rule.VALUES)]
    banco: Annotated[int, Ask(_("And Banco's?"), most=9, about=_("Only a natural matters"))] = 0


def on_punto(facts: PuntoDraw, sheet: Sheet[House]) -> Ruling:
    draw = punto_draws(facts.punto, facts.banco, sheet.house)
    return ruling(draw.decision, draw.because)


@dataclass(frozen=True)
class BancoDraw:
    """Both hands' points after two cards, and Punto's third card, before Banco draws or stands."""

    banco: Annotated[int, Ask(_("Banco's points in two cards"), most=9, rule=rule.VALUES)]
    third: Annotated[Rank | None, Ask(_("Punto's third card"), rule=rule.BANCO, none=_("Punto stood"))]
    punto: Annotated[
        int, Ask(_("Punto's points in two cards"), most=9, about=_("Only a natural matters"))
    ] = 0


def on_banco(facts: BancoDraw, sheet: Sheet[House]) -> Ruling:
    third = None if facts.third is None else value_of(facts.third)
    draw = banco_draws(facts.banco, third, facts.punto)
    # Cite the value of a third card too if its rank does not show it: an ace, a ten or a face card.
    if facts.third is not None and draw.because.rule is rule.BANCO and str(third) != facts.third.value:
        words = _("{rank} counts {n}")
        return ruling(draw.decision, draw.because, cite(rule.VALUES, words, rank=facts.third, n=third))
    return ruling(draw.decision, draw.because)


@dataclass(frozen=True)
class TwoTotals:
    """The points of both hands after two cards each."""

    punto: Annotated[int, Ask(_("Punto in two cards"), most=9, rule=rule.VALUES)]
    banco: Annotated[int, Ask(_("Banco in two cards"), most=9, rule=rule.VALUES)]


def on_naturals(facts: TwoTotals, sheet: Sheet[House]) -> Ruling:
    if not is_natural(facts.punto, facts.banco):
        return ruling("draw_on", cite(rule.NATURAL, _("No natural: the rules of drawing decide")))
    winner = winner_by_points(facts.punto, facts.banco)
    words = _("A natural: no cards are drawn, and {winner} wins")
    if winner is Winner.TIE:
        words = _("Both are natural and equal: no cards are drawn, a tie")
    return ruling(winner, cite(rule.NATURAL, words, winner=winner))


@dataclass(frozen=True)
class BothHands:
    """The cards of both hands so far."""

    punto: Annotated[Cards, Ask(_("Punto's cards"), least=FEWEST_CARDS, most=MOST_CARDS, available=shoe)]
    banco: Annotated[Cards, Ask(_("Banco's cards"), least=FEWEST_CARDS, most=MOST_CARDS, available=shoe)]


def on_cards(facts: BothHands, sheet: Sheet[House]) -> Ruling:
    """Rule on the next step, the winner, or a card drawn against the rules."""
    punto, banco, house = facts.punto, facts.banco, sheet.house
    if step := next_step(punto, banco, house):
        punto_draw = punto_draws(count(Cards(punto[:2])), count(Cards(banco[:2])), house)
        is_banco_turn = step != punto_draw.because  # next_step() cites Punto's draw or Banco's
        if is_banco_turn:
            return ruling("banco_draws", step)
        return ruling("punto_chooses" if punto_draw.decision == CHOOSES else "punto_draws", step)
    if violations := tuple(wrong_draws(punto, banco, house)):
        return ruling(
            "illegal", *(cite(problem.rule, problem.words) for problem in violations if problem.rule)
        )
    result = result_by_cards(punto, banco)
    return ruling(result.winner, cite_result(result))


@dataclass(frozen=True)
class SomeCards:
    """The cards to be counted."""

    cards: Annotated[Cards, Ask(_("Which cards?"), least=1, most=MOST_CARDS, available=shoe)]


def on_count(facts: SomeCards, sheet: Sheet[House]) -> Ruling:
    n = count(facts.cards)
    return ruling(n, cite(rule.VALUES, _("{cards} count {n}"), cards=facts.cards, n=n))


# Payouts ---------------------------------------------------------------------


RULE_OF = {
    Bet.PUNTO_BONUS: rule.DRAGON_BONUS,
    Bet.BANCO_BONUS: rule.DRAGON_BONUS,
    Bet.DRAGON_7: rule.DRAGON_7,
    Bet.PANDA_8: rule.PANDA_8,
}


def is_played(bet: Bet, house: House) -> bool:
    match bet:
        case Bet.PUNTO_PAIR | Bet.BANCO_PAIR:
            return house.pair_bets is not PairBets.OFF
        case Bet.PUNTO_BONUS | Bet.BANCO_BONUS:
            return house.dragon_bonus
        case Bet.DRAGON_7 | Bet.PANDA_8:
            return house.ez_side
    return True


PAIR_BETS = (Bet.PUNTO_PAIR, Bet.BANCO_PAIR)
BONUS_BETS = (Bet.PUNTO_BONUS, Bet.BANCO_BONUS)


def winner_matters(facts: PayFacts, sheet: Sheet[House]) -> bool:
    return is_played(facts.bet, sheet.house) and facts.bet not in PAIR_BETS


def pairs_matter(facts: PayFacts, sheet: Sheet[House]) -> bool:
    return is_played(facts.bet, sheet.house) and facts.bet in PAIR_BETS


def punto_points_matter(facts: PayFacts, sheet: Sheet[House]) -> bool:
    return is_played(facts.bet, sheet.house) and facts.bet in (*BONUS_BETS, Bet.PANDA_8)


def punto_cards_matter(facts: PayFacts, sheet: Sheet[House]) -> bool:
    return is_played(facts.bet, sheet.house) and facts.bet in (Bet.PUNTO_BONUS, Bet.PANDA_8)


def banco_points_matter(facts: PayFacts, sheet: Sheet[House]) -> bool:
    side_bet_matters = is_played(facts.bet, sheet.house) and facts.bet in (*BONUS_BETS, Bet.DRAGON_7)
    return side_bet_matters or (facts.bet is Bet.BANCO and sheet.house.no_commission is not NoCommission.OFF)


def banco_cards_matter(facts: PayFacts, sheet: Sheet[House]) -> bool:
    side_bet_matters = is_played(facts.bet, sheet.house) and facts.bet in (Bet.BANCO_BONUS, Bet.DRAGON_7)
    return side_bet_matters or (facts.bet is Bet.BANCO and sheet.house.no_commission is NoCommission.EZ)


@dataclass(frozen=True)
class PayFacts:
    """A bet, and the part of the coup's result that decides it."""

    bet: Annotated[Bet, Ask(_("Which bet?"))]
    stake: Annotated[int, Ask(_("Stake"), least=1, most=MOST_CHIPS)]
    winner: Annotated[Winner, Ask(_("Who won?"), rule=rule.CLOSEST, relevant_if=winner_matters)] = (
        Winner.PUNTO
    )
    punto_points: Annotated[int | None, Ask(_("Punto's points"), most=9, relevant_if=punto_points_matter)] = (
        None
    )
    punto_cards: Annotated[
        int, Ask(_("Punto's cards"), least=FEWEST_CARDS, most=MOST_CARDS, relevant_if=punto_cards_matter)
    ] = FEWEST_CARDS
    banco_points: Annotated[int | None, Ask(_("Banco's points"), most=9, relevant_if=banco_points_matter)] = (
        None
    )
    banco_cards: Annotated[
        int, Ask(_("Banco's cards"), least=FEWEST_CARDS, most=MOST_CARDS, relevant_if=banco_cards_matter)
    ] = FEWEST_CARDS
    pairs: Annotated[
        frozenset[Pair], Ask(_("Was there a pair?"), rule=rule.PAIR, relevant_if=pairs_matter)
    ] = NO_PAIRS


def on_pay(facts: PayFacts, sheet: Sheet[House]) -> Ruling:
    if not is_played(facts.bet, sheet.house):
        words = _("{bet}: that bet is not played at this table")
        return ruling("not_played", cite(RULE_OF.get(facts.bet, rule.PAIR), words, bet=facts.bet))
    result = CoupResult(
        facts.winner,
        facts.punto_points,
        facts.banco_points,
        facts.punto_cards,
        facts.banco_cards,
        facts.pairs,
    )
    points, because = bet_result(facts.bet, facts.stake, result, sheet.house)
    words = _("Wins {n}") if points > 0 else _("Loses {n}") if points < 0 else _("Given back")
    return ruling(points, cite(because[0].rule, words, n=abs(points)), *because)


def on_tie(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("Nothing is lost: on a tie stakes on Punto and on Banco are given back")
    return ruling("returned", cite(rule.TIE, words))


@dataclass(frozen=True)
class BancoStake:
    """A winning stake on Banco."""

    stake: Annotated[int, Ask(_("The stake on Banco"), least=1, most=MOST_CHIPS)]


def on_commission(facts: BancoStake, sheet: Sheet[House]) -> Ruling:
    house = sheet.house
    if house.no_commission is NoCommission.EZ:
        words = _("None at this table; but Banco's 7 in three cards wins nothing")
        return ruling(0, cite(rule.EZ, words))
    if house.no_commission is NoCommission.HALF_ON_6:
        return ruling(0, cite(rule.HALF, _("None at this table; but Banco wins only half with a 6")))
    n = commission(facts.stake, house)
    words = _("A stake of {stake} that wins pays {n} commission")
    return ruling(n, cite(rule.COMMISSION, words, stake=facts.stake, n=n))


@dataclass(frozen=True)
class FirstTwoCards:
    """The first two cards of a hand."""

    cards: Annotated[Cards, Ask(_("The first two cards"), least=2, most=2, available=shoe)]


def on_pair(facts: FirstTwoCards, sheet: Sheet[House]) -> Ruling:
    if is_pair(facts.cards):
        return ruling("yes", cite(rule.PAIR, _("A pair: two of one rank")))
    words = _("No pair: a pair is two cards of the very same rank")
    return ruling("no", cite(rule.PAIR, words))


# The bank, and irregularities ------------------------------------------------


def on_bank(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    holder = next_bank_holder(sheet)
    if holder is None:
        return ruling("house", cite(rule.BANK, _("The house holds the bank")))
    return ruling(
        holder,
        cite(rule.ROTATION, _("{who} holds the bank"), who=holder),
        cite(rule.ROTATION, _("The bank at this table: {bank}"), bank=sheet.house.bank),
    )


def on_bank_bets(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    if sheet.house.bank is Bank.HOUSE:
        words = _("The house holds the bank: every player may bet, on Punto or on Banco")
        return ruling("legal", cite(rule.BANK, words))
    words = _("No: whoever holds the bank pays the others and does not bet")
    return ruling("illegal", cite(rule.BANK, words))


@dataclass(frozen=True)
class WrongCard:
    """A card dealt to Punto by mistake."""

    banco_draws: Annotated[bool, Ask(_("Does Banco have to draw?"), rule=rule.BANCO)]
    seen: Annotated[bool, Ask(_("Has the card been seen?"))] = True


def on_wrong_card(facts: WrongCard, sheet: Sheet[House]) -> Ruling:
    if facts.banco_draws:
        words = _("The order of the shoe decides: the card is Banco's third")
        return ruling("bancos", cite(rule.WRONG_CARD, words))
    if facts.seen:
        return ruling("burn", cite(rule.WRONG_CARD, _("Nobody may draw, and it was seen: it is burnt")))
    words = _("Nobody may draw, and it is unseen: it is the first card of the next coup")
    return ruling("next_coup", cite(rule.WRONG_CARD, words))


def on_out_of_cards(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("The coup is void, and every stake goes back: write nothing")
    return ruling("void", cite(rule.OUT_OF_CARDS, words))


@dataclass(frozen=True)
class CardsLeft:
    """The number of cards left in the shoe."""

    left: Annotated[int, Ask(_("Cards left"), most=8 * 52)]


def on_shuffle(facts: CardsLeft, sheet: Sheet[House]) -> Ruling:
    if sheet.house.decks == 1:
        return ruling("yes", cite(rule.SHUFFLE, _("One pack is shuffled before every coup")))
    if facts.left < FEWEST_CARDS_LEFT:
        return ruling("yes", cite(rule.SHUFFLE, _("Shuffle: fewer than {n} are left"), n=FEWEST_CARDS_LEFT))
    return ruling("no", cite(rule.SHUFFLE, _("There are enough cards for another coup")))


def on_sides(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("Punto and Banco are two hands to bet on; nobody at the table is either of them")
    return ruling(
        (Spot.PUNTO, Spot.BANCO),
        cite(rule.DEAL, words),
        cite(rule.BANK, _("The bank is whoever pays the bets")),
    )


QUESTIONS = {
    "banco": Question(_("Does Banco draw?"), on_banco, BancoDraw, _("banker third card table stands")),
    "punto": Question(_("Does Punto draw?"), on_punto, PuntoDraw, _("player third card stand five")),
    "cards": Question(
        _("These cards: who draws, or who has won?"), on_cards, BothHands, _("winner tie next illegal")
    ),
    "natural": Question(_("Eight against nine?"), on_naturals, TwoTotals, _("natural both two cards")),
    "count": Question(_("What do these cards count?"), on_count, SomeCards, _("value points king ten zero")),
    "pay": Question(_("What does this bet pay?"), on_pay, PayFacts, _("win lose odds tie banker")),
    "tie": Question(_("A tie: have I lost my stake?"), on_tie, keywords=_("push returned banker bet")),
    "commission": Question(
        _("How much is the commission?"), on_commission, BancoStake, _("five percent vig")
    ),
    "pair": Question(_("Is that a pair?"), on_pair, FirstTwoCards, _("king queen side bet rank")),
    "bank": Question(_("Who holds the bank?"), on_bank, keywords=_("next turn rotate banker")),
    "bank_bets": Question(_("May the bank bet too?"), on_bank_bets, keywords=_("banker stake own")),
    "sides": Question(_("Am I Punto, or Banco?"), on_sides, keywords=_("player banker words whose hand")),
    "wrong_card": Question(
        _("A third card was dealt that should not have been"),
        on_wrong_card,
        WrongCard,
        _("error exposed"),
        irregularity=IrregularityKind.CARDS,
    ),
    "out_of_cards": Question(
        _("There are not enough cards to finish"),
        on_out_of_cards,
        keywords=_("void shoe empty"),
        irregularity=IrregularityKind.CARDS,
    ),
    "shuffle": Question(_("Must we shuffle?"), on_shuffle, CardsLeft, _("shoe cut card reshuffle")),
}
