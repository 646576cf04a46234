from django.apps import AppConfig


class Importing(AppConfig):
    name = "scorekeeper.history.importing"

    def ready(self) -> None:
        from scorekeeper.clubs.hooks import club_hooks
        from scorekeeper.history.importing import import_jobs
        from scorekeeper.jobs.hooks import job_hooks

        job_hooks.handlers.update(import_jobs.HANDLERS)
        club_hooks.on_erased.append(import_jobs.delete_after_erasure)
