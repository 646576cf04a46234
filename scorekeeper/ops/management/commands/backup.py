"""``manage.py backup``: make and check a backup of the database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from scorekeeper.jobs import analyze
from scorekeeper.ops import backups


class Command(BaseCommand):
    help = "Make and check a backup of the database, and delete old backups."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--quiet", action="store_true", help="print errors only")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            path = backups.make()
        except (backups.BackupError, OSError) as error:
            raise CommandError(str(error)) from None
        if connection.vendor == "sqlite":
            analyze.refresh_statistics()  # here, because the site calls this command every hour
        if not options["quiet"]:
            self.stdout.write(
                f"{path} ({path.stat().st_size:,} bytes), checked; {len(backups.all_backups())} are kept"
            )
