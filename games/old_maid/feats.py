"""What players of Old Maid tell of each other: who is left with her."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Feat, How, Sheet, _, deed, hands_of

from .hands import Maid, Places
from .house import House
from .scoring import order

MAID = deed("maid", _("Left with her"), How.RATIO)
FIRST = deed("first", _("First to get out"), How.RATIO)
DEEDS = (MAID, FIRST)


def feats(sheet: Sheet[House]) -> Iterator[Feat]:
    """What was done in a match."""
    for row, before in hands_of(sheet, Maid, Places):
        out = order(row.hand, before)
        for side in out:
            yield MAID.tried(side, row, side == out[-1])
            if isinstance(row.hand, Places):
                yield FIRST.tried(side, row, side == out[0])
