"""Pairing of the next round of a night. Pure: the same input and seed give the same result.

First some people sit out: nobody sits out twice before everyone has sat out once. Then the night's method
pairs the rest. A person is an id; a unit is the people who play or sit out together: a fixed pair, or
one person.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from scorekeeper.nights import schedules
from scorekeeper.nights.draw import (
    FIXED,
    PARTNER_WEIGHT,
    PROGRESSIVE,
    RANDOM,
    ROTATING,
    SWISS,
    Draw,
    Meetings,
    Pairing,
    SeatedTable,
    Shape,
    Team,
    Teams,
    cost_of_times,
    improve_by_swaps,
    partner_groups,
    repeat_cost,
    seat_teams,
    table_shapes,
)
from scorekeeper.nights.matching import cheapest_pairs


def ladder_order(last: Sequence[SeatedTable], playing: set[int], rnd: Random) -> list[int]:
    """Return everyone who plays, from the first table to the last.

    The first round is random. Those who arrive or return start at the last table.
    """
    if not last:
        return rnd.sample(sorted(playing), len(playing))
    tables = _tables_after_move(last, rnd)
    order = [person for table in tables for person in table if person in playing]
    newcomers = sorted(playing - set(order))
    return order + rnd.sample(newcomers, len(newcomers))


def _tables_after_move(last: Sequence[SeatedTable], rnd: Random) -> list[list[int]]:
    """Return each table's people after the move: winners go up, the first table's losers to the last."""
    moving_up: list[list[int]] = []
    staying: list[list[int]] = []
    moving_down: list[int] = []
    for n, table in enumerate(last):
        teams = [list(team) for team in _teams_by_place(table, rnd)]
        promoted = _sides_moving_up(table)
        winners = [person for team in teams[:promoted] for person in team]
        rest = [person for team in teams[promoted:] for person in team]
        if n == 0:
            # The first table's winners stay; as many people move down as come up from the second.
            arriving = _sides_moving_up(last[1]) * len(last[1].teams[0]) if len(last) > 1 else 0
            people = winners + rest
            moving_down = people[len(people) - arriving :] if arriving else []
            staying.append(people[: len(people) - arriving] if arriving else people)
            moving_up.append([])
        else:
            staying.append(rest)
            moving_up.append(winners)
    tables = [people + (moving_up[n + 1] if n + 1 < len(last) else []) for n, people in enumerate(staying)]
    tables[-1] = tables[-1] + moving_down
    return tables


def _sides_moving_up(table: SeatedTable) -> int:
    """Return how many sides move up: one, or the better half of four or more single players."""
    sides = len(table.teams)
    return sides // 2 if len(table.teams[0]) == 1 and sides > 3 else 1


def _teams_by_place(table: SeatedTable, rnd: Random) -> list[tuple[int, ...]]:
    """Return the teams, winners first; ties and unfinished matches are decided at random."""
    sides = list(enumerate(table.teams))
    rnd.shuffle(sides)
    places = table.places or (1,) * len(sides)
    sides.sort(key=lambda side: places[side[0]])
    return [team for _side, team in sides]


REPEAT_WEIGHT = 100_000  # meeting again costs more than any difference in the standings


def by_lot(draw: Draw, units: list[Team], shapes: list[Shape], rnd: Random) -> Pairing:
    people = [person for unit in units for person in unit]
    rnd.shuffle(people)
    return Pairing(tuple(SeatedTable(seats, shape.sides) for seats, shape in _fill_tables(people, shapes)))


def rotating(draw: Draw, units: list[Team], shapes: list[Shape], rnd: Random) -> Pairing:
    """Pair everyone with everyone as evenly as possible: partners first, then opponents."""
    meetings = draw.meetings
    people = _most_often_at_other_sizes_first(draw, [person for (person,) in units], rnd)
    tables: list[Teams] = []
    for shape in dict.fromkeys(shapes):
        people_here = [people.pop(0) for other in shapes if other == shape for _seat in range(shape.seats)]
        if shape.team == 2:
            teams: list[Team] = list(cheapest_pairs(people_here, meetings.as_partners))
        else:
            teams = [tuple(people_here[n : n + shape.team]) for n in range(0, len(people_here), shape.team)]
        rnd.shuffle(teams)
        same_shape: list[Teams] = [
            tuple(teams[n : n + shape.sides]) for n in range(0, len(teams), shape.sides)
        ]
        tables += improve_by_swaps(same_shape, lambda teams: repeat_cost(meetings, teams), rnd)[1]
    return Pairing(seat_teams(tables, rnd))


def _most_often_at_other_sizes_first(draw: Draw, people: list[int], rnd: Random) -> list[int]:
    """Return the people, first those who sat most often at tables of another size.

    Tables of the usual size are filled first, from the front of this list.
    """
    usual = draw.shape.seats
    at_other_sizes = [
        person for pairing in draw.past for t in pairing.tables if len(t.seats) != usual for person in t.seats
    ]
    rnd.shuffle(people)
    return sorted(people, key=lambda person: -at_other_sizes.count(person))


def progressive(draw: Draw, units: list[Team], shapes: list[Shape], rnd: Random) -> Pairing:
    """Move winners up a table and the first table's losers to the last; change partners."""
    playing = {person for unit in units for person in unit}
    order = ladder_order(draw.past[-1].tables if draw.past else (), playing, rnd)
    meetings, tables = draw.meetings, []
    for seats, shape in _fill_tables(order, shapes):
        tables.append(min(_possible_sides(seats, shape, rnd), key=lambda teams: repeat_cost(meetings, teams)))
    return Pairing(seat_teams(tables, rnd))


def _possible_sides(people: Sequence[int], shape: Shape, rnd: Random) -> list[Teams]:
    """Return the ways to make sides at a table: all for two pairs, else a random sample."""
    if shape.team == 1:
        return [tuple((person,) for person in people)]
    first, rest = people[0], people[1:]
    if (shape.seats, shape.sides) == (4, 2):
        return [
            ((first, partner), tuple(person for person in rest if person != partner))
            for partner in rnd.sample(rest, len(rest))
        ]
    orders = [rnd.sample(people, len(people)) for _try in range(60)]
    return [
        tuple(tuple(order[n : n + shape.team]) for n in range(0, shape.seats, shape.team)) for order in orders
    ]


def swiss(draw: Draw, units: list[Team], shapes: list[Shape], rnd: Random) -> Pairing:
    """Pair people of similar standing, the best at the first table, avoiding repeats."""
    meetings = draw.meetings
    position = {person: n for n, person in enumerate(draw.standing)}
    shuffled = rnd.sample(units, len(units))
    shuffled.sort(key=lambda unit: sum(position.get(person, len(position)) for person in unit) / len(unit))
    units = _complete_pairs(shuffled, meetings) if any(len(unit) > 1 for unit in shuffled) else shuffled
    if draw.shape.sides == 2 and len(units[0]) == draw.shape.team and set(shapes) == {draw.shape}:
        return Pairing(seat_teams(cheapest_pairs(units, meetings.as_opponents, neighbours=True), rnd))
    order = [person for unit in units for person in unit]
    rank = {person: n for n, person in enumerate(order)}

    def cost(teams: Teams) -> int:
        everyone = [person for team in teams for person in team]
        distance = sum((rank[a] - rank[b]) ** 2 for a, b in combinations(everyone, 2))
        strength = [sum(rank[person] for person in team) for team in teams]
        imbalance = (max(strength) - min(strength)) if len(teams[0]) > 1 else 0
        return REPEAT_WEIGHT * repeat_cost(meetings, teams) + 4 * distance + imbalance

    tables = []
    for people, shape in _fill_tables(order, shapes):
        # Make the sides equally strong: the best player of the table plays with the weakest.
        tables.append(min(_possible_sides(people, shape, rnd), key=cost))
    _cost, tables = improve_by_swaps(tables, cost, rnd)
    tables.sort(key=lambda teams: min(rank[person] for team in teams for person in team))
    tables.sort(key=lambda teams: shapes.index(Shape(sum(map(len, teams)), len(teams))))
    return Pairing(seat_teams(tables, rnd))


def fixed(draw: Draw, units: list[Team], shapes: list[Shape], rnd: Random) -> Pairing:
    """Keep pairs together and avoid repeated meetings; single players get a new partner."""
    if draw.shape.team != 2:
        return rotating(draw, units, shapes, rnd)
    meetings = draw.meetings
    teams = _complete_pairs(units, meetings)
    rnd.shuffle(teams)
    if draw.shape.sides == 2:
        return Pairing(seat_teams(cheapest_pairs(teams, meetings.as_opponents), rnd))
    sides = draw.shape.sides

    # improve_by_swaps() swaps the members of teams. To swap whole teams, make each table one "team"
    # whose members are the teams.
    def cost(table: tuple[Teams, ...]) -> int:
        return sum(cost_of_times(meetings.as_opponents(a, b)) for a, b in combinations(table[0], 2))

    tables = [(tuple(teams[n : n + sides]),) for n in range(0, len(teams), sides)]
    _cost, swapped = improve_by_swaps(tables, cost, rnd)
    return Pairing(seat_teams([table for (table,) in swapped], rnd))


def _complete_pairs(units: list[Team], meetings: Meetings) -> list[Team]:
    """Return the fixed pairs, and single players paired with as few repeats as possible."""
    singles = [unit[0] for unit in units if len(unit) == 1]
    pairs = [unit for unit in units if len(unit) > 1]
    return [*pairs, *cheapest_pairs(singles, meetings.as_partners)]


def _fill_tables(people: Sequence[int], shapes: Sequence[Shape]) -> list[tuple[tuple[int, ...], Shape]]:
    rest = list(people)
    found = []
    for shape in shapes:
        found.append((tuple(rest[: shape.seats]), shape))
        rest = rest[shape.seats :]
    return found


METHODS: dict[str, Callable[[Draw, list[Team], list[Shape], Random], Pairing]] = {
    RANDOM: by_lot,
    ROTATING: rotating,
    PROGRESSIVE: progressive,
    SWISS: swiss,
    FIXED: fixed,
}


TRIES = 8  # attempts, with different people sitting out and different starts of the search
LARGE = 64  # players; with more, one attempt must do


def pair_round(method: str, draw: Draw) -> Pairing:
    perfect = _perfect_round(method, draw)
    if perfect is not None:
        return perfect
    units = _units(method, draw)
    may_play = {person for unit in units for person in unit}
    # People who rest by choice, and sharers of a pair's two seats whose turn it is to sit out.
    resting = tuple(person.id for person in draw.attendees if person.id not in may_play)
    best: tuple[int, Pairing] | None = None
    tries = TRIES if method in (ROTATING, FIXED) and len(may_play) <= LARGE else 1
    for attempt in range(tries):
        rnd = draw.random_for(str(attempt))
        playing, sitting_out = _sit_out(method, draw, units, rnd)
        shapes = _shapes(method, draw, playing)
        pairing = METHODS[method](draw, playing, shapes, rnd) if shapes else Pairing()
        cost = sum(repeat_cost(draw.meetings, table.teams) for table in pairing.tables)
        if best is None or cost < best[0]:
            best = cost, replace(pairing, sitting_out=tuple(sorted((*sitting_out, *resting))))
        # After three attempts, a draw without repeated partners is good enough.
        if not cost or (attempt >= 2 and cost < PARTNER_WEIGHT):
            break
    assert best is not None
    return best[1]


def sat_out(draw: Draw) -> dict[int, int]:
    """Return how often each person has sat out.

    Newcomers start with the highest count among the people present. People who come back get at least
    the lowest count.
    """
    count: dict[int, int] = {}
    for pairing in (*draw.past, None):  # None: the round to draw
        if pairing is None:
            present = {person.id for person in draw.attendees}
        else:
            present = {person for table in pairing.tables for person in table.seats} | set(
                pairing.sitting_out
            )
        present_counts = [count[person] for person in present if person in count]
        for person in present:
            count[person] = (
                max(count[person], min(present_counts)) if person in count else max(present_counts, default=0)
            )
        for person in pairing.sitting_out if pairing else ():
            count[person] += 1
    return count


def _last_round_out(draw: Draw) -> dict[int, int]:
    """Return, by person, the number of the last round that they sat out."""
    return {person: n for n, pairing in enumerate(draw.past, start=1) for person in pairing.sitting_out}


def _sit_out(method: str, draw: Draw, units: list[Team], rnd: Random) -> tuple[list[Team], tuple[int, ...]]:
    """Return the units that play, and the people who sit out.

    Those who have sat out least often sit out first, then those who did so longest ago. With the Swiss
    method, further ties are decided by the standings: the lowest sit out first.
    """
    seat_count = sum(shape.seats for shape in _shapes(method, draw, units))
    too_many = sum(map(len, units)) - seat_count
    count = sat_out(draw)
    last = _last_round_out(draw)
    rank_of = {person: position for position, person in enumerate(draw.standing)} if method == SWISS else {}
    shuffled = rnd.sample(units, len(units))
    shuffled.sort(
        key=lambda unit: (
            max(count[person] for person in unit),
            max(last.get(person, 0) for person in unit),
            -max(rank_of.get(person, 0) for person in unit),
        )
    )
    sitting_out: list[Team] = []
    for unit in shuffled:
        if len(unit) <= too_many:
            sitting_out.append(unit)
            too_many -= len(unit)
    return [unit for unit in units if unit not in sitting_out], tuple(
        person for unit in sitting_out for person in unit
    )


def _units(method: str, draw: Draw) -> list[Team]:
    """Return the people who play or sit out together: fixed pairs, else each person alone."""
    if draw.shape.team != 2 or method not in (FIXED, SWISS):
        return [(person.id,) for person in draw.playing]
    groups = partner_groups({person.id: person.partner for person in draw.playing})
    paired = {person for group in groups for person in group}
    sitting_out = _sharers_sitting_out(draw, groups)
    pairs = [tuple(person for person in group if person not in sitting_out) for group in groups]
    return [*pairs, *((person.id,) for person in draw.playing if person.id not in paired)]


def _sharers_sitting_out(draw: Draw, groups: Sequence[Team]) -> set[int]:
    """Return the people who sit out so that two of each group play.

    In each group, those who have sat out least often sit out first, then those who did so longest ago.
    """
    if all(len(group) == 2 for group in groups):
        return set()
    count, last = sat_out(draw), _last_round_out(draw)
    found: set[int] = set()
    for group in groups:
        order = sorted(group, key=lambda person: (count[person], last.get(person, 0), -person))
        found |= set(order[: len(group) - 2])
    return found


def _shapes(method: str, draw: Draw, units: list[Team]) -> list[Shape]:
    other_shapes = () if method == FIXED or any(len(unit) > 1 for unit in units) else draw.others
    return table_shapes(sum(map(len, units)), draw.shape, other_shapes)


def _perfect_round(method: str, draw: Draw) -> Pairing | None:
    """Return the round of a perfect schedule, if all rounds so far have followed it."""
    if any(person.rests for person in draw.attendees) or method not in (ROTATING, FIXED):
        return None
    rounds = []
    for number in range(1, draw.number + 1):
        pairing = _scheduled_round(method, replace(draw, past=draw.past[: number - 1]))
        if pairing is None:
            return None
        rounds.append(pairing)
    if any(
        drawn.sitting_out != planned.sitting_out or _seatings(drawn) != _seatings(planned)
        for drawn, planned in zip(draw.past, rounds, strict=False)
    ):
        return None
    return rounds[-1]


def _seatings(pairing: Pairing) -> list[tuple[int, ...]]:
    return [table.seats for table in pairing.tables]


def _scheduled_round(method: str, draw: Draw) -> Pairing | None:
    rnd = Random(f"{draw.seed}")
    units = rnd.sample(sorted(_units(method, draw)), len(_units(method, draw)))
    everybody = [person for unit in units for person in unit]
    if len(everybody) < len(draw.playing):
        return None  # three people take turns as one pair, which no schedule supports
    shapes = _shapes(method, draw, units)
    if any(shape != draw.shape for shape in shapes):
        return None
    if method == ROTATING and draw.shape == Shape(4, 2):
        tables = schedules.whist(everybody, draw.number)
    elif draw.shape.sides == 2 and {len(unit) for unit in units} == {draw.shape.team}:
        tables = schedules.all_meet(units, draw.number)
    else:
        return None
    if tables is None:
        return None
    seated = seat_teams(tables, draw.random_for("chairs"))
    seats = {person for table in seated for person in table.seats}
    return Pairing(seated, tuple(sorted(set(everybody) - seats)))
