"""What players of Let It Ride tell of each other: the hands they made, and what they let ride."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Deed, Feat, How, Message, Sheet, _, deed, hands_of

from .hands import ROUNDS, STAKES, made_by
from .house import House
from .poker import Made
from .scoring import playing

PAID = deed("paid", _("Hands that paid"), How.RATIO)
ALL_THREE = deed("all_three", _("All three let ride, and it paid"), How.RATIO)
RARE = deed("rare", _("Four of a kind or better"), badge=True)
BY_HAND = {
    made: Deed(f"made_{made.value}", Message("{made}", {"made": made}), How.COUNT, _("Hands made"))
    for made in Made
}
DEEDS = (PAID, ALL_THREE, RARE, *BY_HAND.values())


def feats(sheet: Sheet[House]) -> Iterator[Feat]:
    """What was done at the table."""
    ranking = list(Made)
    for row, before in hands_of(sheet, *ROUNDS):
        for seat in playing(row.hand, before):
            made = made_by(row.hand, seat)
            yield PAID.tried(seat, row, made is not Made.NO_PAY)
            yield BY_HAND[made].done(seat, row)
            if row.hand.kept[seat] == STAKES:
                yield ALL_THREE.tried(seat, row, made is not Made.NO_PAY)
            if ranking.index(made) >= ranking.index(Made.FOUR):
                yield RARE.done(seat, row)
