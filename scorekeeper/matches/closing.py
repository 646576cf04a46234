"""A sheet that is closed: what it was played in is over, so its table may not write on it any more."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext

from games.engine import Message


@dataclass(frozen=True)
class Closed:
    """Why a sheet is closed, and what it was played in: the name of a night or a season."""

    words: Message
    of: str


class ClosedNow(PermissionDenied):
    """Nothing was written: what the sheet belongs to is over, as the message says."""

    template = "tables/closed.html"

    def __init__(self, closed: Closed) -> None:
        super().__init__(gettext(closed.words.template))
