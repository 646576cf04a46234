"""`manage.py reset_link EMAIL`: print a one-time password reset link, for sites without mail."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorekeeper.accounts.models import User
from scorekeeper.accounts.reset_links import link_for


class Command(BaseCommand):
    help = "Print a one-time password reset link for an account, valid for an hour."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the email address that the account signs in with")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(email=options["email"].strip().lower()).first()
        if user is None:
            raise CommandError("No account has this address.")
        self.stdout.write(f"{settings.SITE_URL}{link_for(user)}")
        if not settings.SITE_URL:
            self.stderr.write("Put the URL of this site in front of this path.")
