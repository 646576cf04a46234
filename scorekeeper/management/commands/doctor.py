"""``manage.py doctor``: what is wrong with this installation, each with what to do."""

import sys
from typing import Any

from django.core.checks import ERROR
from django.core.management.base import BaseCommand

from scorekeeper import doctor


class Command(BaseCommand):
    help = "Say what is wrong with this installation, and what to do; ends with 1 where anything is."
    # They are among what is looked at, and must not end the command.
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        found = doctor.examine()
        for one in found:
            kind = self.style.ERROR("error") if one.level >= ERROR else self.style.WARNING("warning")
            self.stdout.write(f"{kind}: {one.msg} [{one.id}]")
            if one.hint:
                self.stdout.write(f"    do: {one.hint}")
        if found:
            sys.exit(1)
        self.stdout.write("Nothing is wrong.")
