"""``manage.py sweep``: daily cleanup of unused tables, old names and deleted clubs.

It also recomputes the clubs' pending statistics if no server has done so.
"""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from scorekeeper.jobs import worker
from scorekeeper.matches import cleanup


class Command(BaseCommand):
    help = "Run the daily cleanup: unused tables, old names, deleted clubs, stale files."

    def handle(self, *args: Any, **options: Any) -> None:
        deleted, anonymized = cleanup.sweep()
        self.stdout.write(f"{deleted} tables deleted, names removed from {anonymized} tables")
        call_command("sweep_clubs", stdout=self.stdout)
        worker.run_all()
