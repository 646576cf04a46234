"""Rows of the authorization matrix (club_rows.py): a club's figures."""

from .cast import NAMES, longest_example
from .club_rows import Row


def with_match(cast):
    """Play a match of the club, and return its game as a URL parameter."""
    game = longest_example()[0]
    seats, sides = game.shapes(game.presets[0])[0]
    cast.play_match(game, NAMES[:seats], [50, *(0,) * (sides - 1)], sides=sides)
    return {"game": game.slug}


ROWS = {
    "figures": Row(),
    "figures_game": Row(values=with_match),
    "figures_ratings": Row(values=with_match),
    "figures_player": Row(values=lambda cast: {"player": cast.player("Ann").pk}),
    "figures_two": Row(values=lambda cast: {"player": cast.player("Ann").pk, "other": cast.player("Bo").pk}),
}
