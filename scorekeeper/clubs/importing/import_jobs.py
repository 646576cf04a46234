"""A file that waits on its page: looked at, brought in a little at a time, and taken back.

Little is done while the page waits, much by a job. What was seen is kept with the file, so that the page
reads it and plays nothing again. A run that was broken off goes on: the lines that are in are counted with
them, and each match has its mark.
"""

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games import every_game
from games.engine import DecodeError
from scorekeeper.clubs.history import match_list, updates
from scorekeeper.clubs.importing import columns, files, spreadsheet
from scorekeeper.clubs.importing.comparing import Comparison, compare, row_of_match
from scorekeeper.clubs.importing.importer import ImportBatch, in_batches
from scorekeeper.clubs.importing.records import NoteRecord
from scorekeeper.clubs.importing.replay import KnownLine, Mistake, ReplayedMatch, ResultRow, replay_batch
from scorekeeper.clubs.jobs import worker
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import Club, ImportedMatch, ImportJob, Player, Season
from scorekeeper.matches.models import Match, Result, Seat, Table
from scorekeeper.parts import chunked
from scorekeeper.words import words_for

SMALL, FEW_LINES = 20_000, 200  # letters and lines of a file that is dealt with while its page waits
MOST_MATCHES = 5_000
SHOWN = 5  # matches of the preview
MISTAKES_SHOWN = 20
PEOPLE_SHOWN = 100
REPLAYED_AT_ONCE = 200  # matches between two words of how far it is
MATCHES_AT_ONCE = 25  # matches in one transaction: so long a hand at another table may have to wait

Progress = Callable[[int, int], None]
Throttle = Callable[[Callable[[], None]], None]


def is_small(file: ImportJob) -> bool:
    """Whether a file is so small that nobody need wait for a job."""
    return len(file.text) <= SMALL and file.text.count("\n") <= FEW_LINES


class Preview:
    """A file as it would be brought in: its matches, and what is wrong."""

    def __init__(self, file: ImportJob, club: Club, come: Progress = lambda done, most: None) -> None:
        self.plays: list[ReplayedMatch] = []
        self.lines: list[int] = []  # on which the matches stand
        self.mistakes: list[Mistake] = []
        self.before = files.ClubFileStart()
        self.table: spreadsheet.Spreadsheet | None = None
        self.count = 0
        self.too_many = ""
        self.text = file.text
        # A run was broken off: what it brought in is known by now, and what it replaced ends for nobody.
        self.begun = file.has_begun
        self.found = Comparison()
        try:
            sources = self._sources(file, club)
            for batch in in_batches(sources, size=REPLAYED_AT_ONCE):
                for (line, _source), one in zip(batch.lines, replay_batch(batch), strict=True):
                    if isinstance(one, ReplayedMatch):
                        self.plays.append(one)
                        self.lines.append(line)
                    elif isinstance(one, Mistake):
                        self.mistakes.append(one)
                come(len(self.plays), self.count)
            self.mistakes.sort(key=lambda one: one.line)
            self.found = compare(club, self.plays, self.lines, self.table is not None)
        except DecodeError as unfit:
            self.count, self.too_many = 0, problem_text(unfit)

    def _sources(self, file: ImportJob, club: Club) -> Sequence[tuple[int, bytes | ResultRow]]:
        """The matches with their lines, not yet played. Raises ``DecodeError``."""
        sources: Sequence[tuple[int, bytes | ResultRow]]
        if file.reading.get("json"):
            content = io.BytesIO(file.text.encode())
            self.before = files.read_start(content)
            sources = list(islice(files.json_lines(content), MOST_MATCHES + 1))
            self.count = len(sources)
            if self.count > MOST_MATCHES:
                raise DecodeError("", spreadsheet.too_many(MOST_MATCHES))
            return sources
        self.table = spreadsheet.read_spreadsheet(file.text, MOST_MATCHES)
        self.count = len(self.table.rows)
        self.reading = columns.ColumnReading.kept(file.reading)
        sources, self.mistakes = columns.read_rows(self.table, self.reading, club)
        return sources

    @property
    def is_right(self) -> bool:
        is_something = bool(
            self.begun or self.before.heading or self.found.new or self.found.by_id or self.found.by_people
        )
        return is_something and not self.mistakes and not self.too_many

    @property
    def told(self) -> dict[str, Any]:
        """What its page shows, as it is kept."""
        words = words_for()
        wrong = {one.line for one in self.mistakes}
        shown = sorted(wrong)[:MISTAKES_SHOWN]
        texts = spreadsheet.texts_of_lines(self.text, shown) if self.table is not None else {}
        by_people = self.found.by_people
        return {
            "count": self.count,
            "too_many": self.too_many,
            "is_right": self.is_right,
            "wrong": [
                {
                    "line": line,
                    "text": texts.get(line, "")[: spreadsheet.LONGEST_CELL],
                    "mistakes": [
                        (self._place(one.path), words.read(one.words))
                        for one in self.mistakes
                        if one.line == line
                    ],
                }
                for line in shown
            ],
            "wrong_lines": sorted(wrong),
            "new": self.found.new,
            "known": self.found.known,
            "doubled": self.found.doubled,
            "by_hand": self.found.by_hand,
            "corrected": [
                (self.lines[n], _preview_of(self.plays[n]))
                for n in sorted({**self.found.by_id, **by_people})[:SHOWN]
            ],
            "by_id": len(self.found.by_id),
            "by_people": len(by_people),
            "people": self.found.people[:PEOPLE_SHOWN],
            "more_people": max(0, len(self.found.people) - PEOPLE_SHOWN),
            "alike": list(self.found.alike.items()),
            "preview": [_preview_of(play) for play in self.plays[:SHOWN]],
            "columns": _columns(self.table) if self.table is not None else None,
        }

    def _place(self, path: str) -> str:
        """Which column a mistake is in, by its heading."""
        if self.table is None or not path:
            return path
        path = path.replace("totals.", "total.")
        role = path.removeprefix("person:")
        for n, known in enumerate(self.reading.columns):
            if known and (known == path or (known == "person" and self.table.heading(n) == role)):
                return self.table.heading(n) or _("Column %(n)d") % {"n": n + 1}
        return columns.role_label(path) if path in columns.roles(12) else ""


def problem_text(unfit: DecodeError) -> str:
    """What is wrong with a file, in words."""
    words = words_for().read(unfit.words)
    return f"{unfit.path}: {words}" if unfit.path else words


def _columns(table: spreadsheet.Spreadsheet) -> list[dict[str, Any]]:
    """The columns with the first cells that say something."""
    return [
        {
            "heading": table.heading(n) or _("Column %(n)d") % {"n": n + 1},
            "cells": [cell for cell in table.cells(n)[:3] if cell.strip()],
        }
        for n in range(table.width)
    ]


def _preview_of(play: ReplayedMatch) -> dict[str, Any]:
    """A match of the preview: day, game, and each side with its total."""
    names: dict[int, str] = {one.position: one.name for one in play.sitting}
    sides = [
        {
            "side": side,
            "names": " & ".join(names.get(seat, "") for seat in range(side, play.seats, play.sides)),
            "total": match_list.points(total),
            "won": won,
        }
        for side, (total, _place, won, *_listed) in enumerate(play.results)
    ]
    game = every_game()[play.game]
    return {
        "at": play.started.isoformat(),
        "game": play.title or _(game.name),
        "sides": sides,
        "venue": play.venue,
    }


def preview(file: ImportJob, come: Progress = lambda done, most: None) -> Preview:
    """Look at a file as it is read now, and keep what its page shows."""
    look = Preview(file, file.club, come)
    file.looked = look.told
    file.save(update_fields=["looked"])
    return look


def import_file(
    file: ImportJob, by: str, come: Progress = lambda done, most: None, gently: Throttle = lambda did: did()
) -> bool:
    """Bring everything in, or nothing where something is wrong; whether it is in.

    ``gently`` does each part; a run that was broken off goes on with the part that was not in.
    """
    if file.ended:
        return True
    look = preview(file, come)
    if not look.is_right:
        return False
    club = file.club
    players = _players(file, look, club)
    _remove_corrected(file, look, gently)
    imported = ImportBatch(club, players, file.reading.get("same", {}), puts_off=True)
    imported.added, imported.known = file.added, file.known
    imported.made |= set(file.reading.get("made", ()))
    imported.people |= set(file.reading.get("people", ()))
    done = file.lines
    kept = {row["by"]: _notes_of(row) for row in file.reading.get("replaced", ())}
    look.plays = [_with_notes(one, kept.get(one.content, ())) for one in look.plays]
    for some in chunked(range(len(look.plays)), MATCHES_AT_ONCE):
        part: list[ReplayedMatch | KnownLine] = [
            KnownLine(look.plays[n].content, look.plays[n].mark) if look.lines[n] <= done else look.plays[n]
            for n in some
        ]
        last = look.lines[some[-1]]
        gently(partial(imported.bring, part, file, upto=last))
        come(some[-1] + 1, len(look.plays))
    gently(lambda: look.before.lay_nights(club, players))
    with transaction.atomic():
        look.before.write_down(club, players)
        file.text, file.looked, file.ended, file.lines = "", None, timezone.now(), look.count
        file.save()
        events.record_event(club.pk, "import", by, added=file.added, name=file.name)
    return True


def _remove_corrected(file: ImportJob, look: Preview, gently: Throttle) -> None:
    """Take away the matches that a corrected line replaces; how to make them again is kept with the file."""
    replaced = {pk: n for n, pk in look.found.by_id.items()}
    if file.reading.get("alike") == "replace":
        replaced |= {pk: n for n, pk in look.found.by_people.items()}
    # Those at which an earlier run was broken off are kept already, and end for nobody.
    begun = [row["match"] for row in file.reading.get("replaced", ())]
    there = Match.objects.filter(table__club=file.club_id, pk__in=[*begun, *replaced]).order_by("pk")
    _remove_matches(
        list(there.values_list("pk", flat=True)), gently, partial(_keep_replaced, file, look, replaced)
    )


def _keep_replaced(
    file: ImportJob, look: Preview, replaced: Mapping[int, int], matches: Sequence[int]
) -> None:
    kept = file.reading.setdefault("replaced", [])
    known = {row["match"] for row in kept}
    found = Match.objects.filter(pk__in=set(matches) - known).select_related("table__season", "brought_in")
    for match in found.prefetch_related("sitting__player__same_as", "results", "notes").order_by("pk"):
        kept.append(row_of_match(match) | {"match": match.pk, "by": look.plays[replaced[match.pk]].content})
    file.save(update_fields=["reading"])


def _notes_of(row: Mapping[str, Any]) -> tuple[NoteRecord, ...]:
    return tuple(NoteRecord(text, by, datetime.fromisoformat(at)) for text, by, at in row["notes"])


def _with_notes(play: ReplayedMatch, kept: tuple[NoteRecord, ...]) -> ReplayedMatch:
    """A match with the notes of the one that it replaces, which its line may repeat in one cell."""
    told = "; ".join(note.text for note in kept)
    return replace(play, notes=(*kept, *(note for note in play.notes if note.text not in told)))


def _restore_replaced(file: ImportJob) -> None:
    """Make the matches again that this file's lines replaced."""
    rows = file.reading.get("replaced", ())
    if not rows:
        return
    club, sources, of_file = file.club, [], {}
    for line, row in enumerate(rows, start=1):
        known = {name: row[name] for name in row if name not in ("notes", "file", "by", "match")}
        known |= {"names": tuple(row["names"]), "totals": tuple(row["totals"])}
        known |= {"started": datetime.fromisoformat(row["started"]), "why": _("From a spreadsheet")}
        sources.append((line, ResultRow(**known)))
        of_file[row["mark"]] = row["file"]
    imported = ImportBatch(club, puts_off=True)
    for batch in in_batches(sources):
        plays = [
            replace(one, notes=_notes_of(rows[line - 1]))
            for (line, _source), one in zip(batch.lines, replay_batch(batch), strict=True)
            if isinstance(one, ReplayedMatch)
        ]
        imported.bring(plays)
    for mark, number in of_file.items():
        if number is not None and ImportJob.objects.filter(pk=number).exists():
            ImportedMatch.objects.filter(club=club, mark=mark).update(file=number)


def _players(file: ImportJob, look: Preview, club: Club) -> dict[int, int]:
    """The file's players as the club's; those that a broken-off run has made are made once."""
    if (kept := file.reading.get("players")) is not None:
        return {int(place): number for place, number in kept.items()}
    with transaction.atomic():
        players = look.before.take(club)
        file.reading["players"] = players
        file.save(update_fields=["reading"])
    return players


def can_undo(file: ImportJob) -> bool:
    """Whether a file is in and all it brought is known: a club's own file brings nights and rules too."""
    return bool(file.ended and not file.taken_back and file.added and not file.reading.get("players")) and (
        ImportedMatch.objects.filter(file=file).exists()
    )


def undo_import(file: ImportJob, by: str, come: Progress, gently: Throttle) -> None:
    """Undo an import. ``gently`` does each part; a run that was broken off goes on with what is left."""
    matches = list(ImportedMatch.objects.filter(file=file).order_by("pk").values_list("match", flat=True))
    _remove_matches(matches, gently, come=come)
    gently(partial(_restore_replaced, file))
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=file.club_id)
        _delete_people(file)
        seasons = Season.objects.filter(club=file.club_id, pk__in=file.reading.get("made", ()))
        seasons.filter(tables=None, nights=None).delete()
        file.taken_back = timezone.now()
        file.save(update_fields=["taken_back"])
        events.record_event(file.club_id, "import_undone", by, removed=file.added, name=file.name)


def _remove_matches(
    matches: Sequence[int],
    gently: Throttle,
    before: Callable[[Sequence[int]], None] = lambda some: None,
    come: Progress = lambda done, most: None,
) -> None:
    """Take matches away, and all that follows from them. ``before`` is done with each part as it goes.

    What follows (ratings, figures) is made anew before they go: it is kept as the matches at which to go on.
    """
    if not matches:
        return
    most = 2 * len(matches)
    for some in chunked(range(len(matches)), MATCHES_AT_ONCE):
        gently(_bound(partial(_detach_matches, before), [matches[n] for n in some]))
        come(some[-1] + 1, most)
    left = True
    while left:
        left = _throttled_result(gently, worker.run_next)
    for some in chunked(range(len(matches)), MATCHES_AT_ONCE):
        gently(_bound(_delete_matches, [matches[n] for n in some]))
        come(len(matches) + some[-1] + 1, most)


def _bound(do: Callable[[Sequence[int]], None], matches: Sequence[int]) -> Callable[[], None]:
    return lambda: do(matches)


def _throttled_result(gently: Throttle, do: Callable[[], bool]) -> bool:
    """What ``do`` says, done gently."""
    said = []
    gently(lambda: said.append(do()))
    return said[0]


def _detach_matches(before: Callable[[Sequence[int]], None], matches: Sequence[int]) -> None:
    """These matches end for nobody any more: the club's history, ratings and figures do without them."""
    with transaction.atomic():
        before(matches)
        tables = Table.objects.filter(matches__in=matches).order_by("pk")
        list(
            Table.objects.select_for_update()
            .filter(pk__in=tables.values("pk"))
            .order_by("pk")
            .values_list("pk")
        )
        Result.objects.filter(match__in=matches).delete()
        Match.objects.filter(pk__in=matches).update(ended=None, frozen=None)
        updates.update_matches(matches)


def _delete_matches(matches: Sequence[int]) -> None:
    """The matches are gone, and the tables at which nothing else was played."""
    with transaction.atomic():
        tables = list(Table.objects.filter(matches__in=matches).order_by("pk").values_list("pk", flat=True))
        list(Table.objects.select_for_update().filter(pk__in=tables).order_by("pk").values_list("pk"))
        Match.objects.filter(pk__in=matches).delete()
        Table.objects.filter(pk__in=tables, matches=None).delete()


def _delete_people(file: ImportJob) -> None:
    """The people whom the file brought and who have done nothing else here since."""
    seated = Seat.objects.filter(player=OuterRef("pk"))
    here = Player.objects.filter(club=file.club_id, pk__in=file.reading.get("people", ()))
    idle = here.filter(
        user=None, same_as=None, others=None, claims=None, nights=None, payouts=None, forgotten=None
    )
    idle.exclude(Exists(seated)).delete()


LONGEST = timedelta(days=1)


def waiting_files() -> QuerySet[ImportJob]:
    """The files that wait on a page."""
    return ImportJob.objects.filter(ended=None).exclude(text="")


def delete_stale_files() -> int:
    """Throw away what has lain for a day. How many."""
    gone, _rows = waiting_files().filter(at__lt=timezone.now() - LONGEST).delete()
    return gone


def delete_files_naming(club: int, names: Iterable[str]) -> None:
    """Throw away a club's files in which one of these names stands, however it is written there."""
    wanted = [name.casefold() for name in names if name]
    of_club = waiting_files().filter(club=club).values_list("pk", "text", "name")
    found = [
        pk
        for pk, text, name in of_club.iterator(chunk_size=1)
        if any(one in f"{text}\n{name}".casefold() for one in wanted)
    ]
    ImportJob.objects.filter(pk__in=found).delete()
