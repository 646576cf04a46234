from django.apps import AppConfig


class Clubs(AppConfig):
    name = "scorekeeper.clubs"
    label = "clubs"

    def ready(self) -> None:
        # Models can be imported only once all applications are loaded.
        from scorekeeper.clubs import wiring

        wiring.connect()
