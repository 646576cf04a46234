"""What players of baccarat tell of each other: bets won, and the biggest stake that came in."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Feat, How, Sheet, _, deed, hands_of

from .hands import COUPS, Spot, Winner, went
from .house import House

PUNTO = deed("punto", _("Bets on Punto won"), How.RATIO)
BANCO = deed("banco", _("Bets on Banco won"), How.RATIO)
STAKE = deed("stake", _("Stake, a coup"), How.MEAN)
CAME_IN = deed("came_in", _("Biggest stake that came in"), How.MOST)
TIES = deed("ties", _("Ties called"), How.RATIO, badge=True)
DEEDS = (PUNTO, BANCO, STAKE, CAME_IN, TIES)


def feats(sheet: Sheet[House]) -> Iterator[Feat]:
    """What was done at the table."""
    for row, _before in hands_of(sheet, *COUPS):
        how = went(row.hand)
        for seat in sheet.seating.every_seat:
            on, stake = row.hand.on[seat], row.hand.stake[seat]
            if on is not None and stake:
                yield STAKE.came_to(seat, row, stake)
                if how.winner is not Winner.TIE:
                    yield (PUNTO if on is Spot.PUNTO else BANCO).tried(seat, row, how.won(on))
                    if how.won(on):
                        yield CAME_IN.came_to(seat, row, stake)
            if row.hand.tie[seat]:
                yield TIES.tried(seat, row, how.winner is Winner.TIE)
