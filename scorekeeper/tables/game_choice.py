"""The list of games on a page: the featured games first, the others grouped by family."""

from collections.abc import Sequence
from typing import Any

from games import every_game
from games.engine import Family, Game
from scorekeeper.matches import models

FEATURED = 4


def featured_games(matches: Sequence[models.Match]) -> list[Game[Any]]:
    """Return the games to show first: the games of these matches, then those with a featured position."""
    games = every_game()
    played = (games[match.game_slug] for match in matches if match.game_slug in games)
    featured = sorted(
        (game for game in games.values() if game.featured_position), key=lambda game: game.featured_position
    )
    by_slug = {game.slug: game for game in (*played, *featured)}
    return list(by_slug.values())[:FEATURED]


def game_choice(featured: Sequence[Game[Any]]) -> dict[str, Any]:
    """Return the template context for a list of games: the featured ones, and the others by family."""
    others = [game for game in every_game().values() if game not in featured]
    families = [(family, [game for game in others if game.family is family]) for family in Family]
    return {"featured": featured, "families": [(family, games) for family, games in families if games]}
