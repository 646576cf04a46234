"""Create the tables and the club of the screenshots, in the configured database.

Prints JSON: the path and the phone of each scene, keyed by the scene's name. The hands are from a game's own
examples. The environment variable GAME chooses the game; by default it is one with an auction between two
pairs.
"""

import json
import os
import sys
import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.config.settings")

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402

from games import every_game  # noqa: E402
from games.engine import Adjustment, Example, Game, Heading, PerSide, append_hand, play  # noqa: E402
from scorekeeper.jobs import worker  # noqa: E402
from scorekeeper.matches import (  # noqa: E402
    commands,
    models,
    permissions,
    phones,
    replay,
)
from tests.site.club_cast import ClubCast  # noqa: E402
from tests.site.night_cast import NightCast, season  # noqa: E402

NAMES = ("Christopher", "Alexandra", "Élodie", "Dominique", "Margaret", "Bartholomew", "Anne-Catherine", "Jo")
HOST, SCORER, WATCHER = "Christopher", "Alexandra", "Élodie"
KEYS = {name: f"the secret of the phone of {name}" for name in NAMES}


def game_of_scenes() -> Game[Any]:
    """Return the game of the screenshots. The shape of a seating is its seats and its sides."""
    games = every_game()
    if slug := os.environ.get("GAME", ""):
        return games[slug]
    return next(
        game
        for game in games.values()
        if game.auction and any(example.seating.shape == (4, 2) for example in game.examples)
    )


class Scene:
    """A table with an example's seating and house rules."""

    def __init__(self, game: Game[Any], example: Example[Any]) -> None:
        self.game, self.example = game, example
        heading = Heading(example.seating, example.house, game.presets[0].id)
        names = NAMES[: example.seating.seats]
        self.table = commands.start_table(game, heading, names, phones.hash_key(KEYS[HOST]), HOST)
        phones.let_in(self.table, KEYS[SCORER], models.Role.SCORER, SCORER)
        phones.let_in(self.table, KEYS[WATCHER], models.Role.WATCHER, WATCHER)

    @property
    def match(self) -> models.Match:
        return self.table.matches.order_by("-number")[0]

    def write(self, number: int, rev: int, hand: Any, why: str = "") -> "Scene":
        host = self.table.phones.get(name=HOST)
        result = commands.append_entry(
            self.match, host, commands.WriteCommand(uuid.uuid4(), number, rev, hand, why)
        )
        assert isinstance(result, commands.Saved), result
        return self

    def play(self, *hands: Any) -> "Scene":
        for hand in hands:
            self.write(replay.load_match_state(self.match).next_number, 0, hand)
        return self

    def page(self, path: str = "", name: str = HOST) -> dict[str, str]:
        return {"path": f"/t/{self.table.code}/{path}", "key": KEYS[name]}


def unfinished_hands(
    game: Game[Any], example: Example[Any], examples: Sequence[Example[Any]], limit: int = 9
) -> tuple[Any, ...]:
    """Return at most ``limit`` hands of these examples that do not end the game."""
    sheet = play(game, example.seating, example.house, ())
    for hand in [hand for other in examples if other.seating == example.seating for hand in other.hands]:
        next_sheet = append_hand(game, sheet, hand)
        if not next_sheet.outcome and not next_sheet.rows[-1].problems and len(sheet.rows) < limit:
            sheet = next_sheet
    return tuple(row.hand for row in sheet.rows)


def long_evening(game: Game[Any], example: Example[Any]) -> Scene:
    """Create an unfinished match of many hands and adjustments, one edited and one deleted."""
    scene, sides = Scene(game, example), example.seating.sides
    same_seating = [other for other in game.examples if other.seating == example.seating]
    scene.play(*unfinished_hands(game, example, same_seating * 6, limit=18))
    while len(sheet := replay.load_match_state(scene.match).sheet.rows) < 18:
        totals = sheet[-1].totals
        points = PerSide(tuple(-30 if total == max(totals) else 5 for total in totals))
        scene.play(Adjustment(points, "Agreed"))
    scene.write(5, 1, Adjustment(PerSide((35, *(-20 for _ in range(sides - 1)))), "Agreed"), "counted again")
    return scene.write(9, 1, None, "it was the same hand twice")


def changed_scene(game: Game[Any], example: Example[Any], hands: tuple[Any, ...]) -> dict[str, Any]:
    """Return a scene whose action changes its table, with a table for each of its six pictures."""
    tables = [Scene(game, example).play(*hands) for _ in range(6)]
    return tables[0].page() | {"tables": [table.page()["path"] for table in tables]}


def club_scenes() -> dict[str, dict[str, Any]]:
    """Return the pages of a club in the third round of a night, as its scorekeeper sees them."""
    cast = ClubCast("The Thursday Club")
    cast_season = season(cast, best=3)
    for seed in range(3):
        earlier = NightCast(
            cast, NAMES, fields={"season": cast_season, "date": date(2026, 11, 5 + seed), "seed": seed}
        )
        earlier.draw()
        earlier.play((310, -40), (150, 220))
        earlier.end()
    tonight = NightCast(cast, NAMES, fields={"season": cast_season, "name": "Thursday"})
    # For each of two rounds: the points of both sides at each table.
    for totals in ((310, -40), (150, 220)), ((280, 310), (320, 90)):
        tonight.draw()
        tonight.play(*totals)
    tonight.draw()
    for table, points in zip(tonight.tables(), ((120, 45), (60, -85)), strict=True):
        tonight.write(table, *points)
    worker.run_all()
    session = {settings.SESSION_COOKIE_NAME: cast.clients["Sven"].cookies[settings.SESSION_COOKIE_NAME].value}
    pages = {
        "club": cast.url("club"),
        "night": cast.url("night", tonight.night.pk),
        "standings": cast.url("season", cast_season.pk),
        "history": cast.url("history"),
        "figures": cast.url("figures"),
        "wall": cast.url("wall", tonight.night.pk),
    }
    return {name: {"path": path, "cookies": session} for name, path in pages.items()}


def scenes() -> dict[str, dict[str, Any]]:
    """Create all tables and the club; return each scene's path, phone and action by name."""
    game = game_of_scenes()
    examples = [example for example in game.examples if example.seating.shape == (4, 2)] or list(
        game.examples
    )
    won_example = max(
        (example for example in examples if example.winners), key=lambda example: len(example.hands)
    )
    unfinished_example = replace(won_example, hands=unfinished_hands(game, won_example, examples))
    four_sides_example = max(
        (
            (other_game, example)
            for other_game in every_game().values()
            for example in other_game.examples
            if example.seating.shape == (4, 4)
        ),
        key=lambda pair: len(unfinished_hands(pair[0], pair[1], pair[0].examples)),
    )
    empty = Scene(game, won_example)
    first = Scene(game, won_example).play(*unfinished_example.hands[:1])
    middle = Scene(game, won_example).play(*unfinished_example.hands)
    finished = Scene(game, won_example).play(*won_example.hands)
    long = long_evening(game, won_example)
    four_sides = Scene(*four_sides_example).play(
        *unfinished_hands(*four_sides_example, four_sides_example[0].examples)
    )
    request_scene = Scene(game, won_example).play(*unfinished_example.hands[:2])
    permissions.ask(request_scene.table, KEYS[WATCHER], WATCHER)
    return {
        "home": {"path": "/", "key": KEYS[HOST]},
        "start": {"path": f"/play/{game.slug}/", "key": KEYS[HOST]},
        "empty": empty.page(),
        "first-hand": first.page(),
        "table": middle.page(),
        "bid": changed_scene(game, won_example, unfinished_example.hands) | {"do": "first answer"},
        "bidding": changed_scene(game, won_example, unfinished_example.hands) | {"do": "bid"},
        "review": changed_scene(game, won_example, unfinished_example.hands) | {"do": "answer everything"},
        "error": changed_scene(game, won_example, unfinished_example.hands[:1]) | {"do": "error"},
        "conflict": changed_scene(game, won_example, unfinished_example.hands[:1]) | {"do": "conflict"},
        "four-sides": four_sides.page(),
        "long-game": long.page(),
        "reasons": middle.page() | {"do": "reasons"},
        "menu": middle.page() | {"do": "menu"},
        "rules": middle.page("m/1/rules"),
        "referee": middle.page("m/1/referee/"),
        "ruling": middle.page("m/1/referee/?q=misere") | {"do": "ruling"},
        "amend": middle.page("m/1/hand/1/amend"),
        "watching": middle.page(name=WATCHER),
        "asks": request_scene.page(),
        "share": middle.page("share"),
        "ask": middle.page("ask", name=WATCHER),
        "names": middle.page("m/1/names"),
        "won": finished.page(),
        "result": finished.page("m/1/result"),
        "records": finished.page("records"),
        "paper": long.page("m/1/paper"),
        "television": middle.page("tv"),
        "television-long": long.page("tv"),
        "television-four": four_sides.page("tv"),
        "television-won": finished.page("tv"),
    } | club_scenes()


if __name__ == "__main__":
    print(json.dumps(scenes()))
