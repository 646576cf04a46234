"""`manage.py new_secret`: a value for SECRET_KEY."""

import secrets
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Print a new value for SECRET_KEY."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(secrets.token_urlsafe(64))
