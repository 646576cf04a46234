"""What goes wrong at any card table. A question of the referee may say which of these it is about."""

from __future__ import annotations

from .records import Choice
from .text import _


class Mishap(Choice):
    """A kind of irregularity, in the order a hand is played in."""

    MISDEAL = "misdeal", _("The cards were dealt wrongly")
    CARDS = "cards", _("Somebody has too many cards, or too few")
    EXPOSED = "exposed", _("A card was seen that should not have been")
    TURN = "turn", _("Somebody bid or played out of turn")
    REVOKE = "revoke", _("Somebody did not follow suit, or broke a rule of play")
    CLAIM = "claim", _("Somebody claimed or announced what was not so")
    SCORE = "score", _("The score was counted or written wrong")
