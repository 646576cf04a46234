"""Melds: sets of a rank, runs of a suit; jokers stand for any card."""

from __future__ import annotations

from collections.abc import Iterable

from .cards import Card

SHORTEST = 3  # cards in a meld

# The orders of the ranks in a run, by where the ace may stand.
LOW = ("A23456789TJQK",)
HIGH_OR_LOW = (*LOW, "23456789TJQKA")
ROUND_THE_CORNER = ("A23456789TJQKA23456789TJQ",)


def is_set(cards: Iterable[Card]) -> bool:
    """Return whether these are three or four cards of a rank, all of different suits."""
    cards = tuple(cards)
    plain = [card for card in cards if not card.joker]
    suits = {card.suit for card in plain}
    one_rank = len({card.rank for card in plain}) == 1
    return one_rank and len(suits) == len(plain) and SHORTEST <= len(cards) <= 4


def is_run(cards: Iterable[Card], orders: Iterable[str] = LOW) -> bool:
    """Return whether these are three or more consecutive cards of a suit in one of these orders."""
    cards = tuple(cards)
    plain = [card for card in cards if not card.joker]
    ranks = {card.rank for card in plain}
    if len({card.suit for card in plain}) != 1 or len(ranks) != len(plain) or len(cards) < SHORTEST:
        return False
    n = len(cards)
    stretches = (order[start : start + n] for order in orders for start in range(len(order) - n + 1))
    # A long stretch round the corner would repeat a rank.
    return any(len(set(stretch)) == n and ranks <= set(stretch) for stretch in stretches)
