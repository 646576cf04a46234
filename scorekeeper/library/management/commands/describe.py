"""``manage.py describe GAME``: all about one game."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from games.engine.interchange import described
from scorekeeper.library import command, text


class Command(command.Command):
    help = "Tell all about a game: house rules, what is asked, the referee's questions, rules, examples."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("game", help="as `games` lists it")

    def tell(self, **options: Any) -> None:
        game = self.game(options["game"])
        if options["json"]:
            self.print_json(described(game))
        else:
            self.stdout.write(text.description(game))
