"""What follows from a match and was put off, because it would keep whoever saves a hand waiting.

It is kept as the matches at which to go on, in the transaction that makes it necessary, and done a little at
a time after it: by a thread of the server, which begins with what a killed one has left, or by a command.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Iterable

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import Exists, OuterRef

from .models import Behind, Counted, Job

# So few that SQLite's lock, for which every phone that saves a hand waits, is held for some 50 ms.
FOLDED = 10  # matches that are folded in one transaction
COUNTED = 5  # matches whose deeds are counted anew in one transaction
MUCH = 100  # matches, from which on a process of its own does it
LOOKED = 200  # matches of a game, up to which the next best of something is looked for at once

LOOK, AGAIN = 0.05, 1.0  # seconds between two looks whether a process has ended, and until the next

log = logging.getLogger("scorekeeper.behind")


def lock(club: int, game: str) -> None:
    """Wait until nobody else counts for this game of the club."""
    be_patient()
    Counted.objects.get_or_create(club_id=club, game_slug=game)
    Counted.objects.select_for_update().get(club_id=club, game_slug=game)


def lock_now(club: int, game: str) -> bool:
    """The same without waiting; False if somebody counts just now."""
    Counted.objects.get_or_create(club_id=club, game_slug=game)
    there = Counted.objects.filter(club=club, game_slug=game)
    return there.select_for_update(skip_locked=True).first() is not None


def be_patient() -> None:
    """Let this transaction take longer than a page may."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('statement_timeout', '300s', true),"
                " set_config('lock_timeout', '60s', true),"
                " set_config('idle_in_transaction_session_timeout', '300s', true)"
            )


def put_off(club: int, game: str, what: str, matches: Iterable[int]) -> None:
    """Keep these matches for later, in the transaction that changed them."""
    rows = [Behind(club_id=club, game_slug=game, what=what, match_id=match) for match in sorted(set(matches))]
    if rows:
        Behind.objects.bulk_create(rows, batch_size=1_000)
        transaction.on_commit(worker.wake)


def of_game() -> Exists:
    """Whether anything is put off, within a question about rows that have a club and a game."""
    return Exists(Behind.objects.filter(club=OuterRef("club"), game_slug=OuterRef("game_slug")))


def go_on() -> bool:
    """Do a little of what was put off, in one transaction; whether there was anything."""
    from . import figures, ratings  # which put off

    first = Behind.objects.order_by("pk").values_list("club", "game_slug", "what").first()
    if first is None:
        return False
    club, game, what = first
    there = Behind.objects.filter(club=club, game_slug=game, what=what)
    doing = ratings if what == Behind.What.RATINGS else figures
    # Looked up before the lock is taken: in whatever order they are done, the end is the same.
    some = doing.next_of(there, club, game)
    with transaction.atomic():
        lock(club, game)
        # Only these are done: the same may be put off again meanwhile.
        done = list(there.filter(match__in=some).values_list("pk", flat=True))
        left = doing.go_on(club, game, some)
        there.filter(pk__in=done).delete()
        waiting = set(there.filter(match__in=left).values_list("match", flat=True))
        put_off(club, game, what, left - waiting)
    return True


def catch_up() -> None:
    """Do everything that was put off."""
    while go_on():
        pass


def is_much() -> bool:
    """Whether there is more to do than a thread should: it would hold up the pages of its own process."""
    if Job.objects.filter(ended=None).exists():
        return True
    return Behind.objects.order_by()[MUCH : MUCH + 1].exists()


class Worker:
    """The thread of a server that does what was put off; in a process that serves nobody it never begins.

    Much of it, and the jobs of clubs (``jobs``), it leaves to a process of their own, which it starts again
    until nothing is left.
    """

    def __init__(self) -> None:
        self.awake = threading.Event()
        self.ending = False
        self.thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin, and with what an earlier server has left."""
        self.ending = False
        self.awake.set()
        self.thread = threading.Thread(target=self._work, name="behind", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """End after what is being done now; the rest stands in the database."""
        self.ending = True
        self.awake.set()
        if self.thread is not None:
            self.thread.join(timeout=5)

    def wake(self) -> None:
        """Something was put off, or somebody has seen that something is."""
        self.awake.set()

    def _work(self) -> None:
        while not self.ending:
            self.awake.wait()
            self.awake.clear()
            try:
                self._catch_up()
            except DatabaseError:
                # It stands in the database: whoever reads of it next wakes us again.
                log.exception("what was put off could not be done")
            finally:
                connection.close()

    def _catch_up(self) -> None:
        while not self.ending:
            if is_much():
                self._have_it_done()
                continue
            began = time.monotonic()
            if not go_on():
                return
            # As long again belongs to those who play.
            time.sleep(time.monotonic() - began)

    def _have_it_done(self) -> None:
        """Start ``manage.py work`` and wait for its end; a server that ends ends it too."""
        # The thread of a server that waits holds no connection.
        connection.close()
        process = subprocess.Popen([sys.executable, str(settings.BASE_DIR / "manage.py"), "work"])
        while process.poll() is None:
            if self.ending:
                process.terminate()
                process.wait()
                return
            time.sleep(LOOK)
        # Killed, or another process works already: what is left is looked at again in a moment.
        if process.returncode and not self.ending:
            time.sleep(AGAIN)


worker = Worker()
