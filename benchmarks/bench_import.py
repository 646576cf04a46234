"""Benchmark of importing matches by the command, against PostgreSQL's COPY of the same rows."""

from __future__ import annotations

import contextlib
import io
import json
import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from . import postgresql

MATCHES = int(os.environ.get("BENCH_MATCHES") or 100_000)
MEMBERS = 500
HANDS = 10
COPIED_TABLES = [
    "tables_table",
    "tables_match",
    "tables_seat",
    "tables_entry",
    "tables_result",
    "clubs_broughtin",
    "clubs_played",
    "clubs_appearance",
]


def main() -> None:
    postgresql.run(measure)


def measure(files: Path) -> None:
    from django.db import connection

    from scorekeeper.clubs.models import Club

    for name, write in (
        ("totals, one line of CSV each", write_results),
        (f"records of {HANDS} hands", write_records),
    ):
        file = Path(files, name.split()[0])
        write(file)
        club = Club.objects.create(name=name)
        before = cpu_seconds()
        seconds = time_import(club.code, file)
        spent = cpu_seconds() - before
        again = time_import(club.code, file)
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM tables_match")
            assert cursor.fetchone()[0] == MATCHES, "not every match was imported"
        bare = time_copy(connection, Path(files, "rows"))
        print(
            f"  {MATCHES:,} {name}: {MATCHES / seconds:,.0f} matches/s "
            f"({seconds:.1f} s, CPU {spent / MATCHES * 1000:.2f} ms a match)\n"
            f"    the same rows by COPY alone {bare:.1f} s: {seconds / bare:.1f} times\n"
            f"    the same file again {again:.1f} s; {system_load()}"
        )
        with connection.cursor() as cursor:
            cursor.execute(f"TRUNCATE {', '.join(COPIED_TABLES)} CASCADE")


def system_load() -> str:
    return f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores"


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and its children."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def time_import(code: str, file: Path) -> float:
    """Return the seconds that the import takes."""
    from django.core.management import call_command

    began = time.perf_counter()
    with contextlib.redirect_stderr(io.StringIO()):
        call_command("import_club", code, str(file), stdout=io.StringIO())
    return time.perf_counter() - began


def time_copy(connection: object, base: Path) -> float:
    """Return the seconds that PostgreSQL takes to COPY the same rows into equal tables."""
    took = 0.0
    with connection.cursor() as cursor:  # type: ignore[attr-defined]
        cursor.execute("SET statement_timeout = 0")
        for table in COPIED_TABLES:
            file = base.with_suffix(f".{table}")
            with file.open("wb") as out, cursor.cursor.copy(f"COPY {table} TO STDOUT") as rows:
                for block in rows:
                    out.write(block)
            cursor.execute(f"CREATE TABLE bare (LIKE {table} INCLUDING ALL)")
            began = time.perf_counter()
            with file.open("rb") as source, cursor.cursor.copy("COPY bare FROM STDIN") as rows:
                while block := source.read(1 << 16):
                    rows.write(block)
            took += time.perf_counter() - began
            cursor.execute("DROP TABLE bare")
            file.unlink()
    return took


def day(n: int, matches: int) -> str:
    """Return the time of the nth match, spread over ten years."""
    return (datetime(2015, 1, 1, 19, tzinfo=UTC) + timedelta(minutes=n * 5_256_000 // matches)).isoformat()


def names(n: int, seats: int) -> list[str]:
    return [f"Member {(n * 7 + seat * 61) % MEMBERS}" for seat in range(seats)]


def write_results(file: Path) -> None:
    """Write a CSV of results, of every game in turn."""
    from games import every_game

    games = list(every_game().values())
    with file.open("w") as out:
        out.write("date,game,place,player 1,player 2,player 3,player 4,points 1,points 2,points 3,points 4\n")
        for n in range(MATCHES):
            game = games[n % len(games)]
            seats, sides = game.shapes(game.presets[0])[0]
            players = [*names(n, seats), "", "", "", ""][:4]
            points = [*(str(40 + (n * 13 + side * 29) % 50) for side in range(sides)), "", "", "", ""][:4]
            out.write(",".join([day(n, MATCHES), game.slug, f"Room {n % 5}", *players, *points]) + "\n")


def write_records(file: Path, matches: int = MATCHES) -> None:
    """Write records of ten hands each, from every game's worked examples, with a season per year."""
    from games import every_game
    from games.engine import Entry, Heading, Stopped
    from games.engine.game import replay
    from games.engine.interchange import Record, write_record

    records = []
    for game in every_game().values():
        example = max(game.examples, key=lambda example: len(example.hands))
        heading = Heading(example.seating, example.house, game.presets[0].id)
        hands = (example.hands * HANDS)[: HANDS - 1]
        sheet = replay(game, example.seating, example.house, enumerate(hands, start=1))
        if sheet.outcome is None:
            hands = (*hands, Stopped())
        log = tuple(Entry(number, hand) for number, hand in enumerate(hands, start=1))
        records.append(write_record(Record(game, heading, (), log)))
    with file.open("w") as out:
        for n in range(matches):
            record, at = records[n % len(records)], day(n, matches)
            data = {**record, "names": names(n, record["seats"]), "started": at, "venue": f"Room {n % 5}"}
            out.write(json.dumps(data | {"season": at[:4]}) + "\n")
