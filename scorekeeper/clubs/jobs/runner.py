"""Long work, one job after another, in a process of its own.

A page that would take longer puts a ``Job`` and shows how far it is. The server's thread (``worker``)
starts ``manage.py work`` while there are any, and starts it again if it was killed. A job is begun at most
``MOST_TRIES`` times: one that ends its process each time must not be begun for ever.
"""

import contextlib
import logging
import time
from collections.abc import Callable, Iterator

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, F, Min, Q
from django.utils import timezone, translation

from scorekeeper import metrics, upkeep
from scorekeeper.clubs.exporting import downloads
from scorekeeper.clubs.importing import import_jobs
from scorekeeper.clubs.jobs import claims, pending, worker
from scorekeeper.clubs.membership import invitations
from scorekeeper.clubs.models import Club, ImportJob, Job, Member, PendingJob, Player

MOST_TRIES = 5

log = logging.getLogger("scorekeeper.jobs")

Progress = Callable[[int, int], None]
"""Told now and then how far a job has come: so much, of so much."""


def samples() -> Iterator[metrics.Sample]:
    """How many jobs are in each state, and how much is put off."""
    ended, begun = Q(ended__isnull=False), Q(tries__gt=0)
    states = {
        "waiting": ~ended & ~begun,
        "running": ~ended & begun,
        "done": ended & Q(given_up=False),
        "given_up": ended & Q(given_up=True),
    }
    for state, n in Job.objects.aggregate(
        **{name: Count("pk", which) for name, which in states.items()}
    ).items():
        yield metrics.Sample("jobs", n, {"state": state})
    yield metrics.Sample("pending_matches", PendingJob.objects.count())


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


@contextlib.contextmanager
def next_job() -> Iterator[Job | None]:
    """The oldest job of a club at which no other process works; until the end none does."""
    clubs = Job.objects.filter(ended=None).values_list("club").annotate(first=Min("pk")).order_by("first")
    for club, _first in clubs:
        with claims.claim(claims.Kind.CLUB, club) as ours:
            # Looked at again, for whoever had the claim may have done it.
            job = Job.objects.filter(club=club, ended=None).order_by("pk").first() if ours else None
            if job is not None:
                yield job
                return
    yield None


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
    if job.what == Job.What.MAIL:
        invitations.send_invitations(job.club, _progress_of(job))
    elif job.bringing is None:
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
    """Do everything that is to be done and that no other process does: the jobs, and what is pending."""
    worked = False
    while True:
        with next_job() as job:
            if job is not None:
                run_job(job)
                worked = True
                continue
        if worked:
            upkeep.refresh_statistics()
            worked = False
        with claims.claim(claims.Kind.PENDING) as ours:
            began = time.monotonic()
            if not ours or not worker.run_next():
                return
        time.sleep(time.monotonic() - began)


def extend_timeouts() -> None:
    """Let the statements of this process take as long as they take.

    It is as important as any other process: one that gave way to others would hold the lock of SQLite while
    it waits for them, and every hand with it.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = '300s'")
            cursor.execute("SET idle_in_transaction_session_timeout = '300s'")
