"""Hands that give a sheet the totals copied from paper, because totals are computed only from hands."""

from collections.abc import Sequence
from typing import Any

from games.engine import (
    Adjustment,
    DecodeError,
    Game,
    Heading,
    PerSide,
    Problem,
    Sheet,
    Stopped,
    _,
    append_hand,
    say,
)
from games.engine.game import empty_sheet


def hands_for(
    game: Game[Any], heading: Heading, totals: Sequence[int], why: str, started: Sheet[Any] | None = None
) -> tuple[tuple[Any, ...], Sheet[Any]]:
    """Return the hands that give a sheet these totals, and the sheet.

    The hands are an adjustment and, unless the adjustment ends the game, ``Stopped``. ``started`` is a sheet
    with some hands already. Raise ``DecodeError`` if the game does not end with these totals.
    """
    before = started or empty_sheet(game, heading.seating, heading.house)
    wanted = PerSide(totals)
    points = _difference(wanted, before.totals)
    for _attempt in range(2):
        sheet = _append(game, before, Adjustment(points, why))
        new = sheet.rows[len(before.rows) :]
        for row in new:
            if row.problems:
                raise DecodeError(_path(row.problems[0]), row.problems[0].words)
        if sheet.outcome is not None and tuple(sheet.final) == tuple(wanted):
            return tuple(row.hand for row in new), sheet
        # The game adds points at its end: make the adjustment smaller by as many.
        points = PerSide(n + more for n, more in zip(points, _difference(wanted, sheet.final), strict=True))
    raise DecodeError("totals", say(_("These totals do not end the game. Enter it hand by hand.")))


def _append(game: Game[Any], before: Sheet[Any], adjustment: Adjustment) -> Sheet[Any]:
    sheet = append_hand(game, before, adjustment)
    if sheet.outcome is not None or sheet.rows[-1].problems:
        return sheet
    return append_hand(game, sheet, Stopped())


def _difference(wanted: Sequence[Any], present: Sequence[Any]) -> PerSide[int]:
    return PerSide(int(n) - int(m) for n, m in zip(wanted, present, strict=True))


def _path(problem: Problem) -> str:
    return problem.field.replace("points", "totals") or "totals"
