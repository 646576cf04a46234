"""Irregularities at a card table, and the rules of each game that cover them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .rulebook import CORRECTION, Rule
from .text import _


class IrregularityKind(Enum):
    """A kind of irregularity, with its stored name; the kinds are in the order in which a hand is played.

    A referee's question may say which kind it settles.
    """

    MISDEAL = "misdeal"
    CARDS = "cards"  # too many, too few, or the wrong ones
    EXPOSED = "exposed"  # seen or revealed against the rules
    TURN = "turn"
    REVOKE = "revoke"  # failing to follow suit, or breaking another rule of play
    CLAIM = "claim"  # a false claim, or a required one not made
    SCORE = "score"


@dataclass(frozen=True)
class Irregularity:
    """An irregularity in a game's own words, and the rules of the game that cover it.

    It cannot happen at a table where none of these rules is played.
    """

    kind: IrregularityKind
    text: str
    rules: tuple[Rule, ...]


WRONG_SCORE = Irregularity(IrregularityKind.SCORE, _("The score was counted or written wrong"), (CORRECTION,))
