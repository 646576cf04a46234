"""Parsing spreadsheets of results: rows of cells, dates and points."""

import csv
import io
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from games.engine import DecodeError, Message, _, say
from scorekeeper.clubs.spreadsheets import workbook

LONGEST_CELL = 1_000
MOST_COLUMNS = 60
DELIMITERS = ";\t,|"
# No NUL, no lone surrogates; line breaks are allowed in quoted cells.
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
# Characters that start a formula in a spreadsheet, with their full-width forms.
FORMULA = "=+-@\t\r\n|%＝＋－＠｜％"
# Places where a formula may start: at the start of a cell, and where a program that expects another
# delimiter would start a cell.
_FORMULA_START = re.compile(rf"(^|[;\t|][ ]*)(?=[{re.escape(FORMULA)}'])")
_ESCAPED_START = re.compile(rf"(^|[;\t|][ ]*)'(?=[{re.escape(FORMULA)}'])")


@dataclass(frozen=True)
class Spreadsheet:
    """The rows of a file; ``headings`` is empty if the first row is a match."""

    headings: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]  # each with its line number
    delimiter: str

    @property
    def width(self) -> int:
        return max([len(self.headings), *(len(cells) for _line, cells in self.rows)], default=0)

    def heading(self, column: int) -> str:
        return self.headings[column] if column < len(self.headings) else ""

    def cells(self, column: int) -> list[str]:
        return [cells[column] for _line, cells in self.rows if column < len(cells)]


def texts_of_lines(text: str, lines: Collection[int]) -> dict[int, str]:
    """Return the raw text of the rows starting at these lines; a quoted cell may span lines."""
    return {line: "".join(text_lines).strip() for line, text_lines in _rows_as_text(text) if line in lines}


def replace_lines(text: str, replacements: Mapping[int, str]) -> str:
    """Return the text with these rows replaced ("" removes a row), keeping all line numbers."""
    out: list[str] = []
    for line, text_lines in _rows_as_text(text):
        new = [" ".join(replacements[line].splitlines()) + "\n"] if line in replacements else text_lines
        out += [*new, *["\n"] * (len(text_lines) - len(new))]
    return "".join(out)


def _rows_as_text(text: str) -> Iterator[tuple[int, list[str]]]:
    lines = list(io.StringIO(text, newline=""))
    reader = csv.reader(lines, delimiter=find_delimiter(text))
    last = 0
    for _cells in reader:
        yield last + 1, lines[last : reader.line_num]
        last = reader.line_num


def too_many(most: int) -> Message:
    return say(_("There are more than {n} matches in it: import them in parts"), n=most)


def read_text(content: bytes) -> str:
    """Return the text of a file; a workbook's cells are separated by tabs. Raise ``DecodeError``."""
    if not workbook.is_workbook(content):
        return decode(content)
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    for row in workbook.read_rows(content):
        writer.writerow([escape_formula(cell) for cell in row])
    return out.getvalue()


def read_spreadsheet(content: bytes | str, most: int | None = None) -> Spreadsheet:
    """Parse the bytes or text of a file. Raise ``DecodeError``, also for more than ``most`` matches."""
    text = content if isinstance(content, str) else read_text(content)
    text = text.removeprefix("\ufeff")
    if found := _FORBIDDEN.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise DecodeError(f"line {line}", say(_("It contains a character that cannot be saved")))
    delimiter = find_delimiter(text)
    rows: list[tuple[int, tuple[str, ...]]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    last = 0
    try:
        for cells in reader:
            line, last = last + 1, reader.line_num
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) > MOST_COLUMNS:
                raise DecodeError(f"line {line}", say(_("There are more than {n} columns"), n=MOST_COLUMNS))
            if any(len(cell) > LONGEST_CELL for cell in cells):
                raise DecodeError(
                    f"line {line}", say(_("A cell has more than {n} characters"), n=LONGEST_CELL)
                )
            rows.append((line, tuple(unescape_formula(cell) for cell in cells)))
            if most is not None and len(rows) > most + 1:  # the first row may be the headings
                raise DecodeError("", too_many(most))
    except csv.Error:
        raise DecodeError(f"line {reader.line_num}", say(_("A quotation mark is missing"))) from None
    if not rows:
        raise DecodeError("", say(_("It is empty")))
    has_headings = not any(_looks_like_points(cell) for cell in rows[0][1])
    headings = tuple(cell.strip() for cell in rows[0][1]) if has_headings else ()
    matches = rows[1:] if has_headings else rows
    if most is not None and len(matches) > most:
        raise DecodeError("", too_many(most))
    return Spreadsheet(headings, tuple(matches), delimiter)


def _looks_like_points(cell: str) -> bool:
    return bool(re.fullmatch(r"\s*[-−+]?\d+([.,]\d+)*\s*", cell))


def decode(content: bytes) -> str:
    encodings = ["utf-16"] if content.startswith((b"\xff\xfe", b"\xfe\xff")) else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise DecodeError("", say(_("This is not text that can be read: save it as CSV in UTF-8")))


def find_delimiter(text: str) -> str:
    """Return the delimiter that occurs the same number of times in most of the first lines."""
    lines = [re.sub(r'"[^"]*"', "", line) for line in text.splitlines()[:20] if line.strip()]

    def regularity(delimiter: str) -> tuple[int, int]:
        counts = Counter(line.count(delimiter) for line in lines)
        counts.pop(0, None)
        if not counts:
            return 0, 0
        n, times = counts.most_common(1)[0]
        return times, n

    best = max(DELIMITERS, key=regularity)
    return best if regularity(best)[0] else ","


def escape_formula(text: str) -> str:
    """Return a text that no spreadsheet reads as a formula; ``unescape_formula`` reverts it."""
    return _FORMULA_START.sub(r"\1'", text)


def unescape_formula(cell: str) -> str:
    """Revert ``escape_formula``; return any other text unchanged."""
    return _ESCAPED_START.sub(r"\1", cell)


def write_csv(rows: Sequence[Sequence[Any]], delimiter: str = ",") -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    for row in rows:
        writer.writerow([escape_formula(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()


ORDERS = ("dmy", "mdy")  # order of a numeric date that does not start with the year
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


def day_order(cells: Iterable[str]) -> tuple[str, bool]:
    """Return the order of day and month in these cells, and whether it is certain."""
    first = second = 0  # the highest number in each place: above 12 it is a day
    for cell in cells:
        if (numbers := _NUMBERS.match(cell.strip())) and len(numbers[1]) < 3:
            first, second = max(first, int(numbers[1])), max(second, int(numbers[2]))
    if second > 12 >= first:
        return "mdy", True
    return "dmy", first > 12


def parse_day(cell: str, order: str) -> datetime:
    """Return the date and time of a cell; without a time, 8 p.m. of the date. Raise ``DecodeError``."""
    text = " ".join(cell.split())
    found = _iso(text)
    if found is None:
        time_match = _TIME.search(text)
        day = _day(_WEEKDAY.sub("", text[: time_match.start()] if time_match else text), order)
        if day is None or not 1800 < day.year < 2200:
            raise DecodeError("", say(_("“{cell}” is not a day such as 2019-03-02"), cell=text[:30]))
        clock = _clock(time_match) if time_match else None
        found = evening_of(day) if clock is None else timezone.make_aware(datetime.combine(day, clock))
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
    hour, am_pm = int(found[1]), (found[3] or "").lower()
    if am_pm and hour <= 12:
        hour = hour % 12 + (12 if am_pm == "pm" else 0)
    try:
        return time(hour, int(found[2]))
    except ValueError:
        return None


def _day(text: str, order: str) -> date | None:
    text = text.strip()
    if found := _NUMBERS.fullmatch(text):
        first, second, third = int(found[1]), int(found[2]), int(found[3])
        if len(found[1]) > 2:
            year, month, day = first, second, third
        elif order == "mdy":
            month, day, year = first, second, _year(third)
        else:
            day, month, year = first, second, _year(third)
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
    """Return the full year of a two-digit year: the latest that is not after next year."""
    if n >= 100:
        return n
    latest = timezone.localdate().year + 1
    return next(year for year in range(latest, latest - 100, -1) if year % 100 == n)


def _month(word: str) -> int:
    word = word.casefold()
    return next((n for n, prefixes in enumerate(_MONTHS, start=1) if word.startswith(prefixes)), 0)


def parse_points(cell: str, comma: bool = False) -> int:
    """Return a whole number of points.

    ``comma``: the comma may be the decimal separator, because another character separates the cells.
    """
    text = re.sub(r"[\s\u00a0\u202f'’]", "", cell).replace("−", "-").replace("–", "-")
    if re.fullmatch(r"\(\d.*\)", text):
        text = f"-{text[1:-1]}"  # accountants' notation
    error = DecodeError("", say(_("“{cell}” is not a number of points"), cell=cell.strip()[:20]))
    found = re.fullmatch(r"([-+]?)(\d[\d.,]*)", text)
    if found is None or len(text) > 16:
        raise error
    whole, decimals = _split_decimals(found[2], comma)
    if not whole.isascii() or not whole.isdecimal() or decimals.strip("0"):
        if whole.isdecimal() and decimals.isdecimal():
            raise DecodeError("", say(_("“{cell}” is not a whole number of points"), cell=cell.strip()[:20]))
        raise error
    return int(f"{found[1]}{whole}")


def _split_decimals(digits: str, comma: bool) -> tuple[str, str]:
    """Return the whole part without thousands separators, and the decimals."""
    # A point or comma before three digits may separate thousands or decimals; ``comma`` decides which.
    if "." in digits and "," in digits:
        decimal_separator = max(".,", key=digits.rindex)
    elif re.fullmatch(r"\d{1,3}(\.\d{3}){2,}|\d{1,3}(,\d{3}){2,}", digits):
        decimal_separator = ""
    elif "," in digits:
        decimal_separator = "," if comma or not re.fullmatch(r"\d{1,3},\d{3}", digits) else ""
    elif "." in digits:
        decimal_separator = "" if comma and re.fullmatch(r"\d{1,3}\.\d{3}", digits) else "."
    else:
        return digits, ""
    whole, _separator, decimals = (
        digits.rpartition(decimal_separator) if decimal_separator else (digits, "", "")
    )
    whole = whole.replace(".", "").replace(",", "")
    return whole, decimals


def evening_of(day: date) -> datetime:
    """Return the time assumed for a date without a time: 8 p.m."""
    return timezone.make_aware(datetime.combine(day, time(20)))
