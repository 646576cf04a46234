"""Worked examples, calculated by hand: shown to players, and run as tests."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from games.engine import Example, Goal, PerSide, Seating, _

from .house import PRESETS, USUAL, TargetOrder, Win
from .scoring import Deal, NamedGame

THREE = Seating(3, 3)
BY_POINTS, PAGAT, CANADA, ROYAL = (preset.house for preset in PRESETS)

# Each example: title, house rules, seating, hands, totals, and the winners if the game is over.
EXAMPLES = (
    Example(
        _("Ten, two and four tricks for targets of 8, 5 and 3: 2 up, 3 down, 1 up"),
        PAGAT,
        THREE,
        (Deal(PerSide((10, 2, 4))),),
        (2, -3, 1),
    ),
    Example(
        _("The deal passes on, and the targets with it"),
        PAGAT,
        THREE,
        (Deal(PerSide((8, 5, 3))), Deal(PerSide((4, 8, 4)))),
        (1, 0, -1),
    ),
    Example(
        _("Twelve tricks in one hand win at once, though another has more points"),
        PAGAT,
        THREE,
        (Deal(PerSide((11, 2, 3))), Deal(PerSide((2, 12, 2)))),
        (2, 1, -3),
        winners=(1,),
    ),
    Example(
        _("With target 3 on the dealer's left, first to 5 points"),
        replace(BY_POINTS, win_condition=Goal(Win.POINTS, 5)),
        THREE,
        (Deal(PerSide((10, 3, 3))), Deal(PerSide((8, 7, 1)))),
        (5, -1, -4),
        winners=(0,),
    ),
    Example(_("Targets of 9, 5 and 2"), CANADA, THREE, (Deal(PerSide((9, 6, 1))),), (0, 1, -1)),
    Example(
        _("Five over target win at once, where so agreed"),
        replace(USUAL, win_condition=Goal(Win.OVER_TARGET, 5)),
        THREE,
        (Deal(PerSide((4, 4, 8))),),
        (-4, -1, 5),
        winners=(2,),
    ),
    Example(
        _("At a stake of one half, two tricks over collect 1"),
        replace(USUAL, stake=Fraction(1, 2)),
        THREE,
        (Deal(PerSide((10, 2, 4))),),
        (1, Fraction(-3, 2), Fraction(1, 2)),
    ),
    Example(
        _("Fewest tricks: target 3 for the player who named it, 5 and 8 for the others"),
        replace(ROYAL, win_condition=Goal(Win.HANDS, 1)),
        THREE,
        (Deal(PerSide((6, 4, 6)), NamedGame.FEWEST),),
        (2, -1, -1),
        winners=(0,),
    ),
    Example(
        _("Targets of our own, 6, 3 and 7, at a stake of 5"),
        replace(USUAL, target_order=TargetOrder.CUSTOM, custom_dealer=6, custom_left=3, stake=Fraction(5)),
        THREE,
        (Deal(PerSide((6, 4, 6))),),
        (0, 5, -5),
    ),
)
