"""Faults that tests request: a worker that dies around its commit, a slow write, two mutants.

A mutant is a site with a deliberate bug, which a test must notice. This module can also freeze the clock of
the rate limits, and shorten the leases of jobs.
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

requested = threading.local()

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
            _freeze_clock(float(CLOCK))
        if MUTANT == "last_write_wins":
            _install_last_write_wins()


def _freeze_clock(now):
    """Freeze the clock of the rate limits at this time, in seconds."""
    from scorekeeper.web import counters, limits

    clock = SimpleNamespace(time=lambda: now, monotonic=time.monotonic)
    for module in (counters, limits):
        vars(module)["time"] = clock


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def trigger_fault(sender, created, **kwargs):
    """Trigger the requested fault, inside the write's transaction, just after its entry is inserted."""
    fault = getattr(requested, "fault", "")
    if fault == "kill_before_commit":
        die()
    if fault == "kill_after_commit":
        transaction.on_commit(die)
    if fault == "slow":
        time.sleep(0.05)


def middleware(view):
    """Set the fault that a test requests, and act as the mutant with stale reads."""
    pages = {}

    def respond(request):
        requested.fault = request.headers.get("X-Fault", "")
        if MUTANT != "stale_reads" or request.method != "GET":
            return view(request)
        if request.path in pages and time.monotonic() - pages[request.path][0] < STALE:
            return HttpResponse(pages[request.path][1], content_type=pages[request.path][2])
        response = view(request)
        pages[request.path] = time.monotonic(), response.content, response["Content-Type"]
        return response

    return respond


def _install_last_write_wins():
    """Install the mutant that never compares revisions."""
    from scorekeeper.matches import commands, models, replay

    append_entry = commands.append_entry

    def append_blindly(match, phone, command):
        state = replay.load_match_state(models.Match.objects.get(pk=match.pk))
        rev = state.revs.get(command.number, 0)
        # An edit needs a reason, which a form for a new hand does not carry.
        return append_entry(match, phone, replace(command, rev=rev, why=command.why or "blind"))

    commands.append_entry = append_blindly
