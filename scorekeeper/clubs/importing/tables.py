"""A table of results as a file has it: rows of cells, whatever parts them and however it was saved."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass

from games.engine import Message, Unfit, _, say

LONGEST_CELL = 1_000
MOST_COLUMNS = 60
DELIMITERS = ";\t,|"
# No NUL, no halves of pairs; what begins or ends a line may stand in a quoted cell.
_UNKEPT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
# What a spreadsheet takes for the beginning of a formula, and its full-width forms.
FORMULA = "=+-@\t\r\n|%＝＋－＠｜％"
# Where one would begin: at the start of a cell, and, where lists are separated by other signs, behind those.
_BEGINS = re.compile(rf"(^|[;\t|][ ]*)(?=[{re.escape(FORMULA)}'])")
_BEGUN = re.compile(rf"(^|[;\t|][ ]*)'(?=[{re.escape(FORMULA)}'])")


@dataclass(frozen=True)
class Table:
    """The rows of a file: ``headings`` is empty where the first row holds a match already."""

    headings: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]  # each with the number of its line
    delimiter: str

    @property
    def width(self) -> int:
        return max([len(self.headings), *(len(cells) for _line, cells in self.rows)], default=0)

    def heading(self, column: int) -> str:
        """What stands over a column; "" where nothing does."""
        return self.headings[column] if column < len(self.headings) else ""

    def cells(self, column: int) -> list[str]:
        """What stands in a column."""
        return [cells[column] for _line, cells in self.rows if column < len(cells)]


def too_many(most: int) -> Message:
    """That a file holds more matches than may be."""
    return say(_("There are more than {n} matches in it: that is the most at once"), n=most)


def read_table(content: bytes | str, most: int | None = None) -> Table:
    """The table that a file holds. Raises ``Unfit``, and of too many rows as soon as it has read so many."""
    text = content if isinstance(content, str) else decoded(content)
    text = text.removeprefix("\ufeff")
    if found := _UNKEPT.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise Unfit(f"line {line}", say(_("There is a character in it that cannot be kept")))
    delimiter = parted_by(text)
    rows: list[tuple[int, tuple[str, ...]]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    last = 0
    try:
        for cells in reader:
            line, last = last + 1, reader.line_num
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) > MOST_COLUMNS:
                raise Unfit(f"line {line}", say(_("There are more than {n} columns"), n=MOST_COLUMNS))
            if any(len(cell) > LONGEST_CELL for cell in cells):
                raise Unfit(f"line {line}", say(_("A cell has more than {n} letters"), n=LONGEST_CELL))
            rows.append((line, tuple(undefused(cell) for cell in cells)))
            if most is not None and len(rows) > most + 1:  # the first may be the headings
                raise Unfit("", too_many(most))
    except csv.Error:
        raise Unfit(f"line {reader.line_num}", say(_("A quotation mark is missing"))) from None
    if not rows:
        raise Unfit("", say(_("There is nothing in it")))
    has_headings = not any(_looks_like_points(cell) for cell in rows[0][1])
    headings = tuple(cell.strip() for cell in rows[0][1]) if has_headings else ()
    matches = rows[1:] if has_headings else rows
    if most is not None and len(matches) > most:
        raise Unfit("", too_many(most))
    return Table(headings, tuple(matches), delimiter)


def _looks_like_points(cell: str) -> bool:
    return bool(re.fullmatch(r"\s*[-−+]?\d+([.,]\d+)*\s*", cell))


def decoded(content: bytes) -> str:
    """The text of a file as a spreadsheet saves it. Raises ``Unfit``."""
    encodings = ["utf-16"] if content.startswith((b"\xff\xfe", b"\xfe\xff")) else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Unfit("", say(_("This is not text that can be read: save it as CSV in UTF-8")))


def parted_by(text: str) -> str:
    """What parts the cells: the sign that is most often, and equally often, in the first lines."""
    lines = [re.sub(r'"[^"]*"', "", line) for line in text.splitlines()[:20] if line.strip()]

    def steady(sign: str) -> tuple[int, int]:
        counts = Counter(line.count(sign) for line in lines)
        counts.pop(0, None)
        if not counts:
            return 0, 0
        n, times = counts.most_common(1)[0]
        return times, n

    best = max(DELIMITERS, key=steady)
    return best if steady(best)[0] else ","


# Safe in a spreadsheet ---------------------------------------------------------


def defused(text: str) -> str:
    """A text that no spreadsheet takes for a formula; ``undefused`` gives it back."""
    return _BEGINS.sub(r"\1'", text)


def undefused(cell: str) -> str:
    """The text that was defused; any other as it is."""
    return _BEGUN.sub(r"\1", cell)


def written(rows: list[list[str | int]]) -> str:
    """Rows as CSV: texts defused, numbers left numbers."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for row in rows:
        writer.writerow([defused(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()
