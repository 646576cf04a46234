"""``manage.py sweep``: what is due once a day: unused tables, old names, clubs that end, the forgotten.

And what was put off (clubs/behind.py), where no server has done it.
"""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from scorekeeper.clubs.jobs import worker
from scorekeeper.matches import cleanup


class Command(BaseCommand):
    help = "Do what is due: delete what nobody uses, cover old names, end clubs, forget who asked for it."

    def handle(self, *args: Any, **options: Any) -> None:
        empty, faded = cleanup.sweep()
        self.stdout.write(f"{empty} tables deleted, the names of {faded} covered")
        call_command("sweep_clubs", stdout=self.stdout)
        call_command("forget", stdout=self.stdout)
        worker.run_all()
