"""What an application above adds to the library's pages: clubs fill these hooks (``clubs/wiring.py``)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from .models import Ruling


def _nothing_settled(club: int, game: str) -> Iterable[Any]:
    return ()


def _no_clubs(request: HttpRequest, ruling: Ruling) -> Mapping[str, Any]:
    return {"clubs": (), "settled": ()}


@dataclass
class LibraryHooks:
    # What is settled at a club, by its key, in a game: each with ``question``, ``option`` and ``words``.
    customs: Callable[[int, str], Iterable[Any]] = _nothing_settled
    # Of a ruling: the clubs for which whoever asks may settle it (``clubs``), and what is settled by it.
    on_ruling: Callable[[HttpRequest, Ruling], Mapping[str, Any]] = _no_clubs


library_hooks = LibraryHooks()
