"""Worked examples: shown with the rules, and run as tests."""

from dataclasses import replace

from games.engine import Cards, Example, Seating, _

from .hands import DeadHand, Duel, Knock, Partners
from .house import APP, CLASSIC, MODERN, Shutout

TWO, THREE, FOUR = Seating(2, 2), Seating(3, 3), Seating(4, 2)
A, B, C, D = FOUR.every_seat

OKLAHOMA = replace(MODERN, oklahoma=True, target=150)
HOLLYWOOD = replace(MODERN, hollywood=True, target=150)
SEVEN_OF_SPADES = Cards.read("7S")
QUEEN_OF_HEARTS = Cards.read("QH")

# After each title: house rules, seating, hands, totals and winners. A Knock has the knocker, the knocker's
# deadwood and the defender's. A total written as a sum has hand points, boxes and bonuses.
# fmt: off
EXAMPLES = (
    Example(_("A knock with 3 against 61"), MODERN, TWO, (Knock(A, 3, 61),), (58, 0)),
    Example(_("Gin: the other's deadwood, and 25"), MODERN, TWO, (Knock(A, 0, 42),), (67, 0)),
    Example(
        _("Big gin: the other's deadwood, and 31"), MODERN, TWO, (Knock(A, 0, 42, big_gin=True),), (73, 0),
    ),
    Example(_("An undercut: 9 against 5"), MODERN, TWO, (Knock(A, 9, 5),), (0, 29)),
    Example(_("A tie is an undercut"), MODERN, TWO, (Knock(A, 7, 7),), (0, 25)),
    Example(
        _("A tie wins nothing where it is no undercut"), replace(MODERN, undercut_on_tie=False), TWO,
        (Knock(A, 7, 7),), (0, 0),
    ),
    Example(_("A dead hand"), MODERN, TWO, (DeadHand(),), (0, 0)),
    Example(
        _("Shut out by two knocks: hand points doubled, 366"), MODERN, TWO,
        (Knock(A, 3, 61), Knock(A, 5, 55)), (366, 0), (0,),
    ),
    Example(
        _("The same hands, the whole total doubled: 516"), replace(MODERN, shutout=Shutout.DOUBLE_TOTAL), TWO,
        (Knock(A, 3, 61), Knock(A, 5, 55)), (516, 0), (0,),
    ),
    Example(
        _("The same hands by the classic school: 348"), CLASSIC, TWO,
        (Knock(A, 3, 61), Knock(A, 5, 55)), (348, 0), (0,),
    ),
    Example(
        _("No shutout: boxes for both, the game for one"), MODERN, TWO,
        (Knock(A, 3, 61), Knock(B, 0, 10), Knock(A, 5, 55)), (108 + 50 + 100, 35 + 25), (0,),
    ),
    Example(
        _("Boxes at once help to reach the target"), APP, TWO,
        (Knock(A, 3, 61), Knock(A, 8, 30)), (58 + 10 + 22 + 10, 0), (0,),
    ),
    Example(
        _("Oklahoma: a spade doubles the hand"), OKLAHOMA, TWO,
        (Knock(A, 6, 30, up_card=SEVEN_OF_SPADES),), (48, 0),
    ),
    Example(
        _("Oklahoma: two boxes more for gin, one for an undercut"),
        replace(OKLAHOMA, oklahoma_extra_boxes=True, shutout=Shutout.NONE), TWO,
        (Knock(A, 10, 8, up_card=QUEEN_OF_HEARTS), Knock(A, 0, 60, up_card=SEVEN_OF_SPADES)),
        (170 + 3 * 25 + 100, 27 + 2 * 25), (0,),
    ),
    Example(
        _("Hollywood: three columns, each settled as a game"), HOLLYWOOD, TWO,
        (Knock(A, 0, 98), Knock(A, 0, 98), Knock(B, 4, 24), Knock(A, 0, 98), Knock(A, 0, 98)),
        # A wins each column with 246 points and 2 boxes; B is shut out in the first and the third.
        (3 * 246 + 6 * 25 + 3 * 100 + 2 * 246, 20 + 25), (0,),
    ),
    Example(
        _("In pairs: one won, one lost; then both won; then one hand was dead"), MODERN, FOUR,
        (
            Partners(Duel(A, 4, 30), Duel(D, 2, 12)),
            Partners(Duel(A, 3, 29), Duel(C, 1, 41)),
            Partners(Duel(C, 0, 60), Duel(None)),
        ),
        # Three rounds, their three boxes, the game, and the hand points again for the shutout.
        (16 + 66 + 85 + 75 + 100 + 167, 0), (0,),
    ),
    Example(
        _("Three players: the dealer sits out"), MODERN, THREE,
        (Knock(B, 2, 32, defender=C), Knock(A, 10, 6, defender=B)), (0, 30 + 29, 0),
    ),
)
# fmt: on
