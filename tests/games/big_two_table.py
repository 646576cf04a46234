"""Big Two: what its tests share."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from games.big_two import GAME
from games.big_two import choices as c
from games.big_two.examples import FOUR, HONG_KONG
from games.big_two.house import House
from games.big_two.presets import PRESETS
from games.engine import (
    ENGLISH,
    Seating,
    empty_sheet,
    hand_problems,
    play,
)
from tests.strategies import records, sheets

A, B, C, D = FOUR.every_seat
TWO_SEATS = Seating(2, 2)
PAIRS = House(team_play=c.Team.PAIRS)
PLACES = House(payment=c.Payment.PLACINGS)
PRESIDENT = House(president=c.President.ON)


def preset(id):
    return next(preset.house for preset in PRESETS if preset.id == id)


def rules(**changed):
    return replace(HONG_KONG, **changed)


def sheet_of(*hands, house=HONG_KONG, seating=FOUR):
    return play(GAME, seating, house, hands)


def totals(*hands, house=HONG_KONG, seating=FOUR):
    sheet = sheet_of(*hands, house=house, seating=seating)
    assert not [row.problems for row in sheet.rows if row.problems]
    return tuple(sheet.totals)


def wrong(hand, house=HONG_KONG, seating=FOUR):
    """The boxes that are wrong, and what is said about them."""
    return {
        p.field: ENGLISH.read(p.words) for p in hand_problems(GAME, hand, empty_sheet(GAME, seating, house))
    }


def briefed(sheet, begun=None):
    return [ENGLISH.read(said.words) for said in GAME.briefing(sheet, begun)]


def reasons(sheet, side):
    return [ENGLISH.read(b.words) for line in sheet.rows[-1].lines if line.side == side for b in line.because]


ASSIST = rules(assist_penalty=c.Assist.PAYS_ALL)


@st.composite
def deals_of_any_kind(draw):
    """A sheet of any table, and any hand within bounds."""
    sheet = draw(sheets(GAME))
    kind = draw(st.sampled_from(sorted(GAME.hands)))
    return sheet, kind, draw(records(GAME.hands[kind], sheet))
