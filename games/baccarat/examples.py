"""Worked examples: shown with the rules, and run as tests."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from games.engine import Cards, Example, PerSeat, Seating, Side, Stopped, _
from games.engine.banking import BankLimit
from games.engine.chips import ChipPurchase

from .hands import ByCards, Coup, Pair, Spot, Winner
from .house import Bank, CommissionRound, End, House, NoCommission, PairBets

THREE, FOUR = Seating(3, 3), Seating(4, 4)
A, B, C = THREE.every_seat
PUNTO_BET, BANCO_BET, NO_BET = Spot.PUNTO, Spot.BANCO, None
PUNTO, BANCO, TIE = Winner

HOME = House()
CASINO = House(bank=Bank.HOUSE)
EZ = House(commission=0, no_commission=NoCommission.EZ)
HALF_ON_6 = House(commission=0, no_commission=NoCommission.HALF_ON_6)


def bets(on: tuple[Spot | None, ...] = (), stake: tuple[int, ...] = (), **side_bets: tuple[int, ...]) -> Any:
    """Return the bet fields of a coup, each by seat; a bet that is left out has no stake."""
    seats = max(len(stake), *(len(stakes) for stakes in side_bets.values()), 0)
    fields = {name: PerSeat(stakes) for name, stakes in side_bets.items()}
    return {"on": PerSeat(on or (None,) * seats), "stake": PerSeat(stake or (0,) * seats), **fields}


def coup(winner: Winner, *, facts: Any = None, **placed_bets: Any) -> Coup:
    """Return a coup recorded by its winner; ``facts`` are further fields, such as the points."""
    return Coup(winner=winner, **bets(**placed_bets), **(facts or {}))


def coup_by_cards(punto: str, banco: str, **placed_bets: Any) -> ByCards:
    return ByCards(punto=Cards.read(punto), banco=Cards.read(banco), **bets(**placed_bets))


# Title, house rules, seating, hands, totals by side and, once the match is over, the winning sides.
# fmt: off
EXAMPLES = (
    Example(
        _("Punto wins: the bank pays one and takes from the other"), HOME, THREE,
        (coup(PUNTO, on=(NO_BET, PUNTO_BET, BANCO_BET), stake=(0, 10, 20)),), (10, 10, -20),
    ),
    Example(
        _("Banco wins: 5 per cent stays with the bank"), HOME, THREE,
        (coup(BANCO, on=(NO_BET, PUNTO_BET, BANCO_BET), stake=(0, 10, 20)),), (-9, -10, 19),
    ),
    Example(
        _("A tie: stakes go back, and the tie pays 8 to one"), HOME, FOUR,
        (coup(TIE, on=(NO_BET, PUNTO_BET, BANCO_BET, NO_BET), stake=(0, 10, 20, 0), tie=(0, 0, 0, 5)),),
        (-40, 0, 0, 40),
    ),
    Example(
        _("A bet on the tie is lost when a hand wins"), HOME, THREE,
        (coup(PUNTO, tie=(0, 5, 5)),), (10, -5, -5),
    ),
    Example(
        _("The bank goes round: everybody holds it once"), replace(HOME, end=End.ROTATIONS, rotations=1),
        THREE,
        (
            coup(PUNTO, on=(NO_BET, PUNTO_BET, BANCO_BET), stake=(0, 10, 20)),
            coup(BANCO, on=(BANCO_BET, NO_BET, PUNTO_BET), stake=(20, 0, 10)),
            coup(TIE, on=(BANCO_BET, PUNTO_BET, NO_BET), stake=(20, 10, 0)),
        ),
        (29, 1, -30), (0,),
    ),
    Example(
        _("By cards: Punto 4 draws a 6, Banco 5 draws, and wins"), HOME, THREE,
        (coup_by_cards("2S 2H 6D", "5S KH 4C", on=(NO_BET, PUNTO_BET, BANCO_BET), stake=(0, 10, 20)),),
        (-9, -10, 19),
    ),
    Example(
        _("Commission on every five or part of five"),
        replace(HOME, commission_round=CommissionRound.BRACKET_PER_5),
        THREE,
        (coup(BANCO, on=(NO_BET, BANCO_BET, BANCO_BET), stake=(0, 6, 10)),),
        (-15, Fraction(11, 2), Fraction(19, 2)),
    ),
    Example(
        _("Commission rounded up to a whole chip"),
        replace(HOME, commission_round=CommissionRound.WHOLE_CHIP_UP), THREE,
        (coup(BANCO, on=(NO_BET, BANCO_BET, BANCO_BET), stake=(0, 6, 30)),), (-33, 5, 28),
    ),
    Example(
        _("Without commission: a 7 in three cards wins nothing on Banco"), EZ, THREE,
        (
            coup(
                BANCO, on=(NO_BET, PUNTO_BET, BANCO_BET), stake=(0, 10, 20),
                facts={"banco_points": 7, "banco_cards": 3},
            ),
            coup(BANCO, on=(PUNTO_BET, NO_BET, BANCO_BET), stake=(10, 0, 20), facts={"banco_points": 8}),
        ),
        (0, -20, 20),
    ),
    Example(
        _("Without commission: a 6 wins half on Banco"), HALF_ON_6, THREE,
        (coup(BANCO, on=(NO_BET, PUNTO_BET, BANCO_BET), stake=(0, 10, 15), facts={"banco_points": 6}),),
        (Fraction(5, 2), -10, Fraction(15, 2)),
    ),
    Example(
        _("A pair for Punto pays 11 to one"), replace(HOME, pair_bets=PairBets.ELEVEN), THREE,
        (
            coup(BANCO, punto_pair=(0, 2, 0), banco_pair=(0, 0, 3),
                 facts={"pairs": frozenset({Pair.PUNTO})}),
        ),
        (-19, 22, -3),
    ),
    Example(
        _("Dragon Bonus: a natural, then won by six, then by three"), replace(CASINO, dragon_bonus=True),
        THREE,
        (
            coup(PUNTO, punto_bonus=(5, 0, 0), banco_bonus=(0, 5, 0),
                 facts={"punto_points": 8, "banco_points": 6}),
            coup(BANCO, punto_bonus=(5, 0, 0), banco_bonus=(0, 5, 0),
                 facts={"punto_points": 1, "banco_points": 7}),
            coup(PUNTO, punto_bonus=(5, 0, 0), banco_bonus=(0, 5, 0),
                 facts={"punto_points": 6, "banco_points": 3}),
        ),
        (-5, 10, 0),
    ),
    Example(
        _("Dragon 7 and Panda 8"), replace(EZ, ez_side=True), THREE,
        (
            coup_by_cards("KS 2H 4D", "3S 2D 2C", dragon_7=(0, 1, 0), panda_8=(0, 0, 1)),
            coup_by_cards("KD 2S 6H", "QS 3H 4H", dragon_7=(1, 0, 0), panda_8=(0, 0, 1)),
        ),
        (-39 - 1, 40 - 24, -1 + 25),  # the first coup, then the second
    ),
    Example(
        _("A bank that holds 15 shares it out among those who won 40"),
        replace(HOME, start_chips=5, bank_limit=BankLimit.CAP), FOUR,
        (coup(PUNTO, on=(NO_BET, PUNTO_BET, PUNTO_BET, BANCO_BET), stake=(0, 10, 30, 10)),),
        (0, 5 + Fraction(15, 4), 5 + Fraction(45, 4), -5),
    ),
    Example(
        _("Until somebody is broke"), replace(HOME, start_chips=20, end=End.BROKE), THREE,
        (coup(BANCO, on=(NO_BET, PUNTO_BET, PUNTO_BET), stake=(0, 20, 10)),), (50, 0, 10), (0,),
    ),
    Example(
        _("Three coups; chips bought go back at the end"), replace(HOME, end=End.ROUNDS, rounds=3), THREE,
        (
            ChipPurchase(Side(1), 50),
            coup(PUNTO, on=(NO_BET, PUNTO_BET, BANCO_BET), stake=(0, 10, 20)),
            coup(PUNTO, on=(PUNTO_BET, NO_BET, BANCO_BET), stake=(10, 0, 20)),
            coup(TIE, on=(PUNTO_BET, BANCO_BET, NO_BET), stake=(10, 20, 0)),
        ),
        (20, 20, -40), (0, 1),
    ),
    Example(
        _("A single coup was agreed on"), replace(HOME, end=End.ROUNDS, rounds=1), THREE,
        (coup(PUNTO, on=(NO_BET, PUNTO_BET, BANCO_BET), stake=(0, 10, 25)),), (15, 10, -25), (0,),
    ),
    Example(
        _("The table stops when it likes"), HOME, THREE,
        (coup(PUNTO, on=(NO_BET, PUNTO_BET, BANCO_BET), stake=(0, 10, 25)), Stopped()), (15, 10, -25), (0,),
    ),
)
# fmt: on
