"""Statistics of Let It Ride: hands made, and stakes that rode."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Message, Sheet, Stat, StatEvent, _, scored_rows, stat

from .hands import ROUNDS, STAKES, five_card_hand_of
from .house import House
from .poker import FiveCardHand
from .scoring import seats_playing

PAID = stat("paid", _("Hands that paid"), Aggregation.RATIO)
ALL_THREE = stat("all_three", _("All three stakes rode, and the hand paid"), Aggregation.RATIO)
RARE = stat("rare", _("Four of a kind or better"), badge=True)
BY_HAND = {
    five_card_hand: Stat(
        f"made_{five_card_hand.value}",
        Message("{made}", {"made": five_card_hand}),
        Aggregation.COUNT,
        _("Hands made"),
    )
    for five_card_hand in FiveCardHand
}
STATS = (PAID, ALL_THREE, RARE, *BY_HAND.values())


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    ranking = list(FiveCardHand)
    for row, sheet_before in scored_rows(sheet, *ROUNDS):
        for seat in seats_playing(row.hand, sheet_before):
            five_card_hand = five_card_hand_of(row.hand, seat)
            yield PAID.attempt_event(seat, row, five_card_hand is not FiveCardHand.NO_PAY)
            yield BY_HAND[five_card_hand].count_event(seat, row)
            if row.hand.kept[seat] == STAKES:
                yield ALL_THREE.attempt_event(seat, row, five_card_hand is not FiveCardHand.NO_PAY)
            if ranking.index(five_card_hand) >= ranking.index(FiveCardHand.FOUR):
                yield RARE.count_event(seat, row)
