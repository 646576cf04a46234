"""What each source says for the rules that name it."""

from games.engine import Quotations, Reported, _

from . import rulebook as rule
from .rulebook import KEEPING, OTHERS

QUOTATIONS: Quotations = {
    rule.PLAYERS: {
        KEEPING: Reported(_("Players, or teams")),
    },
    rule.TEAMS: {
        KEEPING: Reported(_("A team has one total, or the sum of its members")),
    },
    rule.START: {
        KEEPING: Reported(_("The score to start with can be set")),
    },
    rule.DEALER: {
        KEEPING: Reported(_("A mark shows who deals")),
    },
    rule.HIDDEN: {
        OTHERS: Reported(_("One program hides running totals for suspense")),
    },
    rule.POINTS: {
        KEEPING: Reported(_("Points are written each round and added up")),
    },
    rule.STEP: {
        OTHERS: Reported(_("Score Counter has a step of one's own")),
    },
    rule.COUNTDOWN: {
        KEEPING: Reported(_("Totals count down from a start score")),
    },
    rule.ZERO_SUM: {
        KEEPING: Reported(_("Points are exchanged, so that a round adds up to nothing")),
    },
    rule.WDL: {
        KEEPING: Reported(_("Win, draw and loss count 3, 1 and 0, or 1, a half and 0")),
    },
    rule.ELIMINATION: {
        KEEPING: Reported(_("Players may be eliminated")),
    },
    rule.BEST: {
        KEEPING: Reported(_("The highest or the lowest wins")),
    },
    rule.ENDS: {
        KEEPING: Reported(
            _("Rounds may be fixed or open; it ends by a target, a combined total, a timer or by hand")
        ),
    },
    rule.STOP: {
        KEEPING: Reported(_("A game can be ended by hand")),
    },
    rule.TIME: {
        KEEPING: Reported(_("A game can end by a timer")),
    },
    rule.TARGET: {
        KEEPING: Reported(_("A game can end at a target")),
    },
    rule.ROUNDS: {
        KEEPING: Reported(_("A game can have a fixed number of rounds")),
    },
    rule.COMBINED: {
        KEEPING: Reported(_("A game can end at a combined total")),
    },
}
