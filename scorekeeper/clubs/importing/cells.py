"""Days and points as people write them in a table of results."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime, time

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from games.engine import Unfit, _, say

from .lines import evening

ORDERS = ("dmy", "mdy")  # of a day written in numbers, where the year does not come first
_MONTHS = (
    ("jan", "jän", "janv"),
    ("feb", "fév", "fev"),
    ("mar", "mär", "maer"),
    ("apr", "avr"),
    ("may", "mai"),
    ("jun", "juin"),
    ("jul", "juil"),
    ("aug", "aoû", "aou"),
    ("sep",),
    ("oct", "okt"),
    ("nov",),
    ("dec", "dez", "déc"),
)
_NUMBERS = re.compile(r"(\d{1,4})\s*[./\-\s]\s*(\d{1,2})\s*[./\-\s]\s*(\d{1,4})")
_DAY_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er)?[.\s\-/]*(\w{3,10})[.,\s\-/]*(\d{2,4})")
_MONTH_DAY = re.compile(r"(\w{3,10})[.\s]*(\d{1,2})(?:st|nd|rd|th)?[,.\s]+(\d{2,4})")
_TIME = re.compile(r"[,\s]+(\d{1,2})[:.h](\d{2})(?::\d{2})?\s*(am|pm)?$", re.IGNORECASE)
_WEEKDAY = re.compile(r"^[^\W\d]{2,10}[.,]\s+(?=\d|[^\W\d]{3,})")


def order_of(cells: Iterable[str]) -> tuple[str, bool]:
    """Whether the day or the month comes first in these cells, and whether they say so."""
    first = second = 0
    for cell in cells:
        if (found := _NUMBERS.match(cell.strip())) and len(found[1]) < 3:
            first, second = max(first, int(found[1])), max(second, int(found[2]))
    if second > 12 >= first:
        return "mdy", True
    return "dmy", first > 12


def when(cell: str, order: str) -> datetime:
    """The moment a cell tells; of a day alone its evening. Raises ``Unfit``."""
    text = " ".join(cell.split())
    found = _iso(text)
    if found is None:
        hour = _TIME.search(text)
        day = _day(_WEEKDAY.sub("", text[: hour.start()] if hour else text), order)
        if day is None or not 1800 < day.year < 2200:
            raise Unfit(
                "", say(_("“{cell}” is not a day that can be read, such as 2019-03-02"), cell=text[:30])
            )
        clock = _clock(hour) if hour else None
        found = evening(day) if clock is None else timezone.make_aware(datetime.combine(day, clock))
    return found


def _iso(text: str) -> datetime | None:
    try:
        found = parse_datetime(text) if len(text) > 10 else None
    except ValueError:
        return None
    if found is None or not 1800 < found.year < 2200:
        return None
    return found if found.tzinfo else timezone.make_aware(found)


def _clock(found: re.Match[str]) -> time | None:
    hour, half = int(found[1]), (found[3] or "").lower()
    if half and hour <= 12:
        hour = hour % 12 + (12 if half == "pm" else 0)
    try:
        return time(hour, int(found[2]))
    except ValueError:
        return None


def _day(text: str, order: str) -> date | None:
    text = text.strip()
    if found := _NUMBERS.fullmatch(text):
        one, two, three = int(found[1]), int(found[2]), int(found[3])
        if len(found[1]) > 2:
            year, month, day = one, two, three
        elif order == "mdy":
            month, day, year = one, two, _year(three)
        else:
            day, month, year = one, two, _year(three)
    elif found := _DAY_MONTH.fullmatch(text):
        day, month, year = int(found[1]), _month(found[2]), _year(int(found[3]))
    elif found := _MONTH_DAY.fullmatch(text):
        month, day, year = _month(found[1]), int(found[2]), _year(int(found[3]))
    else:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _year(n: int) -> int:
    """Two figures mean a year that has been, or is about to be."""
    if n >= 100:
        return n
    this = timezone.localdate().year + 1
    return next(year for year in range(this, this - 100, -1) if year % 100 == n)


def _month(word: str) -> int:
    word = word.casefold()
    return next((n for n, known in enumerate(_MONTHS, start=1) if word.startswith(known)), 0)


def points(cell: str, comma: bool = False) -> int:
    """A whole number of points, with signs and parts of thousands as people write them. Raises ``Unfit``.

    ``comma``: the file has a comma before decimals, as its cells are parted by something else.
    """
    text = re.sub(r"[\s\u00a0\u202f'’]", "", cell).replace("−", "-").replace("–", "-")
    if re.fullmatch(r"\(\d.*\)", text):
        text = f"-{text[1:-1]}"  # as bookkeepers write it
    wrong = Unfit("", say(_("“{cell}” is not a number of points"), cell=cell.strip()[:20]))
    found = re.fullmatch(r"([-+]?)(\d[\d.,]*)", text)
    if found is None or len(text) > 16:
        raise wrong
    whole, rest = _parted(found[2], comma)
    if not whole.isascii() or not whole.isdecimal() or rest.strip("0"):
        if whole.isdecimal() and rest.isdecimal():
            raise Unfit(
                "", say(_("“{cell}”: only whole points can be written on a sheet"), cell=cell.strip()[:20])
            )
        raise wrong
    return int(f"{found[1]}{whole}")


def _parted(digits: str, comma: bool) -> tuple[str, str]:
    """What stands before the decimals, without the signs of thousands, and the decimals."""
    if "." in digits and "," in digits:
        sign = max(".,", key=digits.rindex)
    elif re.fullmatch(r"\d{1,3}(\.\d{3}){2,}|\d{1,3}(,\d{3}){2,}", digits):
        sign = ""
    elif "," in digits:
        sign = "," if comma or not re.fullmatch(r"\d{1,3},\d{3}", digits) else ""
    elif "." in digits:
        sign = "" if comma and re.fullmatch(r"\d{1,3}\.\d{3}", digits) else "."
    else:
        return digits, ""
    whole, _sign, rest = digits.rpartition(sign) if sign else (digits, "", "")
    whole = whole.replace(".", "").replace(",", "")
    return whole, rest
