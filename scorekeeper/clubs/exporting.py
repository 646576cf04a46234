"""A whole club as lines of JSON: the club first, its nights, what was done, then a line for each match.

``importing`` reads it back.

``record`` of a line is the record format with the log and its reasons; beside it stands who wrote when,
who sat where, and the lines as they were frozen on the day the match ended.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import chain
from typing import Any

from django.db.models import Exists, OuterRef, Q

from games.engine.interchange import FORMAT as RECORD
from scorekeeper.matches.models import (
    Entry,
    Match,
    Seat,
)
from scorekeeper.parts import chunked

from . import carrying, marks
from .importing.heading import FORMAT
from .models import AtOurClub, Club, ClubHouse, Note, Player, Present, Season

AT_ONCE = 200  # matches read together


def lines(club: Club) -> Iterator[str]:
    """The lines of a club's file, each with its end."""
    players = list(people_of(club))
    places = {player.pk: n for n, player in enumerate(players)}
    hidden = {player.pk for player in players if player.forgotten}
    yield _written(_heading(club, players, places))
    for more in chain(carrying.nights(club, places), carrying.events(club, places)):
        yield _written(more)
    tables: dict[int, int] = {}
    numbers = list(
        Match.objects.filter(table__club=club).order_by("table", "number").values_list("pk", flat=True)
    )
    for some in chunked(numbers, AT_ONCE):
        for told in _matches(some, tables, places, hidden):
            yield _written(told)


def people_of(club: Club) -> Any:
    """Whom the file holds: guests, and members who have played or were at a night. No accounts."""
    sat = Seat.objects.filter(player=OuterRef("pk"), match__table__club=club)
    there = Present.objects.filter(player=OuterRef("pk"))
    players = Player.objects.filter(Q(user=None) | Exists(sat) | Exists(there), club=club)
    return players.order_by("created", "name", "pk")


def _written(data: Any) -> str:
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"


def _day(day: date | None) -> str | None:
    return day and day.isoformat()


def _heading(club: Club, players: Sequence[Player], places: dict[int, int]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "club": {
            "name": club.name,
            "colour": club.colour,
            "games": club.games,
            "created": carrying.at(club.created),
        },
        "players": [
            {
                "name": "" if player.forgotten else player.name,
                "created": carrying.at(player.created),
                "shows_name": player.shows_name,
                "same_as": places.get(player.same_as_id) if player.same_as_id else None,
                "forgotten": carrying.at(player.forgotten),
            }
            for player in players
        ],
        "seasons": [
            {
                "name": one.name,
                "game": one.game_slug,
                "begins": _day(one.begins),
                "ends": _day(one.ends),
                "scoring": one.scoring,
            }
            for one in Season.objects.filter(club=club).order_by("begins", "name")
        ],
        "houses": [
            {
                "name": one.name,
                "game": one.game_slug,
                "preset": one.preset,
                "house": one.house,
                "seats": one.seats,
                "sides": one.sides,
                "version": one.version,
                "since": carrying.at(one.since),
                "until": carrying.at(one.until),
                "by": one.by_name,
                "why": one.why,
            }
            for one in ClubHouse.objects.filter(club=club).order_by("name", "version")
        ],
        "customs": [
            {
                "game": one.game_slug,
                "question": one.question,
                "words": one.words,
                "option": one.option,
                "value": one.value,
                "by": one.by_name,
                "at": carrying.at(one.at),
                "ended": carrying.at(one.ended),
                "ended_by": one.ended_by,
            }
            for one in AtOurClub.objects.filter(club=club).order_by("at", "pk")
        ],
    }


def _matches(
    numbers: Sequence[int], tables: dict[int, int], places: dict[int, int], hidden: set[int]
) -> Iterator[dict[str, Any]]:
    entries: dict[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(match__in=numbers).order_by("match", "place"):
        entries[entry.match_id].append(entry)
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(match__in=numbers).order_by("match", "position", "since"):
        if seat.player_id in hidden:
            seat.name = ""
        seats[seat.match_id].append(seat)
    notes: dict[int, list[Note]] = defaultdict(list)
    for note in Note.objects.filter(match__in=numbers).order_by("match", "at", "pk"):
        notes[note.match_id].append(note)
    matches = Match.objects.filter(pk__in=numbers).select_related("table__season", "brought_in")
    for match in matches.order_by("table", "number"):
        table = tables.setdefault(match.table_id, len(tables))
        yield _match(match, table, entries[match.pk], seats[match.pk], notes[match.pk], places)


def _match(
    match: Match,
    table: int,
    entries: Sequence[Entry],
    seats: Sequence[Seat],
    notes: Sequence[Note],
    places: dict[int, int],
) -> dict[str, Any]:
    at = match.table
    brought = getattr(match, "brought_in", None)
    return {
        "record": _record(match, entries, seats),
        "started": carrying.at(match.started),
        "ended": carrying.at(match.ended),
        "on_paper": match.on_paper,
        "venue": at.venue,
        "season": at.season.name if at.season else "",
        "table": table,
        "number": match.number,
        "stake": at.stake,
        "currency": at.currency,
        "seats": [
            {
                "position": seat.position,
                "since": seat.since,
                "name": seat.name,
                "player": places.get(seat.player_id) if seat.player_id else None,
            }
            for seat in seats
        ],
        "written": [{"by": entry.by_name, "at": carrying.at(entry.at)} for entry in entries],
        "frozen": match.frozen,
        "notes": [{"text": note.text, "by": note.by_name, "at": carrying.at(note.at)} for note in notes],
        "mark": brought.mark if brought else marks.own(at.code, match.number),
    }


def _record(match: Match, entries: Sequence[Entry], seats: Sequence[Seat]) -> dict[str, Any]:
    """The match in the record format, straight from what is stored."""
    names = [""] * match.seats
    for seat in seats:
        if seat.position < match.seats:
            names[seat.position] = seat.name
    record: dict[str, Any] = {
        "format": RECORD,
        "game": match.game_slug,
        "preset": match.preset,
        "house": match.house,
        "seats": match.seats,
        "sides": match.sides,
        "first_dealer": match.first_dealer,
        "names": names if any(names) else [],
        "entries": [_entry(entry) for entry in entries],
    }
    if match.title:
        record["title"] = match.title
    return record


def _entry(entry: Entry) -> dict[str, Any]:
    told: dict[str, Any] = {"number": entry.number, "hand": entry.hand}
    if entry.why:
        told["why"] = entry.why
    if entry.before is not None:
        told["before"] = entry.before
    return told
