"""Create tables in the states that the screenshots show, in the configured database.

Prints JSON: the path and the phone of each scene by name. The hands are from a game's own examples; the game
is GAME, or one with an auction between two pairs.
"""

import json
import os
import sys
import uuid
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.config.settings")

import django  # noqa: E402

django.setup()

from games import every_game  # noqa: E402
from games.engine import Adjustment, Example, Game, Heading, PerSide, append_hand, play  # noqa: E402
from scorekeeper.matches import (  # noqa: E402
    commands,
    models,
    permissions,
    phones,
    replay,
)

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay")
KEYS = {name: f"the secret of the phone of {name}" for name in NAMES}


def chosen() -> Game[Any]:
    """Return the game of the screenshots."""
    games = every_game()
    if slug := os.environ.get("GAME", ""):
        return games[slug]
    return next(
        game
        for game in games.values()
        if game.auction and any(e.seating.shape == (4, 2) for e in game.examples)
    )


class Scene:
    """A table with an example's seating and house rules."""

    def __init__(self, game: Game[Any], example: Example[Any]) -> None:
        self.game, self.example = game, example
        heading = Heading(example.seating, example.house, game.presets[0].id)
        names = NAMES[: example.seating.seats]
        self.table = commands.start_table(game, heading, names, phones.hashed(KEYS["Ann"]), "Ann")
        phones.let_in(self.table, KEYS["Bo"], models.Role.SCORER, "Bo")
        phones.let_in(self.table, KEYS["Cy"], models.Role.WATCHER, "Cy")

    @property
    def match(self) -> models.Match:
        return self.table.matches.order_by("-number")[0]

    def put(self, number: int, rev: int, hand: Any, why: str = "") -> "Scene":
        by = self.table.phones.get(name="Ann")
        answer = commands.append_entry(
            self.match, by, commands.WriteCommand(uuid.uuid4(), number, rev, hand, why)
        )
        assert isinstance(answer, commands.Saved), answer
        return self

    def play(self, *hands: Any) -> "Scene":
        for hand in hands:
            self.put(replay.load_match_state(self.match).next_number, 0, hand)
        return self

    def at(self, path: str = "", who: str = "Ann") -> dict[str, str]:
        return {"path": f"/t/{self.table.code}/{path}", "key": KEYS[who]}


def going_on(game: Game[Any], example: Example[Any], more: Any, most: int = 9) -> tuple[Any, ...]:
    """Return hands of the examples that do not end the game."""
    sheet = play(game, example.seating, example.house, ())
    for hand in [hand for one in more if one.seating == example.seating for hand in one.hands]:
        after = append_hand(game, sheet, hand)
        if not after.outcome and not after.rows[-1].problems and len(sheet.rows) < most:
            sheet = after
    return tuple(row.hand for row in sheet.rows)


def long_evening(game: Game[Any], example: Example[Any]) -> Scene:
    """Create an unfinished match of many hands and adjustments, one edited and one deleted."""
    scene, sides = Scene(game, example), example.seating.sides
    mine = [one for one in game.examples if one.seating == example.seating]
    scene.play(*going_on(game, example, mine * 6, most=18))
    while len(sheet := replay.load_match_state(scene.match).sheet.rows) < 18:
        totals = sheet[-1].totals
        points = PerSide(tuple(-30 if total == max(totals) else 5 for total in totals))
        scene.play(Adjustment(points, "Agreed"))
    scene.put(5, 1, Adjustment(PerSide((35, *(-20 for _ in range(sides - 1)))), "Agreed"), "counted again")
    return scene.put(9, 1, None, "it was the same hand twice")


def fresh(game: Game[Any], example: Example[Any], hands: tuple[Any, ...]) -> dict[str, Any]:
    """Return a scene that changes its table, with a table for each of its six pictures."""
    tables = [Scene(game, example).play(*hands) for _ in range(6)]
    return tables[0].at() | {"tables": [table.at()["path"] for table in tables]}


def scenes() -> dict[str, dict[str, Any]]:
    game = chosen()
    four = [one for one in game.examples if one.seating.shape == (4, 2)] or list(game.examples)
    won = max((one for one in four if one.winners), key=lambda one: len(one.hands))
    on = replace(won, hands=going_on(game, won, four))
    many = max(
        (
            (other, example)
            for other in every_game().values()
            for example in other.examples
            if example.seating.shape == (4, 4)
        ),
        key=lambda one: len(going_on(one[0], one[1], one[0].examples)),
    )
    empty = Scene(game, won)
    first = Scene(game, won).play(*on.hands[:1])
    middle = Scene(game, won).play(*on.hands)
    finished = Scene(game, won).play(*won.hands)
    long = long_evening(game, won)
    four_sides = Scene(*many).play(*going_on(*many, many[0].examples))
    asked = Scene(game, won).play(*on.hands[:2])
    permissions.ask(asked.table, KEYS["Cy"], "Cy")
    return {
        "home": {"path": "/", "key": KEYS["Ann"]},
        "start": {"path": f"/play/{game.slug}/", "key": KEYS["Ann"]},
        "empty": empty.at(),
        "first-hand": first.at(),
        "table": middle.at(),
        "bidding": fresh(game, won, on.hands) | {"do": "bid"},
        "error": fresh(game, won, on.hands[:1]) | {"do": "error"},
        "conflict": fresh(game, won, on.hands[:1]) | {"do": "conflict"},
        "four-sides": four_sides.at(),
        "long-game": long.at(),
        "reasons": middle.at() | {"do": "reasons"},
        "amend": middle.at("m/1/hand/1/amend"),
        "watching": middle.at(who="Cy"),
        "asks": asked.at(),
        "share": middle.at("share"),
        "ask": middle.at("ask", who="Cy"),
        "names": middle.at("m/1/names"),
        "won": finished.at(),
        "result": finished.at("m/1/result"),
        "records": finished.at("records"),
        "paper": long.at("m/1/paper"),
        "television": middle.at("tv"),
        "television-long": long.at("tv"),
        "television-four": four_sides.at("tv"),
        "television-won": finished.at("tv"),
    }


if __name__ == "__main__":
    print(json.dumps(scenes()))
