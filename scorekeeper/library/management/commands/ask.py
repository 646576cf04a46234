"""``manage.py ask GAME QUESTION``: ask the referee."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.engine import Game, Sheet, Words, ask_referee, effective_hands, empty_sheet, record_fields, replay
from games.engine.interchange import (
    Record,
    ignored_answers,
    read_facts,
    read_heading,
    read_question,
    reject_unknown_keys,
    ruling_json,
)
from games.engine.strict_json import loads_strict
from scorekeeper.library import command, text

from .score import record_in


class Command(command.Command):
    help = "Ask the referee a question. Facts as JSON lines give one ruling per line."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("game", help="as `games` lists it")
        parser.add_argument("question", help="as `describe` lists it")
        parser.add_argument("--facts", metavar="FILE", help="JSON, or - for standard input")
        parser.add_argument("--preset", help="the preset of house rules")
        parser.add_argument(
            "--house", metavar="JSON", default="{}", help="options that differ from the preset"
        )
        parser.add_argument(
            "--record", metavar="FILE", help="the record of the match in which the question arose"
        )

    def run(self, **options: Any) -> None:
        desk = self._desk(options)
        if options["facts"]:
            self.print_results(options["facts"], desk.as_json, desk.as_text, as_json=options["json"])
            return
        with command.report_decode_errors():
            if options["json"]:
                self.print_json(desk.as_json(b"{}"))
            else:
                self.stdout.write(desk.as_text(b"{}"))

    def _desk(self, options: dict[str, Any]) -> CommandDesk:
        game = self.game(options["game"])
        record = None
        if options["record"]:
            content = command.read_file(options["record"])
            with command.report_decode_errors(command.source_name(options["record"])):
                record = record_in(content)
            if record.game is not game:
                raise CommandError(f"{options['record']}: game: This is a match of {record.game.slug}")
        with command.report_decode_errors("--house"):
            house = loads_strict(options["house"])
        with command.report_decode_errors():
            read_question(options["question"], game)
            sheet = question_sheet(game, record, options["preset"], house)
        return CommandDesk(game, options["question"], record, options["preset"], house, sheet)


def question_sheet(game: Game[Any], record: Record | None, preset: str | None, house: Any) -> Sheet[Any]:
    """Return the sheet of the record, or an empty one. Raise ``DecodeError``."""
    heading = read_heading(
        {"preset": preset, "house": house}, game, record.current_heading if record else None
    )
    if record is None:
        return empty_sheet(game, heading.seating, heading.house)
    return replay(game, heading.seating, heading.house, effective_hands(record.entries))


@dataclass(frozen=True)
class CommandDesk:
    """A question with its match and house rules."""

    game: Game[Any]
    question: str
    record: Record | None
    preset: str | None
    house: dict[str, Any]
    sheet: Sheet[Any]

    def as_json(self, content: bytes) -> dict[str, Any]:
        """Return the ruling as JSON. Raise ``DecodeError``."""
        facts, sheet = self._read(content)
        return ruling_json(self.game, self.question, facts, sheet, self._words)

    def as_text(self, content: bytes) -> str:
        """Return the ruling as text. Raise ``DecodeError``."""
        facts, sheet = self._read(content)
        record = read_facts(self.game, self.question, facts, sheet)
        ruling = ask_referee(self.game, self.question, record, sheet)
        return text.ruling(ruling, self._words, ignored_answers(record, sheet))

    @property
    def _words(self) -> Words:
        return self.record.words() if self.record else Words()

    def _read(self, content: bytes) -> tuple[Any, Sheet[Any]]:
        """Return the facts in a JSON text, and the sheet under the house rules that the text may give."""
        data = loads_strict(content)
        fact_names = {fact.name for fact in record_fields(self.game.questions[self.question].facts)}
        # Without the key "facts", or if a fact has that name, the whole text is the facts.
        if not isinstance(data, dict) or "facts" not in data or "facts" in fact_names:
            return data, self.sheet
        reject_unknown_keys(("facts", "preset", "house"), data)
        house = data.get("house", {})
        if isinstance(house, dict):
            house = {**self.house, **house}
        return data["facts"], question_sheet(self.game, self.record, data.get("preset", self.preset), house)
