"""Long work, one job after another, in a process of its own.

A page that would take longer puts a ``Job`` and shows how far it is. The server's thread (``worker``)
starts ``manage.py work`` while there are any, and starts it again if it was killed. A job is begun at most
``MOST_TRIES`` times: one that ends its process each time must not be begun for ever.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone, translation

from scorekeeper import upkeep
from scorekeeper.clubs.exporting import downloads
from scorekeeper.clubs.importing import import_jobs
from scorekeeper.clubs.jobs import pending, worker
from scorekeeper.clubs.models import Club, ImportJob, Job, Member, Player

MOST_TRIES = 5
LOCK = 0x5C03E  # of PostgreSQL's advisory locks: one process works for a database

log = logging.getLogger("scorekeeper.jobs")

Progress = Callable[[int, int], None]
"""Told now and then how far a job has come: so much, of so much."""


def start_job(
    club: Club,
    what: Job.What,
    by: Member | None,
    by_name: str,
    bringing: ImportJob | None = None,
    player: Player | None = None,
) -> Job:
    """Have this done; the same that somebody asked for and that is still to be done is not put twice."""
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        same = Job.objects.filter(club=club, what=what, bringing=bringing, player=player, ended=None)
        found = same.filter(by=by).first() if bringing is None else same.first()
        if found is None:
            found = Job.objects.create(
                club=club,
                what=what,
                bringing=bringing,
                player=player,
                by=by,
                by_name=by_name[:40],
                language=translation.get_language() or "",
            )
        transaction.on_commit(pending.wake)
    return found


def next_job() -> Job | None:
    """The oldest job that is still to be done."""
    return Job.objects.filter(ended=None).order_by("pk").first()


def run_job(job: Job) -> None:
    """Begin a job, or take it up again where its last process was killed."""
    if job.tries >= MOST_TRIES:
        _end(job, given_up=True)
        return
    Job.objects.filter(pk=job.pk).update(tries=F("tries") + 1)
    try:
        with translation.override(job.language or settings.LANGUAGE_CODE), timezone.override(job.club.zone):
            _run(job)
    except Exception:
        # Not only of the database: whatever is wrong with one file, the next job is not kept waiting by it.
        log.exception("job %s (%s) broke off", job.pk, job.what)
        return
    _end(job)


def _run(job: Job) -> None:
    if job.bringing is None:
        downloads.write_file(job, _progress_of(job))
    elif job.what == Job.What.LOOK:
        import_jobs.preview(job.bringing, _progress_of(job))
    elif job.what == Job.What.UNDO:
        import_jobs.undo_import(job.bringing, job.by_name, _progress_of(job), throttled)
    else:
        import_jobs.import_file(job.bringing, job.by_name, _progress_of(job), throttled)


def _progress_of(job: Job) -> Progress:
    def come(done: int, most: int) -> None:
        Job.objects.filter(pk=job.pk).update(done=done, most=most)

    return come


def _end(job: Job, given_up: bool = False) -> None:
    Job.objects.filter(pk=job.pk, ended=None).update(ended=timezone.now(), given_up=given_up)


def throttled(did: Callable[[], None]) -> None:
    """Do a part, and then leave the database as long to those who play."""
    began = time.monotonic()
    did()
    time.sleep(time.monotonic() - began)


def run_all_jobs() -> None:
    """Do everything that is to be done: the jobs, and what is pending."""
    worked = False
    while True:
        if (job := next_job()) is not None:
            run_job(job)
            worked = True
            continue
        if worked:
            upkeep.refresh_statistics()
            worked = False
        began = time.monotonic()
        if not worker.run_next():
            return
        time.sleep(time.monotonic() - began)


@contextlib.contextmanager
def exclusive() -> Iterator[bool]:
    """Whether nobody else works for this database; until the end nobody else does."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
            (alone,) = cursor.fetchone()
            yield bool(alone)
        return  # the lock goes with the connection, and so with the process
    name = Path(str(connection.settings_dict["NAME"])).name
    with (Path(settings.VAR) / f"{name}.work").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
            return
        yield True


def extend_timeouts() -> None:
    """Let the statements of this process take as long as they take.

    It is as important as any other process: one that gave way to others would hold the lock of SQLite while
    it waits for them, and every hand with it.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = '300s'")
            cursor.execute("SET idle_in_transaction_session_timeout = '300s'")
