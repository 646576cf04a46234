"""Benchmark of the engine: hands per second, the cost of a hand on a long sheet, records per second."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from games import every_game
from games.engine import Game, Seating, Sheet, Words, append_hand, empty_sheet, play
from games.engine.description import game_json
from games.engine.interchange import read_record, score_json
from games.engine.strict_json import loads_strict

ROOT = Path(__file__).parent.parent
SHORT, LONG = 20, 200  # hands of a match, and of a very long one
RECORDS = 10_000
SECONDS = 0.2  # duration of each measurement


def endless(game: Game[Any]) -> Game[Any]:
    """Return a game that computes its outcome after each hand but never ends."""
    return replace(game, outcome=lambda sheet: game.outcome(sheet) and None)


def sheet_of(game: Game[Any], hands: tuple[Any, ...], length: int, empty: Sheet[Any]) -> Sheet[Any]:
    """Return a sheet of ``length`` scored hands, made by repeating ``hands``."""
    sheet = empty
    for hand in islice(cycle(hands), 3 * length):
        after = append_hand(game, sheet, hand)
        if not after.rows[-1].problems:
            sheet = after
        if len(sheet.rows) == length:
            break
    return sheet


def seconds(work: Callable[[], object]) -> float:
    """Return the shortest time of repeated calls, the one that other processes disturbed least."""
    best, until = float("inf"), time.perf_counter() + SECONDS
    while True:
        start = time.perf_counter()
        work()
        end = time.perf_counter()
        best = min(best, end - start)
        if end > until:
            return best


def table_line(game: Game[Any], width: int) -> str:
    """Return the measurements of a game as a line of the table."""
    longest = max(game.examples, key=lambda example: len(example.hands))
    endless_game, empty = endless(game), empty_sheet(game, longest.seating, longest.house)
    short, long = (sheet_of(endless_game, longest.hands, length, empty) for length in (SHORT, LONG))
    hands = [row.hand for row in short.rows]
    replay = seconds(lambda: play(endless_game, short.seating, short.house, hands)) / len(hands)
    early, late = (
        sum(seconds(lambda: append_hand(endless_game, sheet, hand)) for hand in longest.hands[:4])  # noqa: B023
        for sheet in (short, long)
    )
    records = [json.dumps(example["record"]) for example in game_json(game)["examples"]]
    games = {game.slug: game}
    record_seconds = seconds(
        lambda: [score_json(read_record(loads_strict(text), games)) for text in records]
    ) / len(records)
    return f"  {game.slug:{width}} {1 / replay:10,.0f} {late / early:11.2f} {1 / record_seconds:12,.0f}"


def command_line(games: dict[str, Game[Any]]) -> str:
    """Return a line with the time of ``manage.py score -`` for many records."""
    examples = [example for game in games.values() for example in game_json(game)["examples"]]
    lines = list(islice(cycle(json.dumps(example["record"]) for example in examples), RECORDS))
    start = time.perf_counter()
    ended = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "score", "-", "--json"],
        input="\n".join(lines),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    took = time.perf_counter() - start
    assert ended.stdout.count("\n") == len(lines)
    return f"  manage.py score: {len(lines):,} records in {took:.1f} s, {len(lines) / took:,.0f} a second"


def compare_with_scripts(games: dict[str, Game[Any]]) -> Iterator[str]:
    """Yield the times of a game scored with reasons, and of a bare script that adds up the same hands."""
    for path in sorted((ROOT / "tests" / "games").glob("bare_*.py")):
        bare = importlib.import_module(f"tests.games.{path.stem}")
        game = games[bare.SLUG]
        hands, script_input = bare.sample_deals()
        house, seating = game.presets[0].house, Seating(*game.shapes(game.presets[0])[0])
        words, endless_game = Words(), endless(game)

        def totals_in_words() -> list[int]:
            sheet = play(endless_game, seating, house, hands)  # noqa: B023
            for row in sheet.rows:
                for line in row.lines:
                    [words.read(cite.words) for cite in line.because]  # noqa: B023
            return [int(total) for total in sheet.totals]

        def engine_totals() -> list[int]:
            return [int(total) for total in play(endless_game, seating, house, hands).totals]  # noqa: B023

        def script_totals() -> list[int]:
            total: list[int] = bare.total(script_input)  # noqa: B023
            return total

        assert totals_in_words() == engine_totals() == script_totals(), "the totals differ"
        script, engine, in_words = seconds(script_totals), seconds(engine_totals), seconds(totals_in_words)
        count = len(hands)
        yield (
            f"  {game.slug}, {count} hands: a bare script {script / count * 1e6:.1f} µs a hand, "
            f"with the reasons {engine / count * 1e6:.1f} µs ({engine / script:.1f} times), "
            f"read out in words {in_words / count * 1e6:.1f} µs ({in_words / script:.1f} times)"
        )


def main() -> None:
    games = every_game()
    width = max(map(len, games), default=4)
    print(f"  {'':{width}} {'hands/s':>10} {f'{LONG} to {SHORT}':>11} {'records/s':>12}")
    for game in games.values():
        print(table_line(game, width), flush=True)
    for line in compare_with_scripts(games):
        print(line, flush=True)
    print(command_line(games), flush=True)
