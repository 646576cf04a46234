"""Card games: one package each. Adding a game is adding a package here."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from .engine import Game


class Registry(Mapping[str, Game[Any]]):
    """Every game there is, by slug, in the order of the alphabet; a game is imported when it is asked for.

    Games are found, never listed: a slug is the name of a package here. To know the slugs imports nothing,
    for a command about one game, and the page of a table in a browser, need the rules of no other.
    """

    def __init__(self) -> None:
        packages = sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg and m.name != "engine")
        self._games: dict[str, Game[Any] | None] = dict.fromkeys(packages)

    def __getitem__(self, slug: str) -> Game[Any]:
        game = self._games[slug]
        if game is None:
            # The only import that waits until something is asked: which game it is, is known no earlier.
            game = self._games[slug] = import_module(f"{__name__}.{slug}").GAME
        return game

    def __contains__(self, slug: object) -> bool:
        return slug in self._games

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


@cache
def every_game() -> Registry:
    """Every game there is, by slug."""
    return Registry()
