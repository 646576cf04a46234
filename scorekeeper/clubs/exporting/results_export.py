"""The matches of a club as a table of results, a line each: safe in a spreadsheet, and read back as it is."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs.history import match_list
from scorekeeper.clubs.importing import marks
from scorekeeper.clubs.importing.spreadsheet import write_csv
from scorekeeper.clubs.models import Club, Note, Played
from scorekeeper.matches.models import Match, Result, Seat
from scorekeeper.parts import chunked


def result_lines(club: Club, delimiter: str = ",") -> Iterator[str]:
    """The file, line by line; every cell that a person wrote is a text and no formula.

    Where a comma stands before decimals, spreadsheets want semicolons between cells.
    """
    yield "\ufeff"
    for row in result_rows(club):
        # As spreadsheets write a moment.
        cells = [f"{cell:%Y-%m-%d %H:%M:%S}" if isinstance(cell, datetime) else cell for cell in row]
        yield write_csv([cells], delimiter)


def result_rows(club: Club) -> Iterator[list[Any]]:
    """The headings, then each match: moments in the club's own time, points as numbers."""
    seats = _most(club, "seats")
    sides = _most(club, "sides")
    yield _heading(seats, sides)
    numbers = list(Played.objects.filter(club=club).order_by("at", "match").values_list("pk", flat=True))
    for some in chunked(numbers):
        yield from _rows(club, some, seats, sides)


def _most(club: Club, what: str) -> int:
    found = Match.objects.filter(played__club=club).order_by(f"-{what}").values_list(what, flat=True).first()
    return int(found or 2)


def _heading(seats: int, sides: int) -> list[str | int]:
    names = [f"player {n}" for n in range(1, seats + 1)]
    totals = [f"points {n}" for n in range(1, sides + 1)]
    return [
        "date",
        "game",
        "preset",
        "title",
        "place",
        "season",
        *names,
        *totals,
        "won",
        "hands",
        "note",
        "id",
    ]


def _rows(club: Club, numbers: Sequence[int], seats: int, sides: int) -> Iterator[list[Any]]:
    sitting: dict[int, dict[int, Seat]] = defaultdict(dict)
    for seat in Seat.objects.filter(match__in=numbers).select_related("player__same_as").order_by("since"):
        sitting[seat.match_id][seat.position] = seat
    results: dict[int, dict[int, Result]] = defaultdict(dict)
    for result in Result.objects.filter(match__in=numbers):
        results[result.match_id][result.side] = result
    notes: dict[int, list[str]] = defaultdict(list)
    for note in Note.objects.filter(match__in=numbers).order_by("at", "pk"):
        notes[note.match_id].append(note.text)
    played = Played.objects.filter(pk__in=numbers).select_related(
        "match__table", "match__brought_in", "season"
    )
    for one in played.order_by("at", "match"):
        match = one.match
        names = [_name(sitting[match.pk].get(n)) for n in range(match.seats)]
        totals = [results[match.pk][side] for side in range(match.sides)]
        won = [" & ".join(names[side :: match.sides]) for side, result in enumerate(totals) if result.won]
        yield [
            timezone.localtime(one.at, club.zone).replace(tzinfo=None, microsecond=0),
            one.game_slug,
            match.preset,
            match.title,
            one.venue,
            one.season.name if one.season else "",
            *_filled(names, seats),
            *_filled([_points(result.total) for result in totals], sides),
            ", ".join(won),
            one.hands,
            "; ".join(notes[match.pk])[:500],
            marks.mark_of_match(match),
        ]


def _name(seat: Seat | None) -> str:
    return match_list.seat_name(seat) if seat else _("Nobody")


def _points(total: Any) -> Any:
    """A total as a number: a spreadsheet adds it up."""
    return int(total) if total == int(total) else float(total)


def _filled(values: list[Any], n: int) -> list[Any]:
    return [*values, *[""] * (n - len(values))]
