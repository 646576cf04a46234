"""The input of a draw (attendees, past rounds), and what the pairing methods share: shapes, costs, swaps."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any, TypeVar

Member = TypeVar("Member")


@dataclass(frozen=True)
class Shape:
    """Seats and sides of a table; partners sit opposite, as in ``games.engine.Seating``."""

    seats: int
    sides: int

    @property
    def team(self) -> int:
        return self.seats // self.sides


@dataclass(frozen=True)
class SeatedTable:
    """A table of a round: its people by seat; ``places`` are the final places of its sides, 1 the best."""

    seats: tuple[int, ...]
    sides: int
    places: tuple[int, ...] = ()

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        return tuple(self.seats[side :: self.sides] for side in range(self.sides))


def table_shapes(people: int, usual: Shape, others: Sequence[Shape]) -> list[Shape]:
    """Return the shapes of tables that seat as many people as possible, at usual tables where possible.

    Tables of the usual shape come first. Return [] if there are too few people for any table.
    """
    shapes = [usual, *others]
    best: list[list[Shape] | None] = [[]] + [None] * people  # best[n] seats exactly n people
    for n in range(1, people + 1):
        for shape in shapes:
            before = best[n - shape.seats] if n >= shape.seats else None
            if before is not None and _is_better([*before, shape], best[n], usual):
                best[n] = [*before, shape]
    most_seated = next(tables for tables in reversed(best) if tables is not None)
    return sorted(most_seated, key=lambda shape: shapes.index(shape))


def _is_better(tables: list[Shape], other: list[Shape] | None, usual: Shape) -> bool:
    if other is None:
        return True
    return (tables.count(usual), -len(tables)) > (other.count(usual), -len(other))


Team = tuple[int, ...]
Teams = tuple[Team, ...]  # the teams of one table, one per side


def partner_groups(partner: Mapping[int, int | None]) -> list[Team]:
    """Return each pair of people who named each other, followed by all others who named one of the two.

    Of each group in a draw, two play and the others sit out.
    """
    pairs = [(a, b) for a, b in partner.items() if b is not None and a < b and partner.get(b) == a]
    return [
        (a, b, *(person for person, other in partner.items() if other in (a, b) and person not in (a, b)))
        for a, b in pairs
    ]


@dataclass
class Meetings:
    """Counts of how often any two people have been partners and opponents."""

    partners: Counter[frozenset[int]] = field(default_factory=Counter)
    opponents: Counter[frozenset[int]] = field(default_factory=Counter)

    def add(self, tables: Iterable[SeatedTable]) -> None:
        for table in tables:
            teams = table.teams
            for team in teams:
                self.partners.update(frozenset(pair) for pair in combinations(team, 2))
            for team, other in combinations(teams, 2):
                self.opponents.update(frozenset((a, b)) for a in team for b in other)

    def as_partners(self, a: int, b: int) -> int:
        return self.partners[frozenset((a, b))]

    def as_opponents(self, team: Team, other: Team) -> int:
        """Return how often two teams have met: the maximum over their members."""
        return max(self.opponents[frozenset((a, b))] for a in team for b in other)


# Repeated partners cost more than any number of repeated opponents; costs grow with each repeat.
REPEAT_COSTS = (0, 1, 5, 21, 85, 341, 1365)
PARTNER_WEIGHT = 10_000


def cost_of_times(times: int) -> int:
    return REPEAT_COSTS[min(times, len(REPEAT_COSTS) - 1)]


def repeat_cost(meetings: Meetings, teams: Teams) -> int:
    """Return a table's cost: repeated partners above all, then repeated opponents."""
    cost = 0
    for team in teams:
        for a, b in combinations(team, 2):
            cost += PARTNER_WEIGHT * cost_of_times(meetings.partners[frozenset((a, b))])
    for team, other in combinations(teams, 2):
        for a in team:
            for b in other:
                cost += cost_of_times(meetings.opponents[frozenset((a, b))])
    return cost


# Pairs of people that one search for a cheaper draw may compare: about 0.1 s of processor time.
MOST_COMPARED = 150_000


def improve_by_swaps(
    tables: Sequence[tuple[tuple[Member, ...], ...]], cost: Callable[[Any], int], rnd: Random
) -> tuple[int, list[tuple[tuple[Member, ...], ...]]]:
    """Swap members of different teams while a swap lowers the cost; return the total cost and the tables.

    The work is bounded by ``MOST_COMPARED``: a large night gets a good draw, not the best draw.
    """
    current = [[list(team) for team in table] for table in tables]
    costs = [cost(_as_tuples(table)) for table in current]
    # A place is a person's table, side and position.
    places = [
        (t, s, p) for t, table in enumerate(current) for s, team in enumerate(table) for p in range(len(team))
    ]
    exchanges = [(place, other) for place, other in combinations(places, 2) if place[:2] != other[:2]]
    pair_counts = [math.comb(sum(map(len, table)), 2) for table in tables]
    budget = MOST_COMPARED
    for _pass in range(30):
        if not any(costs):
            break
        rnd.shuffle(exchanges)
        improved = False
        for (t, s, p), (t2, s2, p2) in exchanges:
            if not costs[t] and not costs[t2]:
                continue
            budget -= pair_counts[t] + pair_counts[t2]
            if budget < 0:
                return sum(costs), [_as_tuples(table) for table in current]
            current[t][s][p], current[t2][s2][p2] = current[t2][s2][p2], current[t][s][p]
            first = cost(_as_tuples(current[t]))
            second = cost(_as_tuples(current[t2])) if t2 != t else first
            # If both places are at one table, its cost counts twice, before and after the swap.
            before = costs[t] + costs[t2]
            if first + second < before:
                costs[t], costs[t2], improved = first, second, True
            else:
                current[t][s][p], current[t2][s2][p2] = current[t2][s2][p2], current[t][s][p]
        if not improved:
            break
    return sum(costs), [_as_tuples(table) for table in current]


def _as_tuples(table: list[list[Member]]) -> tuple[tuple[Member, ...], ...]:
    return tuple(tuple(team) for team in table)


def seat_teams(tables: Iterable[Teams], rnd: Random) -> tuple[SeatedTable, ...]:
    seated = []
    for table in tables:
        teams = [rnd.sample(team, len(team)) for team in table]
        rnd.shuffle(teams)
        # By seat: the first of each side, then the second.
        seats = tuple(person for row in zip(*teams, strict=True) for person in row)
        seated.append(SeatedTable(seats, len(teams)))
    return tuple(seated)


RANDOM, ROTATING, PROGRESSIVE, SWISS, FIXED = "random", "rotating", "progressive", "swiss", "fixed"


@dataclass(frozen=True)
class Attendee:
    """A person at the night: their partner, and whether they sit out by choice.

    If ``partner`` and someone else have named each other, this person takes turns with these two: of such a
    group, two people play in each round.
    """

    id: int
    partner: int | None = None
    rests: bool = False


@dataclass(frozen=True)
class Pairing:
    """The tables of a round, in the order of their numbers, and the people who sit out."""

    tables: tuple[SeatedTable, ...] = ()
    sitting_out: tuple[int, ...] = ()


@dataclass(frozen=True)
class Draw:
    """The input of a draw: attendees in order of arrival, past rounds, table shapes.

    ``others`` are further table shapes, for people who find no seat at tables of the usual ``shape``.
    ``standing`` are the people, best first, for the Swiss method.
    """

    attendees: tuple[Attendee, ...]
    shape: Shape
    seed: int
    past: tuple[Pairing, ...] = ()
    others: tuple[Shape, ...] = ()
    standing: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        return len(self.past) + 1

    @property
    def playing(self) -> list[Attendee]:
        return [person for person in self.attendees if not person.rests]

    def random_for(self, what: str) -> Random:
        return Random(f"{self.seed}.{self.number}.{what}")

    @property
    def meetings(self) -> Meetings:
        meetings = Meetings()
        for pairing in self.past:
            meetings.add(pairing.tables)
        return meetings
