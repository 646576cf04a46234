"""A club's nights as an iCalendar file (RFC 5545), as whole days or with a starting time."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

LONGEST_LINE = 75  # bytes, without the line end


@dataclass(frozen=True)
class Event:
    """A calendar event; ``uid`` never changes, so that a refresh does not duplicate it."""

    uid: str
    at: date | datetime
    title: str
    place: str
    url: str
    created: datetime


def calendar(name: str, events: Iterable[Event]) -> str:
    """Return the calendar as text, with CRLF and lines of at most 75 bytes."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Scorekeeper//Nights//EN", "METHOD:PUBLISH"]
    lines += [f"X-WR-CALNAME:{escape(name)}", *(line for event in events for line in _lines(event))]
    return "".join(f"{fold(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _lines(event: Event) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{escape(event.uid)}"
    yield f"DTSTAMP:{event.created.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    if isinstance(event.at, datetime):
        yield f"DTSTART:{event.at.astimezone(UTC):%Y%m%dT%H%M%SZ}"  # no DTEND, because the end is unknown
    else:
        yield f"DTSTART;VALUE=DATE:{event.at:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{event.at + timedelta(days=1):%Y%m%d}"  # DTEND is exclusive
    yield f"SUMMARY:{escape(event.title)}"
    if event.place:
        yield f"LOCATION:{escape(event.place)}"
    yield f"URL:{event.url}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def escape(text: str) -> str:
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return "".join(character for character in "\\n".join(text.splitlines()) if character.isprintable())


def fold(line: str) -> str:
    """Return a line folded into pieces of at most 75 bytes, without splitting a character."""
    pieces, bytes_left = [""], LONGEST_LINE
    for character in line:
        bytes_left -= len(character.encode())
        if bytes_left < 0:
            pieces.append("")
            bytes_left = LONGEST_LINE - 1 - len(character.encode())
        pieces[-1] += character
    return "\r\n ".join(pieces)
