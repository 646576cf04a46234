"""The list of games on a page: some shown large, the others by family."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from games import every_game
from games.engine import Family, Game
from scorekeeper.matches import models

LARGE = 3


def featured_games(matches: Sequence[models.Match]) -> list[Game[Any]]:
    """Return the games to show large: those of these matches, in order, then those that new phones see."""
    every = every_game()
    played = (every[match.game_slug] for match in matches if match.game_slug in every)
    first = sorted(
        (game for game in every.values() if game.offered_first), key=lambda game: game.offered_first
    )
    found = {game.slug: game for game in (*played, *first)}
    return list(found.values())[:LARGE]


def game_choice(large: Sequence[Game[Any]]) -> dict[str, Any]:
    """Return the template context for a list of games: the large ones with their signs, others by family."""
    others = [game for game in every_game().values() if game not in large]
    families = [(family, [game for game in others if game.family is family]) for family in Family]
    return {
        "large": [(game, _sign(game.slug)) for game in large],
        "families": [(family, games) for family, games in families if games],
    }


@cache
def _sign(slug: str) -> str:
    """Return the template of a game's sign; "" if it has none."""
    name = f"{slug}/_sign.html"
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return ""
    return name
