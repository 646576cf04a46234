"""``manage.py score FILE|-``: score a record and print every number with its reason."""

from dataclasses import dataclass
from typing import Any

from django.core.management.base import CommandError, CommandParser

from games import every_game
from games.engine.interchange import Record, read_record, score_json
from games.engine.strict_json import loads_strict
from scorekeeper.library import command, text


class Command(command.Command):
    help = (
        "Score a record (a file, or - for standard input). JSON lines give one result per line. "
        "Unscored hands and irrelevant answers are counted on standard error; "
        "the exit status stays 0 unless --strict is given."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file")
        parser.add_argument(
            "--strict",
            action="store_true",
            help="exit with 1 if a hand could not be scored or an answer was irrelevant",
        )

    def run(self, **options: Any) -> None:
        warnings = Warnings()

        def as_result(content: bytes) -> dict[str, Any]:
            return warnings.count(score_json(record_in(content)))

        def as_text(content: bytes) -> str:
            record = record_in(content)
            return text.sheet(record, warnings.count(score_json(record)))

        self.print_results(options["file"], as_result, as_text, as_json=options["json"])
        if not warnings:
            return
        message = f"{command.source_name(options['file'])}: {warnings}"
        if options["strict"]:
            raise CommandError(message)
        self.stderr.write(message)


@dataclass
class Warnings:
    """Counts of unscored hands and ignored answers.

    A record with such hands or answers is valid: a correction can make later rows of a sheet impossible.
    """

    hands: int = 0
    unscored: int = 0
    ignored: int = 0

    def count(self, result: dict[str, Any]) -> dict[str, Any]:
        """Count the unscored hands and ignored answers of a result, and return the result."""
        self.hands += len(result["rows"])
        self.unscored += sum(bool(row["problems"]) for row in result["rows"])
        self.ignored += sum(len(row.get("ignored", ())) for row in result["rows"])
        return result

    def __bool__(self) -> bool:
        return bool(self.unscored or self.ignored)

    def __str__(self) -> str:
        """Return "1 of 4 hands could not be scored; 2 answers did not matter"."""
        parts = []
        if self.unscored:
            parts.append(f"{self.unscored} of {self.hands} hands could not be scored")
        if self.ignored:
            parts.append(f"{self.ignored} answers did not matter and were left out of account")
        return "; ".join(parts)


def record_in(content: bytes) -> Record:
    """Return the record of a JSON text. Raise ``DecodeError``."""
    return read_record(loads_strict(content), every_game())
