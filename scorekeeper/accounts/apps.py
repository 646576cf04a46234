"""Accounts: an e-mail address and a password or a passkey, by django-allauth."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class Accounts(AppConfig):
    name = "scorekeeper.accounts"
    label = "accounts"

    def ready(self) -> None:
        # Roles are members of clubs: Django's own permissions and content types are never asked, and to write
        # them after every migration (and every test that flushes) costs more than all else of it.
        post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
        from django.contrib.contenttypes.management import create_contenttypes

        post_migrate.disconnect(create_contenttypes)

        from . import signing_log

        signing_log.connect()
