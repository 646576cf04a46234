"""How a match ended for each side: totals, places, who won; and the ``Result`` rows that say so."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from games.engine import Game, Sheet

from . import models


def set_results(match: models.Match, game: Game[Any], sheet: Sheet[Any]) -> None:
    """The ``Result`` rows of a match as its sheet says; none while it goes on."""
    models.Result.objects.filter(match=match).delete()
    models.Result.objects.bulk_create(results_of(match, game, sheet))


def results_of(match: models.Match, game: Game[Any], sheet: Sheet[Any]) -> list[models.Result]:
    """How each side ended, in order, not yet stored; nothing while the match goes on."""
    return [
        models.Result(match=match, side=side, **ending._asdict())
        for side, ending in enumerate(endings(game, sheet))
    ]


class Ending(NamedTuple):
    """How a side ended; what is ``listed`` is its score in a list of the game's own, where it has one."""

    total: Decimal
    place: int
    won: bool
    listed: Decimal | None
    listed_won: int | None
    listed_lost: int | None


def endings(game: Game[Any], sheet: Sheet[Any]) -> list[Ending]:
    """How each side ended, in order; nothing while the match goes on."""
    if sheet.outcome is None:
        return []
    totals, won = sheet.final, set(sheet.outcome.winners)
    places = placing(totals, game.lowest_first(sheet.house), won)
    listed = game.league_scoring.points(sheet) if game.league_scoring else None
    return [
        Ending(
            _decimal(totals[side]),
            places[side],
            side in won,
            _decimal(listed[side].points) if listed else None,
            listed[side].won if listed else None,
            listed[side].lost if listed else None,
        )
        for side in sheet.seating.every_side
    ]


def placing(totals: Sequence[int | Fraction], lowest_first: bool, won: set[Any]) -> tuple[int, ...]:
    """Everyone's place, 1 for the winners; equal totals share the better place.

    Where a game ends and nobody has won it, all are level.
    """
    if not won:
        return (1,) * len(totals)

    def rank(side: int) -> tuple[bool, int | Fraction]:
        if side in won:
            return False, 0  # who has won has won, whatever the totals
        return True, totals[side] if lowest_first else -totals[side]

    ranks = [rank(side) for side in range(len(totals))]
    return tuple(1 + sum(other < mine for other in ranks) for mine in ranks)


def _decimal(points: int | Fraction) -> Decimal:
    exact = Fraction(points)
    return (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(Decimal("0.0001"))
