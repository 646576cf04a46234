"""Poker hands of five cards, and of a player's own three."""

from __future__ import annotations

from collections import Counter

from games.engine import Cards, Choice, _

ORDER = "23456789TJQKA"
LOWEST_STRAIGHT = "2345A"  # sorted by ORDER, although the ace ranks below the two here
LOWEST_STRAIGHT_OF_THREE = "23A"
TENS_OR_BETTER = "TJQKA"


class FiveCardHand(Choice):
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


class ThreeCardHand(Choice):
    """A poker hand of three cards, from the lowest to the highest."""

    NOTHING = "nothing", _("Nothing")
    PAIR = "pair", _("Pair")
    FLUSH = "flush", _("Flush")
    STRAIGHT = "straight", _("Straight")
    THREE = "three_of_a_kind", _("Three of a kind")
    STRAIGHT_FLUSH = "straight_flush", _("Straight flush")
    MINI_ROYAL = "mini_royal", _("A-K-Q suited")


def _sorted_ranks(cards: Cards) -> str:
    """Return the ranks of the cards, the lowest first."""
    return "".join(sorted((card.rank for card in cards), key=ORDER.index))


def is_straight(cards: Cards) -> bool:
    """Return whether the ranks are consecutive, with the ace above the king or below the two."""
    ranks = _sorted_ranks(cards)
    return ranks in ORDER or ranks in (LOWEST_STRAIGHT, LOWEST_STRAIGHT_OF_THREE)


def is_flush(cards: Cards) -> bool:
    return len({card.suit for card in cards}) == 1


def five_card_hand(cards: Cards) -> FiveCardHand:
    """Return the poker hand of five cards."""
    straight, flush = is_straight(cards), is_flush(cards)
    rank_counts = Counter(card.rank for card in cards)
    counts = sorted(rank_counts.values(), reverse=True)
    if straight and flush:
        return (
            FiveCardHand.ROYAL_FLUSH
            if _sorted_ranks(cards) == TENS_OR_BETTER
            else FiveCardHand.STRAIGHT_FLUSH
        )
    if counts[0] == 4:
        return FiveCardHand.FOUR
    if counts == [3, 2]:
        return FiveCardHand.FULL_HOUSE
    if flush:
        return FiveCardHand.FLUSH
    if straight:
        return FiveCardHand.STRAIGHT
    if counts[0] == 3:
        return FiveCardHand.THREE
    if counts[:2] == [2, 2]:
        return FiveCardHand.TWO_PAIR
    has_high_pair = any(n == 2 and rank in TENS_OR_BETTER for rank, n in rank_counts.items())
    return FiveCardHand.TENS if has_high_pair else FiveCardHand.NO_PAY


def three_card_hand(cards: Cards) -> ThreeCardHand:
    """Return the poker hand of a player's own three cards."""
    straight, flush = is_straight(cards), is_flush(cards)
    rank_count = len({card.rank for card in cards})
    if straight and flush:
        return ThreeCardHand.MINI_ROYAL if _sorted_ranks(cards) == "QKA" else ThreeCardHand.STRAIGHT_FLUSH
    if rank_count == 1:
        return ThreeCardHand.THREE
    if straight:
        return ThreeCardHand.STRAIGHT
    if flush:
        return ThreeCardHand.FLUSH
    return ThreeCardHand.PAIR if rank_count == 2 else ThreeCardHand.NOTHING


THREE_DIFFERENT_RANKS = (
    ThreeCardHand.FLUSH,
    ThreeCardHand.STRAIGHT,
    ThreeCardHand.STRAIGHT_FLUSH,
    ThreeCardHand.MINI_ROYAL,
)
WITH_THREE_ALIKE = (FiveCardHand.THREE, FiveCardHand.FULL_HOUSE, FiveCardHand.FOUR)
FIVE_DIFFERENT_RANKS = (
    FiveCardHand.STRAIGHT,
    FiveCardHand.FLUSH,
    FiveCardHand.STRAIGHT_FLUSH,
    FiveCardHand.ROYAL_FLUSH,
)


def go_together(hand_of_five: FiveCardHand, hand_of_three: ThreeCardHand) -> bool:
    """Return whether five cards that make the one hand can include three that make the other."""
    if hand_of_three is ThreeCardHand.THREE:
        return hand_of_five in WITH_THREE_ALIKE
    if hand_of_three is ThreeCardHand.PAIR:
        return hand_of_five not in FIVE_DIFFERENT_RANKS
    # A full house and four of a kind have only two ranks.
    return hand_of_three not in THREE_DIFFERENT_RANKS or hand_of_five not in (
        FiveCardHand.FULL_HOUSE,
        FiveCardHand.FOUR,
    )
