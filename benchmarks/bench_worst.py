"""The worst pages there are: processor time of every page, on the worst things that a stranger can make.

A sheet of as many entries as it may have, by host, scorer, watcher and stranger; a club of 5,000 matches of
200 people, by owner and member. Each page's shortest of several, the sheet warm and read anew from its log;
named are the worst ten, beside the limit of 200 ms as a ratio.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from .bench_club import pages, set_up

LIMIT = 200  # ms of processor
ROUNDS = int(os.environ.get("BENCH_ROUNDS") or 3)
MATCHES = int(os.environ.get("BENCH_MATCHES") or 5_000)
NAMES = 200
WORST = 10
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


def long_sheet() -> Any:
    """A table with everybody's phones, and as many entries as a match may have."""
    from scorekeeper import limits
    from scorekeeper.clubs.importing.importer import ImportBatch, in_batches
    from scorekeeper.clubs.importing.replay import ReplayedMatch, replay_batch
    from scorekeeper.clubs.models import Club
    from scorekeeper.matches import models
    from tests.site.cast import agreed
    from tests.site.routes import rich_example, table_of

    game, example = rich_example()
    cast = table_of(game, example, 3)
    from games.engine import Entry, Heading
    from games.engine.interchange import Record, write_record

    sides, there = example.seating.sides, cast.story.log
    more = limits.MOST_ENTRIES - len(there) - 1
    hands = [agreed(10 if n % 2 else -10, sides, f"agreed, for the {n}th time") for n in range(more)]
    log = tuple(Entry(n, hand) for n, hand in enumerate(hands, start=1))
    record = write_record(Record(game, Heading(example.seating, example.house), (), log))
    club = Club.objects.create(name="For a moment")
    crate = ImportBatch(club)
    for batch in in_batches([(1, json.dumps(record).encode())]):
        plays = replay_batch(batch)
        assert all(isinstance(one, ReplayedMatch) for one in plays), plays
        crate.bring(plays)  # type: ignore[arg-type]
    models.Table.objects.filter(club=club).update(club=None)
    match = models.Match.objects.latest("pk")
    # The rows of the people at the first table come to the long one.
    models.Match.objects.filter(table=cast.table).delete()
    models.Match.objects.filter(pk=match.pk).update(table=cast.table, number=1)
    return cast


def large_club() -> Any:
    """A club of so many matches of so many people, most of them of a few."""
    from games import every_game
    from scorekeeper.clubs.importing import columns, spreadsheet
    from scorekeeper.clubs.importing.importer import ImportBatch, in_batches
    from scorekeeper.clubs.importing.replay import ReplayedMatch, replay_batch
    from scorekeeper.clubs.jobs import worker
    from tests.site.club_cast import ClubCast

    cast, chance = ClubCast(), random.Random(7)
    game = next(slug for slug, game in every_game().items() if game.shapes(game.presets[0])[0] == (4, 2))
    people = [f"Player {n}" for n in range(NAMES)]
    rows = ["date,game,player 1,player 2,player 3,player 4,points 1,points 2"]
    for n in range(MATCHES):
        names = chance.sample(people[:5] if n % 2 else people, 4)
        day = date(2015, 1, 1) + timedelta(days=n // 3)
        rows.append(f"{day},{game},{','.join(names)},{chance.randrange(200, 900)},{chance.randrange(190)}")
    table = spreadsheet.read_spreadsheet("\n".join(rows))
    papers, _mistakes = columns.read_rows(table, columns.guess_columns(table, cast.club), cast.club)
    crate = ImportBatch(cast.club)
    for batch in in_batches(papers):
        crate.bring(one for one in replay_batch(batch) if isinstance(one, ReplayedMatch))
    crate.finish()
    worker.run_all()
    return cast


def of_the_table(cast: Any) -> Iterator[tuple[str, Any, str, dict[str, str]]]:
    """Who opens which page: a name for it, their browser, its path, and headers."""
    from django.urls import NoReverseMatch

    from tests.site.routes import address, own_routes

    for route in own_routes():
        try:
            path = address(cast, route)
        except (NoReverseMatch, KeyError):
            continue
        if route.name == "watch":
            continue
        for who in ("Ann", "Bo", "Cy", "Di"):
            yield f"{route.name}, {who}", cast.clients[who], path, {}
            yield f"{route.name} (a part), {who}", cast.clients[who], path, HTMX


def of_the_club(cast: Any) -> Iterator[tuple[str, Any, str, dict[str, str]]]:
    paths = dict(pages(cast.club))
    paths["history of two"] = f"{paths['history']}?player=Player+1&opponent=Player+2"
    paths["history of many"] = f"{paths['history']}?player=Player&partner=play&opponent=lay"
    for name, path in paths.items():
        for who in ("Olga", "Mia"):
            yield f"{name}, {who}", cast.clients[who], path, {}


def main() -> None:
    set_up()
    from django.db import connection

    from scorekeeper import upkeep
    from scorekeeper.matches import replay

    table, club = long_sheet(), large_club()
    upkeep.refresh_statistics()
    took: dict[str, float] = {}
    asked = [(True, one) for one in of_the_table(table)] + [(False, one) for one in of_the_club(club)]
    for cold in (False, True):
        for is_table, (name, client, path, headers) in asked:
            if cold and not is_table:
                continue
            best = 1e9
            for _ in range(ROUNDS):
                if cold:
                    replay._kept.clear()
                began = time.process_time()
                answer = client.get(path, headers=headers)
                if answer.streaming:
                    b"".join(answer.streaming_content)
                best = min(best, time.process_time() - began)
            if answer.status_code == 200:
                took[f"{name}{', read anew' if cold else ''}"] = best * 1000
                if os.environ.get("BENCH_ALL"):
                    print(f"    {name}{', read anew' if cold else ''}: {best * 1000:.1f} ms", flush=True)
    ordered = sorted(took.items(), key=lambda one: one[1], reverse=True)
    for name, spent in ordered[:WORST]:
        print(f"  {name:54} {spent:8.1f} ms of processor: {spent / LIMIT:5.2f} of the limit")
    above = sum(spent > LIMIT for _name, spent in ordered)
    load = os.getloadavg()[0]
    print(f"  {len(ordered)} pages on {connection.vendor}; {above} above the limit; load {load:.0f}")


if __name__ == "__main__":
    main()
