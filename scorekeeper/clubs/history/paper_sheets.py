"""An old sheet of which the totals are known: rows that come to them, for the log stays the only source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine import Adjustment, Game, Heading, PerSide, Problem, Sheet, Stopped, Unfit, _, say, write
from games.engine.game import blank


def hands_for(
    game: Game[Any], heading: Heading, totals: Sequence[int], why: str
) -> tuple[tuple[Any, ...], Sheet[Any]]:
    """The rows of a sheet that ends with these totals, and the sheet: points agreed on, and an end.

    Raises ``Unfit`` where no such rows make a finished game.
    """
    empty = blank(game, heading.seating, heading.house)
    wanted = PerSide(totals)
    points = _less(wanted, empty.totals)
    for _attempt in range(2):
        sheet = _written(game, empty, Adjustment(points, why))
        for row in sheet.rows:
            if row.problems:
                raise Unfit(_path(row.problems[0]), row.problems[0].words)
        if sheet.outcome is not None and tuple(sheet.final) == tuple(wanted):
            return tuple(row.hand for row in sheet.rows), sheet
        # A game that settles something at the end: the rows must come to that much less.
        points = PerSide(n + more for n, more in zip(points, _less(wanted, sheet.final), strict=True))
    raise Unfit("totals", say(_("With these totals the game does not end: enter it hand by hand")))


def _written(game: Game[Any], empty: Sheet[Any], agreed: Adjustment) -> Sheet[Any]:
    sheet = write(game, empty, agreed)
    if sheet.outcome is not None or sheet.rows[-1].problems:
        return sheet
    return write(game, sheet, Stopped())


def _less(wanted: Sequence[Any], there: Sequence[Any]) -> PerSide[int]:
    return PerSide(int(one) - int(other) for one, other in zip(wanted, there, strict=True))


def _path(problem: Problem) -> str:
    return problem.field.replace("points", "totals") or "totals"
