"""The accounts app: email address with password or passkey, by django-allauth."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class Accounts(AppConfig):
    name = "scorekeeper.accounts"
    label = "accounts"

    def ready(self) -> None:
        # Roles are club memberships. Django's permissions and content types are unused, and creating them
        # after every migration and test flush is slow.
        post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
        from django.contrib.contenttypes.management import create_contenttypes

        post_migrate.disconnect(create_contenttypes)

        from scorekeeper.web import limits

        from . import attempts, sign_in_log

        sign_in_log.connect()
        # Once the IP address's rate limit is used up, a known account has one of its own.
        limits.allowance_functions.append(attempts.allowance_of)
