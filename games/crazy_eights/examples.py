"""Worked examples: shown with the rules, and run as tests."""

from typing import Any

from games.engine import Cards, Example, PerSide, Seating, _

from .hands import Blocked, ByCards, Out
from .house import BlockScoring, BlockTie, House, Scoring, Values

TWO, THREE, FOUR = Seating(2, 2), Seating(3, 3), Seating(4, 4)
A, B, C = THREE.every_seat
CHARGED = Scoring.LOSERS_PENALTY


def points_left(*points: int | None) -> PerSide[Any]:
    return PerSide(points)


def cards(*hands: str) -> PerSide[Cards]:
    return PerSide(Cards.read(hand) for hand in hands)


# Each with its title, house rules, seating, hands, totals and (if the game has ended) winners.
# fmt: off
EXAMPLES = (
    Example(
        _("The winner collects 61 and 7"), House(), THREE,
        (Out(B, points_left(61, None, 7)),), (0, 68, 0),
    ),
    Example(
        _("By cards: 8 and K are 60, A 2 3 are 6"), House(), THREE,
        (ByCards(A, cards("", "8H KS", "AD 2C 3S")),), (66, 0, 0),
    ),
    Example(
        _("Where special cards are dear: 60, and 20 + 20 + 3"), House(values=Values.SPECIALS20), THREE,
        (ByCards(A, cards("", "8H KS", "AD 2C 3S")),), (103, 0, 0),
    ),
    Example(
        _("With cheaper eights: 25 + 10, and 6"), House(values=Values.EIGHT25), THREE,
        (ByCards(A, cards("", "8H KS", "AD 2C 3S")),), (41, 0, 0),
    ),
    Example(
        _("Three play to 150"), House(), THREE,
        (
            Out(A, points_left(None, 55, 24)), Out(C, points_left(31, 12, None)),
            Out(A, points_left(None, 40, 31)),
        ),
        (150, 0, 43), (0,),
    ),
    Example(
        _("Losers are charged; two play to 100, and the lowest wins"), House(scoring=CHARGED), TWO,
        (Out(A, points_left(None, 35)), Out(B, points_left(22, None)), Out(A, points_left(None, 66))),
        (22, 101), (0,),
    ),
    Example(
        _("Losers are charged; tied at the end, two win"), House(scoring=CHARGED, target=60), THREE,
        (Out(A, points_left(None, 14, 20)), Out(B, points_left(14, None, 41))), (14, 14, 61), (0, 1),
    ),
    Example(
        _("Nobody can play: the hand of 5 takes the differences to 12 and 30"), House(), THREE,
        (Blocked(points_left(12, 30, 5)),), (0, 0, 32),
    ),
    Example(
        _("Nobody can play, and two are lowest: they share"), House(), FOUR,
        (Blocked(points_left(5, 30, 5, 10)),), (15, 0, 15, 0),
    ),
    Example(
        _("Nobody can play, and two are lowest: no score"), House(blocked_tie=BlockTie.NO_SCORE), FOUR,
        (Blocked(points_left(5, 30, 5, 10)),), (0, 0, 0, 0),
    ),
    Example(
        _("Nobody can play: nobody scores"), House(blocked=BlockScoring.NO_SCORE), THREE,
        (Blocked(points_left(12, 30, 5)),), (0, 0, 0),
    ),
    Example(
        _("Nobody can play, and losers are charged the differences"), House(scoring=CHARGED), THREE,
        (Blocked(points_left(12, 30, 5)),), (7, 25, 0),
    ),
)
# fmt: on
