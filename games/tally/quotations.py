"""Quotations from the sources, by rule."""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import KEEPING, OTHERS

QUOTATIONS: Quotations = {
    rule.PLAYERS: {
        KEEPING: Paraphrase(_("Players, or teams")),
    },
    rule.TEAMS: {
        KEEPING: Paraphrase(_("A team has one total, or the sum of its members")),
    },
    rule.START: {
        KEEPING: Paraphrase(_("The score to start with can be set")),
    },
    rule.DEALER: {
        KEEPING: Paraphrase(_("A mark shows who deals")),
    },
    rule.HIDDEN: {
        OTHERS: Paraphrase(_("One program hides running totals for suspense")),
    },
    rule.POINTS: {
        KEEPING: Paraphrase(_("Points are written each round and added up")),
    },
    rule.STEP: {
        OTHERS: Paraphrase(_("Score Counter has a step of one's own")),
    },
    rule.COUNTDOWN: {
        KEEPING: Paraphrase(_("Totals count down from a start score")),
    },
    rule.ZERO_SUM: {
        KEEPING: Paraphrase(_("Points are exchanged, so that a round adds up to nothing")),
    },
    rule.WDL: {
        KEEPING: Paraphrase(_("Win, draw and loss count 3, 1 and 0, or 1, a half and 0")),
    },
    rule.ELIMINATION: {
        KEEPING: Paraphrase(_("Players may be eliminated")),
    },
    rule.BEST: {
        KEEPING: Paraphrase(_("The highest or the lowest wins")),
    },
    rule.ENDS: {
        KEEPING: Paraphrase(
            _("Rounds may be fixed or open; it ends by a target, a combined total, a timer or by hand")
        ),
    },
    rule.STOP: {
        KEEPING: Paraphrase(_("A game can be ended by hand")),
    },
    rule.TIME: {
        KEEPING: Paraphrase(_("A game can end by a timer")),
    },
    rule.TARGET: {
        KEEPING: Paraphrase(_("A game can end at a target")),
    },
    rule.ROUNDS: {
        KEEPING: Paraphrase(_("A game can have a fixed number of rounds")),
    },
    rule.COMBINED: {
        KEEPING: Paraphrase(_("A game can end at a combined total")),
    },
}
