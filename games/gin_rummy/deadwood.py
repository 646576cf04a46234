"""The arrangement of a hand that leaves the least deadwood."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from games.engine import LOW, Card, Cards, is_run, is_set

from .hands import card_points

ORDER = LOW[0]  # the ranks, from ace to king


def deadwood(cards: Cards) -> int:
    """Return the points of these cards if they are in no meld."""
    return sum(card_points(card.rank) for card in cards)


def least_deadwood(cards: Cards) -> Cards:
    """Return the cards left over in the best arrangement."""
    return _least_left_over(Cards(sorted(cards, key=lambda card: (ORDER.index(card.rank), card.suit))))


def _least_left_over(cards: Cards) -> Cards:
    """Return the cards left over, from cards sorted by rank: the first is deadwood or begins a meld."""
    if not cards:
        return cards
    first, rest = cards[0], Cards(cards[1:])
    best = Cards((first, *_least_left_over(rest)))
    for meld in _melds_from(first, rest):
        left_over = _least_left_over(Cards(card for card in rest if card not in meld))
        best = min(best, left_over, key=deadwood)
    return best


def _melds_from(first: Card, others: Cards) -> Iterator[tuple[Card, ...]]:
    """Yield the melds that begin with this card."""
    same_rank = [card for card in others if card.rank == first.rank]
    for n in (2, 3):
        yield from (meld for rest in combinations(same_rank, n) if is_set(meld := (first, *rest)))
    same_suit = [card for card in others if card.suit == first.suit]
    for n in range(2, len(same_suit) + 1):
        if is_run(meld := (first, *same_suit[:n])):
            yield meld
