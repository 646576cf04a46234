"""`manage.py sweep_clubs`: daily deletion of expired clubs, stale files and ended sessions."""

from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.core.management.base import BaseCommand

from scorekeeper.clubs.membership import clubs, invitations
from scorekeeper.clubs.privacy import erasure
from scorekeeper.history.importing import import_jobs


class Command(BaseCommand):
    help = "Delete clubs whose grace period is over, stale files and ended sessions."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{clubs.delete_due_clubs()} clubs deleted.")
        invitations.forget_addresses()
        import_jobs.delete_stale_files()
        # In case a backup was restored without `manage.py restore`.
        erasure.reapply_erasures()
        call_command("clearsessions")
        UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
