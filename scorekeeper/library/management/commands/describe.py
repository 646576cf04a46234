"""``manage.py describe GAME``: describe a game completely."""

from typing import Any

from django.core.management.base import CommandParser

from games.engine import empty_sheet
from games.engine.description import game_json
from games.engine.interchange import read_heading
from games.engine.strict_json import loads_strict
from scorekeeper.library import command, text


class Command(command.Command):
    help = "Describe a game: house rules, hands, the referee's questions, rules and examples."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("game", help="as `games` lists it")
        parser.add_argument("--preset", help="the preset of house rules that the rules are shown for")
        parser.add_argument(
            "--house", metavar="JSON", default="{}", help="options that differ from the preset"
        )

    def run(self, **options: Any) -> None:
        game = self.game(options["game"])
        with command.report_decode_errors("--house"):
            house = loads_strict(options["house"])
        with command.report_decode_errors():
            heading = read_heading({"preset": options["preset"], "house": house}, game)
        if options["json"]:
            self.print_json(game_json(game, house=heading.house, seating=heading.seating))
        else:
            self.stdout.write(text.description(game, empty_sheet(game, heading.seating, heading.house)))
