"""Metrics in the Prometheus text format: ``GET /metrics``.

Each process counts in memory. With several workers, each writes its numbers to a file once a second, in a
folder created by ``serve``; the process that answers adds them up. Counts of workers that have ended are
kept.
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

# Environment variable with the folder for the workers' numbers.
SHARED = "SCOREKEEPER_METRICS"
SHARE_SECONDS = 1.0  # between writes
# Upper bounds of the buckets in seconds; saving a hand should take at most 0.3.
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.3, 1.0, 3.0, 10.0)
METHODS = frozenset(("GET", "HEAD", "OPTIONS", "POST"))
# Headers that a proxy adds.
FORWARDED = ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "Via")

# The metric families: type and help text.
FAMILIES = {
    "hands_saved_total": ("counter", "Hands saved, new ones and changes."),
    "requests_total": ("counter", "Requests answered by Django, by route."),
    "request_seconds": ("histogram", "Response time in Django, without waiting for a thread."),
    "answer_seconds": (
        "histogram",
        "Response time from the arrival of the complete request, by method.",
    ),
    "requests_waiting": ("gauge", "Requests being answered or waiting for a thread."),
    "refused_total": (
        "counter",
        "Requests refused: too many (429), too large, too slow, or database down.",
    ),
    "streams": ("gauge", "Open live streams."),
    "tables_watched": ("gauge", "Tables and nights with open streams."),
    "jobs": ("gauge", "Jobs by state."),
    "pending_figures": ("gauge", "Club games whose ratings and records are still to be recomputed."),
    "database_up": ("gauge", "1 if the database answers, else 0."),
    "workers": ("gauge", "Serving processes."),
    "cpu_seconds_total": ("counter", "CPU time of the serving processes."),
    "memory_bytes": ("gauge", "Peak memory of the serving processes."),
    "disk_free_bytes": ("gauge", "Free disk space of VAR_DIR."),
    "copy_age_seconds": ("gauge", "Age of the newest backup."),
}


class Sample(NamedTuple):
    """A current value of a family."""

    name: str
    value: float
    labels: Mapping[str, str] = {}


@dataclass
class Numbers:
    """The numbers of one process or of all; keys are series in text format."""

    counters: dict[str, float] = field(default_factory=dict)
    gauges: dict[str, float] = field(default_factory=dict)
    # Per histogram the count of each bucket, the last unbounded, and then the sum.
    histograms: dict[str, list[float]] = field(default_factory=dict)

    def add(self, other: Numbers) -> None:
        for totals, added in ((self.counters, other.counters), (self.gauges, other.gauges)):
            for key, value in added.items():
                totals[key] = totals.get(key, 0) + value
        for key, values in other.histograms.items():
            own_values = self.histograms.get(key) or [0.0] * len(values)
            self.histograms[key] = [a + b for a, b in zip(own_values, values, strict=True)]


_numbers = Numbers()
_lock = threading.Lock()
# Sources of values about this process and about the site; other apps add theirs.
process_sources: list[Callable[[], Iterable[Sample]]] = []
site_sources: list[Callable[[], Iterable[Sample]]] = []


def count(name: str, **labels: object) -> None:
    key = series(name, labels)
    with _lock:
        _numbers.counters[key] = _numbers.counters.get(key, 0) + 1


def observe(name: str, seconds: float, **labels: object) -> None:
    key = series(name, labels)
    with _lock:
        values = _numbers.histograms.setdefault(key, [0.0] * (len(BUCKETS) + 2))
        values[bisect_left(BUCKETS, seconds)] += 1
        values[-1] += seconds


def series(name: str, labels: Mapping[str, object]) -> str:
    """Return a series in text format, with the labels in the given order."""
    label_text = ",".join(f'{label}="{_escaped(str(value))}"' for label, value in labels.items())
    return f"{name}{{{label_text}}}" if label_text else name


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def method(name: str | None) -> str:
    """Return an HTTP method as a label; unknown methods are "other"."""
    return name if name in METHODS else "other"


# This process -----------------------------------------------------------------------


def _resource_usage() -> Iterator[Sample]:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    yield Sample("workers", 1)
    yield Sample("cpu_seconds_total", usage.ru_utime + usage.ru_stime)
    yield Sample("memory_bytes", usage.ru_maxrss * 1024)


process_sources.append(_resource_usage)


def process_numbers() -> Numbers:
    with _lock:
        numbers = Numbers(
            dict(_numbers.counters),
            {},
            {key: list(value) for key, value in _numbers.histograms.items()},
        )
    _add_samples(numbers, process_sources)
    return numbers


def _add_samples(numbers: Numbers, sources: Iterable[Callable[[], Iterable[Sample]]]) -> None:
    for source in sources:
        for sample in source():
            values = numbers.counters if FAMILIES[sample.name][0] == "counter" else numbers.gauges
            values[series(sample.name, sample.labels)] = sample.value


# All processes ----------------------------------------------------------------------


def folder() -> Path | None:
    """Return the folder for the workers' numbers; None for a single process."""
    path = os.environ.get(SHARED)
    return Path(path) if path else None


def share(alive: bool = True) -> None:
    """Write this process's numbers for the others. If the disk is full, keep the old file."""
    if (shared_folder := folder()) is None:
        return
    numbers = process_numbers()
    if not alive:
        numbers.gauges.clear()
    text = json.dumps([numbers.counters, numbers.gauges, numbers.histograms])
    partial = shared_folder / f".{os.getpid()}"
    with contextlib.suppress(OSError):
        partial.write_text(text)
        partial.replace(shared_folder / f"{os.getpid()}.json")


def all_numbers() -> Numbers:
    """Return the sum of all workers' numbers, and those of the site."""
    numbers = process_numbers()
    for path in (folder() or Path("/nonexistent")).glob("*.json"):
        pid = int(path.stem)
        if pid == os.getpid():
            continue
        with contextlib.suppress(OSError, ValueError):
            counters, gauges, histograms = json.loads(path.read_text())
            numbers.add(Numbers(counters, gauges if _is_running(pid) else {}, histograms))
    numbers.gauges["database_up"] = 1
    for source in site_sources:
        # Continue without the database: metrics are needed most while it is down.
        try:
            _add_samples(numbers, [source])
        except DatabaseError:
            numbers.gauges["database_up"] = 0
    return numbers


def _is_running(pid: int) -> bool:
    """Return whether a worker still runs. The gauges of a killed worker do not count."""
    return Path(f"/proc/{pid}").exists()


def text() -> str:
    """Return all metrics in text format, family by family."""
    numbers = all_numbers()
    lines = []
    for name, (kind, help_text) in FAMILIES.items():
        lines += [f"# HELP scorekeeper_{name} {help_text}", f"# TYPE scorekeeper_{name} {kind}"]
        if kind == "histogram":
            for key in sorted(_series_of(numbers.histograms, name)):
                lines += _histogram(name, key.removeprefix(name).strip("{}"), numbers.histograms[key])
            continue
        values = numbers.counters if kind == "counter" else numbers.gauges
        lines += [f"scorekeeper_{key} {values[key]:.15g}" for key in sorted(_series_of(values, name))]
    return "\n".join(lines) + "\n"


def _series_of(values: Iterable[str], name: str) -> Iterator[str]:
    return (key for key in values if key.partition("{")[0] == name)


def _histogram(name: str, labels: str, values: list[float]) -> Iterator[str]:
    prefix, total = f"{labels}," if labels else "", 0.0
    for bound, bucket_count in zip((*map(str, BUCKETS), "+Inf"), values, strict=False):
        total += bucket_count
        yield f'scorekeeper_{name}_bucket{{{prefix}le="{bound}"}} {total:.15g}'
    own_labels = f"{{{labels}}}" if labels else ""
    yield f"scorekeeper_{name}_sum{own_labels} {values[-1]:.15g}"
    yield f"scorekeeper_{name}_count{own_labels} {total:.15g}"


def may_read(request: HttpRequest) -> bool:
    """Return whether a request has the token; if none is set, whether it is local and not proxied."""
    if token := settings.METRICS_TOKEN:
        return constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {token}")
    is_local = request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1")
    return is_local and not any(name in request.headers for name in FORWARDED)


def _free_space() -> Iterator[Sample]:
    yield Sample("disk_free_bytes", shutil.disk_usage(settings.VAR).free)


site_sources.append(_free_space)
