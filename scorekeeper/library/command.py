"""What the commands of the library have in common: they read records, print results and need no database."""

import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import every_game
from games.engine import DecodeError, Game
from games.engine.interchange import read_game

STANDARD_INPUT = "-"


class Command(BaseCommand):
    """Prints text for people, and JSON with ``--json``."""

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON, one result a line")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.tell(**options)
        except BrokenPipeError:
            # Whoever read along has seen enough; nothing more can be written, not even at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)

    def tell(self, **options: Any) -> None:
        """What the command does."""
        raise NotImplementedError

    def game(self, slug: str) -> Game[Any]:
        """The game of this slug, or a clear message."""
        with mistakes_in(""):
            return read_game(slug, every_game())

    def print_json(self, told: Any) -> None:
        self.stdout.write(json.dumps(told, ensure_ascii=False))

    def answer(
        self,
        file: str,
        result: Callable[[bytes], dict[str, Any]],
        text: Callable[[bytes], str],
        *,
        as_json: bool,
    ) -> None:
        """Print the result of the JSON in a file; of one JSON a line, one result a line.

        A line with a mistake has the mistake in its place, and the exit status is 1 at the end. So it is with
        a line on which the program itself fails: it ends no batch, and its traceback is on standard error.
        """
        content = read(file)
        lines = json_lines(content)
        if lines is None:
            with mistakes_in(called(file)):
                if as_json:
                    self.print_json(result(content))
                else:
                    self.stdout.write(text(content))
            return
        wrong = 0
        for line in self.with_progress(lines):
            try:
                told = result(line)
            except DecodeError as unfit:
                wrong += 1
                told = {"error": {"path": unfit.path, "text": str(unfit.words)}}
            except Exception as error:
                wrong += 1
                self.stderr.write("".join(traceback.format_exception(error)))
                told = {"error": {"path": "", "text": f"A fault of this program, not of the line: {error!r}"}}
            self.print_json(told)
        if wrong:
            raise CommandError(f"{called(file)}: {wrong} of {len(lines)} lines have a mistake")

    def with_progress(self, lines: list[bytes]) -> Iterator[bytes]:
        """The lines; on a terminal with a bar that fills, above which the results scroll."""
        if not sys.stderr.isatty():
            yield from lines
            return
        from tqdm import tqdm

        columns, rows = os.get_terminal_size(sys.stderr.fileno())  # some terminals do not know, and say 0
        bar = tqdm(lines, unit=" records", file=sys.stderr, ncols=columns or 80, nrows=rows or 24)
        for line in bar:
            if self.stdout.isatty():
                bar.clear()
            yield line


def read(file: str) -> bytes:
    """The bytes of a file, or of standard input. Raises ``CommandError``."""
    try:
        return sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from None


def called(file: str) -> str:
    """What a message calls a file."""
    return "standard input" if file == STANDARD_INPUT else file


@contextmanager
def mistakes_in(where: str) -> Iterator[None]:
    """Turns what does not fit into a message that says where: the file, and the path within."""
    try:
        yield
    except DecodeError as unfit:
        raise CommandError(f"{where}: {unfit}" if where else str(unfit)) from None


def json_lines(content: bytes) -> list[bytes] | None:
    """The lines that hold one JSON each; None where all of it is a single one, right or wrong."""
    lines = [line for line in content.split(b"\n") if line.strip()]
    if len(lines) < 2:
        return None
    if _complete(lines[0]):
        return lines
    # The first line may be the one with the mistake.
    others = any(line.startswith(b"{") and _complete(line) for line in lines[1:])
    return lines if others and not _complete(content) else None


def _complete(text: bytes) -> bool:
    """Whether this is one whole JSON, whatever it says."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
