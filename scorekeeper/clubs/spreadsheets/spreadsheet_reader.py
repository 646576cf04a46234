"""Child program: read a spreadsheet from standard input, write its cells to standard output as JSON.

``workbook.read_rows`` starts it for each file. A file of a few kilobytes can make the parser abort the
process (SIGABRT), or use any amount of time and memory, so it must never run in the server or in
``manage.py work`` itself. This file imports only the standard library and python-calamine, and is run
with ``python -I``.

Output: ``{"rows": [[text, …], …]}``, or ``{"refused": REASON, "n": LIMIT}``; without a limit ``n`` is 0.
"""

import io
import json
import resource
import sys
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum

MEGABYTE = 1_000_000


def limit_resources(seconds: int, megabytes: int) -> None:
    """Limit this process: processor time, memory, no files written, no core dump."""
    for limit, value in (
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_AS, megabytes * MEGABYTE),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        _soft, hard = resource.getrlimit(limit)
        allowed = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(limit, (allowed, allowed))


class Refused(Exception):
    """A spreadsheet that exceeds a limit, or cannot be read."""

    def __init__(self, reason: str, n: int = 0) -> None:
        self.result = {"refused": reason, "n": n}


def read(content: bytes, limits: dict[str, int]) -> list[list[str]]:
    """Return the cells of the first sheet that holds anything, as text. Raise ``Refused``."""
    if content.startswith(b"PK"):
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                unpacked = sum(entry.file_size for entry in archive.infolist())
        except zipfile.BadZipFile:
            raise Refused("unreadable") from None
        if unpacked > limits["unpacked"]:
            raise Refused("unpacked", limits["unpacked"] // MEGABYTE)
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
        sheets = book.sheets_metadata
        if len(sheets) > limits["sheets"]:
            raise Refused("sheets", limits["sheets"])
        for n, metadata in enumerate(sheets):
            if metadata.typ != SheetTypeEnum.WorkSheet:
                continue
            sheet = book.get_sheet_by_index(n)
            if sheet.total_height > limits["rows"]:
                raise Refused("rows", limits["rows"])
            rows = list(_texts(sheet.iter_rows(), limits))
            if any(any(row) for row in rows):
                return rows
    except PasswordError:
        raise Refused("password") from None
    except CalamineError:
        raise Refused("unreadable") from None
    raise Refused("empty")


def _texts(rows: Iterator[list[Any]], limits: dict[str, int]) -> Iterator[list[str]]:
    cells = characters = 0
    for row in rows:
        text = [cell_text(cell) for cell in row]
        while text and not text[-1]:
            text.pop()
        cells, characters = cells + len(text), characters + sum(map(len, text))
        if cells > limits["cells"]:
            raise Refused("cells", limits["cells"])
        if characters > limits["letters"]:
            raise Refused("letters", limits["letters"])
        yield text


def cell_text(cell: Any) -> str:
    """Return the text of a cell: dates as 2019-03-02, whole numbers without decimals."""
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return f"{cell:%Y-%m-%d}" if cell.time() == time() else f"{cell:%Y-%m-%d %H:%M:%S}"
    if isinstance(cell, date):
        return f"{cell:%Y-%m-%d}"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def main() -> None:
    """Read one spreadsheet; the limits are the only argument, as JSON."""
    limits: dict[str, int] = json.loads(sys.argv[1])
    limit_resources(limits["seconds"], limits["megabytes"])
    try:
        result: dict[str, Any] = {"rows": read(sys.stdin.buffer.read(), limits)}
    except Refused as refused:
        result = refused.result
    except MemoryError:
        result = {"refused": "memory", "n": limits["megabytes"]}
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    main()
