"""Spreadsheets as spreadsheet programs keep them (.xlsx): read and written.

A workbook is a zip of XML: how large it is unpacked is asked before anything is read.
"""

import io
import zipfile
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from games.engine import DecodeError, _, say

MOST_UNPACKED = 30_000_000  # bytes
MOST_ROWS, MOST_COLUMNS = 10_000, 60


def is_workbook(content: bytes) -> bool:
    """Whether a file is a workbook, by how every zip begins."""
    return content.startswith(b"PK\x03\x04")


def read_rows(content: bytes) -> list[list[str]]:
    """The cells of the first sheet that holds anything, as text. Raises ``DecodeError``."""
    unread = DecodeError("", say(_("This spreadsheet cannot be read: save it as .xlsx or CSV")))
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(one.file_size for one in packed.infolist()) > MOST_UNPACKED:
                raise unread
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        for sheet in book.worksheets:
            rows = sheet.iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS, values_only=True)
            found = [[_text(cell) for cell in row] for row in rows]
            if any(any(row) for row in found):
                return found
    except DecodeError:
        raise
    except Exception:  # whatever openpyxl stumbles over in a file that is none
        raise unread from None
    raise DecodeError("", say(_("It is empty")))


def _text(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return f"{cell:%Y-%m-%d}" if cell.time() == time() else f"{cell:%Y-%m-%d %H:%M:%S}"
    if isinstance(cell, date):
        return f"{cell:%Y-%m-%d}"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def write_workbook(to: Any, title: str, rows: Iterable[Sequence[Any]]) -> None:
    """A workbook of one sheet: moments as moments, numbers as numbers, texts never formulas."""
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
    book.save(to)
