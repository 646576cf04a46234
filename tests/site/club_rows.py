"""The row type of the clubs' authorization matrix; each part of a club has its own rows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .club_cast import EVERYBODY, MEMBERS, ClubCast

ALL_MEMBERS = tuple(MEMBERS)
KEEPERS = ("Olga", "Sven")  # those who may keep the club's score
OWNER = ("Olga",)
NOBODY: tuple[str, ...] = ()
OPEN = EVERYBODY  # also accounts without a role in the club


@dataclass(frozen=True)
class Row:
    """The people who may GET and POST a URL, the data of the POST, and the status of its response.

    Where a POST lets a phone score at a table, ``scoring_role`` is the club role that this right depends on.
    ``values`` returns the URL parameters besides the club's code; it may create the objects that they name.
    """

    get: tuple[str, ...] = ALL_MEMBERS
    post: tuple[str, ...] = NOBODY
    sent: Callable[[ClubCast], dict[str, Any]] = lambda cast: {}
    status: int = 303
    scoring_role: str = ""
    values: Callable[[ClubCast], dict[str, Any]] = lambda cast: {}


def form(people: tuple[str, ...], **more) -> Row:
    """Return the row of a form, which these people may open and send."""
    return Row(get=people, post=people, **more)


def action(people: tuple[str, ...], **more) -> Row:
    """Return the row of a URL that these people may POST to, and nobody may GET."""
    return Row(get=NOBODY, post=people, **more)


def sends(**fields: str) -> Callable[[ClubCast], dict[str, Any]]:
    """Return a function for ``Row.sent`` that always returns these fields."""
    return lambda cast: dict(fields)
