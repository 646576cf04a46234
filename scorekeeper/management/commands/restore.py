"""``manage.py restore [FILE]``: a copy in place of the database, the newest where none is named."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorekeeper import backups
from scorekeeper.matches import restored


class Command(BaseCommand):
    help = "Bring the database back from a copy; what is there now is copied first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", help="a copy (default: the newest)")
        parser.add_argument("--list", action="store_true", help="list the copies and do nothing")
        parser.add_argument("--yes", action="store_true", help="do not ask")
        parser.add_argument(
            "--done",
            action="store_true",
            help="the database was brought back by other means: only do what has to follow",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        known = backups.kept()
        if options["list"]:
            for one in known:
                self.stdout.write(f"{one} {backups.taken(one):%Y-%m-%d %H:%M} UTC {one.stat().st_size:,}")
            return
        if options["done"]:
            self.follow()
            return
        path = Path(options["file"]).absolute() if options["file"] else backups.newest()
        if path is None or not path.is_file():
            raise CommandError("There is no such copy.")
        if not options["yes"] and input(f"Put {path} in place of the database? Type yes: ") != "yes":
            raise CommandError("Nothing was done.")
        replaced = restored.highest_version() if backups.is_there() else 0
        try:
            before = backups.restore(path)
        except (backups.Bad, OSError) as bad:
            raise CommandError(f"{bad}. Nothing was changed.") from None
        self.follow(replaced)
        self.stdout.write(f"{path} is in place; what was there before is {before}")

    def follow(self, replaced: int = 0) -> None:
        """What has to follow once a copy is in place."""
        call_command("migrate", verbosity=0, interactive=False)
        # Whoever was forgotten, and every right that was taken away since the copy, stays so.
        call_command("replay_tombstones")
        # Only then may phones bring back what they have kept: whoever is forgotten has no name any more.
        restored.leap(replaced)
