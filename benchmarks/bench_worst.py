"""The slowest requests: CPU time on the largest data that a user can create.

- A sheet with as many entries as allowed: every page for host, scorer, watcher and stranger, every POST of
  the host, and comparisons of the sheet with 400 entries of a phone.
- A sheet that may get 300 more entries: the same comparisons.
- A table with as many matches and phones as allowed and the longest names: every page.
- A club of 5,000 matches of 200 people: every page for owner and member.

Times are the shortest of several, with the sheet cached and uncached. The worst ten are printed as a ratio to
the limit of 300 ms. As last measured, only requests that write up to a hundred hands were above it.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

from .bench_club import pages, set_up

LIMIT = 300  # ms of CPU time
ROUNDS = int(os.environ.get("BENCH_ROUNDS") or 3)
MATCHES = int(os.environ.get("BENCH_MATCHES") or 5_000)
NAMES = 200
WORST = int(os.environ.get("BENCH_WORST") or 10)
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


def long_sheet(room: int = 0) -> Any:
    """Create a table with phones of all roles, and a match that may get about ``room`` more entries."""
    from scorekeeper.clubs.models import Club
    from scorekeeper.history.importing.importer import Importer, in_batches
    from scorekeeper.history.importing.replay import ReplayedMatch, replay_batch
    from scorekeeper.matches import models
    from scorekeeper.web import limits
    from tests.site.cast import adjustment
    from tests.site.routes import cast_with_hands, rich_example

    game, example = rich_example()
    cast = cast_with_hands(game, example, 3)
    from games.engine import Entry, Heading
    from games.engine.interchange import Record, write_record

    sides, log_before = example.seating.sides, cast.state.log
    count = limits.MOST_ENTRIES - len(log_before) - 1 - room
    hands = [adjustment(10 if n % 2 else -10, sides, f"agreed, for the {n}th time") for n in range(count)]
    log = tuple(Entry(n, hand) for n, hand in enumerate(hands, start=1))
    record = write_record(Record(game, Heading(example.seating, example.house), (), log))
    club = Club.objects.create(name="Temporary")
    matches_importer = Importer(club)
    for batch in in_batches([(1, json.dumps(record).encode())]):
        replayed = replay_batch(batch)
        assert all(isinstance(each, ReplayedMatch) for each in replayed), replayed
        matches_importer.write(replayed)  # type: ignore[arg-type]
    models.Table.objects.filter(club=club).update(club=None)
    match = models.Match.objects.latest("pk")
    # The long match moves to the first table, where the phones are.
    models.Match.objects.filter(table=cast.table).delete()
    models.Match.objects.filter(pk=match.pk).update(table=cast.table, number=1)
    return cast


def crowded_table() -> Any:
    """Create a table with as many short matches and phones as allowed, and the longest names."""
    import uuid

    from django.db import transaction

    from scorekeeper.matches import commands, phones
    from scorekeeper.web import limits
    from tests.site.cast import adjustment
    from tests.site.routes import cast_with_hands, rich_example

    game, example = rich_example()
    cast = cast_with_hands(game, example, 3)
    ann, seating = cast.phone("Ann"), example.seating
    heading, names = cast.state.heading, [f"{seat}".rjust(20, "N") for seat in range(seating.seats)]
    for n in range(phones.MOST_PHONES - cast.table.phones.count()):
        phones.let_in(cast.table, f"a phone of somebody, the {n}th", "scorer", f"{n:P>40}")
    with transaction.atomic():
        for n in range(1, limits.MOST_MATCHES):
            match = commands.start_match(cast.table, ann, game, heading, names, n, choice=commands.LEAVE)
            for number in range(1, 13):
                hand = adjustment(1 - number % 2 * 2, seating.sides, f"{number:w>60}")
                commands.append_entry(match, ann, commands.WriteCommand(uuid.uuid4(), number, 0, hand))
    return cast


def large_club() -> Any:
    """Create a club of many matches and people, most of them with a few matches."""
    from games import every_game
    from scorekeeper.clubs.spreadsheets import spreadsheet
    from scorekeeper.history.importing import columns
    from scorekeeper.history.importing.importer import Importer, in_batches
    from scorekeeper.history.importing.replay import ReplayedMatch, replay_batch
    from scorekeeper.jobs import worker
    from tests.site.club_cast import ClubCast

    cast, rng = ClubCast(), random.Random(7)
    game = next(slug for slug, game in every_game().items() if game.shapes(game.presets[0])[0] == (4, 2))
    people = [f"Player {n}" for n in range(NAMES)]
    rows = ["date,game,player 1,player 2,player 3,player 4,points 1,points 2"]
    for n in range(MATCHES):
        names = rng.sample(people[:5] if n % 2 else people, 4)
        day = date(2015, 1, 1) + timedelta(days=n // 3)
        rows.append(f"{day},{game},{','.join(names)},{rng.randrange(200, 900)},{rng.randrange(190)}")
    table = spreadsheet.read_spreadsheet("\n".join(rows))
    numbered_rows, _mistakes = columns.read_rows(table, columns.guess_columns(table, cast.club), cast.club)
    matches_importer = Importer(cast.club)
    for batch in in_batches(numbered_rows):
        matches_importer.write(each for each in replay_batch(batch) if isinstance(each, ReplayedMatch))
    worker.run_all()
    return cast


def table_requests(cast: Any) -> Iterator[tuple[str, Any, str, dict[str, str]]]:
    """Yield the GET requests of a table by each phone: name, client, path, headers."""
    from django.urls import NoReverseMatch

    from tests.site.routes import own_routes, route_path

    for route in own_routes():
        try:
            path = route_path(cast, route)
        except (NoReverseMatch, KeyError):
            continue
        if route.name == "watch":
            continue
        for user in ("Ann", "Bo", "Cy", "Di"):  # host, scorer, watcher, stranger
            yield f"{route.name}, {user}", cast.clients[user], path, {}
            yield f"{route.name} (a part), {user}", cast.clients[user], path, HTMX


def table_posts(cast: Any) -> Iterator[tuple[str, Any, str, dict[str, Any]]]:
    """Yield the POST requests of the host: name, client, path, form."""
    from tests.site.routes import own_routes, route_path
    from tests.site.test_who_may import ROWS

    for route in own_routes():
        row = ROWS.get(route.name)
        if row is not None and row.post:
            yield f"POST {route.name}", cast.clients["Ann"], route_path(cast, route), row.sent(cast)
    yield from comparison_posts(cast)


def comparison_posts(cast: Any) -> Iterator[tuple[str, Any, str, dict[str, Any]]]:
    """Yield the POST requests that compare 400 entries of a phone with the sheet, or write them on it."""
    from tests.site import test_branches_are_bounded as branches

    for kind in branches.KINDS:
        entries = json.dumps(branches.run(cast, kind, 400))
        for do in ("", "mine"):
            sent = {"entries": entries, "do": do}
            yield f"POST compare, 400 {kind} {do}", cast.clients["Bo"], cast.url("compare"), sent


def post_times(
    cast: Any,
    cold: bool,
    requests_of: Callable[[Any], Iterator[tuple[str, Any, str, dict[str, Any]]]] = table_posts,
) -> Iterator[tuple[str, float]]:
    """Yield the CPU time in ms of each POST; its writes are rolled back."""
    from django.db import transaction
    from django.test.utils import setup_test_environment, teardown_test_environment

    from scorekeeper.sheet import cache

    setup_test_environment()  # forms are taken from the pages' contexts
    requests = list(requests_of(cast))
    teardown_test_environment()
    for name, client, path, sent in requests:
        best = 1e9
        for _ in range(ROUNDS):
            cache.clear()
            if not cold:
                client.get(cast.url("sheet"))
            with transaction.atomic():
                began = time.process_time()
                client.post(path, sent)
                best = min(best, time.process_time() - began)
                transaction.set_rollback(True)
        yield f"{name}{', uncached' if cold else ''}", best * 1000


def club_requests(cast: Any) -> Iterator[tuple[str, Any, str, dict[str, str]]]:
    paths = dict(pages(cast.club))
    paths["history of two"] = f"{paths['history']}?player=Player+1&opponent=Player+2"
    paths["history of many"] = f"{paths['history']}?player=Player&partner=play&opponent=lay"
    for name, path in paths.items():
        for user in ("Olga", "Mia"):  # owner, member
            yield f"{name}, {user}", cast.clients[user], path, {}


def main() -> None:
    set_up()
    from django.db import connection

    from scorekeeper.jobs import analyze
    from scorekeeper.sheet import cache

    table, roomy, crowded, club = long_sheet(), long_sheet(room=300), crowded_table(), large_club()
    analyze.refresh_statistics()
    took: dict[str, float] = {}
    requests = [(True, request) for request in table_requests(table)] + [
        (False, request) for request in club_requests(club)
    ]
    requests += [(True, (f"500 matches: {name}", *more)) for name, *more in table_requests(crowded)]
    for cold in (False, True):
        for is_table, (name, client, path, headers) in requests:
            if cold and not is_table:
                continue
            best = 1e9
            for _ in range(ROUNDS):
                if cold:
                    cache.clear()
                began = time.process_time()
                answer = client.get(path, headers=headers)
                if answer.streaming:
                    b"".join(answer.streaming_content)
                best = min(best, time.process_time() - began)
            if answer.status_code == 200:
                took[f"{name}{', uncached' if cold else ''}"] = best * 1000
                if os.environ.get("BENCH_ALL"):
                    print(f"    {name}{', uncached' if cold else ''}: {best * 1000:.1f} ms", flush=True)
        took.update(post_times(table, cold))
        took.update(
            (f"{name}, room left", spent) for name, spent in post_times(roomy, cold, comparison_posts)
        )
    ordered = sorted(took.items(), key=lambda pair: pair[1], reverse=True)
    for name, spent in ordered[:WORST]:
        print(f"  {name:54} {spent:8.1f} ms CPU: {spent / LIMIT:5.2f} of the limit")
    above = sum(spent > LIMIT for _name, spent in ordered)
    load = os.getloadavg()[0]
    print(f"  {len(ordered)} requests on {connection.vendor}; {above} above the limit; load {load:.0f}")


if __name__ == "__main__":
    main()
