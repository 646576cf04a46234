"""Clubs as a Django application."""

from django.apps import AppConfig


class Clubs(AppConfig):
    name = "scorekeeper.clubs"
    label = "clubs"

    def ready(self) -> None:
        # Late, for models can be imported only once all applications are known.
        from scorekeeper.clubs import wiring

        wiring.connect()
