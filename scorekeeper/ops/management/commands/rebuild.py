"""``manage.py rebuild``: rebuild everything derived from the logs, results first."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from scorekeeper.clubs.models import Club
from scorekeeper.figures import recompute
from scorekeeper.jobs import pending
from scorekeeper.matches import commands, outcomes, replay
from scorekeeper.matches.models import Entry, Match, Result, locked_table
from scorekeeper.sheet.state import sheet_of
from scorekeeper.sheet.stored import read_entry
from scorekeeper.web.chunks import chunked


class Command(BaseCommand):
    help = "Rebuild results, histories and figures from the logs, of all clubs or of one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--club", help="the code of the only club to rebuild")
        parser.add_argument(
            "--quick", action="store_true", help="keep the results; rebuild only what is derived from them"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        pending.extend_timeouts()
        matches = Match.objects.all()
        clubs = Club.objects.order_by("pk")
        if options["club"]:
            clubs = clubs.filter(code=options["club"].upper().replace("-", ""))
            if not clubs.exists():
                raise CommandError("There is no such club.")
            matches = matches.filter(table__club__in=clubs)
        corrected = 0
        if not options["quick"]:
            match_pks = list(matches.order_by("pk").values_list("pk", flat=True))
            with tqdm(total=len(match_pks), unit=" matches", disable=None) as bar:
                for chunk in chunked(match_pks):
                    corrected += correct_results(chunk)
                    bar.update(len(chunk))
        played = sum(recompute.rebuild_club(club.pk) for club in clubs)
        self.stdout.write(f"{played} matches of {len(clubs)} clubs; {corrected} had wrong results")


def correct_results(match_pks: Sequence[int]) -> int:
    """Compare the stored results of matches with their logs. Return how many were rewritten."""
    entries: dict[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(match__in=match_pks).order_by("match", "place"):
        entries[entry.match_id].append(entry)
    stored: dict[int, list[Any]] = defaultdict(list)
    for match_pk, *row in Result.objects.filter(match__in=match_pks).values_list(
        "match", "side", *outcomes.SideResult._fields
    ):
        stored[match_pk].append(tuple(row))
    incorrect = []
    for match in Match.objects.filter(pk__in=match_pks):
        # The heading contains the house rules and the seating.
        game, heading = replay.game_of(match), replay.first_heading(match)
        log = [read_entry(game, entry).entry for entry in entries[match.pk]]
        sheet = sheet_of(game, heading, log)
        results = [(side, *result) for side, result in enumerate(outcomes.side_results(game, sheet))]
        if sorted(stored[match.pk]) != results or (match.ended is None) != (sheet.outcome is None):
            incorrect.append((match.pk, match.table_id))
    for match_pk, table_pk in incorrect:
        with locked_table(table_pk):
            commands.rebuild_projections(Match.objects.get(pk=match_pk))
    return len(incorrect)
