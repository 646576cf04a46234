"""``manage.py doctor``: list the problems of this installation and their remedies."""

import sys
from typing import Any

from django.core.checks import ERROR
from django.core.management.base import BaseCommand

from scorekeeper.ops import doctor


class Command(BaseCommand):
    help = "List the problems of this installation and their remedies. Exits with 1 if there are any."
    # The doctor runs the checks itself, so that a failed one does not end the command.
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        findings = doctor.examine()
        for finding in findings:
            kind = self.style.ERROR("error") if finding.level >= ERROR else self.style.WARNING("warning")
            self.stdout.write(f"{kind}: {finding.msg} [{finding.id}]")
            if finding.hint:
                self.stdout.write(f"    do: {finding.hint}")
        if findings:
            sys.exit(1)
        self.stdout.write("Nothing is wrong.")
