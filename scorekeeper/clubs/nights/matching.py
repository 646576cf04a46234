"""Everybody in pairs at the least cost, by networkx: a meeting again costs more than all else together."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeVar

import networkx

One = TypeVar("One")


def fewest_repeats(every: Sequence[One], times: Callable[[One, One], int]) -> list[tuple[One, One]]:
    """Everybody in pairs, as few of them as can be together again, and those who were so least.

    Raises ``ValueError`` for an odd number.
    """
    return _cheapest(every, times, lambda a, b: 0)


def closest(every: Sequence[One], times: Callable[[One, One], int]) -> list[tuple[One, One]]:
    """Everybody in pairs, as few as can be together again, and each with whoever stands near in this order.

    Raises ``ValueError`` for an odd number.
    """
    return _cheapest(every, times, lambda a, b: (a - b) ** 2)


def _cheapest(
    every: Sequence[One], times: Callable[[One, One], int], apart: Callable[[int, int], int]
) -> list[tuple[One, One]]:
    """The pairs in the order of their first; of all ways of pairing one that costs least."""
    if len(every) % 2:
        raise ValueError("an odd number cannot be paired")
    again = 1 + len(every) ** 3  # more than all distances together
    graph: networkx.Graph[int] = networkx.Graph()
    for a, b in combinations(range(len(every)), 2):
        met = times(every[a], every[b])
        graph.add_edge(a, b, weight=-apart(a, b) - (again * (len(every) + met) if met else 0))
    pairs = sorted(tuple(sorted(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True))
    return [(every[a], every[b]) for a, b in pairs]
