"""Card games: one package each. Adding a game is adding a package here."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from .engine import Game


class Registry(Mapping[str, Game[Any]]):
    """A read-only mapping of every game by slug, in alphabetical order; games are imported on demand.

    A slug is the name of a package in this directory, so games are discovered, never listed. Reading the
    slugs imports nothing: commands about one game, and the page of one table in a browser, need the rules of
    no other game.
    """

    def __init__(self) -> None:
        modules = pkgutil.iter_modules(__path__)
        packages = sorted(module.name for module in modules if module.ispkg and module.name != "engine")
        self._games: dict[str, Game[Any] | None] = dict.fromkeys(packages)

    def __getitem__(self, slug: str) -> Game[Any]:
        game = self._games[slug]
        if game is None:
            # A lazy import, because the slug is only known at run time.
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
    """Return every game by slug."""
    return Registry()
