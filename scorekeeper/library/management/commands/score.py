"""``manage.py score FILE|-``: a record is played, and every number tells its reason."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from games import every_game
from games.engine.interchange import Record, read_record, scored, strictly
from scorekeeper.library import command, text


class Command(command.Command):
    help = "Play a record (a file, or - for standard input); of one record a line, print one result a line."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file")

    def tell(self, **options: Any) -> None:
        self.answer(
            options["file"],
            lambda content: scored(record_in(content)),
            lambda content: _sheet(record_in(content)),
            as_json=options["json"],
        )


def record_in(content: bytes) -> Record:
    """The match that a text holds. Raises ``Unfit``."""
    return read_record(strictly(content), every_game())


def _sheet(record: Record) -> str:
    return text.sheet(record.game, record.now.preset, record.sheet, record.words())
