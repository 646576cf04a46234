"""The queue of statistics to be recomputed: requests enqueue, ``worker`` recomputes.

A ``PendingJob`` names a club and a game and is written in the transaction that changes a match.
Requests only insert rows, so they never wait for each other or for a recomputation. One
recomputation serves all rows of a club's game.
"""

import threading
from collections.abc import Iterable

from django.db import connection, transaction
from django.db.models import Exists, Min, OuterRef, QuerySet

from .leases import is_free
from .models import PendingJob

wake_event = threading.Event()  # the server's thread (``worker``) waits for this event


def wake() -> None:
    wake_event.set()


def enqueue(games: Iterable[tuple[int, str]]) -> None:
    """Enqueue the recomputation of (club, game) pairs, in the transaction that changed their matches."""
    rows = [PendingJob(club_id=club, game_slug=game) for club, game in sorted(set(games))]
    if rows:
        PendingJob.objects.bulk_create(rows)
        transaction.on_commit(wake)


def claimable() -> QuerySet[PendingJob]:
    """Return the oldest row of each club's game, unless that row is claimed, oldest first."""
    firsts = PendingJob.objects.values("club", "game_slug").annotate(first=Min("pk")).values("first")
    return PendingJob.objects.filter(is_free(), pk__in=firsts).order_by("pk")


def is_pending() -> Exists:
    """Return a subquery that tests for pending jobs of an outer row's ``club`` and ``game_slug``."""
    return Exists(PendingJob.objects.filter(club=OuterRef("club"), game_slug=OuterRef("game_slug")))


def extend_timeouts() -> None:
    """Raise this process's statement timeouts above those of a web request."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = '300s'")
            cursor.execute("SET lock_timeout = '60s'")
            cursor.execute("SET idle_in_transaction_session_timeout = '300s'")
