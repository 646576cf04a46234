"""A bare script that adds up Big Two as played in Hong Kong: the baseline of bench_engine.py."""

from collections.abc import Iterable, Sequence

from games.big_two.hands import Deal
from games.engine import PerSide, Seat

SLUG = "big_two"


def total(hands: Iterable[tuple[int, Sequence[int]]]) -> list[int]:
    """Return the totals of deals, each given as its winner and the cards left.

    Ten cards or more count double, all 13 triple.
    """
    totals = [0, 0, 0, 0]
    for winner, cards_left in hands:
        for seat, cards in enumerate(cards_left):
            loss = cards * (3 if cards == 13 else 2 if cards >= 10 else 1)
            totals[seat] -= loss
            totals[winner] += loss
    return totals


def sample_deals() -> tuple[list[object], list[tuple[int, Sequence[int]]]]:
    """Return the same deals as the engine's hands and as the script's input."""
    deals = [
        (n % 4, tuple(0 if seat == n % 4 else (3 * n + 5 * seat) % 13 + 1 for seat in range(4)))
        for n in range(20)
    ]
    return [Deal(Seat(winner), PerSide(left)) for winner, left in deals], list(deals)
