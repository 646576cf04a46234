"""Worked examples: shown with the rules, and run as tests."""

from typing import Any

from games.engine import Cards, Example, PerSide, Seating, _

from .hands import Blocked, ByCards, Out
from .house import BlockScoring, End, GoingRummy, House, Scoring, StockOut, Tie

TWO, THREE = Seating(2, 2), Seating(3, 3)
A, B, C = THREE.every_seat


def points_left(*points: int) -> PerSide[Any]:
    return PerSide(points)


def cards(*hands: str) -> PerSide[Cards]:
    return PerSide(Cards.read(hand) for hand in hands)


# Title, house rules, seating, hands, totals by side and, once the match is over, the winning sides.
# fmt: off
EXAMPLES = (
    Example(
        _("Going out while the others hold 24 and 22"), House(), THREE,
        (Out(A, points_left(0, 24, 22)),), (46, 0, 0),
    ),
    Example(
        _("The same deal by cards: K 9 5 is 24, Q Q 2 is 22"), House(), THREE,
        (ByCards(A, cards("", "KH 9S 5D", "QH QD 2C")),), (46, 0, 0),
    ),
    Example(
        _("Rummy: what the others hold counts double"), House(), THREE,
        (Out(B, points_left(30, 0, 17), rummy=True),), (0, 94, 0),
    ),
    Example(
        _("Rummy for ten points more"), House(going_rummy=GoingRummy.PLUS10), THREE,
        (Out(B, points_left(30, 0, 17), rummy=True),), (0, 57, 0),
    ),
    Example(
        _("A joker left in the hand costs 15"), House(jokers=2), THREE,
        (ByCards(C, cards("X1 3D", "7C", "")),), (0, 0, 25),
    ),
    Example(
        _("First to 100"), House(), THREE,
        (Out(A, points_left(0, 24, 22)), Out(C, points_left(31, 12, 0)), Out(A, points_left(0, 40, 19))),
        (105, 0, 43), (0,),
    ),
    Example(
        _("Losers are charged; at 100 the lowest wins"), House(scoring=Scoring.LOSERS_PENALTY), THREE,
        (Out(A, points_left(0, 35, 30)), Out(B, points_left(22, 0, 41)), Out(A, points_left(0, 6, 33))),
        (22, 41, 104), (0,),
    ),
    Example(
        _("Charged double when another goes rummy"), House(scoring=Scoring.LOSERS_PENALTY), THREE,
        (Out(A, points_left(0, 35, 20), rummy=True),), (0, 70, 40),
    ),
    Example(
        _("A blocked deal: all lose what they hold"), House(stock_out=StockOut.BLOCK), THREE,
        (Blocked(points_left(12, 30, 5)),), (-12, -30, -5),
    ),
    Example(
        _("A blocked deal: the lowest takes the differences"),
        House(stock_out=StockOut.BLOCK, block_scoring=BlockScoring.LOWEST), THREE,
        (Blocked(points_left(12, 30, 5)),), (0, 0, 32),
    ),
    Example(
        _("Two deals, and the best total wins"), House(end=End.HANDS, hands=2), TWO,
        (Out(A, points_left(0, 24)), Out(B, points_left(30, 0))), (24, 30), (1,),
    ),
    Example(
        _("Tied after two deals: the win is shared"), House(end=End.HANDS, hands=2), TWO,
        (Out(A, points_left(0, 24)), Out(B, points_left(24, 0))), (24, 24), (0, 1),
    ),
    Example(
        _("Tied after two deals: another deal decides"),
        House(end=End.HANDS, hands=2, tie=Tie.EXTRA_HAND), TWO,
        (Out(A, points_left(0, 24)), Out(B, points_left(24, 0)), Out(B, points_left(8, 0))), (24, 32), (1,),
    ),
)
# fmt: on
