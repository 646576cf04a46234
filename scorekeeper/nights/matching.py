"""Pairing everyone at the least cost, by networkx; repeats cost more than all distances."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeVar

import networkx

One = TypeVar("One")


def fewest_repeats(every: Sequence[One], times: Callable[[One, One], int]) -> list[tuple[One, One]]:
    """Return pairs with as few repeats as possible.

    Raise ``ValueError`` for an odd number.
    """
    return _cheapest(every, times, lambda a, b: 0)


def closest(every: Sequence[One], times: Callable[[One, One], int]) -> list[tuple[One, One]]:
    """Return pairs with as few repeats as possible, then of neighbours in this order.

    Raise ``ValueError`` for an odd number.
    """
    return _cheapest(every, times, lambda a, b: (a - b) ** 2)


def _cheapest(
    every: Sequence[One], times: Callable[[One, One], int], distance: Callable[[int, int], int]
) -> list[tuple[One, One]]:
    """Return the pairs of the cheapest pairing, in the order of their first members."""
    if len(every) % 2:
        raise ValueError("an odd number cannot be paired")
    again = 1 + len(every) ** 3  # more than all distances together
    graph: networkx.Graph[int] = networkx.Graph()
    for a, b in combinations(range(len(every)), 2):
        met = times(every[a], every[b])
        graph.add_edge(a, b, weight=-distance(a, b) - (again * (len(every) + met) if met else 0))
    pairs = sorted(tuple(sorted(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True))
    return [(every[a], every[b]) for a, b in pairs]
