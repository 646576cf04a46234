"""Worked examples: shown with the rules, and run as tests."""

from dataclasses import replace
from typing import Any

from games.engine import Cards, Example, PerSeat, Seating, Side, Stopped, _
from games.engine.banking import BankLimit
from games.engine.chips import ChipPurchase

from .hands import Round, RoundByCards
from .house import Bank, End, House, PayTable, ThreeCardBonus
from .poker import FiveCardHand, ThreeCardHand

THREE, FOUR = Seating(3, 3), Seating(4, 4)
HOME = House()
CASINO = House(bank=Bank.HOUSE)
NO, TENS, TWO_PAIR, TRIPS = FiveCardHand.NO_PAY, FiveCardHand.TENS, FiveCardHand.TWO_PAIR, FiveCardHand.THREE


def round_by_hands(
    kept: tuple[int | None, ...], hand: tuple[FiveCardHand, ...], **bets: tuple[Any, ...]
) -> Round:
    """Return a round; each tuple has a value per seat. In ``kept``, None means the bank or sitting out."""
    answers: Any = {name: PerSeat(by_seat) for name, by_seat in bets.items()}
    return Round(kept=PerSeat(kept), hand=PerSeat(hand), **answers)


def round_by_cards(
    shared: str, cards: tuple[str, ...], kept: tuple[int | None, ...], **bets: tuple[Any, ...]
) -> RoundByCards:
    answers: Any = {name: PerSeat(by_seat) for name, by_seat in bets.items()}
    hands = PerSeat(Cards.read(hand) for hand in cards)
    return RoundByCards(shared=Cards.read(shared), cards=hands, kept=PerSeat(kept), **answers)


# Each example: title, house rules, seating, hands, totals, and the winners if the game is over.
# fmt: off
EXAMPLES = (
    Example(
        _("One stake lost; two stakes on three of a kind win six"), HOME, THREE,
        (round_by_hands((None, 1, 2), (NO, NO, TRIPS)),), (-5, -1, 6),
    ),
    Example(
        _("Three stakes of 5 on a pair of tens pay 15"), replace(HOME, base_bet=5), THREE,
        (round_by_hands((None, 3, 1), (NO, TENS, NO)),), (-10, 15, -5),
    ),
    Example(
        _("By cards: a flush, and a pair of nines that pays nothing"), HOME, THREE,
        (round_by_cards("2H 9H", ("", "KH 7H 4H", "9S AD 5C"), (None, 2, 1)),), (-15, 16, -1),
    ),
    Example(
        _("The same round with the pay table “Royal flush 500”"),
        replace(HOME, paytable=PayTable.ALT500), THREE,
        (round_by_cards("2H 9H", ("", "KH 7H 4H", "9S AD 5C"), (None, 2, 1)),), (-19, 20, -1),
    ),
    Example(
        _("The 3-card bonus: a pair of fours pays although the hand is lost"),
        replace(HOME, three_card_bonus=ThreeCardBonus.A), THREE,
        (
            # own: the poker hand of each player's own three cards
            round_by_hands(
                (None, 1, 1), (NO, NO, NO), three_card=(0, 2, 2),
                own=(ThreeCardHand.NOTHING, ThreeCardHand.PAIR, ThreeCardHand.NOTHING),
            ),
        ),
        (2, 1, -3),
    ),
    Example(
        _("The old bonus: a chip on a straight"), replace(HOME, five_card_bonus=True), THREE,
        (
            round_by_hands((None, 1, 1), (NO, FiveCardHand.STRAIGHT, TENS), five_card=(False, True, True)),
        ),
        (-25, 25, 0),
    ),
    Example(
        _("No hand wins more than 500"), replace(HOME, base_bet=5, max_payout=500), THREE,
        (round_by_hands((None, 3, 1), (NO, FiveCardHand.FOUR, NO)),), (-495, 500, -5),
    ),
    Example(
        _("A bank of 8 takes 2, so two who won 20 between them share 10"),
        replace(HOME, start_chips=8, base_bet=2, bank_limit=BankLimit.CAP), FOUR,
        (round_by_hands((None, 3, 2, 1), (NO, TWO_PAIR, TWO_PAIR, NO)),),
        (0, 8 + 6, 8 + 4, 6),
    ),
    Example(
        _("The bank goes round once"), replace(HOME, end=End.ROTATIONS, rotations=1), THREE,
        (
            round_by_hands((None, 1, 2), (NO, NO, TRIPS)),
            round_by_hands((1, None, 1), (NO, NO, NO)),
            round_by_hands((3, 1, None), (TENS, NO, NO)),
        ),
        (-3, 0, 3), (2,),
    ),
    Example(
        _("The first dealer keeps the bank, for two rounds"),
        replace(HOME, bank=Bank.FIXED, end=End.ROUNDS, rounds=2), THREE,
        (round_by_hands((None, 1, 2), (NO, NO, NO)), round_by_hands((None, 1, None), (NO, TENS, NO))),
        (2, 0, -2), (0,),
    ),
    Example(
        _("Against the house, until somebody is broke"),
        replace(CASINO, start_chips=10, base_bet=5, end=End.BROKE), THREE,
        (round_by_hands((1, 2, 1), (TENS, NO, NO)),), (15, 0, 5), (0,),
    ),
    Example(
        _("The table stops; chips bought go back"), CASINO, THREE,
        (ChipPurchase(Side(1), 20), round_by_hands((1, 2, 1), (TENS, NO, NO)), Stopped()), (1, -2, -1), (0,),
    ),
    Example(
        _("Tied when the game is ended"), CASINO, THREE,
        (round_by_hands((1, 1, 1), (TENS, TENS, NO)), Stopped()), (1, 1, -1), (0, 1),
    ),
    Example(
        _("A bank that has only what it has just won"), replace(HOME, bank_limit=BankLimit.CAP), THREE,
        (round_by_hands((None, 3, 1), (NO, TWO_PAIR, NO)),), (0, 1, -1),
    ),
)
# fmt: on
