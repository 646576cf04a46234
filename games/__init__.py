"""Card games: one package each. Adding a game is adding a package here."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

from .engine import Game


@cache
def every_game() -> dict[str, Game[Any]]:
    """Every game there is, by slug, in the order of the alphabet. Games are found, never listed."""
    packages = sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg and m.name != "engine")
    games = (import_module(f"{__name__}.{name}").GAME for name in packages)
    return {game.slug: game for game in games}
