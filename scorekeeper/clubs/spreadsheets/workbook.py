"""Office workbooks: .xlsx, .xls and .ods are read (by ``spreadsheet_reader``), .xlsx is written."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from games.engine import DecodeError, _, say

LIMITS = {
    "unpacked": 30_000_000,  # bytes, as the archive states them
    "sheets": 20,
    "rows": 10_000,
    "cells": 200_000,
    "letters": 4_000_000,  # characters of all cells
    "seconds": 10,  # of processor time
    "megabytes": 512,  # of address space
}
TIMEOUT = 20  # seconds of waiting; the machine may be busy
READER = Path(__file__).with_name("spreadsheet_reader.py")
_PREFIXES = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")  # a zip; an old Office file


def is_workbook(content: bytes) -> bool:
    return content.startswith(_PREFIXES)


def read_rows(content: bytes) -> list[list[str]]:
    """Return the cells of the first sheet that holds anything, as text. Raise ``DecodeError``."""
    command = [sys.executable, "-I", str(READER), json.dumps(LIMITS)]
    try:
        process = subprocess.run(
            command,
            input=content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise _refused("time", TIMEOUT) from None
    if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        raise _refused("time", LIMITS["seconds"])
    if process.returncode:  # the parser aborted: the file is damaged, or asks for too much memory
        raise _refused("unreadable")
    result = json.loads(process.stdout)
    if "refused" in result:
        raise _refused(result["refused"], result["n"])
    rows: list[list[str]] = result["rows"]
    return rows


# Why a spreadsheet was refused; ``n`` is the limit.
REFUSALS = {
    "unpacked": _("This spreadsheet is too large: at most {n} MB when unpacked"),
    "sheets": _("This spreadsheet has too many sheets: at most {n}"),
    "rows": _("This spreadsheet has too many rows: at most {n}"),
    "cells": _("This spreadsheet has too many cells: at most {n}"),
    "letters": _("This spreadsheet has too much text: at most {n} characters"),
    "time": _("Reading this spreadsheet takes longer than {n} seconds: save it as CSV"),
    "memory": _("Reading this spreadsheet takes more than {n} MB of memory: save it as CSV"),
    "password": _("This spreadsheet needs a password: save it without one"),
    "empty": _("It is empty"),
    "unreadable": _("This spreadsheet cannot be read: save it as .xlsx or CSV"),
}


def _refused(reason: str, n: int = 0) -> DecodeError:
    return DecodeError("", say(REFUSALS[reason], n=n))


def write_workbook(file: Any, title: str, rows: Iterable[Sequence[Any]]) -> None:
    """Write a workbook of one sheet: dates and numbers typed, texts never formulas."""
    # Imported here, because it is slow and most processes never need it.
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    book = Workbook(write_only=True)
    sheet = book.create_sheet(ILLEGAL_CHARACTERS_RE.sub("", title)[:31] or "1")
    sheet.freeze_panes = "A2"
    for row in rows:
        cells = []
        for value in row:
            if isinstance(value, str):
                cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", value))
                cell.data_type = "s"
            else:
                cell = WriteOnlyCell(sheet, value)
            cells.append(cell)
        sheet.append(cells)
    book.save(file)
