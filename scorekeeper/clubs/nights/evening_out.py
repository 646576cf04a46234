"""Who has been with whom, and tables rearranged by exchanges until nobody's evening can be made more even."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from .shapes import Sat, seated

Team = tuple[int, ...]
Teams = tuple[Team, ...]  # of one table, one a side


@dataclass
class Met:
    """How often each two have been partners, and opponents."""

    partners: Counter[frozenset[int]] = field(default_factory=Counter)
    opponents: Counter[frozenset[int]] = field(default_factory=Counter)

    def add(self, tables: Iterable[Sat]) -> None:
        for table in tables:
            teams = table.teams
            for team in teams:
                self.partners.update(frozenset(pair) for pair in combinations(team, 2))
            for one, other in combinations(teams, 2):
                self.opponents.update(frozenset((a, b)) for a in one for b in other)

    def as_partners(self, a: int, b: int) -> int:
        return self.partners[frozenset((a, b))]

    def as_opponents(self, one: Team, other: Team) -> int:
        """How often these two teams have met: the most that any two of them have."""
        return max(self.opponents[frozenset((a, b))] for a in one for b in other)


# A partner again costs more than any number of opponents again; each time more costs more than the last.
AGAIN = (0, 1, 5, 21, 85, 341, 1365)
PARTNER = 10_000


def again(times: int) -> int:
    return AGAIN[min(times, len(AGAIN) - 1)]


def unevenness(met: Met, teams: Teams) -> int:
    """What a table costs: partners again above all, then opponents again."""
    cost = 0
    for team in teams:
        for a, b in combinations(team, 2):
            cost += PARTNER * again(met.partners[frozenset((a, b))])
    for one, other in combinations(teams, 2):
        for a in one:
            for b in other:
                cost += again(met.opponents[frozenset((a, b))])
    return cost


def evened(
    tables: Sequence[Teams], cost: Callable[[Teams], int], rnd: Random, passes: int = 30
) -> tuple[int, list[Teams]]:
    """The tables after every exchange of two players that made them cheaper; and what they cost."""
    now = [[list(team) for team in table] for table in tables]
    costs = [cost(_fixed(table)) for table in now]
    places = [
        (t, s, p) for t, table in enumerate(now) for s, team in enumerate(table) for p in range(len(team))
    ]
    exchanges = [(one, other) for one, other in combinations(places, 2) if one[:2] != other[:2]]
    for _pass in range(passes):
        if not any(costs):
            break
        rnd.shuffle(exchanges)
        better = False
        for (t, s, p), (u, v, q) in exchanges:
            if not costs[t] and not costs[u]:
                continue
            now[t][s][p], now[u][v][q] = now[u][v][q], now[t][s][p]
            one = cost(_fixed(now[t]))
            other = cost(_fixed(now[u])) if u != t else one
            before = costs[t] + (costs[u] if u != t else costs[t])
            if one + other < before:
                costs[t], costs[u], better = one, other, True
            else:
                now[t][s][p], now[u][v][q] = now[u][v][q], now[t][s][p]
        if not better:
            break
    return sum(costs), [_fixed(table) for table in now]


def _fixed(table: list[list[int]]) -> Teams:
    return tuple(tuple(team) for team in table)


def sat_down(tables: Iterable[Teams], rnd: Random) -> tuple[Sat, ...]:
    """The tables with everybody on a chair; sides and chairs by lot."""
    found = []
    for table in tables:
        teams = [rnd.sample(team, len(team)) for team in table]
        rnd.shuffle(teams)
        found.append(Sat(seated(teams), len(teams)))
    return tuple(found)
