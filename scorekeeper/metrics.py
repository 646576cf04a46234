"""What the site has done, and how quickly, in the text format of Prometheus: ``GET /metrics``.

Each process counts in its memory. Several workers put their numbers into a file each, once a second, in a
folder that ``serve`` lends them; whoever is asked adds them all up. What a worker that has ended counted
still counts.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import shutil
import threading
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

# Of the environment: the folder in which the workers of a site put their numbers.
SHARED = "SCOREKEEPER_METRICS"
EVERY = 1.0  # seconds between two times that they do
# Upper ends of a histogram, in seconds; a hand should be saved within 0.3.
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.3, 1.0, 3.0, 10.0)
METHODS = frozenset(("GET", "HEAD", "OPTIONS", "POST"))
# Headers by which a proxy says for whom it asks.
FORWARDED = ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "Via")

# Every family: its kind, and what it says.
FAMILIES = {
    "hands_saved_total": ("counter", "Hands written on sheets, new ones and changes."),
    "requests_total": ("counter", "Requests that were answered by a page, by its route."),
    "request_seconds": ("histogram", "How long a page took to answer, without waiting for a thread."),
    "answer_seconds": (
        "histogram",
        "How long whoever asked waited once all was sent, in reading and writing.",
    ),
    "requests_waiting": ("gauge", "Requests that are being answered or wait for a thread."),
    "refused_total": (
        "counter",
        "Requests refused: too many (429), too large, too slow, or the database away.",
    ),
    "streams": ("gauge", "Open live streams: watchers."),
    "tables_watched": ("gauge", "Tables and nights that somebody watches."),
    "jobs": ("gauge", "Long jobs by state."),
    "pending_matches": ("gauge", "Updates of ratings and records that are still to be done."),
    "database_up": ("gauge", "Whether the database answers."),
    "workers": ("gauge", "Processes that serve."),
    "cpu_seconds_total": ("counter", "Processor time of the processes that serve."),
    "memory_bytes": ("gauge", "The most memory that the processes that serve have had."),
    "disk_free_bytes": ("gauge", "Room on the disk of VAR_DIR."),
    "copy_age_seconds": ("gauge", "The age of the newest copy of the database."),
}


class Sample(NamedTuple):
    """One value of a family, as it is at this moment."""

    name: str
    value: float
    labels: Mapping[str, str] = {}


@dataclass
class Numbers:
    """What one process has counted, or all together; keys are series as they are written."""

    counters: dict[str, float] = field(default_factory=dict)
    gauges: dict[str, float] = field(default_factory=dict)
    # Of each histogram how many fell into each bucket, the last without an end, and after them the sum.
    histograms: dict[str, list[float]] = field(default_factory=dict)

    def add(self, other: Numbers) -> None:
        for mine, theirs in ((self.counters, other.counters), (self.gauges, other.gauges)):
            for key, value in theirs.items():
                mine[key] = mine.get(key, 0) + value
        for key, values in other.histograms.items():
            here = self.histograms.get(key) or [0.0] * len(values)
            self.histograms[key] = [a + b for a, b in zip(here, values, strict=True)]


_own = Numbers()
_lock = threading.Lock()
# What this process knows of itself, and what anybody knows of the site; rooms above add theirs.
of_process: list[Callable[[], Iterable[Sample]]] = []
of_site: list[Callable[[], Iterable[Sample]]] = []


def count(name: str, **labels: object) -> None:
    """One more of this."""
    key = series(name, labels)
    with _lock:
        _own.counters[key] = _own.counters.get(key, 0) + 1


def observe(name: str, seconds: float, **labels: object) -> None:
    """This took so long."""
    key = series(name, labels)
    with _lock:
        values = _own.histograms.setdefault(key, [0.0] * (len(BUCKETS) + 2))
        values[bisect_left(BUCKETS, seconds)] += 1
        values[-1] += seconds


def series(name: str, labels: Mapping[str, object]) -> str:
    """A series as it is written; the labels in the order in which they are said."""
    said = ",".join(f'{label}="{_escaped(str(value))}"' for label, value in labels.items())
    return f"{name}{{{said}}}" if said else name


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def method(name: str | None) -> str:
    """A method as a label: anybody may send one that does not exist."""
    return name if name in METHODS else "other"


# This process -----------------------------------------------------------------------


def _process() -> Iterator[Sample]:
    used = resource.getrusage(resource.RUSAGE_SELF)
    yield Sample("workers", 1)
    yield Sample("cpu_seconds_total", used.ru_utime + used.ru_stime)
    yield Sample("memory_bytes", used.ru_maxrss * 1024)


of_process.append(_process)


def of_this_process() -> Numbers:
    """What this process has counted, and how it is."""
    with _lock:
        told = Numbers(dict(_own.counters), {}, {key: list(value) for key, value in _own.histograms.items()})
    _take(told, of_process)
    return told


def _take(into: Numbers, sources: Iterable[Callable[[], Iterable[Sample]]]) -> None:
    for source in sources:
        for sample in source():
            kind = into.counters if FAMILIES[sample.name][0] == "counter" else into.gauges
            kind[series(sample.name, sample.labels)] = sample.value


# All processes ----------------------------------------------------------------------


def folder() -> Path | None:
    """Where the workers put their numbers; None where there is only this process."""
    said = os.environ.get(SHARED)
    return Path(said) if said else None


def share(alive: bool = True) -> None:
    """Put this process's numbers where the others find them. A full disk keeps the old ones."""
    if (to := folder()) is None:
        return
    told = of_this_process()
    if not alive:
        told.gauges.clear()
    text = json.dumps([told.counters, told.gauges, told.histograms])
    half = to / f".{os.getpid()}"
    with contextlib.suppress(OSError):
        half.write_text(text)
        half.replace(to / f"{os.getpid()}.json")


def together() -> Numbers:
    """The numbers of all workers, and what anybody knows of the site."""
    told = of_this_process()
    for path in (folder() or Path("/nonexistent")).glob("*.json"):
        pid = int(path.stem)
        if pid == os.getpid():
            continue
        with contextlib.suppress(OSError, ValueError):
            counters, gauges, histograms = json.loads(path.read_text())
            told.add(Numbers(counters, gauges if _runs(pid) else {}, histograms))
    told.gauges["database_up"] = 1
    for source in of_site:
        # Whoever runs the site wants its numbers most when the database is away.
        try:
            _take(told, [source])
        except DatabaseError:
            told.gauges["database_up"] = 0
    return told


def _runs(pid: int) -> bool:
    """Whether a worker is still there: one that was killed watches nobody."""
    return Path(f"/proc/{pid}").exists()


def text() -> str:
    """Everything in the text format, family by family."""
    told = together()
    lines = []
    for name, (kind, says) in FAMILIES.items():
        lines += [f"# HELP scorekeeper_{name} {says}", f"# TYPE scorekeeper_{name} {kind}"]
        if kind == "histogram":
            for key in sorted(_of(told.histograms, name)):
                lines += _histogram(name, key.removeprefix(name).strip("{}"), told.histograms[key])
            continue
        values = told.counters if kind == "counter" else told.gauges
        lines += [f"scorekeeper_{key} {values[key]:.15g}" for key in sorted(_of(values, name))]
    return "\n".join(lines) + "\n"


def _of(values: Iterable[str], name: str) -> Iterator[str]:
    """The series of a family."""
    return (key for key in values if key.partition("{")[0] == name)


def _histogram(name: str, labels: str, values: list[float]) -> Iterator[str]:
    before, so_far = f"{labels}," if labels else "", 0.0
    for end, n in zip((*map(str, BUCKETS), "+Inf"), values, strict=False):
        so_far += n
        yield f'scorekeeper_{name}_bucket{{{before}le="{end}"}} {so_far:.15g}'
    own = f"{{{labels}}}" if labels else ""
    yield f"scorekeeper_{name}_sum{own} {values[-1]:.15g}"
    yield f"scorekeeper_{name}_count{own} {so_far:.15g}"


def may_read(request: HttpRequest) -> bool:
    """Whoever has the token; where there is none, whoever asks on this machine and not through a proxy."""
    if token := settings.METRICS_TOKEN:
        return constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {token}")
    here = request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1")
    return here and not any(name in request.headers for name in FORWARDED)


def _site() -> Iterator[Sample]:
    yield Sample("disk_free_bytes", shutil.disk_usage(settings.VAR).free)


of_site.append(_site)
