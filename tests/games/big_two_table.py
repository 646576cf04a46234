"""Helpers of the Big Two tests."""

from dataclasses import replace

from games.big_two import GAME
from games.big_two.choices import Assist, Payment, President, Team
from games.big_two.examples import FOUR, HONG_KONG
from games.big_two.house import House
from games.engine import Seating
from tests.games.table import Table

A, B, C, D = FOUR.every_seat
TWO_SEATS = Seating(2, 2)
PAIRS = House(team_play=Team.PAIRS)
PLACES = House(payment=Payment.PLACINGS)
PRESIDENT = House(president=President.ON)

TABLE = Table(GAME, HONG_KONG, FOUR)
preset = TABLE.preset
sheet_of = TABLE.sheet_of
totals = TABLE.totals
winners_and_rule = TABLE.winners_and_rule
ask = TABLE.ask
ruling_on = TABLE.ruling_on
briefing_after = TABLE.briefing_after
problems_of = TABLE.problems_of
questions_of = TABLE.questions_of


def rules(**changes):
    return replace(HONG_KONG, **changes)


ASSIST = rules(assist_penalty=Assist.PAYS_ALL)
