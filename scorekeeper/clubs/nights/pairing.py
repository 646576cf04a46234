"""Who sits where in the next round of a night. Pure: the same night and seed give the same draw.

First come those who sit out: whoever has done so least, so that nobody does twice before everybody has once.
Then the others are put together as the night is drawn: by lot, with partners that rotate, winners moving up,
those alike meeting, or in fixed pairs.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from scorekeeper.clubs.nights import schedules
from scorekeeper.clubs.nights.matching import closest, fewest_repeats
from scorekeeper.clubs.nights.pairing_input import (
    FIXED,
    PARTNER,
    PROGRESSIVE,
    RANDOM,
    ROTATING,
    SWISS,
    Meetings,
    Pairing,
    PairingInput,
    SeatedTable,
    Shape,
    Team,
    Teams,
    cost_of_times,
    improve_by_swaps,
    repeat_cost,
    seat_teams,
    table_shapes,
)


def ladder_order(last: Sequence[SeatedTable], playing: set[int], rnd: Random) -> list[int]:
    """Everybody who plays, from the first table to the last.

    By lot in the first round. Who has come, or comes back from sitting out, begins at the last table.
    """
    if not last:
        return rnd.sample(sorted(playing), len(playing))
    sitting = [[one for one in table if one in playing] for table in _moved(last, rnd)]
    moved = [one for table in sitting for one in table]
    new = sorted(playing - set(moved))
    return moved + rnd.sample(new, len(new))


def _moved(last: Sequence[SeatedTable], rnd: Random) -> list[list[int]]:
    """Who is at which table after the move, if everybody stays."""
    up: list[list[int]] = []
    stay: list[list[int]] = []
    down: list[int] = []
    for n, table in enumerate(last):
        teams = [list(team) for team in _by_place(table, rnd)]
        going = _how_many(table)
        winners = [one for team in teams[:going] for one in team]
        rest = [one for team in teams[going:] for one in team]
        if n == 0:
            # The winners of the first table stay there; as many as come up from the second go down.
            coming = _how_many(last[1]) * len(last[1].teams[0]) if len(last) > 1 else 0
            keep = winners + rest
            down = keep[len(keep) - coming :] if coming else []
            stay.append(keep[: len(keep) - coming] if coming else keep)
            up.append([])
        else:
            stay.append(rest)
            up.append(winners)
    after = [here + (up[n + 1] if n + 1 < len(last) else []) for n, here in enumerate(stay)]
    after[-1] = after[-1] + down
    return after


def _how_many(table: SeatedTable) -> int:
    """How many sides move up: the winners; of four or more who play alone the better half."""
    sides = len(table.teams)
    return sides // 2 if len(table.teams[0]) == 1 and sides > 3 else 1


def _by_place(table: SeatedTable, rnd: Random) -> list[tuple[int, ...]]:
    """The sides, the winners first; the lot decides between those who are level, or did not finish."""
    sides = list(enumerate(table.teams))
    rnd.shuffle(sides)
    places = table.places or (1,) * len(sides)
    sides.sort(key=lambda one: places[one[0]])
    return [team for _side, team in sides]


NOT_AGAIN = 100_000  # to meet again costs more than to meet somebody far away in the standing


def by_lot(evening: PairingInput, units: list[Team], shapes: list[Shape], rnd: Random) -> Pairing:
    """Anybody with anybody."""
    people = [one for unit in units for one in unit]
    rnd.shuffle(people)
    return Pairing(tuple(SeatedTable(seats, shape.sides) for seats, shape in _cut(people, shapes)))


def rotating(evening: PairingInput, units: list[Team], shapes: list[Shape], rnd: Random) -> Pairing:
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
        tables += improve_by_swaps(alike, lambda teams: repeat_cost(met, teams), rnd)[1]
    return Pairing(seat_teams(tables, rnd))


def _other_tables_last(evening: PairingInput, people: list[int], rnd: Random) -> list[int]:
    """In the order in which they have a right to a usual table."""
    usual = evening.shape.seats
    at_others = [
        one for drawn in evening.past for t in drawn.tables if len(t.seats) != usual for one in t.seats
    ]
    rnd.shuffle(people)
    return sorted(people, key=lambda one: -at_others.count(one))


def progressive(evening: PairingInput, units: list[Team], shapes: list[Shape], rnd: Random) -> Pairing:
    """Winners move up a table, the losers of the first go to the last, and partners change."""
    playing = {one for unit in units for one in unit}
    order = ladder_order(evening.past[-1].tables if evening.past else (), playing, rnd)
    met, tables = evening.met, []
    for seats, shape in _cut(order, shapes):
        tables.append(min(_ways(seats, shape, rnd), key=lambda teams: repeat_cost(met, teams)))
    return Pairing(seat_teams(tables, rnd))


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


def swiss(evening: PairingInput, units: list[Team], shapes: list[Shape], rnd: Random) -> Pairing:
    """Those who stand alike meet, the best at the first table, and nobody again while it can be helped."""
    met = evening.met
    place = {one: n for n, one in enumerate(evening.standing)}
    lots = rnd.sample(units, len(units))
    lots.sort(key=lambda unit: sum(place.get(one, len(place)) for one in unit) / len(unit))
    units = _paired(lots, met) if any(len(unit) > 1 for unit in lots) else lots
    if evening.shape.sides == 2 and len(units[0]) == evening.shape.team and set(shapes) == {evening.shape}:
        return Pairing(seat_teams(closest(units, met.as_opponents), rnd))
    order = [one for unit in units for one in unit]
    rank = {one: n for n, one in enumerate(order)}

    def cost(teams: Teams) -> int:
        everyone = [one for team in teams for one in team]
        apart = sum((rank[a] - rank[b]) ** 2 for a, b in combinations(everyone, 2))
        strength = [sum(rank[one] for one in team) for team in teams]
        unequal = (max(strength) - min(strength)) if len(teams[0]) > 1 else 0
        return NOT_AGAIN * repeat_cost(met, teams) + 4 * apart + unequal

    tables = []
    for people, shape in _cut(order, shapes):
        # The best of a table with the last of it, so that its sides are as strong as each other.
        tables.append(min(_ways(people, shape, rnd), key=cost))
    _cost, tables = improve_by_swaps(tables, cost, rnd)
    tables.sort(key=lambda teams: min(rank[one] for team in teams for one in team))
    tables.sort(key=lambda teams: shapes.index(Shape(sum(map(len, teams)), len(teams))))
    return Pairing(seat_teams(tables, rnd))


def fixed(evening: PairingInput, units: list[Team], shapes: list[Shape], rnd: Random) -> Pairing:
    """Pairs stay together and meet as many others as can be; who came alone finds a partner each round."""
    if evening.shape.team != 2:
        return rotating(evening, units, shapes, rnd)
    met = evening.met
    teams = _paired(units, met)
    rnd.shuffle(teams)
    if evening.shape.sides == 2:
        return Pairing(seat_teams(fewest_repeats(teams, met.as_opponents), rnd))
    sides = evening.shape.sides
    tables: list[Teams] = [tuple(teams[n : n + sides]) for n in range(0, len(teams), sides)]
    return Pairing(seat_teams(_exchanged(tables, met, rnd), rnd))


def _exchanged(tables: list[Teams], met: Meetings, rnd: Random) -> list[Teams]:
    """Whole teams exchanged between tables, until no exchange makes the meetings more even."""
    now = [list(table) for table in tables]

    def cost(table: list[Team]) -> int:
        return sum(cost_of_times(met.as_opponents(a, b)) for a, b in combinations(table, 2))

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


def _paired(units: list[Team], met: Meetings) -> list[Team]:
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


METHODS: dict[str, Callable[[PairingInput, list[Team], list[Shape], Random], Pairing]] = {
    RANDOM: by_lot,
    ROTATING: rotating,
    PROGRESSIVE: progressive,
    SWISS: swiss,
    FIXED: fixed,
}


TRIES = 8  # ways of sitting out, and beginnings of the search, that are tried


def pair_round(how: str, evening: PairingInput) -> Pairing:
    """The next round."""
    perfect = _perfect_round(how, evening)
    if perfect is not None:
        return perfect
    units = _units(how, evening)
    meant = {one for unit in units for one in unit}
    # Those who rest by choice, and of three who take turns the one whose turn it is to watch.
    rests = tuple(one.id for one in evening.here if one.id not in meant)
    best: tuple[int, Pairing] | None = None
    for attempt in range(TRIES if how in (ROTATING, FIXED) else 1):
        rnd = evening.lot(str(attempt))
        playing, out = _sit_out(how, evening, units, rnd)
        shapes = _shapes(how, evening, playing)
        drawn = METHODS[how](evening, playing, shapes, rnd) if shapes else Pairing()
        cost = sum(repeat_cost(evening.met, table.teams) for table in drawn.tables)
        if best is None or cost < best[0]:
            best = cost, replace(drawn, out=tuple(sorted((*out, *rests))))
        if not cost or (attempt >= 2 and cost < PARTNER):
            break
    assert best is not None
    return best[1]


# Who sits out -------------------------------------------------------------------------------------


def sat_out(evening: PairingInput) -> dict[int, int]:
    """How often everybody has sat out. Who came late counts as often as those who had most then.

    Whoever was away for a while counts at least as often as those who had least.
    """
    count: dict[int, int] = {}
    for drawn in (*evening.past, None):
        if drawn is None:
            now = {one.id for one in evening.here}
        else:
            now = {one for table in drawn.tables for one in table.seats} | set(drawn.out)
        known = [count[one] for one in now if one in count]
        for one in now:
            count[one] = max(count[one], min(known)) if one in count else max(known, default=0)
        for one in drawn.out if drawn else ():
            count[one] += 1
    return count


def _last_out(evening: PairingInput) -> dict[int, int]:
    """The round in which everybody sat out last."""
    return {one: n for n, drawn in enumerate(evening.past, start=1) for one in drawn.out}


def _sit_out(
    how: str, evening: PairingInput, units: list[Team], rnd: Random
) -> tuple[list[Team], tuple[int, ...]]:
    """Who plays, and who sits out: whoever has done so least, and of them for whom it is longest ago."""
    room = sum(shape.seats for shape in _shapes(how, evening, units))
    too_many = sum(map(len, units)) - room
    count = sat_out(evening)
    last = _last_out(evening)
    worst = {one: place for place, one in enumerate(evening.standing)} if how == SWISS else {}
    lots = rnd.sample(units, len(units))
    lots.sort(
        key=lambda unit: (
            max(count[one] for one in unit),
            max(last.get(one, 0) for one in unit),
            -max(worst.get(one, 0) for one in unit),
        )
    )
    out: list[Team] = []
    for unit in lots:
        if len(unit) <= too_many:
            out.append(unit)
            too_many -= len(unit)
    return [unit for unit in units if unit not in out], tuple(one for unit in out for one in unit)


def _units(how: str, evening: PairingInput) -> list[Team]:
    """Those who sit down together or not at all: pairs where the night has fixed ones, else each alone."""
    playing = {one.id for one in evening.playing}
    if evening.shape.team != 2 or how not in (FIXED, SWISS):
        return [(one.id,) for one in evening.playing]
    partner = {one.id: one.partner for one in evening.playing if one.partner in playing}
    pairs = [
        (one, other)
        for one, other in partner.items()
        if other is not None and one < other and partner.get(other) == one
    ]
    turning = _taking_turns(pairs, partner)
    paired = {one for group in turning for one in group}
    watching = _watching(evening, turning)
    pairs = [(group[0], group[1]) for group in ([x for x in g if x not in watching] for g in turning)]
    return [*pairs, *((one.id,) for one in evening.playing if one.id not in paired)]


def _taking_turns(pairs: Sequence[Team], partner: Mapping[int, int | None]) -> list[Team]:
    """The pairs, each with whoever takes turns with it: somebody whose partner already has one."""
    more: dict[int, list[int]] = {}
    mutual = {one for pair in pairs for one in pair}
    for one, other in partner.items():
        if one not in mutual and other in mutual and other is not None:
            more.setdefault(other, []).append(one)
    return [(*pair, *(one for two in pair for one in more.get(two, ()))) for pair in pairs]


def _watching(evening: PairingInput, groups: Sequence[Team]) -> set[int]:
    """Of those who take turns all but two: whoever has sat out least, and of them longest ago."""
    if all(len(group) == 2 for group in groups):
        return set()
    count, last = sat_out(evening), _last_out(evening)
    found: set[int] = set()
    for group in groups:
        order = sorted(group, key=lambda one: (count[one], last.get(one, 0), -one))
        found |= set(order[: len(group) - 2])
    return found


def _shapes(how: str, evening: PairingInput, units: list[Team]) -> list[Shape]:
    """The tables for these people; fixed pairs sit at the usual tables only."""
    others = () if how == FIXED or any(len(unit) > 1 for unit in units) else evening.others
    return table_shapes(sum(map(len, units)), evening.shape, others)


# Perfect schedules --------------------------------------------------------------------------------


def _perfect_round(how: str, evening: PairingInput) -> Pairing | None:
    """The round of a perfect schedule, as long as the same people have played one from the beginning."""
    if any(one.rests for one in evening.here) or how not in (ROTATING, FIXED):
        return None
    rounds = []
    for number in range(1, evening.number + 1):
        drawn = _scheduled(how, replace(evening, past=evening.past[: number - 1]))
        if drawn is None:
            return None
        rounds.append(drawn)
    if any(
        was.out != is_.out or _who(was) != _who(is_) for was, is_ in zip(evening.past, rounds, strict=False)
    ):
        return None
    return rounds[-1]


def _who(drawn: Pairing) -> list[tuple[int, ...]]:
    return [table.seats for table in drawn.tables]


def _scheduled(how: str, evening: PairingInput) -> Pairing | None:
    lots = Random(f"{evening.seed}")
    units = lots.sample(sorted(_units(how, evening)), len(_units(how, evening)))
    everybody = [one for unit in units for one in unit]
    if len(everybody) < len(evening.playing):
        return None  # three take turns as one pair: no schedule knows of that
    shapes = _shapes(how, evening, units)
    if any(shape != evening.shape for shape in shapes):
        return None
    if how == ROTATING and evening.shape == Shape(4, 2):
        tables = schedules.whist(everybody, evening.number)
    elif evening.shape.sides == 2 and {len(unit) for unit in units} == {evening.shape.team}:
        tables = schedules.all_meet(units, evening.number)
    else:
        return None
    if tables is None:
        return None
    sat = seat_teams(tables, evening.lot("chairs"))
    seats = {one for table in sat for one in table.seats}
    return Pairing(sat, tuple(sorted(set(everybody) - seats)))
