"""Helpers of the Let It Ride tests."""

from games.engine import (
    Seating,
    Stopped,
)
from games.let_it_ride import GAME
from games.let_it_ride.examples import CASINO, THREE, round_by_hands
from games.let_it_ride.house import (
    House,
    ThreeCardBonus,
)
from tests.games.table import Table

A, B, C = THREE.every_seat
ALONE = Seating(1, 1)
STOP = Stopped()
BONUS = House(three_card_bonus=ThreeCardBonus.A)


TABLE = Table(GAME, House(), THREE)
winners_and_rule = TABLE.winners_and_rule
sheet_of = TABLE.sheet_of
totals = TABLE.totals
problems_of_last = TABLE.problems_of_last
briefing_after = TABLE.briefing_after
check_rulings = TABLE.check_rulings


def total_alone(kept, hand, house=CASINO, **answers):
    (total,) = totals(round_by_hands((kept,), (hand,), **answers), house=house, seating=ALONE)
    return total
