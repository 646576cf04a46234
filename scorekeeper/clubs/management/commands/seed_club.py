"""``manage.py seed_club``: a club as it would be after ten years, for measurements and for looking at."""

import sys
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from scorekeeper.clubs.seeding import Seeding


class Command(BaseCommand):
    help = "Make a club of 500 members and a million hands over ten years: the same each time it is made."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--hands", type=int, default=1_000_000)
        parser.add_argument("--members", type=int, default=500)
        parser.add_argument("--years", type=int, default=10)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--evenings", type=int, default=30, help="matches of each game that differ")
        parser.add_argument("--ends", default="", help="the last day, as 2026-11-20; else today")

    def handle(self, *args: Any, **options: Any) -> None:
        ends = datetime.fromisoformat(options["ends"]) if options["ends"] else datetime.now()
        ends = ends.replace(hour=18, minute=0, second=0, microsecond=0, tzinfo=UTC)
        names = ("hands", "members", "seed", "years", "evenings")
        seeding = Seeding(ends=ends, **{name: options[name] for name in names})
        with tqdm(total=options["hands"], unit=" hands", disable=not sys.stderr.isatty()) as bar:
            for hands in seeding.make():
                bar.update(hands)
        seeding.finish()
        self.stdout.write(seeding.club.code)
