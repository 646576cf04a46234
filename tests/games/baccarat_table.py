"""Baccarat: what its tests share."""

from __future__ import annotations

from games.baccarat import GAME
from games.baccarat.examples import (
    BC,
    NO,
    THREE,
    P,
    coup,
)
from games.baccarat.house import (
    PRESETS,
    Bank,
    House,
    PlayerFive,
)
from games.engine import (
    ENGLISH,
    NoFacts,
    Seating,
    Stopped,
    play,
    to_json,
)

A, B, C = THREE.every_seat
NONE = NoFacts()
ALONE = Seating(1, 1)
BONUS = House(bank=Bank.HOUSE, dragon_bonus=True)
CHEMIN = House(player_five=PlayerFive.FREE, bank=Bank.ROTATE_ON_LOSS)
STOP = Stopped()
USUAL = {"on": (NO, P, BC), "stake": (0, 10, 20)}


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


def ask(name, facts=NONE, house=None, seating=THREE, hands=()):
    ruling = GAME.questions[name].rule_on(facts, play(GAME, seating, house or House(), hands))
    return to_json(ruling.verdict), [because.rule.number for because in ruling.because]


def briefed(*hands, house=None, seating=THREE, begun=None):
    return [
        ENGLISH.read(said.words)
        for said in GAME.briefing(sheet_of(*hands, house=house, seating=seating), begun)
    ]


def alone(winner, house, **staked):
    """What one player wins of a coup against the house."""
    facts = staked.pop("facts", {})
    (total,) = totals(coup(winner, facts=facts, **staked), house=house, seating=ALONE)
    return total
