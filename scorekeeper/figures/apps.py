from django.apps import AppConfig


class Figures(AppConfig):
    name = "scorekeeper.figures"

    def ready(self) -> None:
        from scorekeeper.figures import recompute
        from scorekeeper.jobs.hooks import job_hooks

        job_hooks.recompute = recompute.recompute
