"""Quotations and paraphrases of the sources, keyed by rule and source."""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import KEEPING_SCORE, OTHER_APPS

QUOTATIONS: Quotations = {
    rule.PLAYERS: {
        KEEPING_SCORE: Paraphrase(_("A game can have players or teams")),
    },
    rule.TEAMS: {
        KEEPING_SCORE: Paraphrase(_("A team has one total, or the sum of its members")),
    },
    rule.START: {
        KEEPING_SCORE: Paraphrase(_("The score to start with can be set")),
    },
    rule.DEALER: {
        KEEPING_SCORE: Paraphrase(_("A mark shows who deals")),
    },
    rule.HIDDEN: {
        OTHER_APPS: Paraphrase(_("One program hides running totals for suspense")),
    },
    rule.POINTS: {
        KEEPING_SCORE: Paraphrase(_("Points are written each round and added up")),
    },
    rule.STEP: {
        OTHER_APPS: Paraphrase(_("In the app Score Counter the step can be set")),
    },
    rule.COUNTDOWN: {
        KEEPING_SCORE: Paraphrase(_("Totals can count down from a start score")),
    },
    rule.ZERO_SUM: {
        KEEPING_SCORE: Paraphrase(_("Points can be exchanged, so that a round adds up to zero")),
    },
    rule.WDL: {
        KEEPING_SCORE: Paraphrase(_("Win, draw and loss count 3, 1 and 0, or 1, a half and 0")),
    },
    rule.ELIMINATION: {
        KEEPING_SCORE: Paraphrase(_("Players may be eliminated")),
    },
    rule.BEST: {
        KEEPING_SCORE: Paraphrase(_("The highest or the lowest total can win")),
    },
    rule.ENDS: {
        KEEPING_SCORE: Paraphrase(
            _(
                "The number of rounds may be fixed or open; a game ends at a target, at a combined "
                "total, by a timer or manually"
            )
        ),
    },
    rule.STOP: {
        KEEPING_SCORE: Paraphrase(_("A game can be ended manually")),
    },
    rule.TIME: {
        KEEPING_SCORE: Paraphrase(_("A timer can end a game")),
    },
    rule.TARGET: {
        KEEPING_SCORE: Paraphrase(_("A game can end at a target")),
    },
    rule.ROUNDS: {
        KEEPING_SCORE: Paraphrase(_("A game can have a fixed number of rounds")),
    },
    rule.COMBINED: {
        KEEPING_SCORE: Paraphrase(_("A game can end at a combined total")),
    },
}
