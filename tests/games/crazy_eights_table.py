"""Crazy Eights: what its tests share."""

from __future__ import annotations

from games.crazy_eights import GAME
from games.crazy_eights.examples import FOUR, THREE
from games.crazy_eights.house import (
    PRESETS,
    Ace,
    House,
    Queen,
    Scoring,
    Two,
)
from games.crazy_eights.on_cards import CardOnCard
from games.crazy_eights.on_turns import Run
from games.engine import (
    ENGLISH,
    Cards,
    NoFacts,
    Seating,
    play,
    to_json,
)

A, B, C = THREE.every_seat
D = FOUR.every_seat[3]
SIX = Seating(6, 6)
NONE = NoFacts()
CHARGED = House(scoring=Scoring.LOSERS_PENALTY)
NO_STACK = House(two=Two.DRAW2)
PLAIN = House(two=Two.OFF, queen=Queen.OFF, ace=Ace.OFF)


def preset(id):
    return next(preset.house for preset in PRESETS if preset.id == id)


def sheet_of(*hands, house=None, seating=THREE):
    return play(GAME, seating, house or House(), hands)


def totals(*hands, house=None, seating=THREE):
    sheet = sheet_of(*hands, house=house, seating=seating)
    assert [row.problems for row in sheet.rows] == [()] * len(hands)
    return tuple(sheet.totals)


def fields(hand, house=None, seating=THREE):
    """Where the problems of a hand are, and what they say."""
    (row,) = play(GAME, seating, house or House(), [hand]).rows
    return {problem.field: ENGLISH.read(problem.words) for problem in row.problems}


def ruled(name, facts=NONE, house=None, seating=THREE, hands=()):
    return GAME.questions[name].rule_on(facts, play(GAME, seating, house or House(), hands))


def ask(name, facts=NONE, house=None, seating=THREE, hands=()):
    ruling = ruled(name, facts, house, seating, hands)
    return to_json(ruling.verdict), [because.rule.number for because in ruling.because]


def words(name, facts=NONE, house=None, seating=THREE):
    return [ENGLISH.read(because.words) for because in ruled(name, facts, house, seating).because]


def briefed(sheet):
    return [ENGLISH.read(said.words) for said in GAME.briefing(sheet, None)]


def goes(card, top, house=None, seating=THREE, **facts):
    """Whether a card may be laid on another, and by which rule."""
    verdict, (rule,) = ask("may_play", CardOnCard(Cards.read(card), Cards.read(top), **facts), house, seating)
    return verdict, rule


def run(player, played, house=None, seating=THREE, **facts):
    return ask("next", Run(player, Cards.read(played), **facts), house, seating)
