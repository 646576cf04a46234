"""Worked examples: shown with the rules, and run as tests."""

from dataclasses import replace
from typing import Any

from games.engine import Example, PerSide, Seating, _

from .hands import Deal
from .house import GoOut, House, Tie

TWO, THREE = Seating(2, 2), Seating(3, 3)
MUST_GO_OUT = House(go_out=GoOut.MUST_GO_OUT_TO_WIN, target=100)


def deal(laid: tuple[int, ...], held: tuple[Any, ...]) -> Deal:
    return Deal(PerSide(laid), PerSide(held))


# Title, house rules, seating, hands, totals by side and, once the match is over, the winning sides.
# fmt: off
EXAMPLES = (
    Example(
        _("Plus what is laid, minus what is held"), House(), THREE,
        (deal((85, 40, 15), (0, 12, 55)),), (85, 28, -40),
    ),
    Example(
        _("The stock ran out: everybody still holds cards"), House(), TWO,
        (deal((120, 95), (25, 10)),), (95, 85),
    ),
    Example(
        _("Two players have passed 500: the higher total wins"), House(), TWO,
        (deal((250, 120), (0, 5)), deal((180, 210), (10, 0)), deal((85, 190), (0, 5))), (505, 510), (1,),
    ),
    Example(
        _("Tied at 500 or more: another deal decides"), House(target=100), TWO,
        (deal((120, 130), (0, 10)), deal((60, 30), (0, 25))), (180, 125), (0,),
    ),
    Example(
        _("Tied, and the win is shared"), House(target=100, tie=Tie.SHARED), TWO,
        (deal((120, 130), (0, 10)),), (120, 120), (0, 1),
    ),
    Example(
        _("Must go out to win: the target alone is not enough"), MUST_GO_OUT, TWO,
        (deal((60, 130), (0, 10)), deal((45, 20), (0, 30))), (105, 110), (0,),
    ),
    Example(
        _("Without jokers all the cards count 396"), replace(House(), jokers=0), TWO,
        (deal((380, 6), (0, 10)),), (380, -4),
    ),
)
# fmt: on
