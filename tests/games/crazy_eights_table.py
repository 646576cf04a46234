"""Helpers of the Crazy Eights tests."""

from __future__ import annotations

from games.crazy_eights import GAME
from games.crazy_eights.examples import FOUR, THREE
from games.crazy_eights.house import (
    Ace,
    House,
    Queen,
    Scoring,
    Two,
)
from games.crazy_eights.on_cards import CardOnCard
from games.crazy_eights.on_turns import Run
from games.engine import (
    Cards,
    NoFacts,
    Seating,
)
from tests.games.table import Table

A, B, C = THREE.every_seat
D = FOUR.every_seat[3]
SIX = Seating(6, 6)
NONE = NoFacts()
CHARGED = House(scoring=Scoring.LOSERS_PENALTY)
NO_STACK = House(two=Two.DRAW2)
PLAIN = House(two=Two.OFF, queen=Queen.OFF, ace=Ace.OFF)


TABLE = Table(GAME, House(), THREE)
preset = TABLE.preset
sheet_of = TABLE.sheet_of
totals = TABLE.totals
fields = TABLE.mistakes_in
ruled = TABLE.ruled
ask = TABLE.ask
words = TABLE.words
briefed = TABLE.briefing


def goes(card, top, house=None, seating=THREE, **facts):
    """Return whether a card may be laid on another, and the rule."""
    verdict, (rule,) = ask("may_play", CardOnCard(Cards.read(card), Cards.read(top), **facts), house, seating)
    return verdict, rule


def run(player, played, house=None, seating=THREE, **facts):
    return ask("next", Run(player, Cards.read(played), **facts), house, seating)
