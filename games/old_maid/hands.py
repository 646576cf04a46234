"""The kinds of hand: the player left with the old maid, or the whole order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from games.engine import Ask, PerSide, Points, Seat, Sheet, Side, _

from . import rulebook as rule
from .house import House, Scoring


@dataclass(frozen=True)
class Maid:
    """The player left with the old maid."""

    title: ClassVar[str] = _("Who was left with the maid")
    sentence: ClassVar[str] = _("{maid} is the Old Maid")

    maid: Annotated[Seat, Ask(_("Who was left with the maid?"), rule=rule.MAID)]


def sides_still_in(totals: PerSide[Points], house: House) -> tuple[Side, ...]:
    """Return the sides that play on: with letters, those without the whole word."""
    sides = tuple(Side(n) for n in range(len(totals)))
    if house.scoring is not Scoring.LETTERS:
        return sides
    return tuple(side for side in sides if totals[side] < house.limit)


def _sum_without_the_maid(sheet: Sheet[House]) -> int:
    """Return the sum of the places if the old maid is given none."""
    return sum(range(len(sides_still_in(sheet.totals, sheet.house))))


def _sum_of_places(sheet: Sheet[House]) -> int:
    """Return the sum of the places if the old maid is given the last."""
    return sum(range(1, 1 + len(sides_still_in(sheet.totals, sheet.house))))


@dataclass(frozen=True)
class Places:
    """The order in which players got out; the one without a place was left with the old maid."""

    title: ClassVar[str] = _("Order of getting out")
    sentence: ClassVar[str] = _("Places: {places}")

    places: Annotated[
        PerSide[int | None],
        Ask(
            _("Out in which place?"),
            least=1,
            most=lambda sheet: sheet.seating.sides,
            total=_sum_without_the_maid,
            other_total=_sum_of_places,
            rule=rule.OUT,
            none=_("Left with her"),
        ),
    ] = PerSide((None,))


KINDS = {"maid": Maid, "places": Places}
Hand = Maid | Places
