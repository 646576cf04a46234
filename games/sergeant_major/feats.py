"""What players of Sergeant Major tell of each other: targets reached, and tricks over and short."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Feat, How, Sheet, _, deed, hands_of

from .house import House
from .scoring import Deal, differences

TARGET = deed("target", _("Targets reached"), How.RATIO)
OVER = deed("over", _("Tricks over the target, a hand"), How.MEAN)
MOST_OVER = deed("most_over", _("Most tricks over the target"), How.MOST)
SHORT = deed("most_short", _("Farthest from the target"), How.LEAST)
DEEDS = (TARGET, OVER, MOST_OVER, SHORT)


def feats(sheet: Sheet[House]) -> Iterator[Feat]:
    """What was done in a match."""
    for row, before in hands_of(sheet, Deal):
        over = differences(row.hand, before.dealer(Deal), sheet.house, sheet.seating)
        for side in sheet.seating.every_side:
            yield TARGET.tried(side, row, over[side] >= 0)
            for what in (OVER, MOST_OVER, SHORT):
                yield what.came_to(side, row, over[side])
