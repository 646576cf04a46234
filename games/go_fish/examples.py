"""Worked examples: shown with the rules, and run as tests."""

from games.engine import Example, PerSide, Seating, _

from .hands import Rank, Round, RoundByRanks
from .house import BookValue, Collect, End, House, Match, Tie

RANKS = {rank.value: rank for rank in Rank}
TWO, THREE = Seating(2, 2), Seating(3, 3)


def books(*counts: int) -> Round:
    return Round(PerSide(counts))


def ranks(*sides: str) -> RoundByRanks:
    return RoundByRanks(PerSide(frozenset(RANKS[rank] for rank in side) for side in sides))


# Each example: title, house rules, seating, hands, totals, and the winners if the game is over.
# fmt: off
EXAMPLES = (
    Example(_("Thirteen books: 6, 4 and 3"), House(), THREE, (books(6, 4, 3),), (6, 4, 3)),
    Example(
        _("Three rounds added up"), House(), THREE,
        (books(6, 4, 3), books(2, 7, 4), books(5, 3, 5)), (13, 14, 12), (1,),
    ),
    Example(
        _("Two players with five books each share a single round"), House(rounds=1), THREE,
        (books(5, 3, 5),), (5, 3, 5), (0, 2),
    ),
    Example(
        _("Tied: another round decides"), House(rounds=1, tie=Tie.EXTRA_ROUND), THREE,
        (books(5, 3, 5), books(4, 6, 3)), (9, 9, 8), None,
    ),
    Example(
        _("Rounds won are counted"), House(match=Match.ROUNDS_WON), THREE,
        (books(6, 4, 3), books(5, 3, 5), books(1, 2, 10)), (2, 0, 2), (0, 2),
    ),
    Example(
        _("Books have values: aces 15, kings 13, twos 2"), House(book_value=BookValue.RANK_VALUE), TWO,
        (ranks("AK2", "3456789TJQ"),), (30, 75),
    ),
    Example(
        _("The same books where each counts one"), House(), TWO,
        (ranks("AK2", "3456789TJQ"),), (3, 10),
    ),
    Example(_("Pairs: 26 of them"), House(collect=Collect.PAIRS), THREE, (books(9, 9, 8),), (9, 9, 8)),
    Example(
        _("A round that stopped early"), House(end=End.FIRST_OUT), THREE, (books(3, 2, 1),), (3, 2, 1),
    ),
)
# fmt: on
