"""Helpers of the Big Two tests."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from games.big_two import GAME
from games.big_two.choices import Assist, Payment, President, Team
from games.big_two.examples import FOUR, HONG_KONG
from games.big_two.house import House
from games.engine import (
    Seating,
    empty_sheet,
    hand_problems,
)
from tests.games.table import Table
from tests.strategies import records, sheets

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
briefing = TABLE.briefing


def rules(**changes):
    return replace(HONG_KONG, **changes)


def problem_fields(hand, house=HONG_KONG, seating=FOUR):
    return {problem.field for problem in hand_problems(GAME, hand, empty_sheet(GAME, seating, house))}


ASSIST = rules(assist_penalty=Assist.PAYS_ALL)


@st.composite
def deals_of_any_kind(draw):
    """Draw a sheet of any table, a kind of hand, and a hand of it within bounds."""
    sheet = draw(sheets(GAME))
    kind = draw(st.sampled_from(sorted(GAME.hands)))
    return sheet, kind, draw(records(GAME.hands[kind], sheet))
