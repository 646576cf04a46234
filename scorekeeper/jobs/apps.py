"""Django application config of the job runner."""

from django.apps import AppConfig


class Jobs(AppConfig):
    name = "scorekeeper.jobs"

    def ready(self) -> None:
        from scorekeeper.jobs import runner
        from scorekeeper.web import metrics

        metrics.site_sources.append(runner.samples)
