"""Worked examples: shown with the rules, and run as tests."""

from dataclasses import replace

from games.engine import Cards, Example, PerSide, Seat, Seating, _

from .hands import ByCards, Hole
from .house import SIX_CARDS, House, KnockPenalty, KnockTie, PairOfNegatives, Pairs, Tie

TWO, THREE = Seating(2, 2), Seating(3, 3)
FOUR_CARDS = House()
ONE_HOLE = replace(FOUR_CARDS, holes=1)


def hole(*hole_points: int, knocker: int | None = None) -> Hole:
    return Hole(PerSide(hole_points), None if knocker is None else Seat(knocker))


def hole_by_cards(*hands: str, knocker: int | None = None) -> ByCards:
    cards = PerSide(Cards.read(hand) for hand in hands)
    return ByCards(cards, None if knocker is None else Seat(knocker))


# Each example: title, house rules, seating, hands, totals, and the winners if the game is over.
# fmt: off
EXAMPLES = (
    Example(_("Three holes by totals"), FOUR_CARDS, THREE, (hole(12, 7, 20), hole(3, 15, 8), hole(9, 9, 0)),
            (24, 31, 28)),
    Example(
        _("By cards, no pairs: two fives count 10, a king 0"), FOUR_CARDS, TWO,
        (hole_by_cards("5S 5H KD 2C", "AS JH QD 10C"),), (12, 31),
    ),
    Example(
        _("Pairs anywhere: three alike leave one, four leave nothing"),
        replace(FOUR_CARDS, pairs=Pairs.ANY), THREE,
        (hole_by_cards("7S 7H 7D 2C", "9S 9H 9D 9C", "JS QH KD KC"),), (9, 0, 20),
    ),
    Example(
        _("Pairs in a column: 5 over 5 cancels, 5 beside 5 does not"),
        replace(FOUR_CARDS, pairs=Pairs.COLUMN), TWO,
        (hole_by_cards("5S 5H KD 2C", "5D AC 5C 3S"),), (2, 14),
    ),
    Example(
        _("Six cards: a column of sixes counts 0, a two counts two below zero"), SIX_CARDS, TWO,
        (hole_by_cards("6S 6H 2D KC AS 3H", "QS JH 8D 8C 2S 2H"),), (2, 20),
    ),
    Example(
        _("Two twos in a column keep their points"),
        replace(SIX_CARDS, pair_of_negatives=PairOfNegatives.KEEP), TWO,
        (hole_by_cards("2S 2H 4D KC AS 3H", "QS JH 8D 8C 2D 5H"),), (4, 23),
    ),
    Example(
        _("Jokers count five below zero"), replace(SIX_CARDS, twos=2, jokers=-5), TWO,
        (hole_by_cards("X1 9H 4D KC AS 3H", "QS JH 8D 8C 2D 5H"),), (12, 27),
    ),
    Example(
        _("Four threes in two columns: ten points off"), replace(SIX_CARDS, twos=2, square_bonus=-10), TWO,
        (hole_by_cards("3S 3H 3D 3C AS 4H", "QS JH 8D 8C 2D 5H"),), (-5, 27),
    ),
    Example(
        _("Knocked and beaten: twice the points plus five"),
        replace(FOUR_CARDS, knock_penalty=KnockPenalty.DOUBLE_PLUS5), THREE,
        (hole(12, 7, 20, knocker=0), hole(3, 15, 8, knocker=0)), (29 + 3, 22, 28),
    ),
    Example(
        _("Knocked and beaten below zero: five more, because points below zero are not doubled"),
        replace(SIX_CARDS, knock_penalty=KnockPenalty.DOUBLE_PLUS5), THREE,
        (hole(-4, -6, 20, knocker=0),), (1, -6, 20),
    ),
    Example(
        _("Knocked and tied with the lowest, which counts as beaten: ten more"),
        replace(FOUR_CARDS, knock_penalty=KnockPenalty.PLUS10, knock_tie=KnockTie.BEATEN), THREE,
        (hole(7, 7, 20, knocker=1),), (7, 17, 20),
    ),
    Example(
        _("Knocked and beaten: as much as the highest"),
        replace(FOUR_CARDS, knock_penalty=KnockPenalty.EQUALS_HIGHEST), THREE,
        (hole(12, 7, 20, knocker=0),), (20, 7, 20),
    ),
    Example(_("A single hole; the lowest wins"), ONE_HOLE, THREE, (hole(12, 7, 20),), (12, 7, 20), (1,)),
    Example(_("Tied: the win is shared"), ONE_HOLE, THREE, (hole(7, 7, 20),), (7, 7, 20), (0, 1)),
    Example(
        _("Tied: another hole decides"), replace(ONE_HOLE, tie=Tie.EXTRA_HOLE), THREE,
        (hole(7, 7, 20), hole(9, 4, 1)), (16, 11, 21), (1,),
    ),
)
# fmt: on
