"""``manage.py backup``: a copy of the database, checked, beside the others of the last weeks."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from scorekeeper import backups, upkeep


class Command(BaseCommand):
    help = "Make a copy of the database, check it, and put old copies away."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--quiet", action="store_true", help="say nothing but what went wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            made = backups.make()
        except (backups.Bad, OSError) as bad:
            raise CommandError(str(bad)) from None
        if connection.vendor == "sqlite":
            upkeep.refresh_statistics()  # hourly, for this is what the site calls every hour
        if not options["quiet"]:
            self.stdout.write(
                f"{made} ({made.stat().st_size:,} bytes), checked; {len(backups.kept())} are kept"
            )
