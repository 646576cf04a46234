"""As many pairs as there can be: a maximum matching (Edmonds), for who may still be put together."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeVar

One = TypeVar("One")
NOBODY = -1


def most_pairs(every: Sequence[One], fit: Callable[[One, One], bool]) -> list[tuple[One, One]]:
    """The most pairs of these of whom each two fit; who stays alone is in none of them."""
    near: list[list[int]] = [[] for _one in every]
    for a, b in combinations(range(len(every)), 2):
        if fit(every[a], every[b]):
            near[a].append(b)
            near[b].append(a)
    mate = _maximum(near)
    return [(every[a], every[b]) for a, b in enumerate(mate) if a < b]


def _maximum(near: list[list[int]]) -> list[int]:
    """Whom each is put together with (NOBODY: none): paths are made longer until no more can be."""
    mate = [NOBODY] * len(near)
    for one, others in enumerate(near):  # most of them without any search
        free = next((other for other in others if mate[other] == NOBODY), NOBODY)
        if mate[one] == NOBODY and free != NOBODY:
            mate[one], mate[free] = free, one
    for one in range(len(near)):
        if mate[one] == NOBODY:
            _lengthen(near, mate, one)
    return mate


def _lengthen(near: list[list[int]], mate: list[int], root: int) -> None:
    """Give ``root`` a partner, if others can change theirs so that nobody loses one."""
    n = len(near)
    parent, base = [NOBODY] * n, list(range(n))
    seen = [False] * n
    seen[root] = True
    queue = deque([root])
    while queue:
        one = queue.popleft()
        for other in near[one]:
            if base[one] == base[other] or mate[one] == other:
                continue
            if other == root or (mate[other] != NOBODY and parent[mate[other]] != NOBODY):
                _contract(one, other, base, mate, parent, seen, queue)
            elif parent[other] == NOBODY:
                parent[other] = one
                if mate[other] == NOBODY:
                    _turn(other, mate, parent)
                    return
                seen[mate[other]] = True
                queue.append(mate[other])


def _contract(
    one: int,
    other: int,
    base: list[int],
    mate: list[int],
    parent: list[int],
    seen: list[bool],
    queue: deque[int],
) -> None:
    """An odd circle becomes one point."""
    stem = _meeting(one, other, base, mate, parent)
    within = [False] * len(base)
    for start, child in ((one, other), (other, one)):
        while base[start] != stem:
            within[base[start]] = within[base[mate[start]]] = True
            parent[start] = child
            child = mate[start]
            start = parent[child]
    for each in range(len(base)):
        if within[base[each]]:
            base[each] = stem
            if not seen[each]:
                seen[each] = True
                queue.append(each)


def _meeting(one: int, other: int, base: list[int], mate: list[int], parent: list[int]) -> int:
    passed = set()
    while True:
        one = base[one]
        passed.add(one)
        if mate[one] == NOBODY:
            break
        one = parent[mate[one]]
    while base[other] not in passed:
        other = parent[mate[base[other]]]
    return base[other]


def _turn(end: int, mate: list[int], parent: list[int]) -> None:
    while end != NOBODY:
        before = parent[end]
        after = mate[before]
        mate[end], mate[before] = before, end
        end = after


def fewest_repeats(every: Sequence[One], times: Callable[[One, One], int]) -> list[tuple[One, One]]:
    """Everybody in pairs, as few of them as can be together again.

    Who cannot be paired anew are no two of them strangers to each other: so they are put with whoever
    they were with least. Raises ``ValueError`` for an odd number.
    """
    if len(every) % 2:
        raise ValueError("an odd number cannot be paired")
    pairs = most_pairs(every, lambda a, b: times(a, b) == 0)
    paired = {one for pair in pairs for one in pair}
    left = [one for one in every if one not in paired]
    most = 1
    while left:
        more = most_pairs(left, lambda a, b: times(a, b) <= most)  # noqa: B023 (used at once)
        if len(more) * 2 == len(left):
            return pairs + more
        most += 1
    return pairs


def repeats_needed(every: Sequence[One], times: Callable[[One, One], int]) -> int:
    """How many of the pairs must have been together before."""
    return len(every) // 2 - len(most_pairs(every, lambda a, b: times(a, b) == 0))


def closest(every: Sequence[One], times: Callable[[One, One], int]) -> list[tuple[One, One]]:
    """Everybody in pairs, as few as can be together again, and each with whoever stands nearest in order.

    Raises ``ValueError`` for an odd number.
    """
    if len(every) % 2:
        raise ValueError("an odd number cannot be paired")
    left = list(every)
    needed = repeats_needed(left, times)
    pairs = []
    while left:
        first, *rest = left
        for other in rest:
            again = times(first, other) > 0
            remain = [one for one in rest if one != other]
            if again and not needed:
                continue
            if repeats_needed(remain, times) <= needed - again:
                pairs.append((first, other))
                left, needed = remain, needed - again
                break
    return pairs
