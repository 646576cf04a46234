"""Let It Ride: what its tests share."""

from __future__ import annotations

from games.engine import (
    ENGLISH,
    Cards,
    NoFacts,
    Seating,
    Stopped,
    play,
    to_json,
)
from games.let_it_ride import GAME
from games.let_it_ride.examples import CASINO, THREE, rode
from games.let_it_ride.house import (
    PRESETS,
    House,
    ThreeCardBonus,
)
from games.let_it_ride.referee import FiveCards

A, B, C = THREE.every_seat
NONE = NoFacts()
ALONE = Seating(1, 1)
STOP = Stopped()
BONUS = House(three_card_bonus=ThreeCardBonus.A)


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


def alone(kept, hand, house=CASINO, **more):
    (total,) = totals(rode((kept,), (hand,), **more), house=house, seating=ALONE)
    return total


def ask(name, facts=NONE, house=None, hands=()):
    ruling = GAME.questions[name].rule_on(facts, sheet_of(*hands, house=house))
    return to_json(ruling.verdict), [because.rule.number for because in ruling.because]


def briefed(*hands, house=None, begun=None):
    sheet = sheet_of(*hands, house=house)
    return [ENGLISH.read(said.words) for said in GAME.briefing(sheet, begun)]


def the(text):
    return Cards.read(text)


def name(cards, house=None):
    return ask("name", FiveCards(the(cards)), house)
