"""A club, its results or one person's data written to a file of the server's, to be fetched for a day.

Little is written while its page waits; much is a job (``jobs``).
"""

import json
import os
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.text import slugify

from scorekeeper.clubs.exporting import club_export, results_export
from scorekeeper.clubs.importing import workbook
from scorekeeper.clubs.models import Club, Job, Player
from scorekeeper.clubs.people.identity import records_of
from scorekeeper.clubs.privacy import personal_data
from scorekeeper.matches.models import Match, Seat

SMALL = 100  # matches, of so many entries in all, that are written while the page waits
FEW_ENTRIES = 1_000
FEW_SEATS = 500  # of one person
KEPT_FOR = timedelta(days=1)
IN_MEMORY, BLOCK = 1 << 20, 1 << 16  # bytes of a workbook
LINES_BETWEEN_REPORTS = 500  # lines between two words of how far it is


class Kind(NamedTuple):
    """What a file is called, what it is, and what is in it."""

    name: str  # of a person's: nobody's name stands in it
    end: str
    type: str


KINDS = {
    Job.What.CLUB: Kind("", "jsonl", "application/jsonl"),
    Job.What.RESULTS: Kind("", "csv", "text/csv; charset=utf-8"),
    Job.What.SEMICOLON: Kind("", "csv", "text/csv; charset=utf-8"),
    Job.What.WORKBOOK: Kind("", "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    Job.What.PERSON: Kind("my-data", "json", "application/json"),
    Job.What.MATCHES: Kind("my-matches", "csv", "text/csv; charset=utf-8"),
}


def file_parts(what: str, club: Club, player: Player | None, cash: bool) -> Iterator[bytes]:
    """The file, part by part; ``cash``: whoever asked may read the club's cash list."""
    if what == Job.What.WORKBOOK:
        with SpooledTemporaryFile(IN_MEMORY) as file:
            workbook.write_workbook(file, club.name, results_export.result_rows(club))
            file.seek(0)
            yield from iter(lambda: file.read(BLOCK), b"")
        return
    for line in _lines(what, club, player, cash):
        yield line.encode()


def _lines(what: str, club: Club, player: Player | None, cash: bool) -> Iterator[str]:
    if what == Job.What.CLUB:
        return club_export.club_lines(club, cash)
    if what in (Job.What.RESULTS, Job.What.SEMICOLON):
        return results_export.result_lines(club, ";" if what == Job.What.SEMICOLON else ",")
    assert player is not None
    data = personal_data.personal_data(player)
    if what == Job.What.MATCHES:
        return iter([personal_data.as_csv(data)])
    return iter([json.dumps(data, ensure_ascii=False, indent=1)])


def is_small(club: Club, player: Player | None = None) -> bool:
    """Whether it is written so quickly that nobody need wait for a job."""
    matches = Match.objects.filter(table__club=club)
    if player is not None:
        family = [one.pk for one in records_of([player.pk])]
        return not Seat.objects.filter(player__in=family).order_by()[FEW_SEATS : FEW_SEATS + 1].exists()
    lengths = list(matches.order_by().values_list("length", flat=True)[: SMALL + 1])
    return len(lengths) <= SMALL and sum(lengths) <= FEW_ENTRIES


def file_name(what: str, club: Club) -> str:
    """The name under which the file is saved."""
    kind = KINDS[Job.What(what)]
    if kind.name:
        return f"{kind.name}.{kind.end}"
    return f"{slugify(club.name) or 'club'}-{timezone.localdate():%Y-%m-%d}.{kind.end}"


def folder() -> Path:
    """Where the files are until they are fetched; nobody else may look into it."""
    found = Path(settings.VAR) / "taken-out"
    found.mkdir(mode=0o700, parents=True, exist_ok=True)
    return found


def path_of(job: Job) -> Path:
    """Where the file of a job is, once it has ended."""
    return folder() / f"{job.club.code}-{job.pk}.{KINDS[Job.What(job.what)].end}"


def write_file(job: Job, come: Callable[[int, int], None]) -> None:
    """Write the file of a job, whole or not at all."""
    most = Match.objects.filter(table__club=job.club_id).count() if job.player is None else 0
    to = path_of(job)
    half = to.with_suffix(".half")
    cash = job.by is not None and job.by.keeps_score
    try:
        with half.open("wb") as file:
            half.chmod(0o600)
            done = told = 0
            for part in file_parts(job.what, job.club, job.player, cash):
                file.write(part)
                done += part.count(b"\n")
                if most and done >= told + LINES_BETWEEN_REPORTS:
                    told = done
                    come(min(done, most), most)
            file.flush()
            os.fsync(file.fileno())
        half.replace(to)
    finally:
        half.unlink(missing_ok=True)


def delete_old_files() -> None:
    """Take away what is a day old, and of jobs long ended the rows."""
    oldest = timezone.now() - KEPT_FOR
    for path in folder().iterdir():
        if path.stat().st_mtime < oldest.timestamp():
            path.unlink(missing_ok=True)
    Job.objects.filter(ended__lt=oldest).delete()


def delete_files_of(club: Club) -> None:
    """Take away the files of a club: a name in them is not to be read any more."""
    for path in folder().glob(f"{club.code}-*"):
        path.unlink(missing_ok=True)
