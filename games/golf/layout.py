"""The points of the layout, the cards in front of a player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from games.engine import Card, Cards, Cite, Message, _, cite, pack, say

from . import rulebook as rule
from .house import JOKERS_IN_PACK, ROWS, House, PairOfNegatives, Pairs

HIGHEST_VALUE = 10


def value(rank: str, house: House) -> int:
    match rank:
        case "X":
            return 0 if house.jokers is None else house.jokers
        case "A":
            return 1
        case "2":
            return house.twos
        case "K":
            return 0
        case "T" | "J" | "Q":
            return HIGHEST_VALUE
    return int(rank)


def table_pack(house: House) -> Cards:
    """Return the cards at this table."""
    one_pack = pack(jokers=0 if house.jokers is None else JOKERS_IN_PACK)
    return Cards(tuple(one_pack) * house.packs)


def columns(cards: Cards, house: House) -> tuple[tuple[Card, ...], ...]:
    """Split the cards, entered column by column from the top, into columns."""
    row_count = ROWS[house.layout]
    return tuple(tuple(cards[start : start + row_count]) for start in range(0, len(cards), row_count))


@dataclass(frozen=True)
class LayoutCount:
    """The points of a layout, and the pairs that cancel in it."""

    points: int
    because: tuple[Cite, ...]


def _is_one_rank(column: tuple[Card, ...], house: House) -> bool:
    """Return whether cards of one rank fill the column."""
    return len(column) == ROWS[house.layout] and len({card.rank for card in column}) == 1


def _keeps_points(rank: str, house: House) -> bool:
    """Return whether a pair of this rank keeps its points."""
    return value(rank, house) < 0 and house.pair_of_negatives is PairOfNegatives.KEEP


def count_layout(cards: Cards, house: House) -> LayoutCount:
    """Return the points without the bonus for four alike; the last cards may be missing."""
    total = sum(value(card.rank, house) for card in cards)
    reasons: list[Cite] = []
    for rank, n, reason in _cancelled_ranks(cards, house):
        if _keeps_points(rank, house):
            reasons.append(cite(rule.NEGATIVE, _("A pair of {rank} keeps its points"), rank=rank_sign(rank)))
            continue
        total -= n * value(rank, house)
        reasons.append(reason)
        if value(rank, house) < 0:
            reasons.append(cite(rule.NEGATIVE, _("A pair of {rank} counts nothing"), rank=rank_sign(rank)))
    return LayoutCount(total, tuple(reasons))


def _cancelled_ranks(cards: Cards, house: House) -> Iterator[tuple[str, int, Cite]]:
    """Yield the ranks that cancel, with the number of cards and the reason."""
    match house.pairs:
        case Pairs.COLUMN:
            for n, column in enumerate(columns(cards, house), start=1):
                if _is_one_rank(column, house):
                    words = _("Column {n}: all {rank}, nothing")
                    rank = column[0].rank
                    yield rank, len(column), cite(rule.COLUMN, words, n=n, rank=rank_sign(rank))
        case Pairs.ANY:
            for rank, n in Counter(card.rank for card in cards).items():
                if paired := n // 2 * 2:
                    words = _("A pair cancels: {rank}") if paired == 2 else _("{n} cards cancel: {rank}")
                    yield rank, paired, cite(rule.ANY, words, n=paired, rank=rank_sign(rank))


def rank_sign(rank: str) -> str | Message:
    """Return a rank as a card's corner shows it."""
    if rank == "X":
        return say(_("Joker"))
    return "10" if rank == "T" else rank


def squares(cards: Cards, house: House) -> int:
    """Return the number of squares; a square is two columns filled with one rank."""
    full_columns = Counter(column[0].rank for column in columns(cards, house) if _is_one_rank(column, house))
    return sum(n // 2 for n in full_columns.values())


# Limits of a total -----------------------------------------------------------


def least_total(house: House) -> int:
    """Return the lowest total that a layout can have."""
    rows, column_count = ROWS[house.layout], house.layout // ROWS[house.layout]
    if house.pairs is Pairs.NONE or house.pair_of_negatives is PairOfNegatives.KEEP:
        values = sorted(value(card.rank, house) for card in table_pack(house))[: house.layout]
        # Where pairs cancel, cards that count more than zero can come to nothing.
        lowest = sum(values) if house.pairs is Pairs.NONE else sum(n for n in values if n < 0)
        return lowest + column_count // 2 * house.square_bonus
    negatives = Counter(card.rank for card in table_pack(house) if value(card.rank, house) < 0)

    def least_without_pairs(columns_left: int) -> int:
        """Return the lowest total of this many columns if no pair cancels in them."""
        most_unpaired = 1 if house.pairs is Pairs.ANY else columns_left * (rows - 1)
        return sum(value(rank, house) * min(n, most_unpaired) for rank, n in negatives.items())

    return min(
        least_without_pairs(column_count - 2 * square_count) + square_count * house.square_bonus
        for square_count in range(column_count // 2 + 1)
    )


def most_total(house: House) -> int:
    """Return the highest total that a layout can have."""
    if house.pairs is not Pairs.ANY:
        return HIGHEST_VALUE * house.layout
    # With pairs anywhere, a second card of a rank would cancel the first.
    ranks = {card.rank for card in table_pack(house)}
    return sum(sorted((value(rank, house) for rank in ranks), reverse=True)[: house.layout])
