"""Match results of each side: totals, places, winners, and their ``Result`` rows."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from games.engine import Game, Sheet

from . import models


def set_results(match: models.Match, game: Game[Any], sheet: Sheet[Any]) -> None:
    """Replace the ``Result`` rows of a match from its sheet; an unfinished match has none."""
    models.Result.objects.filter(match=match).delete()
    models.Result.objects.bulk_create(
        models.Result(match=match, side=side, **result._asdict())
        for side, result in enumerate(side_results(game, sheet))
    )


class SideResult(NamedTuple):
    """The result of a side; ``listed`` is its score in the game's own league list, if the game has one."""

    total: Decimal
    place: int
    won: bool
    listed: Decimal | None
    listed_won: int | None
    listed_lost: int | None


def side_results(game: Game[Any], sheet: Sheet[Any]) -> list[SideResult]:
    """Return the result of each side in order; none for an unfinished match."""
    if sheet.outcome is None:
        return []
    totals, won = sheet.final, set(sheet.outcome.winners)
    places = placing(totals, game.lowest_first(sheet.house), won)
    listed = game.league_scoring.points(sheet) if game.league_scoring else None
    return [
        SideResult(
            decimal(totals[side]),
            places[side],
            side in won,
            decimal(listed[side].points) if listed else None,
            listed[side].won if listed else None,
            listed[side].lost if listed else None,
        )
        for side in sheet.seating.every_side
    ]


def placing(totals: Sequence[int | Fraction], lowest_first: bool, won: set[Any]) -> tuple[int, ...]:
    """Return each side's place, 1 for the winners; equal totals share the better place.

    If nobody has won, all are first.
    """
    if not won:
        return (1,) * len(totals)

    def rank(side: int) -> tuple[bool, int | Fraction]:
        if side in won:
            return False, 0  # winners come first, whatever their totals
        return True, totals[side] if lowest_first else -totals[side]

    ranks = [rank(side) for side in range(len(totals))]
    return tuple(1 + sum(other < own for other in ranks) for own in ranks)


def decimal(points: int | Fraction) -> Decimal:
    """Return points rounded to the four decimal places that are stored."""
    exact = Fraction(points)
    return (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(Decimal("0.0001"))
