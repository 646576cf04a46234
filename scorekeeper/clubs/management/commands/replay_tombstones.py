"""After a backup was restored: whoever was erased since is erased again, and lost roles are lost again."""

from typing import Any

from django.core.management.base import BaseCommand

from scorekeeper.clubs.management.commands.forget import swept
from scorekeeper.clubs.privacy import replay


class Command(BaseCommand):
    help = "Bring a restored database up to the erasures and withdrawn roles in tombstones.jsonl."

    def handle(self, *args: Any, **options: Any) -> None:
        done = replay.replay_tombstones()
        if any(done.values()):
            swept()
        self.stdout.write(", ".join(f"{kind} {n}" for kind, n in done.items()))
