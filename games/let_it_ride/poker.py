"""Poker hands of five cards, and of a player's own three."""

from __future__ import annotations

from collections import Counter

from games.engine import Cards, Choice, _

ORDER = "23456789TJQKA"
LOWEST_STRAIGHT = "2345A"  # the ace ranks below the two
LOWEST_OF_THREE = "23A"
TENS_OR_BETTER = "TJQKA"


class Made(Choice):
    """A poker hand of five cards, from the lowest to the highest."""

    NO_PAY = "no_pay", _("No pay")
    TENS = "tens_or_better", _("Tens or better")
    TWO_PAIR = "two_pair", _("Two pair")
    THREE = "three_of_a_kind", _("Three of a kind")
    STRAIGHT = "straight", _("Straight")
    FLUSH = "flush", _("Flush")
    FULL_HOUSE = "full_house", _("Full house")
    FOUR = "four_of_a_kind", _("Four of a kind")
    STRAIGHT_FLUSH = "straight_flush", _("Straight flush")
    ROYAL_FLUSH = "royal_flush", _("Royal flush")


class Own(Choice):
    """A poker hand of three cards, from the lowest to the highest."""

    NOTHING = "nothing", _("Nothing")
    PAIR = "pair", _("Pair")
    FLUSH = "flush", _("Flush")
    STRAIGHT = "straight", _("Straight")
    THREE = "three_of_a_kind", _("Three of a kind")
    STRAIGHT_FLUSH = "straight_flush", _("Straight flush")
    MINI_ROYAL = "mini_royal", _("A-K-Q suited")


def _in_order(cards: Cards) -> str:
    """Return the ranks of the cards, the lowest first."""
    return "".join(sorted((card.rank for card in cards), key=ORDER.index))


def is_straight(cards: Cards) -> bool:
    """Return whether the ranks are consecutive, with the ace above the king or below the two."""
    ranks = _in_order(cards)
    return ranks in ORDER or ranks in (LOWEST_STRAIGHT, LOWEST_OF_THREE)


def is_flush(cards: Cards) -> bool:
    return len({card.suit for card in cards}) == 1


def made(cards: Cards) -> Made:
    """Return the poker hand of five cards."""
    straight, flush = is_straight(cards), is_flush(cards)
    kinds = Counter(card.rank for card in cards)
    alike = sorted(kinds.values(), reverse=True)
    if straight and flush:
        return Made.ROYAL_FLUSH if _in_order(cards) == TENS_OR_BETTER else Made.STRAIGHT_FLUSH
    if alike[0] == 4:
        return Made.FOUR
    if alike == [3, 2]:
        return Made.FULL_HOUSE
    if flush:
        return Made.FLUSH
    if straight:
        return Made.STRAIGHT
    if alike[0] == 3:
        return Made.THREE
    if alike[:2] == [2, 2]:
        return Made.TWO_PAIR
    high = any(n == 2 and rank in TENS_OR_BETTER for rank, n in kinds.items())
    return Made.TENS if high else Made.NO_PAY


def own(cards: Cards) -> Own:
    """Return the poker hand of a player's own three cards."""
    straight, flush = is_straight(cards), is_flush(cards)
    different = len({card.rank for card in cards})
    if straight and flush:
        return Own.MINI_ROYAL if _in_order(cards) == "QKA" else Own.STRAIGHT_FLUSH
    if different == 1:
        return Own.THREE
    if straight:
        return Own.STRAIGHT
    if flush:
        return Own.FLUSH
    return Own.PAIR if different == 2 else Own.NOTHING


UNLIKE = (Own.FLUSH, Own.STRAIGHT, Own.STRAIGHT_FLUSH, Own.MINI_ROYAL)  # three different ranks
OF_A_KIND = (Made.THREE, Made.FULL_HOUSE, Made.FOUR)
ALL_UNLIKE = (Made.STRAIGHT, Made.FLUSH, Made.STRAIGHT_FLUSH, Made.ROYAL_FLUSH)


def go_together(five: Made, three: Own) -> bool:
    """Return whether five cards of this hand can include three of that hand."""
    if three is Own.THREE:
        return five in OF_A_KIND
    if three is Own.PAIR:
        return five not in ALL_UNLIKE
    return three not in UNLIKE or five not in (Made.FULL_HOUSE, Made.FOUR)
