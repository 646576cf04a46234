"""Benchmark of correcting the oldest match of a large club: the save, and the recomputation after it."""

from __future__ import annotations

import os
import time
import uuid
from pathlib import Path
from typing import Any

from . import postgresql
from .bench_club import get_or_import_club
from .bench_import import system_load

MATCHES = int(os.environ.get("BENCH_MATCHES") or 5_000)
TIMES = 5


def main() -> None:
    postgresql.run(measure)


def measure(_files: Path) -> None:
    """Print the times of corrections and recomputations."""
    from django.db.models import Count

    from scorekeeper.history.models import Played
    from scorekeeper.jobs import pending, worker

    get_or_import_club(MATCHES)
    game, matches = Played.objects.values_list("game_slug").annotate(n=Count("pk")).order_by("-n")[0]
    played = Played.objects.filter(game_slug=game)
    correct(played.order_by("-at", "-match")[0].match, 0)  # the first correction loads modules
    worker.run_all()
    for name, order in (("oldest", ("at", "match")), ("newest", ("-at", "-match"))):
        match = played.order_by(*order)[0].match
        took = sorted(correct(match, turn) for turn in range(TIMES))
        middle, worst = took[len(took) // 2], took[-1]
        print(
            f"  the {name} of {matches:,} matches of a game corrected: p50 {middle[0] * 1000:.0f} ms, worst "
            f"{worst[0] * 1000:.0f} ms, CPU {middle[1] * 1000:.0f} ms"
        )
        print(f"    the figures of its game recomputed: {recompute()}; {system_load()}")
    Played.objects.update(version=uuid.uuid4())
    pending.enqueue([(match.table.club_id, game)])
    print(f"  all figures of the game recomputed from the logs: {recompute()}; {system_load()}")


def recompute() -> str:
    """Recompute pending figures. Return the wall time and CPU time as text."""
    from scorekeeper.jobs import worker

    began, cpu_began = time.perf_counter(), time.process_time()
    worker.run_all()
    took, cpu = time.perf_counter() - began, time.process_time() - cpu_began
    return f"{took:.1f} s, CPU {cpu:.1f} s"


def correct(match: Any, turn: int) -> tuple[float, float]:
    """Give the first hand to another side each turn. Return wall time and CPU time in seconds."""
    from games.engine import Adjustment
    from scorekeeper.matches import (
        commands,
        models,
        replay,
    )

    match = models.Match.objects.select_related("table").get(pk=match.pk)
    state = replay.load_match_state(match)
    number = state.log[0].entry.number
    points = state.sheet.seating.per_side(lambda side: 400 if side == turn % match.sides else -400)
    hand = Adjustment(points, "corrected")
    command = commands.WriteCommand(uuid.uuid4(), number, state.revs[number], hand, "miscounted")
    began, cpu_began = time.perf_counter(), time.process_time()
    result = commands.append_entry(match, match.table.phones.get(), command)
    took = time.perf_counter() - began, time.process_time() - cpu_began
    assert isinstance(result, commands.Saved)
    return took
