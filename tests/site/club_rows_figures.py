"""Who may open a club's figures."""

from __future__ import annotations

from typing import Any

from .cast import longest_example
from .club_cast import ClubCast
from .club_rows import INSIDE, OPEN, Row

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay")


def played(cast: ClubCast) -> dict[str, Any]:
    """A match of the club; its game stands in the address."""
    game = longest_example()[0]
    seats, sides = game.shapes(game.presets[0])[0]
    cast.played(game, NAMES[:seats], [50, *(0,) * (sides - 1)], sides=sides)
    return {"game": game.slug}


# Strangers find nobody by name who has not said so.
ROWS = {
    "figures": Row(get=OPEN),
    "figures_game": Row(get=OPEN, values=played),
    "figures_ratings": Row(get=OPEN, values=played),
    "figures_player": Row(get=INSIDE, values=lambda cast: {"player": cast.player("Ann").pk}),
    "figures_two": Row(
        get=INSIDE, values=lambda cast: {"player": cast.player("Ann").pk, "other": cast.player("Bo").pk}
    ),
}
