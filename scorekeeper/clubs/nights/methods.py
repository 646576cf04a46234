"""How those who play are put together: by lot, partners that rotate, winners up, those alike, fixed pairs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

from . import ladder
from .evening import FIXED, PROGRESSIVE, RANDOM, ROTATING, SWISS, Draw, Evening
from .evening_out import Met, Team, Teams, again, evened, sat_down, unevenness
from .matching import closest, fewest_repeats
from .shapes import Sat, Shape

NOT_AGAIN = 100_000  # to meet again costs more than to meet somebody far away in the standing


def by_lot(evening: Evening, units: list[Team], shapes: list[Shape], rnd: Random) -> Draw:
    """Anybody with anybody."""
    people = [one for unit in units for one in unit]
    rnd.shuffle(people)
    return Draw(tuple(Sat(seats, shape.sides) for seats, shape in _cut(people, shapes)))


def rotating(evening: Evening, units: list[Team], shapes: list[Shape], rnd: Random) -> Draw:
    """Everybody with everybody as evenly as can be: partners first, then opponents."""
    met = evening.met
    people = _other_tables_last(evening, [one for (one,) in units], rnd)
    tables: list[Teams] = []
    for shape in dict.fromkeys(shapes):
        here = [people.pop(0) for one in shapes if one == shape for _seat in range(shape.seats)]
        if shape.team == 2:
            teams: list[Team] = list(fewest_repeats(here, met.as_partners))
        else:
            teams = [tuple(here[n : n + shape.team]) for n in range(0, len(here), shape.team)]
        rnd.shuffle(teams)
        alike: list[Teams] = [tuple(teams[n : n + shape.sides]) for n in range(0, len(teams), shape.sides)]
        tables += evened(alike, lambda teams: unevenness(met, teams), rnd)[1]
    return Draw(sat_down(tables, rnd))


def _other_tables_last(evening: Evening, people: list[int], rnd: Random) -> list[int]:
    """In the order in which they have a right to a usual table."""
    usual = evening.shape.seats
    at_others = [
        one for drawn in evening.past for t in drawn.tables if len(t.seats) != usual for one in t.seats
    ]
    rnd.shuffle(people)
    return sorted(people, key=lambda one: -at_others.count(one))


def progressive(evening: Evening, units: list[Team], shapes: list[Shape], rnd: Random) -> Draw:
    """Winners move up a table, the losers of the first go to the last, and partners change."""
    playing = {one for unit in units for one in unit}
    order = ladder.order(evening.past[-1].tables if evening.past else (), playing, rnd)
    met, tables = evening.met, []
    for seats, shape in _cut(order, shapes):
        tables.append(min(_ways(seats, shape, rnd), key=lambda teams: unevenness(met, teams)))
    return Draw(sat_down(tables, rnd))


def _ways(people: Sequence[int], shape: Shape, rnd: Random) -> list[Teams]:
    """Ways of making sides of those at one table: every one where there are pairs, else some by lot."""
    if shape.team == 1:
        return [tuple((one,) for one in people)]
    first, rest = people[0], people[1:]
    if (shape.seats, shape.sides) == (4, 2):
        return [
            ((first, partner), tuple(one for one in rest if one != partner))
            for partner in rnd.sample(rest, len(rest))
        ]
    some = [rnd.sample(people, len(people)) for _try in range(60)]
    return [tuple(tuple(one[n : n + shape.team]) for n in range(0, shape.seats, shape.team)) for one in some]


def swiss(evening: Evening, units: list[Team], shapes: list[Shape], rnd: Random) -> Draw:
    """Those who stand alike meet, the best at the first table, and nobody again while it can be helped."""
    met = evening.met
    place = {one: n for n, one in enumerate(evening.standing)}
    lots = rnd.sample(units, len(units))
    lots.sort(key=lambda unit: sum(place.get(one, len(place)) for one in unit) / len(unit))
    units = _paired(lots, met) if any(len(unit) > 1 for unit in lots) else lots
    if evening.shape.sides == 2 and len(units[0]) == evening.shape.team and set(shapes) == {evening.shape}:
        return Draw(sat_down(closest(units, met.as_opponents), rnd))
    order = [one for unit in units for one in unit]
    rank = {one: n for n, one in enumerate(order)}

    def cost(teams: Teams) -> int:
        everyone = [one for team in teams for one in team]
        apart = sum((rank[a] - rank[b]) ** 2 for a, b in combinations(everyone, 2))
        strength = [sum(rank[one] for one in team) for team in teams]
        unequal = (max(strength) - min(strength)) if len(teams[0]) > 1 else 0
        return NOT_AGAIN * unevenness(met, teams) + 4 * apart + unequal

    tables = []
    for people, shape in _cut(order, shapes):
        # The best of a table with the last of it, so that its sides are as strong as each other.
        tables.append(min(_ways(people, shape, rnd), key=cost))
    _cost, tables = evened(tables, cost, rnd)
    tables.sort(key=lambda teams: min(rank[one] for team in teams for one in team))
    tables.sort(key=lambda teams: shapes.index(Shape(sum(map(len, teams)), len(teams))))
    return Draw(sat_down(tables, rnd))


def fixed(evening: Evening, units: list[Team], shapes: list[Shape], rnd: Random) -> Draw:
    """Pairs stay together and meet as many others as can be; who came alone finds a partner each round."""
    if evening.shape.team != 2:
        return rotating(evening, units, shapes, rnd)
    met = evening.met
    teams = _paired(units, met)
    rnd.shuffle(teams)
    if evening.shape.sides == 2:
        return Draw(sat_down(fewest_repeats(teams, met.as_opponents), rnd))
    sides = evening.shape.sides
    tables: list[Teams] = [tuple(teams[n : n + sides]) for n in range(0, len(teams), sides)]
    return Draw(sat_down(_exchanged(tables, met, rnd), rnd))


def _exchanged(tables: list[Teams], met: Met, rnd: Random) -> list[Teams]:
    """Whole teams exchanged between tables, until no exchange makes the meetings more even."""
    now = [list(table) for table in tables]

    def cost(table: list[Team]) -> int:
        return sum(again(met.as_opponents(a, b)) for a, b in combinations(table, 2))

    better = True
    while better:
        better = False
        for one, other in combinations(now, 2):
            for n in range(len(one)):
                for m in range(len(other)):
                    before = cost(one) + cost(other)
                    one[n], other[m] = other[m], one[n]
                    if cost(one) + cost(other) < before:
                        better = True
                    else:
                        one[n], other[m] = other[m], one[n]
    return [tuple(table) for table in now]


def _paired(units: list[Team], met: Met) -> list[Team]:
    """The fixed pairs, and those who came alone put together with whom they were least."""
    alone = [unit[0] for unit in units if len(unit) == 1]
    together = [unit for unit in units if len(unit) > 1]
    return [*together, *fewest_repeats(alone, met.as_partners)]


def _cut(people: Sequence[int], shapes: Sequence[Shape]) -> list[tuple[tuple[int, ...], Shape]]:
    """The people in this order at tables of these shapes."""
    left = list(people)
    found = []
    for shape in shapes:
        found.append((tuple(left[: shape.seats]), shape))
        left = left[shape.seats :]
    return found


METHODS: dict[str, Callable[[Evening, list[Team], list[Shape], Random], Draw]] = {
    RANDOM: by_lot,
    ROTATING: rotating,
    PROGRESSIVE: progressive,
    SWISS: swiss,
    FIXED: fixed,
}
