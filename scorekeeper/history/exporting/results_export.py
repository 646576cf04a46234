"""Export of a club's matches as a table of results, one per line; it can be imported again."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club
from scorekeeper.clubs.spreadsheets.spreadsheet import write_csv
from scorekeeper.history import marks, match_list
from scorekeeper.history.models import Note, Played
from scorekeeper.matches.models import Match, Result
from scorekeeper.web.chunks import chunked


def result_lines(club: Club, delimiter: str = ",") -> Iterator[str]:
    """Yield the lines of the file; texts are escaped so that none is a formula.

    Spreadsheets of locales with a decimal comma expect semicolons as delimiter.
    """
    yield "\ufeff"
    for row in result_rows(club):
        # The format in which spreadsheets write a time.
        cells = [f"{cell:%Y-%m-%d %H:%M:%S}" if isinstance(cell, datetime) else cell for cell in row]
        yield write_csv([cells], delimiter)


def result_rows(club: Club) -> Iterator[list[Any]]:
    """Yield the headings, then each match: times in the club's time zone, points as numbers."""
    seats = _highest(club, "seats")
    sides = _highest(club, "sides")
    yield _heading(seats, sides)
    match_ids = list(Played.objects.filter(club=club).order_by("at", "match").values_list("pk", flat=True))
    for chunk in chunked(match_ids):
        yield from _rows(club, chunk, seats, sides)


def _highest(club: Club, field: str) -> int:
    found = (
        Match.objects.filter(played__club=club).order_by(f"-{field}").values_list(field, flat=True).first()
    )
    return int(found or 2)


def _heading(seats: int, sides: int) -> list[str | int]:
    names = [f"player {n}" for n in range(1, seats + 1)]
    totals = [f"points {n}" for n in range(1, sides + 1)]
    before, after = "date game preset title place season", "won hands note id"
    return [*before.split(), *names, *totals, *after.split()]


def _rows(club: Club, match_ids: Sequence[int], seats: int, sides: int) -> Iterator[list[Any]]:
    shares = match_list.shares_of_matches(match_ids)
    results = match_list.by_match(Result.objects.filter(match__in=match_ids).order_by("side"))
    notes = match_list.by_match(Note.objects.filter(match__in=match_ids))
    played = Played.objects.filter(pk__in=match_ids).select_related(
        "match__table", "match__brought_in", "season"
    )
    for row in played.order_by("at", "match"):
        match = row.match
        counted = match_list.counted_names(shares.get(match.pk, {}))
        names = [counted.get(n, _("Nobody")) for n in range(match.seats)]
        totals = results[match.pk]
        points = [result.total for result in totals]
        won = [" & ".join(names[result.side :: match.sides]) for result in totals if result.won]
        yield [
            timezone.localtime(row.at, club.zone).replace(tzinfo=None, microsecond=0),
            row.game_slug,
            match.preset,
            match.title,
            row.venue,
            row.season.name if row.season else "",
            *_pad(names, seats),
            # As numbers, so that a spreadsheet can add them.
            *_pad([int(n) if n == int(n) else float(n) for n in points], sides),
            ", ".join(won),
            row.hands,
            "; ".join(note.text for note in notes[match.pk])[:500],
            marks.mark_of_match(match),
        ]


def _pad(values: list[Any], length: int) -> list[Any]:
    return [*values, *[""] * (length - len(values))]
