"""Who sits where in the next round of a night. Pure: the same night and seed give the same draw.

First come those who sit out: whoever has done so least, so that nobody does twice before everybody has once.
Then the others are put together as the night is drawn: by lot, with partners that rotate, winners moving up,
those alike meeting, or in fixed pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from . import schedules
from .evening import FIXED, PROGRESSIVE, RANDOM, ROTATING, SWISS, Draw, Evening, Here
from .evening_out import PARTNER, Team, sat_down, unevenness
from .methods import METHODS
from .shapes import Shape, sizes

TRIES = 8  # ways of sitting out, and beginnings of the search, that are tried


def draw(how: str, evening: Evening) -> Draw:
    """The next round."""
    perfect = _perfect(how, evening)
    if perfect is not None:
        return perfect
    units = _units(how, evening)
    meant = {one for unit in units for one in unit}
    # Those who rest by choice, and of three who take turns the one whose turn it is to watch.
    rests = tuple(one.id for one in evening.here if one.id not in meant)
    best: tuple[int, Draw] | None = None
    for attempt in range(TRIES if how in (ROTATING, FIXED) else 1):
        rnd = evening.lot(str(attempt))
        playing, out = _sit_out(how, evening, units, rnd)
        shapes = _shapes(how, evening, playing)
        drawn = METHODS[how](evening, playing, shapes, rnd) if shapes else Draw()
        cost = sum(unevenness(evening.met, table.teams) for table in drawn.tables)
        if best is None or cost < best[0]:
            best = cost, replace(drawn, out=tuple(sorted((*out, *rests))))
        if not cost or (attempt >= 2 and cost < PARTNER):
            break
    assert best is not None
    return best[1]


# Who sits out -------------------------------------------------------------------------------------


def sat_out(evening: Evening) -> dict[int, int]:
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


def _last_out(evening: Evening) -> dict[int, int]:
    """The round in which everybody sat out last."""
    return {one: n for n, drawn in enumerate(evening.past, start=1) for one in drawn.out}


def _sit_out(
    how: str, evening: Evening, units: list[Team], rnd: Random
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


def _units(how: str, evening: Evening) -> list[Team]:
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


def _watching(evening: Evening, groups: Sequence[Team]) -> set[int]:
    """Of those who take turns all but two: whoever has sat out least, and of them longest ago."""
    if all(len(group) == 2 for group in groups):
        return set()
    count, last = sat_out(evening), _last_out(evening)
    found: set[int] = set()
    for group in groups:
        order = sorted(group, key=lambda one: (count[one], last.get(one, 0), -one))
        found |= set(order[: len(group) - 2])
    return found


def _shapes(how: str, evening: Evening, units: list[Team]) -> list[Shape]:
    """The tables for these people; fixed pairs sit at the usual tables only."""
    others = () if how == FIXED or any(len(unit) > 1 for unit in units) else evening.others
    return sizes(sum(map(len, units)), evening.shape, others)


# Perfect schedules --------------------------------------------------------------------------------


def _perfect(how: str, evening: Evening) -> Draw | None:
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


def _who(drawn: Draw) -> list[tuple[int, ...]]:
    return [table.seats for table in drawn.tables]


def _scheduled(how: str, evening: Evening) -> Draw | None:
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
    sat = sat_down(tables, evening.lot("chairs"))
    seats = {one for table in sat for one in table.seats}
    return Draw(sat, tuple(sorted(set(everybody) - seats)))


__all__ = [
    "FIXED",
    "METHODS",
    "PROGRESSIVE",
    "RANDOM",
    "ROTATING",
    "SWISS",
    "Draw",
    "Evening",
    "Here",
    "draw",
]
