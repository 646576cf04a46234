"""``manage.py export_match CODE``: print a match as a record, with its log and reasons."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorekeeper.matches.models import Match
from scorekeeper.matches.records import record_json


class Command(BaseCommand):
    help = "Print a match in the record format, with its log and reasons."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="the table's code, as in its URL; hyphens do not matter")
        parser.add_argument("--match", type=int, help="number of the match (default: the newest)")
        parser.add_argument("--json", action="store_true", help="print JSON on one line, not indented")

    def handle(self, *args: Any, **options: Any) -> None:
        code = options["code"].upper().replace("-", "")
        matches = Match.objects.filter(table__code=code).order_by("-number")
        if options["match"]:
            matches = matches.filter(number=options["match"])
        match = matches.first()
        if match is None:
            raise CommandError("There is no such match.")
        indent = None if options["json"] else 1
        self.stdout.write(json.dumps(record_json(match), indent=indent, ensure_ascii=False))
