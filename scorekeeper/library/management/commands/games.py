"""``manage.py games``: list the games."""

from typing import Any

from games import every_game
from games.engine import ENGLISH
from scorekeeper.library import command, text


class Command(command.Command):
    help = "List the games."

    def run(self, **options: Any) -> None:
        games = list(every_game().values())
        if not options["json"]:
            self.stdout.write(text.game_list(games))
            return
        self.print_json(
            [
                {
                    "slug": game.slug,
                    "name": ENGLISH.read(game.name),
                    "seatings": [{"seats": shape.seats, "sides": shape.sides} for shape in game.seatings],
                }
                for game in games
            ]
        )
