"""Worked examples: shown with the rules, and run as tests."""

from games.engine import Example, PerSide, Seating, _

from .hands import Maid, Places
from .house import End, House, Scoring, Tie

TWO, THREE, FOUR = Seating(2, 2), Seating(3, 3), Seating(4, 4)
A, B, C = THREE.every_seat
RANKS, LETTERS = Scoring.FINISH_RANK, Scoring.LETTERS


def places(*numbers: int | None) -> Places:
    """Return a round with the place of each side; None for the player left with the old maid."""
    return Places(PerSide(numbers))


# Title, house rules, seating, hands, totals by side and, once the match is over, the winning sides.
# fmt: off
EXAMPLES = (
    Example(
        _("A mark for whoever was left with the old maid"), House(), THREE,
        (Maid(C),), (0, 0, 1),
    ),
    Example(
        _("The same round, entered as the order of getting out"), House(), THREE,
        (places(2, 1, None),), (0, 0, 1),
    ),
    Example(
        _("After five rounds the fewest marks win"), House(), THREE,
        (Maid(C), Maid(A), Maid(C), Maid(B), Maid(A)), (2, 1, 2), (1,),
    ),
    Example(
        _("Tied after five rounds: the win is shared"), House(), THREE,
        (Maid(C), Maid(C), Maid(C), Maid(B), Maid(A)), (1, 1, 3), (0, 1),
    ),
    Example(
        _("Tied after five rounds: another round decides"), House(tie=Tie.EXTRA_ROUND), THREE,
        (Maid(C), Maid(C), Maid(C), Maid(B), Maid(A), Maid(A)), (2, 1, 3), (1,),
    ),
    Example(
        _("The third mark ends the game"), House(end=End.LIMIT), THREE,
        (Maid(C), Maid(A), Maid(C), Maid(C)), (1, 0, 3), (1,),
    ),
    Example(
        _("Four players, places count: 3, 2, 1 and 0"), House(scoring=RANKS), FOUR,
        (places(3, 1, 4, 2),), (1, 3, 0, 2),
    ),
    Example(
        _("The table's own points: 5, 2 and minus 1"), House(scoring=RANKS, rank_points=(5, 2, -1)), THREE,
        (places(1, None, 2), places(2, None, 1)), (7, -2, 7),
    ),
    Example(
        _("Letters of OLD: the third puts a player out, and two play on"), House(scoring=LETTERS), THREE,
        (Maid(C), Maid(C), Maid(C), Maid(B), Maid(B)), (0, 2, 3), (0,),
    ),
    Example(
        _("Letters of MAID, and the last player in wins"), House(scoring=LETTERS, limit=4, rounds=10), TWO,
        (Maid(A), Maid(B), Maid(B), Maid(B), Maid(B)), (1, 4), (0,),
    ),
)
# fmt: on
