"""Forget for good whoever asked to be forgotten a fortnight ago; to be run once a day."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from scorekeeper.clubs.privacy import erasure


class Command(BaseCommand):
    help = "Erase the names of those who asked to be forgotten a fortnight ago."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--no-vacuum", action="store_true", help="leave the database's empty pages as they are"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        gone = erasure.erase_due()
        if gone and not options["no_vacuum"]:
            swept()
        self.stdout.write(f"{gone} forgotten")


def swept() -> None:
    """Write the database anew, so that no page keeps what was deleted from it."""
    if connection.in_atomic_block:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        else:
            cursor.execute("VACUUM")
