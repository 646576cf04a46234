"""The sides that are still in, and those whose totals win or lose: rules 6.1 and 6.14."""

from __future__ import annotations

from games.engine import PerSide, Points, Row, Sheet, Side, incremental_fold

from .choices import BackDoorMulti, WinCompare
from .house import House

Sides = tuple[Side, ...]


def reaches_target(total: Points, sheet: Sheet[House]) -> bool:
    """Return whether this many points win (rule 6.1)."""
    match sheet.house.win_compare:
        case WinCompare.AT_LEAST:
            return total >= sheet.house.target
        case WinCompare.OVER:
            return total > sheet.house.target
    return total == sheet.house.target


def sides_at_target(totals: PerSide[Points], sheet: Sheet[House]) -> Sides:
    """Return the sides still in the game whose totals can win."""
    return tuple(side for side in sides_still_in(sheet) if reaches_target(totals[side], sheet))


def sides_put_out(totals: PerSide[Points], sheet: Sheet[House], sides: Sides) -> Sides:
    """Return the sides that these totals put out: by the back door, or over the limit of the exact game."""
    house = sheet.house
    upper_limit, lower_limit = house.overshoot_limit, house.back_door
    too_low = tuple(side for side in sides if lower_limit is not None and totals[side] <= lower_limit)
    if house.back_door_needs_other_nonnegative:
        too_low = tuple(
            side for side in too_low if all(totals[other] >= 0 for other in sides if other != side)
        )
    is_exact_game = house.win_compare is WinCompare.EXACTLY
    return tuple(
        side
        for side in sides
        if side in too_low or (is_exact_game and upper_limit is not None and totals[side] >= upper_limit)
    )


def losers_drop_out(sheet: Sheet[House]) -> bool:
    """Return whether the game goes on after a side has lost (rule 6.14)."""
    return sheet.seating.sides > 2 and sheet.house.back_door_multi is BackDoorMulti.DROPS_OUT


def _all_sides(sheet: Sheet[House]) -> tuple[Sides, Sides]:
    return sheet.seating.every_side, sheet.seating.every_side


@incremental_fold(_all_sides)
def _sides_left(so_far: tuple[Sides, Sides], row: Row, sheet: Sheet[House]) -> tuple[Sides, Sides]:
    """Return the sides left before the last row and after it, if losers drop out."""
    _before, sides = so_far
    return sides, sides_left_after(row, sides, sheet)


def sides_left_after(row: Row, sides: Sides, sheet: Sheet[House]) -> Sides:
    """Return which of these sides play on after this row."""
    dropped_out = sides_put_out(row.totals, sheet, sides) if losers_drop_out(sheet) else ()
    return tuple(side for side in sides if side not in dropped_out)


def sides_still_in(sheet: Sheet[House]) -> Sides:
    """Return the sides still playing before the last row is judged."""
    return _sides_left(sheet)[0] if losers_drop_out(sheet) else sheet.seating.every_side


def sides_playing(sheet: Sheet[House]) -> Sides:
    """Return the sides that play the next hand."""
    return _sides_left(sheet)[1] if losers_drop_out(sheet) else sheet.seating.every_side
