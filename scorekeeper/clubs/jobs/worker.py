"""The thread of a server that does what is pending, and starts processes of their own where that is much."""

import logging
import subprocess
import sys
import threading
import time

from django.conf import settings
from django.db import DatabaseError, connection, transaction

from scorekeeper.clubs.figures import ratings, tallies
from scorekeeper.clubs.jobs import claims, pending
from scorekeeper.clubs.jobs.pending import wakened
from scorekeeper.clubs.models import Job, PendingJob

MANY = 100  # matches, from which on a process of its own does it
POLL_SECONDS = 0.05  # between two looks whether a process has ended
RETRY_SECONDS = 1.0  # between two looks whether another is needed
WORK = [sys.executable, str(settings.BASE_DIR / "manage.py"), "work"]

log = logging.getLogger("scorekeeper.pending")


def run_next() -> bool:
    """Do a little of what is pending, in one transaction; whether there was anything."""
    first = PendingJob.objects.order_by("pk").values_list("club", "game_slug", "what").first()
    if first is None:
        return False
    club, game, what = first
    there = PendingJob.objects.filter(club=club, game_slug=game, what=what)
    figures = ratings if what == PendingJob.What.RATINGS else tallies
    # Looked up before the lock is taken: in whatever order they are done, the end is the same.
    some = figures.next_pending(there, club, game)
    with transaction.atomic():
        pending.lock(club, game)
        # Only these are done: the same may be enqueued again meanwhile.
        done = list(there.filter(match__in=some).values_list("pk", flat=True))
        left = figures.resume(club, game, some)
        there.filter(pk__in=done).delete()
        waiting = set(there.filter(match__in=left).values_list("match", flat=True))
        pending.enqueue(club, game, what, left - waiting)
    return True


def run_all() -> None:
    """Do everything that is pending."""
    while run_next():
        pass


def processes_wanted() -> int:
    """How many processes there is enough to do for: the thread of a server would hold up its pages."""
    clubs = Job.objects.filter(ended=None).values("club").distinct().count()
    many = PendingJob.objects.order_by()[MANY : MANY + 1].exists()
    return min(settings.JOBS, clubs or int(many))


class Worker:
    """The thread of a server that does what is pending; in a process that serves nobody it never begins.

    Much of it, and the long jobs (``runner``), it leaves to processes of their own, ``settings.JOBS`` at
    most, and starts one again until nothing is left.
    """

    def __init__(self) -> None:
        self.ending = False
        self.thread: threading.Thread | None = None
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Begin, and with what an earlier server has left."""
        self.ending = False
        wakened.set()
        self.thread = threading.Thread(target=self._work, name="pending", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """End after what is being done now; the rest stands in the database."""
        self.ending = True
        wakened.set()
        if self.thread is not None:
            self.thread.join(timeout=5)

    def _work(self) -> None:
        while not self.ending:
            wakened.wait()
            wakened.clear()
            try:
                self._catch_up()
            except DatabaseError:
                # It stands in the database: whoever reads of it next wakes us again.
                log.exception("pending work could not be done")
            finally:
                connection.close()
        # What they leave stands in the database, for the next server.
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()

    def _catch_up(self) -> None:
        while not self.ending:
            if processes_wanted():
                self._have_it_done()
                continue
            began = time.monotonic()
            if not run_next():
                return
            # As long again belongs to those who play.
            time.sleep(time.monotonic() - began)

    def _have_it_done(self) -> None:
        """Start ``manage.py work`` while there is something to do, until all have ended."""
        look = time.monotonic()
        while not self.ending:
            if wakened.is_set() or time.monotonic() >= look:
                wakened.clear()
                look = time.monotonic() + RETRY_SECONDS
                wanted = processes_wanted()
                if not wanted and not self.processes:
                    return
                if len(self.processes) < wanted and _may_start():
                    self.processes.append(subprocess.Popen(WORK))
                # The thread of a server that waits holds no connection.
                connection.close()
            time.sleep(POLL_SECONDS)
            self.processes = [process for process in self.processes if process.poll() is None]


def _may_start() -> bool:
    """Whether fewer processes work for this database than may, of all servers together."""
    with claims.slot() as ours:
        return ours


worker = Worker()
