"""Import jobs: check a file, import it step by step, undo it.

The result of the check is stored with the file, so that the page of the file need not replay the
matches. An interrupted import continues: progress is stored with each step, and each match has a mark
that prevents a second import of the match.
"""

import hashlib
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games import every_game
from games.engine import DecodeError
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import Club, Member, Player, Season
from scorekeeper.clubs.spreadsheets import spreadsheet
from scorekeeper.history import match_list, updates
from scorekeeper.history.importing import club_file, columns, files, nights
from scorekeeper.history.importing.comparing import Comparison, compare, row_of_match
from scorekeeper.history.importing.importer import Importer, in_batches
from scorekeeper.history.importing.records import NoteRecord
from scorekeeper.history.importing.replay import KnownLine, Mistake, ReplayedMatch, ResultRow, replay_batch
from scorekeeper.history.models import ImportedMatch, ImportJob
from scorekeeper.jobs import runner
from scorekeeper.jobs.hooks import Handler, Progress
from scorekeeper.jobs.models import Job
from scorekeeper.matches.models import Match, Result, Seat, Table
from scorekeeper.web.chunks import chunked
from scorekeeper.web.i18n import words_for

MOST_MATCHES = 5_000
MATCHES_SHOWN = 5  # in the preview
MISTAKES_SHOWN = 20
PEOPLE_SHOWN = 100
REPLAYED_AT_ONCE = 200  # matches between progress reports
MATCHES_AT_ONCE = 25  # matches per transaction, so that tables wait only briefly


class Preview:
    """A checked file: its matches and mistakes, and what importing would change."""

    def __init__(self, file: ImportJob, on_progress: Progress) -> None:
        self.plays: list[ReplayedMatch] = []
        self.lines: list[int] = []  # line number of each match
        self.mistakes: list[Mistake] = []
        self.start = files.ClubFileStart()
        self.table: spreadsheet.Spreadsheet | None = None  # None for JSON
        self.count = 0  # matches in the file
        self.error = ""
        self.text = file.text
        # An interrupted import must be finished, even if the file has nothing new any more.
        self.has_begun = file.has_begun
        self.comparison = Comparison()
        try:
            for batch in in_batches(self._sources(file), size=REPLAYED_AT_ONCE):
                for (line, _source), play in zip(batch.lines, replay_batch(batch), strict=True):
                    if isinstance(play, ReplayedMatch):
                        self.plays.append(play)
                        self.lines.append(line)
                    elif isinstance(play, Mistake):
                        self.mistakes.append(play)
                on_progress(len(self.plays), self.count)
            self.mistakes.sort(key=lambda mistake: mistake.line)
            self.comparison = compare(file.club, self.plays, self.lines, self.table is not None)
        except DecodeError as error:
            self.count, self.error = 0, problem_text(error)

    def _sources(self, file: ImportJob) -> Sequence[tuple[int, bytes | ResultRow]]:
        """Return the file's matches, not replayed yet, with their line numbers."""
        if file.reading.get("json"):
            content = io.BytesIO(file.text.encode())
            self.start = files.read_start(content)
            lines = list(islice(files.json_lines(content), MOST_MATCHES + 1))
            self.count = len(lines)
            if self.count > MOST_MATCHES:
                raise DecodeError("", spreadsheet.too_many(MOST_MATCHES))
            return lines
        self.table = spreadsheet.read_spreadsheet(file.text, MOST_MATCHES)
        self.count = len(self.table.rows)
        self.reading = columns.ColumnReading.from_json(file.reading)
        rows, self.mistakes = columns.read_rows(self.table, self.reading, file.club)
        return rows

    @property
    def can_be_imported(self) -> bool:
        found = self.comparison
        has_changes = self.has_begun or self.start.heading or found.new or found.by_id or found.by_people
        return bool(has_changes) and not self.mistakes and not self.error

    @property
    def page_values(self) -> dict[str, Any]:
        """Return the values that the page of the file shows, as JSON to store."""
        words = words_for()
        wrong = {mistake.line for mistake in self.mistakes}
        shown = sorted(wrong)[:MISTAKES_SHOWN]
        texts = spreadsheet.texts_of_lines(self.text, shown) if self.table is not None else {}
        found = self.comparison
        return {
            "count": self.count,
            "too_many": self.error,
            "is_right": self.can_be_imported,
            "wrong": [
                {
                    "line": line,
                    "text": texts.get(line, "")[: spreadsheet.LONGEST_CELL],
                    "mistakes": [
                        (self._column_name(mistake.path), words.read(mistake.words))
                        for mistake in self.mistakes
                        if mistake.line == line
                    ],
                }
                for line in shown
            ],
            "wrong_lines": sorted(wrong),
            "new": found.new,
            "known": found.known,
            "doubled": found.repeated,
            "by_hand": found.differs_from_sheet,
            "corrected": [
                (self.lines[n], _preview_of(self.plays[n]))
                for n in sorted({**found.by_id, **found.by_people})[:MATCHES_SHOWN]
            ],
            "by_id": len(found.by_id),
            "by_people": len(found.by_people),
            "people": found.people[:PEOPLE_SHOWN],
            "more_people": max(0, len(found.people) - PEOPLE_SHOWN),
            "alike": list(found.alike.items()),
            "preview": [_preview_of(play) for play in self.plays[:MATCHES_SHOWN]],
            "columns": self.table
            and [
                {
                    "heading": _heading(self.table, n),
                    "cells": [cell for cell in self.table.cells(n)[:3] if cell.strip()],
                }
                for n in range(self.table.width)
            ],
        }

    def _column_name(self, path: str) -> str:
        """Return the heading of the column that has a mistake."""
        if self.table is None or not path:
            return path
        path = path.replace("totals.", "total.")
        role = path.removeprefix("person:")
        for n, known in enumerate(self.reading.columns):
            if known and (known == path or (known == "person" and self.table.heading(n) == role)):
                return _heading(self.table, n)
        return columns.role_label(path) if path in columns.roles(columns.MOST_SEATS) else ""


def problem_text(error: DecodeError) -> str:
    words = words_for().read(error.words)
    return f"{error.path}: {words}" if error.path else words


def _heading(table: spreadsheet.Spreadsheet, column: int) -> str:
    return table.heading(column) or _("Column %(n)d") % {"n": column + 1}


def _preview_of(play: ReplayedMatch) -> dict[str, Any]:
    names: dict[int, str] = {seat.position: seat.name for seat in play.seat_records}
    sides = [
        {
            "side": side,
            "names": " & ".join(names.get(seat, "") for seat in range(side, play.seats, play.sides)),
            "total": match_list.points_text(total),
            "won": won,
        }
        for side, (total, _place, won, *_listed) in enumerate(play.results)
    ]
    return {
        "at": play.started.isoformat(),
        "game": play.title or _(every_game()[play.game].name),
        "sides": sides,
        "venue": play.venue,
    }


def store_upload(club: Club, member: Member, by_name: str, name: str, content: bytes) -> ImportJob:
    return ImportJob.objects.create(
        club=club,
        name="".join(char for char in name[-80:] if char.isprintable()),
        content=content,
        digest=hashlib.sha256(content).hexdigest(),
        by=member,
        by_name=by_name[:40],
    )


def check_upload(job: Job, on_progress: Progress) -> None:
    """Read an upload if necessary, and store the values that its page shows."""
    file = _file_of(job)
    if file.content is not None and not _read_upload(file):
        return
    if not file.reading.get("is_people_list"):
        store_preview(file, on_progress)


def _file_of(job: Job) -> ImportJob:
    assert isinstance(job.bringing, ImportJob)
    return job.bringing


def _read_upload(file: ImportJob) -> bool:
    """Replace the upload's bytes by their text; return False if they cannot be read."""
    content = bytes(file.content or b"")
    try:
        if file.reading.get("is_people_list"):
            file.text = spreadsheet.read_text(content)
        elif files.is_json(content[:64]):
            text = spreadsheet.decode(content).removeprefix("\ufeff")
            file.text, file.reading = text.replace("\x00", ""), {"json": True}
        else:
            file.text = spreadsheet.read_text(content)
            table = spreadsheet.read_spreadsheet(file.text, MOST_MATCHES)
            file.reading = columns.guess_columns(table, file.club).as_json
            file.columns = file.reading["columns"]
        file.content = None
    except DecodeError as error:
        file.text, file.looked = "", {"unreadable": problem_text(error)}
    file.save(update_fields=["content", "text", "reading", "columns", "looked"])
    return file.content is None


def store_preview(file: ImportJob, on_progress: Progress) -> Preview:
    preview = Preview(file, on_progress)
    file.looked = preview.page_values
    file.save(update_fields=["looked"])
    return preview


def import_file(job: Job, on_progress: Progress) -> None:
    """Import everything, or nothing if there are mistakes; an interrupted import continues."""
    file = _file_of(job)
    if file.ended:
        return
    preview = store_preview(file, on_progress)
    if not preview.can_be_imported:
        return
    club = file.club
    players = _players(file, preview, club)
    _remove_corrected(file, preview)
    importer = Importer(club, players, file.reading.get("same", {}))
    importer.added, importer.known = file.added, file.known
    importer.new_seasons |= set(file.reading.get("made", ()))
    importer.new_players |= set(file.reading.get("people", ()))
    last_imported = file.lines
    # The notes of replaced matches, by the content hash of the row that replaces each.
    notes = {row["by"]: _notes_of(row) for row in file.reading.get("replaced", ())}
    preview.plays = [_with_notes(play, notes.get(play.content_hash, ())) for play in preview.plays]
    for chunk in chunked(range(len(preview.plays)), MATCHES_AT_ONCE):
        plays = [
            KnownLine(preview.plays[n].content_hash, preview.plays[n].mark)
            if preview.lines[n] <= last_imported
            else preview.plays[n]
            for n in chunk
        ]
        with runner.throttled():
            importer.write(plays, file, upto=preview.lines[chunk[-1]])
        on_progress(chunk[-1] + 1, len(preview.plays))
    with runner.throttled():
        nights.create_nights(preview.start.nights, club, players)
    with transaction.atomic():
        club_file.create_events(preview.start.events, club, players)
        file.text, file.looked, file.ended, file.lines = "", None, timezone.now(), preview.count
        file.save()
        events.record_event(club.pk, "import", job.by_name, added=file.added, name=file.name)


def _remove_corrected(file: ImportJob, preview: Preview) -> None:
    """Delete the matches that corrected rows replace; the file stores how to recreate them."""
    replaced = {pk: n for n, pk in preview.comparison.by_id.items()}
    if file.reading.get("alike") == "replace":
        replaced |= {pk: n for n, pk in preview.comparison.by_people.items()}
    # An interrupted run has already stored the matches that it removed.
    rows = file.reading.setdefault("replaced", [])
    stored = {row["match"] for row in rows}
    existing = Match.objects.filter(table__club=file.club_id).order_by("pk")
    unstored = existing.filter(pk__in=replaced.keys() - stored).select_related("table__season", "brought_in")
    for match in unstored.prefetch_related("sitting__player__same_as", "results", "notes"):
        replacement_hash = preview.plays[replaced[match.pk]].content_hash
        rows.append(row_of_match(match) | {"match": match.pk, "by": replacement_hash})
    file.save(update_fields=["reading"])
    matches = existing.filter(pk__in=[row["match"] for row in rows]).values_list("pk", flat=True)
    _remove_matches(list(matches), lambda done, total: None)


def _notes_of(row: Mapping[str, Any]) -> tuple[NoteRecord, ...]:
    return tuple(NoteRecord(text, by, datetime.fromisoformat(at)) for text, by, at in row["notes"])


def _with_notes(play: ReplayedMatch, notes: tuple[NoteRecord, ...]) -> ReplayedMatch:
    """Put the replaced match's notes first, without repeating their text in the row's own notes."""
    text = "; ".join(note.text for note in notes)
    return replace(play, notes=(*notes, *(note for note in play.notes if note.text not in text)))


def _restore_replaced(file: ImportJob) -> None:
    """Recreate the matches that the file's corrected rows replaced."""
    rows = file.reading.get("replaced", ())
    if not rows:
        return
    club, sources, file_by_mark = file.club, [], {}
    for line, row in enumerate(rows, start=1):
        values = {name: row[name] for name in row if name not in ("notes", "file", "by", "match")}
        values |= {"names": tuple(row["names"]), "totals": tuple(row["totals"])}
        values |= {"started": datetime.fromisoformat(row["started"]), "why": _("From a spreadsheet")}
        sources.append((line, ResultRow(**values)))
        file_by_mark[row["mark"]] = row["file"]
    importer = Importer(club)
    for batch in in_batches(sources):
        plays = [
            replace(play, notes=_notes_of(rows[line - 1]))
            for (line, _source), play in zip(batch.lines, replay_batch(batch), strict=True)
            if isinstance(play, ReplayedMatch)
        ]
        importer.write(plays)
    for mark, file_pk in file_by_mark.items():
        if file_pk is not None and ImportJob.objects.filter(pk=file_pk).exists():
            ImportedMatch.objects.filter(club=club, mark=mark).update(file=file_pk)


def _players(file: ImportJob, preview: Preview, club: Club) -> dict[int, int]:
    """Return the club's player ids by position in the file; after an interruption, the stored ids."""
    if (stored := file.reading.get("players")) is not None:
        return {int(position): pk for position, pk in stored.items()}
    with transaction.atomic():
        players = club_file.create_from_heading(preview.start.heading, club)
        file.reading["players"] = players
        file.save(update_fields=["reading"])
    return players


def can_undo(file: ImportJob) -> bool:
    """Return True if the import has matches to remove. An import of a club's players cannot be undone."""
    return bool(file.ended and not file.taken_back and file.added and not file.reading.get("players")) and (
        ImportedMatch.objects.filter(file=file).exists()
    )


def undo_import(job: Job, on_progress: Progress) -> None:
    """Undo an import; an interrupted run continues."""
    file = _file_of(job)
    matches = ImportedMatch.objects.filter(file=file).order_by("pk").values_list("match", flat=True)
    _remove_matches(list(matches), on_progress)
    with runner.throttled():
        _restore_replaced(file)
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=file.club_id)
        _delete_people(file)
        seasons = Season.objects.filter(club=file.club_id, pk__in=file.reading.get("made", ()))
        seasons.filter(tables=None, nights=None).delete()
        file.taken_back = timezone.now()
        file.save(update_fields=["taken_back"])
        events.record_event(file.club_id, "import_undone", job.by_name, removed=file.added, name=file.name)


def _remove_matches(matches: Sequence[int], on_progress: Progress) -> None:
    done = 0
    for remove in (_detach_matches, _delete_matches):
        for chunk in chunked(matches, MATCHES_AT_ONCE):
            with runner.throttled():
                remove(chunk)
            done += len(chunk)
            on_progress(done, 2 * len(matches))


def _detach_matches(matches: Sequence[int]) -> None:
    """Take matches out of the results and the history; their logs stay."""
    with transaction.atomic():
        _locked_tables(matches)
        Result.objects.filter(match__in=matches).delete()
        Match.objects.filter(pk__in=matches).update(ended=None, frozen=None)
        updates.update_matches(matches)


def _delete_matches(matches: Sequence[int]) -> None:
    with transaction.atomic():
        tables = _locked_tables(matches)
        Match.objects.filter(pk__in=matches).delete()
        Table.objects.filter(pk__in=tables, matches=None).delete()


def _locked_tables(matches: Sequence[int]) -> list[int]:
    tables = Table.objects.filter(pk__in=Table.objects.filter(matches__in=matches).values("pk"))
    return list(tables.select_for_update().order_by("pk").values_list("pk", flat=True))


def _delete_people(file: ImportJob) -> None:
    """Delete players that the import created, if nothing else refers to them."""
    seated = Seat.objects.filter(player=OuterRef("pk"))
    created = Player.objects.filter(club=file.club_id, pk__in=file.reading.get("people", ()))
    idle = created.filter(user=None, same_as=None, others=None, claims=None, nights=None, forgotten=None)
    idle.exclude(Exists(seated)).delete()


KEPT_FOR = timedelta(days=1)


def delete_stale_files() -> None:
    ImportJob.waiting().filter(at__lt=timezone.now() - KEPT_FOR).delete()


def delete_after_erasure(club: Club, names: set[str]) -> None:
    """Delete a club's waiting files that contain one of these names, ignoring case.

    A file that no job has read yet is deleted too: its names are not known.
    """
    wanted_names = [name.casefold() for name in names if name]
    files_of_club = ImportJob.waiting().filter(club=club).annotate(unread=Q(content__isnull=False))
    rows = files_of_club.values_list("pk", "text", "name", "unread").iterator(chunk_size=1)
    found = [
        pk
        for pk, text, name, unread in rows
        if unread or any(wanted in f"{text}\n{name}".casefold() for wanted in wanted_names)
    ]
    ImportJob.objects.filter(pk__in=found).delete()


HANDLERS: dict[str, Handler] = {
    Job.Kind.LOOK: check_upload,
    Job.Kind.BRING: import_file,
    Job.Kind.UNDO: undo_import,
}
