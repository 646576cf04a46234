"""Benchmark of a match of thirty hands scored under another preset: the replay alone, and the whole page."""

from __future__ import annotations

import os
import time
from itertools import cycle, islice
from typing import Any

from games import every_game
from games.engine import Game, Heading, Seating, Sheet, append_hand, empty_sheet, replay

HANDS = 30
TIMES = 5
MOST_REFUSED = 40  # refused hands in a row before giving up


def hands_of(game: Game[Any]) -> tuple[Seating, Any, tuple[tuple[int, Any], ...]]:
    """Return the seating and house rules of a game's longest example, and thirty numbered hands from it.

    Hands that are refused or would end the match are left out, unless no others exist.
    """
    longest = max(game.examples, key=lambda example: len(example.hands))
    kept: list[Any] = []
    sheet: Sheet[Any] = empty_sheet(game, longest.seating, longest.house)
    refused = 0
    for hand in cycle(longest.hands):
        after = append_hand(game, sheet, hand)
        if after.rows[-1].problems or after.outcome:
            refused += 1
            if refused == MOST_REFUSED:
                break
            continue
        sheet, refused = after, 0
        kept.append(hand)
        if len(kept) == HANDS:
            break
    hands = list(islice(cycle(kept or longest.hands), HANDS))
    return longest.seating, longest.house, tuple(enumerate(hands, start=1))


def slowest(game: Game[Any]) -> tuple[float, str]:
    """Return the shortest time in milliseconds of a game's slowest preset, and the preset's id."""
    seating, _house, hands = hands_of(game)
    worst = (0.0, "")
    for preset in game.presets:
        if seating.shape not in game.shapes(preset):
            continue
        took = []
        for _ in range(TIMES):
            began = time.process_time()
            replay(game, seating, preset.house, hands)
            took.append(time.process_time() - began)
        worst = max(worst, (min(took) * 1000, preset.id))
    return worst


def page_time(game: Game[Any]) -> float:
    """Return the time in milliseconds of the page of a match under another preset."""
    import uuid

    from django.test import Client

    from scorekeeper.matches import (
        commands,
        models,
        phones,
    )

    seating, house, hands = hands_of(game)
    names = [f"Player {n}" for n in range(1, seating.seats + 1)]
    table = commands.start_table(
        game, Heading(seating, house, game.presets[0].id), names, phones.hash_key("k" * 32), ""
    )
    match, phone = table.matches.get(), table.phones.get()
    for number, hand in hands:
        result = commands.append_entry(
            match, phone, commands.WriteCommand(uuid.uuid4(), number, 0, hand, fingerprint="")
        )
        if not isinstance(result, commands.Saved):
            break
        match = models.Match.objects.get(pk=match.pk)
    presets = [preset for preset in game.presets if seating.shape in game.shapes(preset)]
    path = f"/t/{table.code}/m/1/under?preset={presets[-1].id}"
    client, took = Client(), []
    for _ in range(TIMES):
        began = time.process_time()
        answer = client.get(path, headers={"HX-Request": "true"})
        took.append(time.process_time() - began)
        assert answer.status_code == 200
    return min(took) * 1000


def main() -> None:
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.config.settings")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        games = every_game()
        width = max(map(len, games))
        print(f"  {'':{width}} {'replay':>9} {'page':>9}  slowest preset")
        for game in games.values():
            worst, preset = slowest(game)
            print(f"  {game.slug:{width}} {worst:6.1f} ms {page_time(game):6.1f} ms  {preset}", flush=True)
