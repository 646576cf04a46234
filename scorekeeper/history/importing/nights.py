"""The nights of a club's export: decoded strictly, created after their matches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import TextChoices

from games import every_game
from games.engine import DecodeError, Seating, _, house_problems, say, within
from scorekeeper.clubs.models import Club, Season
from scorekeeper.history import marks
from scorekeeper.history.exporting.format import NIGHT_FIELDS
from scorekeeper.history.importing.club_file import MOST_PRESENT, day_of
from scorekeeper.history.importing.records import (
    date_time_in,
    optional_date_time,
    read_each,
    read_exact,
    read_list,
    read_mark,
    read_object,
    read_text,
    read_whole_number,
)
from scorekeeper.history.models import ImportedMatch
from scorekeeper.matches.models import Match, Table
from scorekeeper.nights.models import (
    Counting,
    Drawing,
    Missed,
    Night,
    NightTable,
    Present,
    ResultConfirmation,
    Round,
)
from scorekeeper.nights.prizes import NAMES
from scorekeeper.sheet.stored import load_house

MOST_ROUNDS = 100
LARGEST = 30_000  # default limit of whole numbers


@dataclass(frozen=True)
class AttendeeRecord:
    """A person at a night; ``row`` has the column values of ``Present``."""

    player: int  # position in the file's list of players
    partner: int | None  # position in the night's list of attendees
    row: dict[str, Any]


@dataclass(frozen=True)
class TableRecord:
    """A table of a round; ``match`` is the mark of its first match, "" without one."""

    row: dict[str, Any]
    seated: tuple[int | None, ...]
    match: str
    confirmed: tuple[tuple[int, int], ...]  # match number and confirming side


@dataclass(frozen=True)
class RoundRecord:
    row: dict[str, Any]
    sitting_out: tuple[int, ...]
    tables: tuple[TableRecord, ...]


@dataclass(frozen=True)
class NightRecord:
    created: datetime
    season: str
    row: dict[str, Any]
    present: tuple[AttendeeRecord, ...]
    rounds: tuple[RoundRecord, ...]


def read_night(data: Any) -> NightRecord:
    """Return a night of a club's export. Raise ``DecodeError``."""
    # Earlier releases exported entry_fee and payouts, which are ignored.
    other_fields = "created date ended begins confirm game season entry_fee payouts present played_rounds"
    read_object(data, f"{other_fields} {NIGHT_FIELDS}")
    game = every_game().get(read_text(data, "game", 50))
    if game is None:
        raise DecodeError("game", say(_("There is no such game here")))
    seats, sides = _number(data, "seats", 1), _number(data, "sides", 1)
    preset, house = read_text(data, "preset", 40), read_exact(data, "house", dict)
    try:
        is_wrong = bool(house_problems(game, load_house(game, preset, house), Seating(seats, sides)))
    except (ValueError, TypeError, AssertionError):
        is_wrong = True
    if is_wrong or (seats, sides) not in {seating.shape for seating in game.seatings}:
        raise DecodeError("house", say(_("These rules are not for tables of that size")))
    day = day_of(data, "date")
    if day is None:
        raise DecodeError("date", say(_("This is missing")))
    present = read_each(data, "present", MOST_PRESENT, _attendee)
    _check_unique("present", [person.player for person in present])
    if any(person.partner is not None and person.partner >= len(present) for person in present):
        raise DecodeError("present", say(_("Nobody there has this number")))
    rounds = read_each(data, "played_rounds", MOST_ROUNDS, partial(_round, attendee_count=len(present)))
    _check_unique("played_rounds", [round_.row["number"] for round_ in rounds])
    return NightRecord(
        created=date_time_in(data, "created"),
        season=read_text(data, "season", 40),
        row={
            "date": day,
            "begins": _starting_time(data),
            "ended": optional_date_time(data, "ended"),
            "game_slug": game.slug,
            "name": read_text(data, "name", 60),
            "place": read_text(data, "place", 60),
            "preset": preset,
            "house": house,
            "seats": seats,
            "sides": sides,
            "drawing": _one_of(data, "drawing", Drawing),
            "counting": _one_of(data, "counting", Counting),
            "missed": _one_of(data, "missed", Missed),
            "points": [_number({"points": points}, "points") for points in read_list(data, "points", 40)],
            "prizes": [prize for prize in read_list(data, "prizes", 40) if prize in NAMES],
            "mixed": read_exact({"mixed": True, **data}, "mixed", bool),
            "confirm": read_exact(data, "confirm", bool),
            "rounds": _number(data, "rounds"),
            "hands": _number(data, "hands"),
            "minutes": _number(data, "minutes"),
            "seed": _number(data, "seed", most=2**53),
        },
        present=present,
        rounds=rounds,
    )


def _starting_time(data: Mapping[str, Any]) -> time | None:
    text = read_text(data, "begins", 5)
    try:
        return time.fromisoformat(text) if text else None
    except ValueError:
        raise DecodeError("begins", say(_("This has the wrong type"))) from None


def _number(data: Mapping[str, Any], name: str, least: int = 0, most: int = LARGEST) -> int:
    value = data.get(name)
    if type(value) is not int or not least <= value <= most:
        raise DecodeError(name, say(_("A whole number is needed here")))
    return value


def _one_of(data: Mapping[str, Any], name: str, choices: type[TextChoices]) -> str:
    value = data.get(name)
    if value not in choices.values:
        raise DecodeError(name, say(_("This is not one of the choices")))
    return str(value)


def _check_unique(path: str, numbers: Sequence[Any]) -> None:
    if len(set(numbers)) < len(numbers):
        raise DecodeError(path, say(_("This occurs twice here")))


def _attendee(data: Any) -> AttendeeRecord:
    read_object(data, "player number partner from_round to_round rests paid")
    last = data.get("to_round")
    row = {
        "number": _number(data, "number"),
        "from_round": _number(data, "from_round"),
        "to_round": None if last is None else _number(data, "to_round"),
        "rests": read_exact(data, "rests", bool),
    }
    return AttendeeRecord(_number(data, "player", most=10**6), read_whole_number(data, "partner"), row)


def _round(data: Any, attendee_count: int) -> RoundRecord:
    read_object(data, "number drawn began minutes paused ended sitting_out tables")
    tables = read_each(data, "tables", MOST_PRESENT, partial(_table, attendee_count=attendee_count))
    _check_unique("tables", [table.row["number"] for table in tables])
    row = {
        "number": _number(data, "number", 1),
        "drawn": date_time_in(data, "drawn"),
        "minutes": _number(data, "minutes"),
        **{name: optional_date_time(data, name) for name in ("began", "paused", "ended")},
    }
    sitting_out = [_position(item, attendee_count) for item in read_list(data, "sitting_out", MOST_PRESENT)]
    return RoundRecord(row, tuple(position for position in sitting_out if position is not None), tables)


def _table(data: Any, attendee_count: int) -> TableRecord:
    read_object(data, "number sides seated match confirmed")
    seated = tuple(_position(item, attendee_count) for item in read_list(data, "seated", 100))
    sides = _number(data, "sides", 1, 100)
    if not seated or len(seated) % sides:
        raise DecodeError("seated", say(_("These rules are not for tables of that size")))
    row = {"number": _number(data, "number", 1), "sides": sides}
    confirmed = read_each(data, "confirmed", MOST_PRESENT, partial(_confirmation, sides=sides))
    _check_unique("confirmed", confirmed)
    return TableRecord(row, seated, within("match", read_mark, {"mark": data.get("match", "")}), confirmed)


def _confirmation(value: Any, sides: int) -> tuple[int, int]:
    match value:
        # The guard refuses booleans, which are ints too.
        case [int(number), int(side)] if type(number) is type(side) is int and 0 <= side < sides:
            return number, side
    raise DecodeError("", say(_("This has the wrong type")))


def _position(position: Any, attendee_count: int) -> int | None:
    if position is not None and (type(position) is not int or not 0 <= position < attendee_count):
        raise DecodeError("seated", say(_("Nobody there has this number")))
    return position


def create_nights(nights: Sequence[NightRecord], club: Club, players: Mapping[int, int]) -> None:
    """Create the nights that the club does not have yet; their matches must exist."""
    existing = set(Night.objects.filter(club=club).values_list("created", flat=True))
    seasons = {season.name: season for season in Season.objects.filter(club=club)}
    for record in nights:
        if record.created not in existing:
            with transaction.atomic():
                _create_night(record, club, players, seasons.get(record.season))


def _create_night(record: NightRecord, club: Club, players: Mapping[int, int], season: Season | None) -> None:
    night = Night.objects.create(club=club, season=season, created=record.created, **record.row)
    present: list[Present | None] = []
    used: set[int] = set()
    for attendee in record.present:
        player = players.get(attendee.player)
        if player is None or player in used:  # unknown, or the same player as an earlier attendee
            present.append(None)
            continue
        used.add(player)
        present.append(Present.objects.create(night=night, player_id=player, **attendee.row))
    for attendee, row in zip(record.present, present, strict=True):
        partner = None if attendee.partner is None else present[attendee.partner]
        if row is not None and partner is not None:
            Present.objects.filter(pk=row.pk).update(partner=partner)
    wanted_marks = [
        table.match for round_record in record.rounds for table in round_record.tables if table.match
    ]
    table_ids = _table_ids_by_mark(club, wanted_marks)
    Table.objects.filter(pk__in=table_ids.values(), night=None).update(night=night)

    def present_ids(positions: Sequence[int | None]) -> list[int]:
        rows = [None if position is None else present[position] for position in positions]
        return [0 if row is None else row.pk for row in rows]

    for round_record in record.rounds:
        sitting_out = [pk for pk in present_ids(round_record.sitting_out) if pk]
        round_ = Round.objects.create(night=night, sitting_out=sitting_out, **round_record.row)
        for table in round_record.tables:
            table_id = table_ids.get(table.match)
            NightTable.objects.create(
                round=round_, seated=present_ids(table.seated), table_id=table_id, **table.row
            )
            _confirm(table_id, table.confirmed)


def _confirm(table: int | None, confirmed: Sequence[tuple[int, int]]) -> None:
    """Store the file's confirmations of results, for the current log of each match of the table."""
    matches = {match.number: match for match in Match.objects.filter(table=table)} if confirmed else {}
    for number, side in confirmed:
        if (match := matches.get(number)) is not None:
            defaults = {"head": match.head}
            ResultConfirmation.objects.get_or_create(match=match, side=side, defaults=defaults)


def _table_ids_by_mark(club: Club, wanted_marks: Sequence[str]) -> dict[str, int]:
    imported = ImportedMatch.objects.filter(club=club, mark__in=wanted_marks)
    found = dict(imported.values_list("mark", "match__table"))
    if len(found) < len(set(wanted_marks)):  # some matches were played on this site
        played_here = Match.objects.filter(table__club=club, brought_in=None)
        for table, code, number in played_here.values_list("table", "table__code", "number").iterator():
            if (mark := marks.own_mark(code, number)) in wanted_marks:
                found[mark] = table
    return found
