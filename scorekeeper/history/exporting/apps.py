from django.apps import AppConfig


class Exporting(AppConfig):
    name = "scorekeeper.history.exporting"

    def ready(self) -> None:
        from scorekeeper.clubs.hooks import club_hooks
        from scorekeeper.history.exporting import downloads
        from scorekeeper.jobs.hooks import job_hooks

        for kind in downloads.KINDS:
            job_hooks.handlers[kind] = downloads.write_file
        club_hooks.on_erased.append(downloads.delete_after_erasure)
