"""A club's nights as a calendar file (iCalendar, RFC 5545): whole days, or from the hour they begin."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

LONGEST_LINE = 75  # bytes, without the line's end


@dataclass(frozen=True)
class Event:
    """A day in a calendar, or a moment. ``uid`` never changes, so that asking again does not double it."""

    uid: str
    at: date | datetime
    title: str
    place: str
    address: str
    made: datetime


def calendar(name: str, events: Iterable[Event]) -> str:
    """The file: lines that end with CRLF, none longer than 75 bytes."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Scorekeeper//Nights//EN", "METHOD:PUBLISH"]
    lines += [f"X-WR-CALNAME:{escaped(name)}", *(line for one in events for line in _lines(one))]
    return "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _lines(event: Event) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{escaped(event.uid)}"
    yield f"DTSTAMP:{event.made.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    if isinstance(event.at, datetime):
        yield f"DTSTART:{event.at.astimezone(UTC):%Y%m%dT%H%M%SZ}"  # until when, nobody has said
    else:
        yield f"DTSTART;VALUE=DATE:{event.at:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{event.at + timedelta(days=1):%Y%m%d}"  # the first day after
    yield f"SUMMARY:{escaped(event.title)}"
    if event.place:
        yield f"LOCATION:{escaped(event.place)}"
    yield f"URL:{event.address}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def escaped(text: str) -> str:
    """A text as a value: what parts values, and the ends of lines, are told otherwise."""
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return "".join(c for c in "\\n".join(text.splitlines()) if c.isprintable())


def folded(line: str) -> str:
    """A line in pieces of 75 bytes at most, each further one behind a blank; no character is cut."""
    pieces, room = [""], LONGEST_LINE
    for c in line:
        room -= len(c.encode())
        if room < 0:
            pieces.append("")
            room = LONGEST_LINE - 1 - len(c.encode())
        pieces[-1] += c
    return "\r\n ".join(pieces)
