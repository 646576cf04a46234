"""``manage.py rebuild_results``: rebuild every ``Result`` from the logs."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from tqdm import tqdm

from scorekeeper.matches import commands
from scorekeeper.matches.models import Match, Table


class Command(BaseCommand):
    help = "Rebuild the results of all matches from their logs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--table", help="the code of the only table to rebuild")

    def handle(self, *args: Any, **options: Any) -> None:
        matches = Match.objects.order_by("pk")
        if options["table"]:
            matches = matches.filter(table__code=options["table"].upper().replace("-", ""))
        numbers = list(matches.values_list("pk", "table_id"))
        for pk, table in tqdm(numbers, unit=" matches", disable=not sys.stderr.isatty()):
            with transaction.atomic():
                Table.objects.select_for_update().get(pk=table)
                commands.project(Match.objects.get(pk=pk))
        self.stdout.write(f"{len(numbers)} matches")
