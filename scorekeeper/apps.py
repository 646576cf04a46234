"""The site itself as a Django application: its commands and its checks."""

from django.apps import AppConfig


class Site(AppConfig):
    name = "scorekeeper"
    verbose_name = "Scorekeeper"

    def ready(self) -> None:
        from . import checks  # noqa: F401  (registers them)
