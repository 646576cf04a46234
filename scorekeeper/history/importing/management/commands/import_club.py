"""``manage.py import_club CODE FILE``: import the matches of a file into a club."""

from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone
from tqdm import tqdm

from games.engine import DecodeError
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.spreadsheets import spreadsheet
from scorekeeper.history.importing import club_file, columns, files, nights
from scorekeeper.history.importing.importer import Importer, in_batches
from scorekeeper.history.importing.replay import KnownLine, Mistake, ReplayedMatch
from scorekeeper.history.models import ImportJob
from scorekeeper.jobs import analyze, pending, worker

MISTAKES_SHOWN = 20


class Command(BaseCommand):
    help = "Import the matches of a file (a club's own export, one record per line, or CSV) into a club."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="the club's code, as in its URL")
        parser.add_argument("file")
        parser.add_argument("--resume", action="store_true", help="continue this file's interrupted import")
        parser.add_argument("--check", action="store_true", help="list the mistakes and import nothing")
        parser.add_argument("--game", default="", help="the game of a CSV file that has no game column")
        parser.add_argument("--processes", type=int, default=files.usual_processes())

    def handle(self, *args: Any, **options: Any) -> None:
        club = Club.objects.filter(code=options["code"].upper().replace("-", "")).first()
        if club is None:
            raise CommandError("There is no such club.")
        path = Path(options["file"])
        try:
            with path.open("rb") as file:
                self.import_file(club, path, file, options)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from None
        except DecodeError as error:
            raise CommandError(f"{path}: {error}") from None

    def import_file(self, club: Club, path: Path, file: BufferedReader, options: dict[str, Any]) -> None:
        digest = files.digest(file)
        job, done = None, 0
        if options["resume"]:
            job = ImportJob.objects.filter(club=club, digest=digest, ended=None).first()
            if job is None:
                self.stdout.write("No import of this file was interrupted; starting at its first line.")
        sources, file_start, players = self.read(club, file, options)
        importer = Importer(club, players)
        if job is not None:
            done, importer.added, importer.known = job.lines, job.added, job.known
        elif not options["check"]:
            job = ImportJob.objects.create(
                club=club, name=path.name[:80], digest=digest, by_name="import_club"
            )
        mistakes: list[Mistake] = []
        with (
            files.worker_pool(options["processes"]) as pool,
            tqdm(total=files.lines_in(path), unit=" matches", disable=None) as bar,
        ):
            for batch, replayed in files.replayed_ahead(in_batches(sources, done), pool):
                mistakes += [play for play in replayed if isinstance(play, Mistake)]
                # Import only the batches before the one with the first mistake.
                if not mistakes and not options["check"]:
                    plays = [play for play in replayed if isinstance(play, ReplayedMatch | KnownLine)]
                    importer.write(plays, job, upto=batch.lines[-1][0])
                bar.update(len(batch.lines))
                if len(mistakes) >= MISTAKES_SHOWN:
                    break
        if mistakes:
            for mistake in mistakes[:MISTAKES_SHOWN]:
                self.stderr.write(f"line {mistake.line}: {mistake.path}: {mistake.words}")
            raise CommandError(
                f"{path}: there are mistakes; {importer.added} matches were imported. "
                "Correct the mistakes and try again."
            )
        if job is None:
            self.stdout.write(f"{path}: nothing is wrong")
            return
        pending.extend_timeouts()
        worker.run_all()
        with transaction.atomic():
            nights.create_nights(file_start.nights, club, players)
            club_file.create_events(file_start.events, club, players)
            job.ended = timezone.now()
            job.save(update_fields=["ended"])
            events.record_event(club.pk, "import", "import_club", added=importer.added, name=job.name)
        analyze.refresh_statistics()
        self.stdout.write(f"matches imported: {importer.added}; already there: {importer.known}")

    def read(
        self, club: Club, file: BinaryIO, options: dict[str, Any]
    ) -> tuple[Any, files.ClubFileStart, dict[int, int]]:
        """Return the file's matches, the lines before the matches, and the ids of its players."""
        first_bytes = file.read(64)
        file.seek(0)
        if files.is_json(first_bytes):
            file_start = files.read_start(file)
            with transaction.atomic():
                players = club_file.create_from_heading(file_start.heading, club)
                if options["check"]:
                    transaction.set_rollback(True)
            return files.json_lines(file), file_start, players
        table = spreadsheet.read_spreadsheet(file.read())
        reading = columns.guess_columns(table, club, options["game"])
        rows, mistakes = columns.read_rows(table, reading, club)
        for mistake in mistakes[:MISTAKES_SHOWN]:
            self.stderr.write(f"line {mistake.line}: {mistake.path}: {mistake.words}")
        if mistakes:
            raise CommandError("There are mistakes; nothing was imported.")
        return rows, files.ClubFileStart(), {}
