"""``manage.py import_match FILE|-``: create a table with the match of a record."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from games import every_game
from games.engine import DecodeError
from games.engine.interchange import read_record
from games.engine.strict_json import loads_strict
from scorekeeper.matches.phones import hash_key
from scorekeeper.matches.records import import_record
from scorekeeper.web.phone_cookie import new_key


class Command(BaseCommand):
    help = "Create a table with the match of a record (a file, or - for standard input)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--json", action="store_true", help="print the table's code as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            content = (
                sys.stdin.buffer.read() if options["file"] == "-" else Path(options["file"]).read_bytes()
            )
            record = read_record(loads_strict(content), every_game())
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from None
        except DecodeError as error:
            raise CommandError(f"{options['file']}: {error}") from None
        key = new_key()
        match = import_record(record, hash_key(key))
        code = match.table.code
        if options["json"]:
            self.stdout.write(json.dumps({"code": code, "match": match.number, "entries": match.length}))
            return
        self.stdout.write(f"Table {code}: {reverse('table', args=[code])} ({match.length} entries)")
