"""Helpers of the Crazy Eights tests."""

from games.crazy_eights import GAME
from games.crazy_eights.examples import THREE
from games.crazy_eights.house import Ace, House, Queen, Scoring, Two
from games.engine import Seating
from tests.games.table import Table

A, B, C = THREE.every_seat
SIX = Seating(6, 6)
PENALTY = House(scoring=Scoring.LOSERS_PENALTY)
NO_STACK = House(two=Two.DRAW2)
PLAIN = House(two=Two.OFF, queen=Queen.OFF, ace=Ace.OFF)

TABLE = Table(GAME, House(), THREE)
preset = TABLE.preset
totals = TABLE.totals
winners_and_rule = TABLE.winners_and_rule
problems_of = TABLE.problems_of
ask = TABLE.ask
