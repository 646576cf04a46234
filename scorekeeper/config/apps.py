"""The config app with the system checks."""

from django.apps import AppConfig


class Config(AppConfig):
    name = "scorekeeper.config"

    def ready(self) -> None:
        from scorekeeper.config import checks  # noqa: F401  (registers them)
