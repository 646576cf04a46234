"""The job runner: long jobs, one after another, in a process of its own.

A page whose work would take too long creates a ``Job`` and shows its progress. The server's thread
(``worker``) starts ``manage.py work`` while there are jobs, and restarts it if it was killed. A job
is tried at most ``MOST_TRIES`` times, so a job that kills its process does not run for ever.
"""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, Min, Model, Q, QuerySet
from django.utils import timezone, translation

from scorekeeper.web import metrics

from . import analyze, pending, worker
from .hooks import Progress, job_hooks
from .leases import claim, is_free, renewing
from .models import Job, PendingJob

MOST_TRIES = 5

log = logging.getLogger("scorekeeper.jobs")


class LeaseLost(Exception):
    """Another process has claimed this job, because the lease was not renewed in time."""


def samples() -> Iterator[metrics.Sample]:
    """Yield the metrics: number of jobs in each state, and of games with pending statistics."""
    ended, started = Q(ended__isnull=False), Q(tries__gt=0)
    states = {
        "waiting": ~ended & ~started,
        "running": ~ended & started,
        "done": ended & Q(given_up=False),
        "given_up": ended & Q(given_up=True),
    }
    for state, n in Job.objects.aggregate(
        **{name: Count("pk", condition) for name, condition in states.items()}
    ).items():
        yield metrics.Sample("jobs", n, {"state": state})
    yield metrics.Sample("pending_figures", PendingJob.objects.values("club", "game_slug").distinct().count())


def start_job(
    club: Model,
    kind: Job.Kind,
    by: Model | None,
    by_name: str,
    import_job: Model | None = None,
    player: Model | None = None,
) -> Job:
    """Create a job, or return the unfinished job that does the same.

    All members share the jobs of an import. Any other job is returned only to the member who started it.
    """
    fields = {
        "club_id": club.pk,
        "what": kind,
        "bringing_id": None if import_job is None else import_job.pk,
        "player_id": None if player is None else player.pk,
    }
    by_id = None if by is None else by.pk
    with transaction.atomic():
        type(club)._default_manager.select_for_update(no_key=True).get(pk=club.pk)
        unfinished = Job.objects.filter(**fields, ended=None)
        job = unfinished.filter(by_id=by_id).first() if import_job is None else unfinished.first()
        if job is None:
            language = translation.get_language() or ""
            job = Job.objects.create(**fields, by_id=by_id, by_name=by_name[:40], language=language)
        transaction.on_commit(pending.wake)
    return job


def claim_job() -> Job | None:
    """Claim the oldest free job, unless ``settings.JOBS`` processes are working already."""
    running = Job.objects.filter(ended=None).exclude(is_free()).count()
    if running >= max(1, settings.JOBS):
        return None
    for job in claimable():
        if claim(job, tries=F("tries") + 1):
            job.refresh_from_db()
            return job
    return None


def claimable() -> QuerySet[Job]:
    """Return each club's first job if it is unclaimed: a club's jobs run one by one."""
    firsts = Job.objects.filter(ended=None).values("club").annotate(first=Min("pk")).values("first")
    return Job.objects.filter(is_free(), ended=None, pk__in=firsts).order_by("pk")


def run_job(job: Job) -> None:
    """Run a claimed job; a handler resumes where its last process was killed."""
    with renewing(job):
        if job.tries > MOST_TRIES:
            _end(job, given_up=True)
            return
        try:
            with (
                translation.override(job.language or settings.LANGUAGE_CODE),
                timezone.override(job.club.zone),
            ):
                job_hooks.handlers[job.what](job, _progress_of(job))
        except Exception:
            # Every exception, because a broken file must not block the next job.
            log.exception("job %s (%s) failed", job.pk, job.what)
            return
        _end(job)


def _progress_of(job: Job) -> Progress:
    def on_progress(done: int, total: int) -> None:
        if not Job.objects.filter(pk=job.pk, tries=job.tries).update(done=done, most=total):
            raise LeaseLost

    return on_progress


def _end(job: Job, given_up: bool = False) -> None:
    claimed = Job.objects.filter(pk=job.pk, tries=job.tries, ended=None)
    # The claim that gives a job up is not counted as a try.
    claimed.update(ended=timezone.now(), given_up=given_up, tries=min(job.tries, MOST_TRIES))


@contextmanager
def throttled() -> Iterator[None]:
    """Run a step of an import, then sleep as long as the step took, to leave the database to players."""
    start = time.monotonic()
    yield
    time.sleep(time.monotonic() - start)


def run_all_jobs() -> None:
    """Run all free jobs and recompute all pending statistics."""
    has_worked = False
    while True:
        if (job := claim_job()) is not None:
            run_job(job)
            has_worked = True
            continue
        if has_worked:
            analyze.refresh_statistics()
            has_worked = False
        if not worker.run_next():
            return
