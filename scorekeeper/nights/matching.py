"""Pairing of everyone at the least cost, with networkx; a repeated pair costs more than all distances."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeVar

Item = TypeVar("Item")


def cheapest_pairs(
    items: Sequence[Item], times_met: Callable[[Item, Item], int], neighbours: bool = False
) -> list[tuple[Item, Item]]:
    """Return pairs with as few repeats as possible; with ``neighbours``, pair items close to each other.

    The pairs are in the order of their first items. Raise ``ValueError`` for an odd number.
    """
    import networkx

    if len(items) % 2:
        raise ValueError("an odd number cannot be paired")
    repeat_cost = 1 + len(items) ** 3  # more than all distances together
    graph: networkx.Graph[int] = networkx.Graph()
    for a, b in combinations(range(len(items)), 2):
        met = times_met(items[a], items[b])
        distance = (a - b) ** 2 if neighbours else 0
        graph.add_edge(a, b, weight=-distance - (repeat_cost * (len(items) + met) if met else 0))
    pairs = sorted(tuple(sorted(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True))
    return [(items[a], items[b]) for a, b in pairs]
