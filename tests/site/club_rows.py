"""The shape of a row of the clubs' authorization matrix; each part of a club keeps its own rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .club_cast import EVERYBODY, MEMBERS, ClubCast

INSIDE = tuple(MEMBERS)
KEEPERS = ("Olga", "Sven")
OWNER = ("Olga",)
NOBODY: tuple[str, ...] = ()
OPEN = EVERYBODY


@dataclass(frozen=True)
class Row:
    """Who may open an address, who may send to it, what is sent, what whoever may is answered.

    Where sending to it gives a phone the right to write at a table, ``rests_on`` is the role in the club that
    the right rests on. ``values`` gives what stands in the address besides the club's code; it may make what
    it names.
    """

    get: tuple[str, ...] = INSIDE
    post: tuple[str, ...] = NOBODY
    sent: Callable[[ClubCast], dict[str, Any]] = lambda cast: {}
    answer: int = 303
    rests_on: str = ""
    values: Callable[[ClubCast], dict[str, Any]] = lambda cast: {}
