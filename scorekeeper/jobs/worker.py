"""The server's thread, which recomputes the statistics of small games and starts processes for other work."""

import logging
import subprocess
import sys
import threading

from django.conf import settings
from django.db import connection

from . import leases, pending
from .hooks import job_hooks
from .models import Job, PendingJob
from .pending import wake_event

# A game with more matches would slow down the server, because the thread runs in its process.
SMALL = 200
CHECK_SECONDS = 1.0  # between two checks while work is left
WORK = [sys.executable, str(settings.BASE_DIR / "manage.py"), "work"]

log = logging.getLogger("scorekeeper.jobs")


def run_next(small_only: bool = False) -> bool:
    """Recompute the next pending game that is not claimed; return False if there was none."""
    for row in pending.claimable():
        if small_only and _is_large(row):
            continue
        if leases.claim(row):
            with leases.renewing(row):
                job_hooks.recompute(row.club_id, row.game_slug)
            return True
    return False


def run_all() -> None:
    while run_next():
        pass


def processes_to_run() -> int:
    """Return how many worker processes should run; 0 if no further one should be started."""
    unfinished = Job.objects.filter(ended=None)
    clubs = unfinished.order_by().values("club").distinct().count()
    busy = unfinished.exclude(leases.is_free()).count()
    has_large_game = any(map(_is_large, pending.claimable()))
    # A club's jobs run one by one, so a job can start only if some club has none running.
    can_start_job = busy < clubs
    if busy >= settings.JOBS or not (has_large_game or can_start_job):
        return 0
    return min(settings.JOBS, clubs or 1)


def _is_large(row: PendingJob) -> bool:
    return job_hooks.has_more_matches(row.club_id, row.game_slug, SMALL)


class Worker:
    """The server's background thread; never started in other processes.

    Large games and jobs (``runner``) go to processes of their own, at most ``settings.JOBS``.
    """

    def __init__(self) -> None:
        self.is_stopping = False
        self.thread: threading.Thread | None = None
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Start the thread. It begins with the work that an earlier server has left."""
        self.is_stopping = False
        wake_event.set()
        self.thread = threading.Thread(target=self._work, name="pending", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Stop after the current step; the remaining work is in the database."""
        self.is_stopping = True
        wake_event.set()
        if self.thread is not None:
            self.thread.join(timeout=5)

    def _work(self) -> None:
        has_work = False
        while not self.is_stopping:
            wake_event.wait(CHECK_SECONDS if has_work else None)
            wake_event.clear()
            try:
                has_work = self._do_or_delegate()
            except Exception:
                # The row stays queued and can be claimed again when the lease has run out.
                log.exception("pending work could not be done")
                has_work = True
            finally:
                connection.close()
        # Unfinished jobs are in the database, for the next server.
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()

    def _do_or_delegate(self) -> bool:
        """Recompute small games, start a process for the rest; return True if work is left."""
        while not self.is_stopping and run_next(small_only=True):
            pass
        self.processes = [process for process in self.processes if process.poll() is None]
        if not settings.JOBS:
            return False
        if len(self.processes) < processes_to_run():
            self.processes.append(subprocess.Popen(WORK))
        return bool(self.processes) or PendingJob.objects.exists() or Job.objects.filter(ended=None).exists()


worker = Worker()
