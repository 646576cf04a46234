"""``manage.py work``: do the long work that is waiting, and end. The server starts it when there is any."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from games import every_game
from scorekeeper.clubs.exporting import downloads
from scorekeeper.clubs.jobs import claims, runner

BUSY = 75  # what it ends with where as many work already as may: sysexits' EX_TEMPFAIL


class Command(BaseCommand):
    help = "Do the long work that waits: files looked at, brought in, taken out; ratings and records."

    def handle(self, *args: Any, **options: Any) -> None:
        with claims.slot() as ours:
            if not ours:
                sys.exit(BUSY)
            # Read the games now: later it would be while the database is held.
            tuple(every_game().values())
            runner.extend_timeouts()
            downloads.delete_old_files()
            runner.run_all_jobs()
