"""Updates that follow from a match and would keep whoever saves a hand waiting: enqueued, and done later.

A ``PendingJob`` is written in the transaction that makes it necessary. Its work is done a little at a time
after it: by a thread of the server (``worker``), which begins with what a killed one left, or by a command.
"""

import threading
from collections.abc import Iterable

from django.db import connection, transaction
from django.db.models import Exists, OuterRef

from scorekeeper.clubs.models import FiguresLock, PendingJob

# So few that SQLite's lock, for which every phone that saves a hand waits, is held for some 50 ms.
RATING_BATCH = 10  # matches that are folded in one transaction
STATS_BATCH = 5  # matches whose deeds are counted anew in one transaction
QUICKLY_SEARCHED = 200  # matches of a game, up to which the next best of something is looked for at once

wakened = threading.Event()  # something is pending: the server's thread (``worker``) waits for it


def wake() -> None:
    """Something is pending, or somebody has seen that something is."""
    wakened.set()


def lock(club: int, game: str) -> None:
    """Lock a club's figures of a game, once nobody else holds the lock."""
    extend_timeouts()
    FiguresLock.objects.get_or_create(club_id=club, game_slug=game)
    FiguresLock.objects.select_for_update().get(club_id=club, game_slug=game)


def try_lock(club: int, game: str) -> bool:
    """Lock a club's figures of a game without waiting; False if somebody holds the lock."""
    FiguresLock.objects.get_or_create(club_id=club, game_slug=game)
    there = FiguresLock.objects.filter(club=club, game_slug=game)
    return there.select_for_update(skip_locked=True).first() is not None


def extend_timeouts() -> None:
    """Let this transaction take longer than a page may."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('statement_timeout', '300s', true),"
                " set_config('lock_timeout', '60s', true),"
                " set_config('idle_in_transaction_session_timeout', '300s', true)"
            )


def enqueue(club: int, game: str, what: str, matches: Iterable[int]) -> None:
    """Have ratings or figures updated from these matches later; in the transaction that changed them."""
    rows = [
        PendingJob(club_id=club, game_slug=game, what=what, match_id=match) for match in sorted(set(matches))
    ]
    if rows:
        PendingJob.objects.bulk_create(rows, batch_size=1_000)
        transaction.on_commit(wake)


def is_pending() -> Exists:
    """Whether anything is pending, for a query of rows that have a club and a game."""
    return Exists(PendingJob.objects.filter(club=OuterRef("club"), game_slug=OuterRef("game_slug")))
