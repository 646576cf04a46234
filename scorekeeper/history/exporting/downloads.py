"""Exports as files.

A small export is sent at once. A large export is written by a job (``jobs``) to a file on the server, which
is kept for a day.
"""

import json
import os
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.people.identity import records_of
from scorekeeper.clubs.spreadsheets import workbook
from scorekeeper.history.exporting import club_export, personal_data, results_export
from scorekeeper.jobs.models import Job
from scorekeeper.matches.models import Match, Seat

# An export within these limits is sent at once.
SMALL = 100  # matches of a club
FEW_ENTRIES = 1_000  # entries in all matches of a club
FEW_SEATS = 500  # seats of one person
KEPT_FOR = timedelta(days=1)
IN_MEMORY, BLOCK = 1 << 20, 1 << 16  # bytes of a workbook kept in memory; bytes read at once
LINES_BETWEEN_REPORTS = 500  # between calls of on_progress


class FileType(NamedTuple):
    name: str  # without extension; "" for the club's name and the date
    extension: str
    type: str  # MIME type


KINDS = {
    Job.Kind.CLUB: FileType("", "jsonl", "application/jsonl"),
    Job.Kind.RESULTS: FileType("", "csv", "text/csv; charset=utf-8"),
    Job.Kind.SEMICOLON: FileType("", "csv", "text/csv; charset=utf-8"),
    Job.Kind.WORKBOOK: FileType(
        "", "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    ),
    Job.Kind.PERSON: FileType("my-data", "json", "application/json"),
    Job.Kind.MATCHES: FileType("my-matches", "csv", "text/csv; charset=utf-8"),
}


def file_parts(what: str, club: Club, player: Player | None) -> Iterator[bytes]:
    if what == Job.Kind.WORKBOOK:
        with SpooledTemporaryFile(IN_MEMORY) as file:
            workbook.write_workbook(file, club.name, results_export.result_rows(club))
            file.seek(0)
            yield from iter(lambda: file.read(BLOCK), b"")
        return
    for line in _lines(what, club, player):
        yield line.encode()


def _lines(what: str, club: Club, player: Player | None) -> Iterator[str]:
    if what == Job.Kind.CLUB:
        return club_export.club_lines(club)
    if what in (Job.Kind.RESULTS, Job.Kind.SEMICOLON):
        return results_export.result_lines(club, ";" if what == Job.Kind.SEMICOLON else ",")
    assert player is not None
    data = personal_data.personal_data(player)
    if what == Job.Kind.MATCHES:
        return iter([personal_data.as_csv(data)])
    return iter([json.dumps(data, ensure_ascii=False, indent=1)])


def is_small(club: Club, player: Player | None) -> bool:
    matches = Match.objects.filter(table__club=club)
    if player is not None:
        player_ids = [record.pk for record in records_of([player.pk])]
        return not Seat.objects.filter(player__in=player_ids).order_by()[FEW_SEATS : FEW_SEATS + 1].exists()
    lengths = list(matches.order_by().values_list("length", flat=True)[: SMALL + 1])
    return len(lengths) <= SMALL and sum(lengths) <= FEW_ENTRIES


def file_name(what: str, club: Club) -> str:
    file_type = KINDS[Job.Kind(what)]
    if file_type.name:
        return f"{file_type.name}.{file_type.extension}"
    return f"{slugify(club.name) or 'club'}-{timezone.localdate():%Y-%m-%d}.{file_type.extension}"


def folder() -> Path:
    path = Path(settings.VAR) / "taken-out"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def path_of(job: Job) -> Path:
    return folder() / f"{job.club.code}-{job.pk}.{KINDS[Job.Kind(job.what)].extension}"


def write_file(job: Job, on_progress: Callable[[int, int], None]) -> None:
    """Write the file of a job, completely or not at all."""
    total = Match.objects.filter(table__club=job.club_id).count() if job.player is None else 0
    path = path_of(job)
    partial = path.with_suffix(".half")
    try:
        with partial.open("wb") as file:
            partial.chmod(0o600)
            done = reported = 0
            for part in file_parts(job.what, job.club, job.player):
                file.write(part)
                done += part.count(b"\n")
                if total and done >= reported + LINES_BETWEEN_REPORTS:
                    reported = done
                    on_progress(min(done, total), total)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def delete_old_files() -> None:
    """Delete files older than ``KEPT_FOR``, and the rows of jobs that ended before then."""
    oldest = timezone.now() - KEPT_FOR
    for path in folder().iterdir():
        if path.stat().st_mtime < oldest.timestamp():
            path.unlink(missing_ok=True)
    Job.objects.filter(ended__lt=oldest).delete()


def delete_after_erasure(club: Club, _names: set[str]) -> None:
    """Delete all files of a club on commit of an erasure: each may contain the erased names."""

    def delete() -> None:
        for path in folder().glob(f"{club.code}-*"):
            path.unlink(missing_ok=True)

    transaction.on_commit(delete)
