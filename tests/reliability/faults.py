"""Faults on demand, for tests only: a worker that dies before or after its commit, a slow write, two mutants.

And a clock of the limits that stands still, for a test that counts up to one in a stretch of time.

Installed by ``tests.reliability.settings`` and by nothing else; the site itself has no such door.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from django.apps import AppConfig
from django.db import transaction
from django.db.models.signals import post_save
from django.http import HttpResponse

asked = threading.local()

MUTANT = os.environ.get("MUTANT", "")
CLOCK = os.environ.get("CLOCK", "")
STALE = 0.3  # seconds that the stale mutant keeps a page


class Faults(AppConfig):
    name = "tests.reliability"
    label = "faults"

    def ready(self) -> None:
        from scorekeeper.matches.models import Entry

        post_save.connect(strike, sender=Entry)
        if CLOCK:
            _stand_still(float(CLOCK))
        if MUTANT == "last_write_wins":
            _forget_what_was_seen()


def _stand_still(now: float) -> None:
    """What counts for the limits sees this time for ever, in seconds; what measures goes on."""
    from scorekeeper import counting, limits
    from scorekeeper.accounts import attempts

    clock = SimpleNamespace(time=lambda: now, monotonic=time.monotonic)
    for module in (counting, limits, attempts):
        vars(module)["time"] = clock


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def strike(sender: Any, created: bool, **kwargs: Any) -> None:
    """Runs inside the write's transaction, just after its entry."""
    fault = getattr(asked, "fault", "")
    if fault == "kill_before_commit":
        die()
    if fault == "kill_after_commit":
        transaction.on_commit(die)
    if fault == "slow":
        time.sleep(0.05)


def middleware(view: Any) -> Any:
    """Take the fault that a test asks for, and play the stale mutant."""
    kept: dict[str, tuple[float, bytes, str]] = {}

    def respond(request: Any) -> Any:
        asked.fault = request.headers.get("X-Fault", "")
        if MUTANT != "stale_reads" or request.method != "GET":
            return view(request)
        if request.path in kept and time.monotonic() - kept[request.path][0] < STALE:
            return HttpResponse(kept[request.path][1], content_type=kept[request.path][2])
        response = view(request)
        kept[request.path] = time.monotonic(), response.content, response["Content-Type"]
        return response

    return respond


def _forget_what_was_seen() -> None:
    """The mutant that never compares what the phone had seen: the last write wins."""
    from scorekeeper.matches import (
        commands,
        models,
        replay,
    )

    careful = commands.append_entry

    def careless(match: Any, phone: Any, intent: Any) -> Any:
        story = replay.load_match_state(models.Match.objects.get(pk=match.pk))
        rev = story.revs.get(intent.number, 0)
        # What replaces a hand needs a reason, and whoever thought it a new hand has given none.
        return careful(match, phone, replace(intent, rev=rev, why=intent.why or "careless"))

    commands.append_entry = careless
