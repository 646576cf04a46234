"""Any other game: what its tests share."""

from __future__ import annotations

from dataclasses import replace

from games.engine import (
    ENGLISH,
    NoFacts,
    Side,
    house_problems,
    play,
    to_json,
)
from games.tally import GAME
from games.tally.examples import LOW, THREE
from games.tally.house import (
    PRESETS,
    End,
    Entry,
    House,
    TargetCheck,
)

A, B, C = (Side(n) for n in range(3))
NONE = NoFacts()
TO_50 = House(end=End.TARGET, target=50)
AT_ONCE = replace(TO_50, target_check=TargetCheck.IMMEDIATELY)
RANKS = House(entry=Entry.RANK)
RESULTS = House(entry=Entry.WDL)
ZERO = House(entry=Entry.ZERO_SUM)
DOWN = House(entry=Entry.COUNTDOWN, direction=LOW, start_score=100, end=End.TARGET, target=0)
OUT_AT_100 = House(direction=LOW, elimination=100)


def preset(id):
    return next(preset.house for preset in PRESETS if preset.id == id)


def sheet_of(*hands, house=None, seating=THREE):
    return play(GAME, seating, house or House(), hands)


def totals(*hands, house=None, seating=THREE):
    sheet = sheet_of(*hands, house=house, seating=seating)
    assert [row.problems for row in sheet.rows] == [()] * len(hands)
    return tuple(sheet.totals)


def fields(*hands, house=None, seating=THREE):
    """Where the problems of the last hand are, and what they say."""
    row = sheet_of(*hands, house=house, seating=seating).rows[-1]
    return {problem.field: ENGLISH.read(problem.words) for problem in row.problems}


def winners(*hands, house=None, seating=THREE):
    sheet = sheet_of(*hands, house=house, seating=seating)
    assert [row.problems for row in sheet.rows] == [()] * len(hands)
    return sheet.outcome and (tuple(sheet.outcome.winners), sheet.outcome.because.rule.number)


def wrong(house, seating=THREE):
    return {problem.field for problem in house_problems(GAME, house, seating)}


def ask(name, facts=NONE, house=None, seating=THREE, hands=()):
    ruling = GAME.questions[name].rule_on(facts, play(GAME, seating, house or House(), hands))
    return to_json(ruling.verdict), [because.rule.number for because in ruling.because]


def briefed(*hands, house=None, seating=THREE, begun=None):
    return [
        ENGLISH.read(said.words)
        for said in GAME.briefing(sheet_of(*hands, house=house, seating=seating), begun)
    ]


def reasons(*hands, house=None, seating=THREE):
    row = sheet_of(*hands, house=house, seating=seating).rows[-1]
    return [[ENGLISH.read(because.words) for because in line.because] for line in row.lines]
