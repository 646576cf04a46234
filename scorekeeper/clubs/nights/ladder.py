"""Progressive nights: winners move up a table, the losers of the first go to the last."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .shapes import Sat


def order(last: Sequence[Sat], playing: set[int], rnd: Random) -> list[int]:
    """Everybody who plays, from the first table to the last.

    By lot in the first round. Who has come, or comes back from sitting out, begins at the last table.
    """
    if not last:
        return rnd.sample(sorted(playing), len(playing))
    sitting = [[one for one in table if one in playing] for table in _moved(last, rnd)]
    moved = [one for table in sitting for one in table]
    new = sorted(playing - set(moved))
    return moved + rnd.sample(new, len(new))


def _moved(last: Sequence[Sat], rnd: Random) -> list[list[int]]:
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


def _how_many(table: Sat) -> int:
    """How many sides move up: the winners; of four or more who play alone the better half."""
    sides = len(table.teams)
    return sides // 2 if len(table.teams[0]) == 1 and sides > 3 else 1


def _by_place(table: Sat, rnd: Random) -> list[tuple[int, ...]]:
    """The sides, the winners first; the lot decides between those who are level, or did not finish."""
    sides = list(enumerate(table.teams))
    rnd.shuffle(sides)
    places = table.places or (1,) * len(sides)
    sides.sort(key=lambda one: places[one[0]])
    return [team for _side, team in sides]
