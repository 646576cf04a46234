"""Closed sheets: the night or season that the match counted for is over."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext

from games.engine import Message


@dataclass(frozen=True)
class Closed:
    """The reason why a sheet is closed: a message, and the name of its night or season.

    ``stays_ended``: a sheet with hands must keep an outcome through every correction.
    """

    words: Message
    name: str
    stays_ended: bool = True


class SheetClosed(PermissionDenied):
    """A write refused because the sheet is closed; nothing was written."""

    template = "403_closed.html"

    def __init__(self, closed: Closed) -> None:
        super().__init__(gettext(closed.words.template))


class TableFull(PermissionDenied):
    """A match refused because its table has ``limits.MOST_MATCHES`` matches already."""

    template = "403_table_full.html"
