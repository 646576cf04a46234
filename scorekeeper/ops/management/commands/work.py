"""``manage.py work``: run pending jobs and exit. The server starts this command when jobs are pending."""

from typing import Any

from django.core.management.base import BaseCommand

from games import every_game
from scorekeeper.history.exporting import downloads
from scorekeeper.jobs import pending, runner


class Command(BaseCommand):
    help = "Run pending jobs: imports, exports, ratings and records."

    def handle(self, *args: Any, **options: Any) -> None:
        # Load the games now, not while the database is locked.
        tuple(every_game().values())
        pending.extend_timeouts()
        downloads.delete_old_files()
        runner.run_all_jobs()
