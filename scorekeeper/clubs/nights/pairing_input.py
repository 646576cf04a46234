"""What the pairing of a round goes by: who is here, the tables so far, who has been with whom."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random


@dataclass(frozen=True)
class Shape:
    """Chairs and sides of a table; partners sit opposite, as in ``games.engine.Seating``."""

    seats: int
    sides: int

    @property
    def team(self) -> int:
        """How many play together."""
        return self.seats // self.sides


@dataclass(frozen=True)
class SeatedTable:
    """A table of a round: who sat on which chair; ``places`` are those of its sides, 1 the best."""

    seats: tuple[int, ...]
    sides: int
    places: tuple[int, ...] = ()

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Who played together, one team a side."""
        return tuple(self.seats[side :: self.sides] for side in range(self.sides))


def seat_order(teams: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Teams on their chairs: the first of each side, then the second of each."""
    return tuple(team[n] for n in range(len(teams[0])) for team in teams)


def table_shapes(people: int, usual: Shape, others: Sequence[Shape] = ()) -> list[Shape]:
    """The tables for so many: as few without a seat as can be, then as many usual tables as can be.

    The usual ones come first. Nothing where there are too few for any table.
    """
    kinds = [usual, *others]
    best: list[list[Shape] | None] = [[]] + [None] * people
    for n in range(1, people + 1):
        for kind in kinds:
            before = best[n - kind.seats] if n >= kind.seats else None
            if before is not None and _better([*before, kind], best[n], usual):
                best[n] = [*before, kind]
    found = next(one for one in reversed(best) if one is not None)
    return sorted(found, key=lambda shape: kinds.index(shape))


def _better(tables: list[Shape], than: list[Shape] | None, usual: Shape) -> bool:
    if than is None:
        return True
    return (tables.count(usual), -len(tables)) > (than.count(usual), -len(than))


Team = tuple[int, ...]
Teams = tuple[Team, ...]  # of one table, one a side


@dataclass
class Meetings:
    """How often each two have been partners, and opponents."""

    partners: Counter[frozenset[int]] = field(default_factory=Counter)
    opponents: Counter[frozenset[int]] = field(default_factory=Counter)

    def add(self, tables: Iterable[SeatedTable]) -> None:
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


def cost_of_times(times: int) -> int:
    return AGAIN[min(times, len(AGAIN) - 1)]


def repeat_cost(met: Meetings, teams: Teams) -> int:
    """What a table costs: partners again above all, then opponents again."""
    cost = 0
    for team in teams:
        for a, b in combinations(team, 2):
            cost += PARTNER * cost_of_times(met.partners[frozenset((a, b))])
    for one, other in combinations(teams, 2):
        for a in one:
            for b in other:
                cost += cost_of_times(met.opponents[frozenset((a, b))])
    return cost


def improve_by_swaps(
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


def seat_teams(tables: Iterable[Teams], rnd: Random) -> tuple[SeatedTable, ...]:
    """The tables with everybody on a chair; sides and chairs by lot."""
    found = []
    for table in tables:
        teams = [rnd.sample(team, len(team)) for team in table]
        rnd.shuffle(teams)
        found.append(SeatedTable(seat_order(teams), len(teams)))
    return tuple(found)


RANDOM, ROTATING, PROGRESSIVE, SWISS, FIXED = "random", "rotating", "progressive", "swiss", "fixed"


@dataclass(frozen=True)
class Attendee:
    """Somebody present: the partner they came with, and whether they sit this round out by choice.

    Whose ``partner`` is somebody else's takes turns with these two.
    """

    id: int
    partner: int | None = None
    rests: bool = False


@dataclass(frozen=True)
class Pairing:
    """The tables of a round in the order of the room, and who sits out."""

    tables: tuple[SeatedTable, ...] = ()
    out: tuple[int, ...] = ()


@dataclass(frozen=True)
class PairingInput:
    """What a draw goes by: who is here in the order they came, the rounds so far, the tables' shapes.

    ``standing`` is everybody's place so far, the best first: for those alike to meet.
    """

    here: tuple[Attendee, ...]
    shape: Shape
    seed: int
    past: tuple[Pairing, ...] = ()
    others: tuple[Shape, ...] = ()
    standing: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """The round that is drawn."""
        return len(self.past) + 1

    @property
    def playing(self) -> list[Attendee]:
        return [one for one in self.here if not one.rests]

    def lot(self, what: str = "") -> Random:
        """Chance that comes out the same each time."""
        return Random(f"{self.seed}.{self.number}.{what}")

    @property
    def met(self) -> Meetings:
        met = Meetings()
        for drawn in self.past:
            met.add(drawn.tables)
        return met
