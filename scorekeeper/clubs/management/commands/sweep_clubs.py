"""`manage.py sweep_clubs`: take away clubs whose week is over and sessions that have ended, once a day."""

from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.core.management.base import BaseCommand

from scorekeeper.clubs.membership import clubs, invitations


class Command(BaseCommand):
    help = "Delete the clubs whose week is over. Nobody can open them any more as it is."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{clubs.delete_due_clubs()} clubs deleted.")
        invitations.forget_addresses()
        call_command("clearsessions")
        UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
