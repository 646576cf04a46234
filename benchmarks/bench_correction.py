"""The oldest match of a large club put right: how long the hand takes, and what follows from it after it."""

from __future__ import annotations

import os
import time
import uuid
from pathlib import Path
from typing import Any

from . import postgresql
from .bench_import import load

HANDS = int(os.environ.get("BENCH_HANDS") or 50_000)
TIMES = 5


def main() -> None:
    postgresql.run(measure)


def measure(_files: Path) -> None:
    from django.core.management import call_command
    from django.db.models import Count

    from scorekeeper.clubs.jobs import worker
    from scorekeeper.clubs.models import PendingJob, Played

    call_command("seed_club", hands=HANDS)
    game, n = Played.objects.values_list("game_slug").annotate(n=Count("pk")).order_by("-n")[0]
    there = Played.objects.filter(game_slug=game)
    first = ("at", "match")
    put_right(there.order_by("-at", "-match")[0].match, 0)  # modules are loaded at their first use
    worker.run_all()
    for name, order in (("oldest", first), ("newest", ("-at", "-match"))):
        match = there.order_by(*order)[0].match
        took = sorted(put_right(match, n) for n in range(TIMES))
        waiting = sorted(PendingJob.objects.values_list("what", flat=True).distinct())
        middle, worst = took[len(took) // 2], took[-1]
        print(
            f"  the {name} of {n:,} matches of a game put right: p50 {middle[0] * 1000:.0f} ms, worst "
            f"{worst[0] * 1000:.0f} ms, of processor {middle[1] * 1000:.0f} ms"
        )
        steps, began, used = [], time.perf_counter(), time.process_time()
        while True:
            step = time.perf_counter()
            if not worker.run_next():
                break
            steps.append(time.perf_counter() - step)
        if steps:
            took, used = time.perf_counter() - began, time.process_time() - used
            print(
                f"    and what follows from it ({', '.join(waiting)}), after it: {took:.1f} s, of processor "
                f"{used:.1f} s, in {len(steps)} parts, the longest {max(steps) * 1000:.0f} ms; {load()}"
            )


def put_right(match: Any, n: int) -> tuple[float, float]:
    """Give the first hand of a match to one side, then to another: seconds by the clock, and of processor."""
    from games.engine import Adjustment
    from scorekeeper.matches import (
        commands,
        models,
        replay,
    )

    match = models.Match.objects.select_related("table").get(pk=match.pk)
    story = replay.load_match_state(match)
    number = story.log[0].entry.number
    points = story.sheet.seating.per_side(lambda side: 400 if side == n % match.sides else -400)
    hand = Adjustment(points, "put right")
    intent = commands.WriteCommand(uuid.uuid4(), number, story.revs[number], hand, "miscounted")
    began, used = time.perf_counter(), time.process_time()
    written = commands.append_entry(match, match.table.phones.get(), intent)
    took = time.perf_counter() - began, time.process_time() - used
    assert isinstance(written, commands.Saved)
    return took
