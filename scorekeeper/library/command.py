"""Base class of the library's commands, which read records and need no database."""

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
    """A command that prints text, or JSON with ``--json``."""

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON, one result per line")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.run(**options)
        except BrokenPipeError:
            # The reader has closed the pipe; nothing more can be written, not even at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)

    def run(self, **options: Any) -> None:
        raise NotImplementedError

    def game(self, slug: str) -> Game[Any]:
        """Return the game of this slug. Raise ``CommandError``."""
        with report_decode_errors():
            return read_game(slug, every_game())

    def print_json(self, data: Any) -> None:
        self.stdout.write(json.dumps(data, ensure_ascii=False))

    def print_results(
        self,
        file: str,
        as_result: Callable[[bytes], dict[str, Any]],
        as_text: Callable[[bytes], str],
        *,
        as_json: bool,
    ) -> None:
        """Print the result of the JSON in a file; for JSON lines, one result per line.

        If a line is wrong, or the program fails on it, the error is printed as its result and the exit status
        is 1. A failure's traceback goes to standard error.
        """
        content = read_file(file)
        lines = json_lines(content)
        if lines is None:
            with report_decode_errors(source_name(file)):
                if as_json:
                    self.print_json(as_result(content))
                else:
                    self.stdout.write(as_text(content))
            return
        failures = 0
        for line in self.with_progress(lines):
            try:
                output = as_result(line)
            except DecodeError as error:
                failures += 1
                output = {"error": {"path": error.path, "text": str(error.words)}}
            except Exception as error:
                failures += 1
                self.stderr.write("".join(traceback.format_exception(error)))
                output = {
                    "error": {"path": "", "text": f"A fault of this program, not of the line: {error!r}"}
                }
            self.print_json(output)
        if failures:
            raise CommandError(f"{source_name(file)}: {failures} of {len(lines)} lines have a mistake")

    def with_progress(self, lines: list[bytes]) -> Iterator[bytes]:
        """Yield the lines, with a progress bar on a terminal."""
        if not sys.stderr.isatty():
            yield from lines
            return
        from tqdm import tqdm

        # Both are 0 on a terminal that does not know its size.
        columns, rows = os.get_terminal_size(sys.stderr.fileno())
        bar = tqdm(lines, unit=" records", file=sys.stderr, ncols=columns or 80, nrows=rows or 24)
        for line in bar:
            if self.stdout.isatty():
                bar.clear()
            yield line


def read_file(file: str) -> bytes:
    """Return the bytes of a file, or of standard input. Raise ``CommandError``."""
    try:
        return sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from None


def source_name(file: str) -> str:
    return "standard input" if file == STANDARD_INPUT else file


@contextmanager
def report_decode_errors(source: str = "") -> Iterator[None]:
    """Turn ``DecodeError`` into ``CommandError``, with the file or option (``source``) that has the error."""
    try:
        yield
    except DecodeError as error:
        raise CommandError(f"{source}: {error}" if source else str(error)) from None


def json_lines(content: bytes) -> list[bytes] | None:
    """Split JSON lines. Return None if the content is a single JSON text, valid or not."""
    lines = [line for line in content.split(b"\n") if line.strip()]
    if len(lines) < 2:
        return None
    if _is_json(lines[0]):
        return lines
    # The first line may be the invalid one.
    has_json_line = any(line.startswith(b"{") and _is_json(line) for line in lines[1:])
    return lines if has_json_line and not _is_json(content) else None


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
