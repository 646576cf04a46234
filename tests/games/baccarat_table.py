"""Helpers of the baccarat tests."""

from games.baccarat import GAME
from games.baccarat.examples import BANCO_BET, NO_BET, PUNTO_BET, THREE, coup
from games.baccarat.house import Bank, House, PlayerFive
from games.engine import Seating
from tests.games.table import Table

ONE_PLAYER = Seating(1, 1)
BONUS = House(bank=Bank.HOUSE, dragon_bonus=True)
CHEMIN = House(player_five=PlayerFive.FREE, bank=Bank.ROTATE_ON_LOSS)
USUAL = {"on": (NO_BET, PUNTO_BET, BANCO_BET), "stake": (0, 10, 20)}

TABLE = Table(GAME, House(), THREE)
winners_and_rule = TABLE.winners_and_rule
sheet_of = TABLE.sheet_of
totals = TABLE.totals
problems_of_last = TABLE.problems_of_last
ask = TABLE.ask
briefing_after = TABLE.briefing_after


def total_of_one_player(winner, house, facts=None, **staked):
    (total,) = totals(coup(winner, facts=facts, **staked), house=house, seating=ONE_PLAYER)
    return total
