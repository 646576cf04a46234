"""The rules of a tally for any game, in reading order. Their numbers never change."""

from games.engine import SITE, Irregularity, IrregularityKind, Rule, Source, _

KEEPING_SCORE = Source(
    "keepingscore",
    _("keepingscore.app: its documentation"),
    "https://keepingscore.app",
    name=_("The app Keeping Score"),
)
OTHER_APPS = Source(
    "score keepers",
    _("What other score keepers offer: any step, totals kept secret"),
    name=_("Other score keepers"),
)

SECTIONS = {
    "1": _("The table"),
    "2": _("A round"),
    "3": _("Elimination"),
    "4": _("The end of the game"),
    "5": _("Tied at the end"),
}

PLAYERS = Rule(
    "1.1",
    _("Two to eight players, each with a column of their own, or in teams that share one."),
    (KEEPING_SCORE, SITE),
)
TEAMS = Rule(
    "1.2",
    "{unit}",
    (KEEPING_SCORE,),
    scoring=True,
    wordings={
        "unit": {
            "solo": _("Each player's number is written, and a team has the sum of its members'."),
            "teams": _("A team writes one number a round."),
        },
    },
)
START = Rule(
    "1.3",
    _("Everybody starts with {start_score}."),
    (KEEPING_SCORE,),
    scoring=True,
)
DEALER = Rule(
    "1.4",
    "{dealer}",
    (KEEPING_SCORE,),
    wordings={
        "dealer": {
            "rotate": _("The deal passes to the left after every round."),
            "none": _("Nobody keeps track of the deal."),
        },
    },
)
HIDDEN = Rule(
    "1.5",
    _("Running totals stay covered until the game is over."),
    (OTHER_APPS,),
    played_if="hide_totals",
)

POINTS = Rule(
    "2.1",
    _("Each round everybody writes a number, which may be below zero, and it is added to the total."),
    (KEEPING_SCORE,),
    played_if="entry=points|zero_sum|countdown",
    scoring=True,
)
STEP = Rule(
    "2.2",
    _("Numbers go in steps of {step}."),
    (OTHER_APPS,),
)
COUNTDOWN = Rule(
    "2.3",
    _("The table counts down: what is written is taken off the total."),
    (KEEPING_SCORE,),
    played_if="entry=countdown",
    scoring=True,
)
ZERO_SUM = Rule(
    "2.4",
    _("What some win, others pay: every round adds up to zero."),
    (KEEPING_SCORE,),
    played_if="entry=zero_sum",
    scoring=True,
)
CHECK_SUM = Rule(
    "2.5",
    _("A round adds up to {check_sum}; one that does not is not written down."),
    (SITE,),
    played_if="check_sum!=none",
)
RANK = Rule(
    "2.6",
    "{rank_points}",
    (SITE,),
    played_if="entry=rank",
    scoring=True,
    wordings={
        "rank_points": {
            "none": _(
                "Only the places count: the last of those who played has 0, the one before 1 and so on."
            ),
            "some": _(
                "Only the places count: {rank_points} for first, second and so on, and 0 for places "
                "past the end of the list."
            ),
        },
    },
)
SHARED_RANK = Rule(
    "2.7",
    "{rank_tie}",
    (SITE,),
    played_if="entry=rank",
    scoring=True,
    wordings={
        "rank_tie": {
            "average": _(
                "Those who share a place each have the average of the points for the places they take up."
            ),
            "share_high": _(
                "Those who share a place each have the points of the highest of the places they take up."
            ),
            "share_low": _(
                "Those who share a place each have the points of the lowest of the places they take up."
            ),
        },
    },
)
WDL = Rule(
    "2.8",
    _("Only the result counts: {wdl} for a win, a draw and a loss."),
    (KEEPING_SCORE,),
    played_if="entry=wdl",
    scoring=True,
)
SITTING_OUT = Rule(
    "2.9",
    _("Whoever does not play in a round, or has not come yet, leaves the box empty and writes nothing."),
    (SITE,),
)
MOON = Rule(
    "2.10",
    _(
        "Whoever takes every point of a round has shot the moon and writes 0, and each of the others writes "
        "what a round adds up to. If such a round is typed as the points were taken, all for one and 0 for "
        "the others, it is scored in the same way; between two players it is scored as it is typed."
    ),
    (SITE,),
    played_if="moon check_sum!=none",
)

ELIMINATION = Rule(
    "3.1",
    _("Whoever reaches {elimination} is out and writes no more. The last one left wins."),
    (KEEPING_SCORE,),
    played_if="elimination!=none",
    scoring=True,
)
ALL_OUT = Rule(
    "3.2",
    _("If those who were left all go out in the same round, the best total among them wins."),
    (SITE,),
    played_if="elimination!=none",
    scoring=True,
)

BEST = Rule(
    "4.1",
    "{direction}",
    (KEEPING_SCORE,),
    wordings={
        "direction": {
            "high": _("At the end the highest total wins."),
            "low": _("At the end the lowest total wins."),
        },
    },
)
ENDS = Rule(
    "4.2",
    "{end}",
    (KEEPING_SCORE,),
    wordings={
        "end": {
            "open": _("The game ends when the table stops."),
            "target": _("The game ends when somebody reaches a total."),
            "rounds": _("The game ends after a number of rounds."),
            "combined_total": _("The game ends when all totals together reach a number."),
            "time": _("The game ends at a time agreed on."),
        },
    },
)
STOP = Rule(
    "4.3",
    _("Whatever is agreed, the whole table may stop after any round; then the best total wins."),
    (KEEPING_SCORE,),
    scoring=True,
)
TIME = Rule(
    "4.4",
    _("Somebody says when the time has come, and the best total wins."),
    (KEEPING_SCORE,),
    played_if="end=time",
    scoring=True,
)
TARGET = Rule(
    "4.5",
    _(
        "The game ends when somebody has reached {target} from the start score, upwards or downwards. "
        "If the lowest total wins, whoever climbs to the target does not win."
    ),
    (KEEPING_SCORE,),
    played_if="end=target",
    scoring=True,
)
FIRST = Rule(
    "4.6",
    "{target_check}",
    (SITE,),
    played_if="end=target",
    scoring=True,
    wordings={
        "target_check": {
            "end_of_round": _("If several reach the target in a round, the best total wins."),
            "immediately": _("If several reach the target in a round, the first to reach it wins."),
        },
    },
)
EXACT = Rule(
    "4.7",
    "{overshoot}",
    (SITE,),
    played_if="end=target",
    scoring=True,
    wordings={
        "overshoot": {
            "allowed": _("A total past the target counts as reached."),
            "exact": _("Only exactly the target ends the game."),
            "bust_stays": _("A round that goes past the target is bust, and the total stays."),
            "bust_to_n": _(
                "A round that goes past the target is bust, and the total goes back to {bust_to}."
            ),
        },
    },
)
ROUNDS = Rule(
    "4.8",
    "{rounds}",
    (KEEPING_SCORE,),
    played_if="end=rounds",
    scoring=True,
    wordings={
        "rounds": {
            "1": _("The game ends after one round."),
            "any": _("The game ends after {rounds} rounds."),
        },
    },
)
COMBINED = Rule(
    "4.9",
    _("The game ends when all totals together have reached {target}."),
    (KEEPING_SCORE,),
    played_if="end=combined_total",
    scoring=True,
)

SHARED = Rule(
    "5.1",
    "{tie}",
    (SITE,),
    scoring=True,
    wordings={
        "tie": {
            "shared": _("Those who are tied at the end share the win."),
            "extra_round": _("If the best are tied at the end, another round decides."),
            "most_rounds_won": _(
                "If the best are tied at the end, the one who was best in most rounds wins."
            ),
            "last_round_best": _(
                "If the best are tied at the end, the one who was best in the last round wins."
            ),
        },
    },
)
EXTRA = Rule(
    "5.2",
    _("Another round is played, and another, until one is ahead."),
    (SITE,),
    played_if="tie=extra_round",
)
MOST_ROUNDS = Rule(
    "5.3",
    _(
        "Of those who are tied, the one who was best in most rounds wins; if that is tied too, they "
        "share the win."
    ),
    (SITE,),
    played_if="tie=most_rounds_won",
    scoring=True,
)
LAST_ROUND = Rule(
    "5.4",
    _("Of those who are tied, the best in the last round wins; if that is tied too, they share the win."),
    (SITE,),
    played_if="tie=last_round_best",
    scoring=True,
)

IRREGULARITIES = (
    Irregularity(IrregularityKind.SCORE, _("A round was counted or written wrong"), (CHECK_SUM,)),
)
