"""``manage.py score FILE|-``: a record is played, and every number tells its reason."""

from dataclasses import dataclass
from typing import Any

from django.core.management.base import CommandError, CommandParser

from games import every_game
from games.engine.interchange import Record, loads_strict, read_record, score_json
from scorekeeper.library import command, text


class Command(command.Command):
    help = (
        "Play a record (a file, or - for standard input); of one record a line, print one result a line. "
        "Hands that could not be scored, and answers that did not matter, are counted on standard error; "
        "the exit status stays 0 unless --strict is given."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file")
        parser.add_argument(
            "--strict",
            action="store_true",
            help="exit with 1 if a hand could not be scored or an answer did not matter",
        )

    def tell(self, **options: Any) -> None:
        doubts = Doubts()

        def result(content: bytes) -> dict[str, Any]:
            return doubts.counted(score_json(record_in(content)))

        def shown(content: bytes) -> str:
            record = record_in(content)
            return text.sheet(record, doubts.counted(score_json(record)))

        self.answer(options["file"], result, shown, as_json=options["json"])
        if not doubts:
            return
        said = f"{command.called(options['file'])}: {doubts}"
        if options["strict"]:
            raise CommandError(said)
        self.stderr.write(said)


@dataclass
class Doubts:
    """What was wrong with hands that could be read.

    Such a record is no mistake: a sheet shows rows that stopped making sense when others were put right.
    """

    hands: int = 0
    unscored: int = 0  # hands that could not be scored
    ignored: int = 0  # answers that did not matter where they were given

    def counted(self, told: dict[str, Any]) -> dict[str, Any]:
        """A result, after its doubts were counted."""
        self.hands += len(told["rows"])
        self.unscored += sum(bool(row["problems"]) for row in told["rows"])
        self.ignored += sum(len(row.get("ignored", ())) for row in told["rows"])
        return told

    def __bool__(self) -> bool:
        return bool(self.unscored or self.ignored)

    def __str__(self) -> str:
        """ "1 of 4 hands could not be scored; 2 answers did not matter"."""
        said = []
        if self.unscored:
            said.append(f"{self.unscored} of {self.hands} hands could not be scored")
        if self.ignored:
            said.append(f"{self.ignored} answers did not matter and were left out of account")
        return "; ".join(said)


def record_in(content: bytes) -> Record:
    """The match that a text holds. Raises ``Unfit``."""
    return read_record(loads_strict(content), every_game())
