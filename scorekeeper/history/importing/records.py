"""Strict decoding of one match of an import file: its record, players, times and place.

All functions raise ``DecodeError`` with the path of the first mistake.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from games import every_game
from games.engine import DecodeError, Message, Sheet, _, say, within
from games.engine.interchange import KEYS, Record, read_record, reject_unknown_keys
from games.engine.json_codec import is_storable
from scorekeeper.clubs.spreadsheets.spreadsheet import evening_of
from scorekeeper.matches.typed_names import clean_name
from scorekeeper.web import limits

Item = TypeVar("Item")
LONGEST_PLACE = 60
LONGEST_NOTE = 500
MOST_NOTES = 50
# A line is a bare record, with ``MATCH_KEYS`` beside its own keys, or an object with ``WRAPPER_KEYS``.
MATCH_KEYS = ("started", "ended", "on_paper", "venue", "season", "table", "number", "stake", "currency")
WRAPPER_KEYS = ("record", *MATCH_KEYS, "seats", "written", "frozen", "notes", "mark")
BY_NAME = -1  # a player known by name, created if necessary
EARLIEST, LATEST = datetime(1800, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class SeatRecord:
    """A player at a seat, from hand ``since`` on.

    ``player`` is the position in the file's list of players, ``BY_NAME`` for a player known by name,
    None if no player is assigned to the name.
    """

    position: int
    since: int
    name: str
    player: int | None = BY_NAME


@dataclass(frozen=True)
class NoteRecord:
    text: str
    by: str
    at: datetime


@dataclass(frozen=True)
class MatchRecord:
    """A match of a file; None or empty for values that the file does not have."""

    record: Record
    seats: tuple[SeatRecord, ...]
    started: datetime | None = None
    ended: datetime | None = None
    on_paper: bool | None = None
    venue: str = ""
    season: str = ""
    table: int | None = None  # equal numbers mean the same table
    number: int = 1  # the match's number at its table
    stake: str = ""
    currency: str = ""
    written: tuple[tuple[str, datetime], ...] = ()  # writer and time of each entry
    frozen: dict[str, Any] | None = None
    notes: tuple[NoteRecord, ...] = field(default=())
    mark: str = ""  # see ``history.marks``
    sheet: Sheet[Any] | None = None  # the record's sheet, if already computed


def hash_content(data: Any) -> str:
    """Return the hash of JSON content, independent of its layout."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def read_match(data: Any) -> MatchRecord:
    """Return the match of a line."""
    has_wrapper = isinstance(data, Mapping) and "record" in data
    read_object(data, WRAPPER_KEYS if has_wrapper else (*KEYS, *MATCH_KEYS))
    if has_wrapper:
        record = within("record", read_record, data["record"], every_game())
    else:
        record = read_record({name: data[name] for name in data if name in KEYS}, every_game())
    if len(record.entries) > limits.MOST_ENTRIES:
        raise DecodeError("entries", say(_("At most {n} entries per match"), n=limits.MOST_ENTRIES))
    written = read_each(data, "written", 5_000, _read_writer)
    if written and len(written) != len(record.entries):
        raise DecodeError("written", say(_("One for each entry is needed here")))
    return MatchRecord(
        record,
        _seats(data, record),
        optional_date_time(data, "started"),
        optional_date_time(data, "ended"),
        read_exact(data, "on_paper", bool) if "on_paper" in data else None,
        read_text(data, "venue", LONGEST_PLACE),
        read_text(data, "season", 40),
        read_whole_number(data, "table"),
        read_whole_number(data, "number") or 1,
        read_text(data, "stake", 24),
        read_text(data, "currency", 12),
        written,
        within("frozen", _frozen, data.get("frozen"), record.current_heading.seating.sides),
        read_each(data, "notes", MOST_NOTES, _read_note),
        read_mark(data),
    )


def read_object(data: Any, known: str | tuple[str, ...]) -> None:
    """Raise ``DecodeError`` unless this is an object with only these keys."""
    reject_unknown_keys(tuple(known.split()) if isinstance(known, str) else known, data)


def read_exact(data: Mapping[str, Any], name: str, kind: type) -> Any:
    """Return a value of exactly this type; the type's empty value if the field is missing."""
    value = data.get(name, kind())
    if type(value) is not kind:
        raise DecodeError(name, say(_("This has the wrong type")))
    return value


def read_list(data: Mapping[str, Any], name: str, most: int) -> list[Any]:
    found: list[Any] = read_exact(data, name, list)
    if len(found) > most:
        raise DecodeError(name, say(_("This is too long: at most {n}"), n=most))
    return found


def read_each(data: Mapping[str, Any], name: str, most: int, read: Callable[[Any], Item]) -> tuple[Item, ...]:
    return tuple(within(f"{name}.{n}", read, item) for n, item in enumerate(read_list(data, name, most)))


def read_whole_number(data: Mapping[str, Any], name: str) -> int | None:
    value = data.get(name)
    if value is not None and (type(value) is not int or not 0 <= value < 10**9):
        raise DecodeError(name, say(_("A whole number is needed here")))
    return value


def read_text(data: Mapping[str, Any], name: str, most: int) -> str:
    """Return a short text of the file, "" if missing."""
    text = data.get(name)
    if text is None:
        return ""
    if type(text) is not str or len(text) > most or not is_storable(text):
        raise DecodeError(name, say(_("A text of at most {n} characters is needed here"), n=most))
    return text.strip()


def read_name(text: Any) -> str:
    if type(text) is not str:
        raise DecodeError("", say(_("A text is needed here")))
    try:
        return clean_name(text)
    except ValidationError as error:
        raise DecodeError("", Message("{why}", {"why": error.messages[0]})) from None


def name_in(data: Mapping[str, Any], name: str) -> str:
    """Return the name of a person in this field, "" if missing."""
    return within(name, read_name, data.get(name, ""))


def is_mark(text: str) -> bool:
    """Return True for 64 hexadecimal digits."""
    return re.fullmatch("[0-9a-f]{64}", text) is not None


def read_mark(data: Mapping[str, Any]) -> str:
    mark = data.get("mark", "")
    if type(mark) is not str or (mark and not is_mark(mark)):
        raise DecodeError("mark", say(_("This mark is not from this site")))
    return mark


def read_date_time(text: Any) -> datetime:
    """Return the time of ``2019-03-02`` or ``2019-03-02T20:15:00+01:00``.

    A date alone means its evening, when cards are played.
    """
    found: datetime | None = None
    if isinstance(text, str) and len(text) <= 40:
        try:
            found = parse_datetime(text) if len(text) > 10 else None
            if found is None and (day := parse_date(text)) is not None:
                found = evening_of(day)
        except ValueError:
            found = None
    if found is None:
        raise DecodeError("", say(_("A day such as 2019-03-02 is needed here")))
    if found.tzinfo is None:
        found = timezone.make_aware(found)
    try:
        found = found.astimezone(UTC)
    except OverflowError:
        found = EARLIEST.replace(year=1)  # refused below
    if not EARLIEST < found < LATEST:
        raise DecodeError("", say(_("This date is not between 1800 and 2200")))
    return found


def date_time_in(data: Mapping[str, Any], name: str) -> datetime:
    return within(name, read_date_time, data.get(name))


def optional_date_time(data: Mapping[str, Any], name: str) -> datetime | None:
    return None if data.get(name) is None else date_time_in(data, name)


def _seats(data: Mapping[str, Any], record: Record) -> tuple[SeatRecord, ...]:
    # ``seats`` is a list beside a ``record``; in a bare record it is the number of seats.
    seats = read_each(data, "seats", 500, partial(_read_seat, record=record)) if "record" in data else ()
    if not seats:
        names = enumerate(record.names)
        return tuple(SeatRecord(n, 0, within(f"names.{n}", read_name, name)) for n, name in names if name)
    if len({(seat.position, seat.since) for seat in seats}) < len(seats):
        raise DecodeError("seats", say(_("This occurs twice here")))
    return tuple(sorted(seats, key=lambda seat: (seat.position, seat.since)))


def _read_seat(data: Any, record: Record) -> SeatRecord:
    read_object(data, "position since name player")
    position = read_whole_number(data, "position") or 0
    if position >= record.heading.seating.seats:
        raise DecodeError("position", say(_("Nobody sits there")))
    return SeatRecord(
        position,
        read_whole_number(data, "since") or 0,
        name_in(data, "name"),
        read_whole_number(data, "player") if "player" in data else BY_NAME,
    )


def _read_writer(data: Any) -> tuple[str, datetime]:
    read_object(data, "by at")
    return name_in(data, "by"), date_time_in(data, "at")


def _read_note(data: Any) -> NoteRecord:
    read_object(data, "text by at")
    text = data.get("text")
    if type(text) is not str or not 0 < len(text) <= LONGEST_NOTE:
        raise DecodeError("text", say(_("A text of at most {n} characters is needed here"), n=LONGEST_NOTE))
    if not is_storable(text):
        raise DecodeError("text", say(_("It contains a character that cannot be saved")))
    return NoteRecord(text, name_in(data, "by"), date_time_in(data, "at"))


def _frozen(data: Any, sides: int) -> dict[str, Any] | None:
    """Return the sheet as scored when the match ended, which pages show beside today's scoring."""
    if data is None:
        return None
    try:
        # Check only the values that pages read.
        assert set(data) == {"rows", "totals", "outcome"}
        assert len(data["totals"]) == sides
        assert all(type(row["number"]) is int and type(row["lines"]) is list for row in data["rows"])
        because = data["outcome"] and data["outcome"]["because"]
        assert because is None or (type(because["rule"]) is str and len(because["rule"]) <= 20)
        assert all(type(total) in (int, str) and len(str(total)) < 30 for total in data["totals"])
    except (AssertionError, KeyError, TypeError):
        raise DecodeError("", say(_("This is not a finished match"))) from None
    return dict(data)
