"""Quotations and paraphrases, keyed by rule and source."""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import KEEPING, OTHERS

QUOTATIONS: Quotations = {
    rule.PLAYERS: {
        KEEPING: Paraphrase(_("A game can have players or teams")),
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
        OTHERS: Paraphrase(_("In the app Score Counter the step can be set")),
    },
    rule.COUNTDOWN: {
        KEEPING: Paraphrase(_("Totals can count down from a start score")),
    },
    rule.ZERO_SUM: {
        KEEPING: Paraphrase(_("Points can be exchanged, so that a round adds up to zero")),
    },
    rule.WDL: {
        KEEPING: Paraphrase(_("Win, draw and loss count 3, 1 and 0, or 1, a half and 0")),
    },
    rule.ELIMINATION: {
        KEEPING: Paraphrase(_("Players may be eliminated")),
    },
    rule.BEST: {
        KEEPING: Paraphrase(_("The highest or the lowest total can win")),
    },
    rule.ENDS: {
        KEEPING: Paraphrase(
            _(
                "The number of rounds may be fixed or open; a game ends at a target, at a combined "
                "total, by a timer or manually"
            )
        ),
    },
    rule.STOP: {
        KEEPING: Paraphrase(_("A game can be ended manually")),
    },
    rule.TIME: {
        KEEPING: Paraphrase(_("A timer can end a game")),
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
