"""What goes wrong at a card table: each game says what can in it, and which of its rules speak of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .rulebook import PUT_RIGHT, Rule
from .text import _


class Mishap(Enum):
    """A kind of irregularity, by its stored name, in the order a hand is played in.

    A question of the referee may say which of these it settles.
    """

    MISDEAL = "misdeal"
    CARDS = "cards"  # too many, too few, or the wrong ones
    EXPOSED = "exposed"  # seen or told, and should not have been
    TURN = "turn"
    REVOKE = "revoke"  # did not follow suit, or broke another rule of play
    CLAIM = "claim"  # said what was not so, or did not say what had to be said
    SCORE = "score"


@dataclass(frozen=True)
class Irregularity:
    """What can go wrong in a game, in the game's words, and the rules of its book that speak of it.

    At a table where none of these rules is played it cannot happen.
    """

    mishap: Mishap
    text: str
    rules: tuple[Rule, ...]


MISWRITTEN = Irregularity(Mishap.SCORE, _("The score was counted or written wrong"), (PUT_RIGHT,))
