"""Faults on demand, for tests only: a worker that dies around its commit, a slow write, two mutants.

Also freezes the clock of the rate limits, for tests that count up to a limit, and shortens leases of jobs.
Installed only by ``tests.reliability.settings``; the site itself has no such hook.
"""

import os
import signal
import threading
import time
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

from django.apps import AppConfig
from django.db import transaction
from django.db.models.signals import post_save
from django.http import HttpResponse

asked = threading.local()

MUTANT = os.environ.get("MUTANT", "")
CLOCK = os.environ.get("CLOCK", "")
LEASE = os.environ.get("LEASE", "")
STALE = 0.3  # seconds that the stale mutant keeps a page


class Faults(AppConfig):
    name = "tests.reliability"
    label = "faults"

    def ready(self):
        from scorekeeper.jobs import leases
        from scorekeeper.matches.models import Entry

        post_save.connect(trigger_fault, sender=Entry)
        if LEASE:
            leases.LEASE = timedelta(seconds=float(LEASE))
        if CLOCK:
            _stand_still(float(CLOCK))
        if MUTANT == "last_write_wins":
            _forget_what_was_seen()


def _stand_still(now):
    """Freeze the clock of the rate limits at this time, in seconds; other clocks run on."""
    from scorekeeper.web import counters, limits

    clock = SimpleNamespace(time=lambda: now, monotonic=time.monotonic)
    for module in (counters, limits):
        vars(module)["time"] = clock


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def trigger_fault(sender, created, **kwargs):
    """Trigger the requested fault, inside the write's transaction and just after its entry."""
    fault = getattr(asked, "fault", "")
    if fault == "kill_before_commit":
        die()
    if fault == "kill_after_commit":
        transaction.on_commit(die)
    if fault == "slow":
        time.sleep(0.05)


def middleware(view):
    """Set the fault that a test requests, and act as the stale mutant."""
    kept = {}

    def respond(request):
        asked.fault = request.headers.get("X-Fault", "")
        if MUTANT != "stale_reads" or request.method != "GET":
            return view(request)
        if request.path in kept and time.monotonic() - kept[request.path][0] < STALE:
            return HttpResponse(kept[request.path][1], content_type=kept[request.path][2])
        response = view(request)
        kept[request.path] = time.monotonic(), response.content, response["Content-Type"]
        return response

    return respond


def _forget_what_was_seen():
    """Install the mutant that never compares revisions: the last write wins."""
    from scorekeeper.matches import (
        commands,
        models,
        replay,
    )

    careful = commands.append_entry

    def careless(match, phone, intent):
        state = replay.load_match_state(models.Match.objects.get(pk=match.pk))
        rev = state.revs.get(intent.number, 0)
        # An edit needs a reason, which a form for a new hand does not carry.
        return careful(match, phone, replace(intent, rev=rev, why=intent.why or "careless"))

    commands.append_entry = careless
