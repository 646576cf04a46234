"""The reader of a page: language, time zone, and formats of times and amounts."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from games.engine import ENGLISH, Words


def _date_time(at: datetime) -> str:
    return f"{at.day} {at:%b, %H:%M}"


def _day(at: datetime) -> str:
    return f"{at:%B} {at.day}, {at.year}"


def _time(at: datetime) -> str:
    return f"{at:%H:%M}"


def _iso(at: datetime) -> str:
    return at.isoformat()


@dataclass(frozen=True)
class Reader:
    """A language and a time zone. The defaults are English and UTC."""

    words: Words = ENGLISH  # without player names
    language: str = "en"
    zone: str = "UTC"
    date_time: Callable[[datetime], str] = _date_time  # "3 Mar, 20:15"
    day: Callable[[datetime], str] = _day  # "March 3, 2026"
    time: Callable[[datetime], str] = _time  # "20:15"
    iso: Callable[[datetime], str] = _iso  # for scripts, with the zone
    decimal_sign: str = "."


ENGLISH_READER = Reader()
