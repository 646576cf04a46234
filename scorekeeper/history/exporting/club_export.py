"""Export of a whole club as JSON lines: the club, its nights, its log, then its matches.

``importing`` reads it back. A match's line has ``record``, the match in the record format, and beside
it the authors and times of entries, the seats, and the sheet as it was scored on the day.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from django.db.models import Exists, F, OuterRef, Q

from games.engine.interchange import FORMAT as RECORD
from scorekeeper.clubs.models import AtOurClub, Club, ClubEvent, ClubHouse, Player, Season
from scorekeeper.history import marks
from scorekeeper.history.exporting.format import (
    FORMAT,
    LEFT_OUT_EVENTS,
    LEFT_OUT_VALUES,
    NIGHT_FIELDS,
    PLAYER_VALUES,
    columns_of,
)
from scorekeeper.history.match_list import by_match
from scorekeeper.history.models import Note
from scorekeeper.matches.models import Entry, Match, Seat
from scorekeeper.nights.models import Night, NightTable, Present, ResultConfirmation, Round
from scorekeeper.web.chunks import chunked


def nights(club: Club, player_positions: Mapping[int, int]) -> Iterator[dict[str, Any]]:
    """Yield each night with its people, rounds, tables and settings.

    ``player_positions`` has each player's position in the file's list, by id. People at the night are
    referred to by their position in the night's list, and a table by the mark of its first match: a hash that
    identifies the match when the file is imported (``history.marks``).
    """
    for night in Night.objects.filter(club=club).select_related("season").order_by("created", "pk"):
        present = list(Present.objects.filter(night=night).order_by("number", "pk"))
        rounds = list(Round.objects.filter(night=night).order_by("number"))
        yield {"night": _night(night, present, rounds, player_positions)}


def _night(
    night: Night, present: list[Present], rounds: list[Round], player_positions: Mapping[int, int]
) -> dict[str, Any]:
    present_positions = {person.pk: n for n, person in enumerate(present)}
    tables = list(NightTable.objects.filter(round__night=night).select_related("table").order_by("number"))
    first_marks, confirmed = _marks_of_first_matches(tables), _confirmed(tables)
    return {
        **columns_of(night, f"created date ended {NIGHT_FIELDS}", game=night.game_slug),
        "season": night.season.name if night.season else "",
        # Left out if there is none: earlier releases do not know a starting time and would refuse the file.
        **({"begins": night.begins.isoformat("minutes")} if night.begins else {}),
        **({"confirm": True} if night.confirm else {}),
        "present": [
            columns_of(
                person,
                "number from_round to_round rests",
                player=player_positions.get(person.player_id),
                partner=present_positions.get(person.partner_id) if person.partner_id else None,
            )
            for person in present
        ],
        "played_rounds": [
            columns_of(
                round_,
                "number drawn began minutes paused ended",
                sitting_out=[present_positions[pk] for pk in round_.sitting_out if pk in present_positions],
                tables=[
                    columns_of(
                        table,
                        "number sides",
                        seated=[present_positions.get(pk) for pk in table.seated],
                        match=first_marks.get(table.table_id or 0, ""),
                        **({"confirmed": sides} if (sides := confirmed[table.table_id or 0]) else {}),
                    )
                    for table in tables
                    if table.round_id == round_.pk
                ],
            )
            for round_ in rounds
        ],
    }


def _marks_of_first_matches(tables: list[NightTable]) -> dict[int, str]:
    ids = [table.table_id for table in tables if table.table_id]
    matches = Match.objects.filter(table__in=ids).select_related("table", "brought_in")
    # The first match of a table comes last and replaces the others.
    return {match.table_id: marks.mark_of_match(match) for match in matches.order_by("-number")}


def _confirmed(tables: list[NightTable]) -> dict[int, list[list[int]]]:
    """Return each table's confirmations that are still valid: pairs of match number and side."""
    confirmations = ResultConfirmation.objects.filter(match__table__in=[table.table_id for table in tables])
    current = confirmations.filter(head=F("match__head")).order_by("match__number", "side")
    found: dict[int, list[list[int]]] = defaultdict(list)
    for table, match, side in current.values_list("match__table", "match__number", "side"):
        found[table].append([match, side])
    return found


def events(club: Club, player_positions: Mapping[int, int]) -> Iterator[dict[str, Any]]:
    """Yield the club's log, oldest first."""
    for event in ClubEvent.objects.filter(club=club).exclude(what__in=LEFT_OUT_EVENTS).order_by("at", "pk"):
        about = {
            name: player_positions.get(value) if name in PLAYER_VALUES else value
            for name, value in event.about.items()
            if name not in LEFT_OUT_VALUES
        }
        yield {"event": columns_of(event, "what at", about=about, by=event.by_name)}


AT_ONCE = 200  # matches read together


def club_lines(club: Club) -> Iterator[str]:
    players = list(people_of(club))
    player_positions = {player.pk: n for n, player in enumerate(players)}
    hidden = {player.pk for player in players if player.forgotten}
    yield _json_line(_heading(club, players, player_positions))
    for data in chain(nights(club, player_positions), events(club, player_positions)):
        yield _json_line(data)
    table_indexes: dict[int, int] = {}
    pks = list(
        Match.objects.filter(table__club=club).order_by("table", "number").values_list("pk", flat=True)
    )
    for chunk in chunked(pks, AT_ONCE):
        for line in _matches(chunk, table_indexes, player_positions, hidden):
            yield _json_line(line)


def people_of(club: Club) -> Any:
    """Return the exported players: guests, and members who have played or attended. No accounts."""
    seats = Seat.objects.filter(player=OuterRef("pk"), match__table__club=club)
    attendances = Present.objects.filter(player=OuterRef("pk"))
    players = Player.objects.filter(Q(user=None) | Exists(seats) | Exists(attendances), club=club)
    return players.order_by("created", "name", "pk")


def _json_line(data: Any) -> str:
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"


def _heading(club: Club, players: Sequence[Player], player_positions: dict[int, int]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "club": columns_of(club, "name colour games created"),
        "players": [
            columns_of(
                player,
                "created forgotten",
                name="" if player.forgotten else player.name,
                same_as=player_positions.get(player.same_as_id) if player.same_as_id else None,
            )
            for player in players
        ],
        "seasons": [
            columns_of(season, "name begins ends scoring", game=season.game_slug)
            for season in Season.objects.filter(club=club).order_by("begins", "name")
        ],
        "houses": [
            columns_of(
                house,
                "name preset house seats sides version since until why",
                game=house.game_slug,
                by=house.by_name,
            )
            for house in ClubHouse.objects.filter(club=club).order_by("name", "version")
        ],
        "customs": [
            columns_of(
                custom,
                "question words option value at ended ended_by",
                game=custom.game_slug,
                by=custom.by_name,
            )
            for custom in AtOurClub.objects.filter(club=club).order_by("at", "pk")
        ],
    }


def _matches(
    pks: Sequence[int], table_indexes: dict[int, int], player_positions: dict[int, int], hidden: set[int]
) -> Iterator[dict[str, Any]]:
    entries = by_match(Entry.objects.filter(match__in=pks).order_by("match", "place"))
    seats = by_match(Seat.objects.filter(match__in=pks).order_by("match", "position", "since"))
    for seat in chain(*seats.values()):
        if seat.player_id in hidden:
            seat.name = ""
    notes = by_match(Note.objects.filter(match__in=pks))
    matches = Match.objects.filter(pk__in=pks).select_related("table__season", "brought_in")
    for match in matches.order_by("table", "number"):
        index = table_indexes.setdefault(match.table_id, len(table_indexes))
        yield _match(match, index, entries[match.pk], seats[match.pk], notes[match.pk], player_positions)


def _match(
    match: Match,
    table_index: int,
    entries: Sequence[Entry],
    seats: Sequence[Seat],
    notes: Sequence[Note],
    player_positions: dict[int, int],
) -> dict[str, Any]:
    table = match.table
    imported = getattr(match, "brought_in", None)
    return {
        "record": _record(match, entries, seats),
        **columns_of(match, "started ended on_paper number frozen"),
        **columns_of(table, "venue stake currency"),
        "season": table.season.name if table.season else "",
        "table": table_index,
        "seats": [
            columns_of(
                seat,
                "position since name",
                player=player_positions.get(seat.player_id) if seat.player_id else None,
            )
            for seat in seats
        ],
        "written": [columns_of(entry, "at", by=entry.by_name) for entry in entries],
        "notes": [columns_of(note, "text at", by=note.by_name) for note in notes],
        "mark": imported.mark if imported else marks.own_mark(table.code, match.number),
    }


def _record(match: Match, entries: Sequence[Entry], seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the match in the record format, directly from the stored rows."""
    names = [""] * match.seats
    for seat in seats:
        if seat.position < match.seats:
            names[seat.position] = seat.name
    record: dict[str, Any] = {
        "format": RECORD,
        "game": match.game_slug,
        **columns_of(match, "preset house seats sides first_dealer"),
        "names": names if any(names) else [],
        "entries": [_entry(entry) for entry in entries],
    }
    if match.title:
        record["title"] = match.title
    return record


def _entry(entry: Entry) -> dict[str, Any]:
    row: dict[str, Any] = {"number": entry.number, "hand": entry.hand}
    if entry.why:
        row["why"] = entry.why
    if entry.before is not None:
        row["before"] = entry.before
    return row
