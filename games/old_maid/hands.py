"""The kinds of hand: the player left with the old maid, or the whole order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from games.engine import Ask, PerSide, Seat, _

from . import rulebook as rule


@dataclass(frozen=True)
class Maid:
    """The player left with the old maid."""

    title: ClassVar[str] = _("Who was left with her")
    sentence: ClassVar[str] = _("{maid} is the Old Maid")

    maid: Annotated[Seat, Ask(_("Who was left with her?"), rule=rule.MAID)]


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
            rule=rule.OUT,
            none=_("Left with her"),
        ),
    ] = PerSide((None,))


KINDS = {"maid": Maid, "places": Places}
Hand = Maid | Places
