"""The oldest match of a large club put right: how long the hand takes, and what follows from it after it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import uuid
from typing import Any

from .bench_import import ROOT, load, own_database

HANDS = int(os.environ.get("BENCH_HANDS") or 50_000)
TIMES = 5


def main() -> None:
    url = subprocess.run(
        [sys.executable, "scripts/postgresql.py"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    if not url:
        print("  no PostgreSQL answers: nothing to measure")
        return
    with tempfile.TemporaryDirectory() as scratch, own_database(url) as own:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
            "VAR_DIR": scratch,
            "DATABASE_URL": own,
        }
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0, interactive=False)
        call_command("seed_club", hands=HANDS)
        try:
            measure()
        finally:
            connection.close()
            connection.close_pool()


def measure() -> None:
    from django.db.models import Count

    from scorekeeper.clubs import behind
    from scorekeeper.clubs.models import Behind, Played

    game, n = Played.objects.values_list("game_slug").annotate(n=Count("pk")).order_by("-n")[0]
    there = Played.objects.filter(game_slug=game)
    first = ("at", "match")
    put_right(there.order_by("-at", "-match")[0].match, 0)  # modules are loaded at their first use
    behind.catch_up()
    for name, order in (("oldest", first), ("newest", ("-at", "-match"))):
        match = there.order_by(*order)[0].match
        took = sorted(put_right(match, n) for n in range(TIMES))
        waiting = sorted(Behind.objects.values_list("what", flat=True).distinct())
        middle, worst = took[len(took) // 2], took[-1]
        print(
            f"  the {name} of {n:,} matches of a game put right: p50 {middle[0] * 1000:.0f} ms, worst "
            f"{worst[0] * 1000:.0f} ms, of processor {middle[1] * 1000:.0f} ms"
        )
        steps, began, used = [], time.perf_counter(), time.process_time()
        while True:
            step = time.perf_counter()
            if not behind.go_on():
                break
            steps.append(time.perf_counter() - step)
        if steps:
            seconds, processor = time.perf_counter() - began, time.process_time() - used
            print(
                f"    and what follows from it ({', '.join(waiting)}), after it: {seconds:.1f} s, "
                f"of processor {processor:.1f} s, in {len(steps)} parts, "
                f"the longest {max(steps) * 1000:.0f} ms; {load()}"
            )


def put_right(match: Any, n: int) -> tuple[float, float]:
    """Give the first hand of a match to one side, then to another: seconds by the clock, and of processor."""
    from games.engine import Adjustment
    from scorekeeper.tables import models, reading, writing

    match = models.Match.objects.select_related("table").get(pk=match.pk)
    story = reading.story_of(match)
    number = story.log[0].entry.number
    points = story.sheet.seating.per_side(lambda side: 400 if side == n % match.sides else -400)
    hand = Adjustment(points, "put right")
    intent = writing.Intent(uuid.uuid4(), number, story.revs[number], hand, "miscounted")
    began, used = time.perf_counter(), time.process_time()
    written = writing.put(match, match.table.phones.get(), intent)
    took = time.perf_counter() - began, time.process_time() - used
    assert isinstance(written, writing.Saved)
    return took
