"""``manage.py restore [FILE]``: replace the database with a backup, by default the newest."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorekeeper.clubs.privacy import erasure
from scorekeeper.matches import restored
from scorekeeper.ops import backups


class Command(BaseCommand):
    help = "Restore the database from a backup, after a backup of the current one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", help="a backup (default: the newest)")
        parser.add_argument("--list", action="store_true", help="list the backups and exit")
        parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")
        parser.add_argument(
            "--done",
            action="store_true",
            help="the database was restored by other means: run only the follow-up steps",
        )
        parser.add_argument(
            "--no-migrate",
            action="store_true",
            help="do not migrate, to go back to an older release: install it, then run restore --done",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        copies = backups.all_backups()
        if options["list"]:
            for copy in copies:
                self.stdout.write(
                    f"{copy} {backups.time_of(copy):%Y-%m-%d %H:%M} UTC {copy.stat().st_size:,}"
                )
            return
        if options["done"]:
            self.follow_up()
            return
        path = Path(options["file"]).absolute() if options["file"] else backups.newest()
        if path is None or not path.is_file():
            raise CommandError("There is no such copy.")
        if not options["yes"] and input(f"Put {path} in place of the database? Type yes: ") != "yes":
            raise CommandError("Nothing was done.")
        highest_version = restored.highest_version() if backups.has_tables() else 0
        try:
            old_path = backups.restore(path)
        except (backups.BackupError, OSError) as error:
            raise CommandError(f"{error}. Nothing was changed.") from None
        if not options["no_migrate"]:
            self.follow_up(highest_version)
        old_database = (
            f"the old database is kept as {old_path}" if old_path else "the database was empty before"
        )
        self.stdout.write(f"{path} is in place; {old_database}")

    def follow_up(self, highest_version: int = 0) -> None:
        """Migrate, erase people again, and raise the tables' version numbers."""
        call_command("migrate", verbosity=0, interactive=False)
        # The backup may contain people who were erased since.
        self.stdout.write(f"{erasure.reapply_erasures()} people erased again")
        # Last: the new versions make open phones send back the entries that the backup lacks, and erased
        # names must be gone by then.
        restored.skip_ahead(highest_version)
