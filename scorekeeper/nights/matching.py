"""Pairing everyone at the least cost, by networkx; repeats cost more than all distances."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeVar

import networkx

One = TypeVar("One")


def cheapest_pairs(
    every: Sequence[One], times: Callable[[One, One], int], neighbours: bool = False
) -> list[tuple[One, One]]:
    """Return pairs with as few repeats as possible; with ``neighbours``, then of those close in this order.

    They are in the order of their first members. Raise ``ValueError`` for an odd number.
    """
    if len(every) % 2:
        raise ValueError("an odd number cannot be paired")
    again = 1 + len(every) ** 3  # more than all distances together
    graph: networkx.Graph[int] = networkx.Graph()
    for a, b in combinations(range(len(every)), 2):
        met = times(every[a], every[b])
        distance = (a - b) ** 2 if neighbours else 0
        graph.add_edge(a, b, weight=-distance - (again * (len(every) + met) if met else 0))
    pairs = sorted(tuple(sorted(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True))
    return [(every[a], every[b]) for a, b in pairs]
