"""How any game is scored that has no sheet of its own, in reading order. Numbers are forever."""

from games.engine import SITE, Rule, Source, _

KEEPING = Source("keepingscore", _("keepingscore.app: its documentation"), "https://keepingscore.app")
OTHERS = Source("score keepers", _("What other score keepers offer: any step, totals kept secret"))

SECTIONS = {
    "1": _("The table"),
    "2": _("A round"),
    "3": _("Who is out"),
    "4": _("The end of the game"),
    "5": _("Level at the end"),
}

PLAYERS = Rule(
    "1.1",
    _("Two to eight players, each with a column of his own, or in teams that share one."),
    (KEEPING, SITE),
)
TEAMS = Rule(
    "1.2",
    _(
        "A team writes one number a round, or each member's is written and the team has their sum. This "
        "table: {unit}."
    ),
    (KEEPING,),
    scoring=True,
)
START = Rule(
    "1.3",
    _("Everybody starts with {start_score}."),
    (KEEPING,),
    scoring=True,
)
DEALER = Rule(
    "1.4",
    _("The deal passes to the left after every round, or nobody keeps track of it. This table: {dealer}."),
    (KEEPING,),
)
HIDDEN = Rule(
    "1.5",
    _("Running totals may stay covered until the game is over. This table: {hide_totals}."),
    (OTHERS,),
    only="hide_totals",
)

POINTS = Rule(
    "2.1",
    _("Each round everybody writes a number, which may be less than nothing, and it is added to the total."),
    (KEEPING,),
    scoring=True,
)
STEP = Rule(
    "2.2",
    _("Numbers go in steps of {step}."),
    (OTHERS,),
)
COUNTDOWN = Rule(
    "2.3",
    _("Where the table counts down, what is written is taken off the total."),
    (KEEPING,),
    scoring=True,
)
ZERO_SUM = Rule(
    "2.4",
    _("Where points change hands, what some win others pay: every round adds up to nothing."),
    (KEEPING,),
    scoring=True,
)
CHECK_SUM = Rule(
    "2.5",
    _(
        "Where it is known what a round adds up to, a round that does not is not written down: 26 in "
        "Hearts, 13 books in Go Fish. This table: {check_sum}."
    ),
    (SITE,),
    only="check_sum!=none",
)
RANK = Rule(
    "2.6",
    _(
        "Where only the places count, the last of those who played has 0, the one before 1 and so on; or "
        "the table has its own list for first, second and so on, and places past its end have 0. This "
        "table's list: {rank_points}."
    ),
    (SITE,),
    scoring=True,
)
SHARED_RANK = Rule(
    "2.7",
    _(
        "Those who share a place have each the average of the points for the places they take up, or each "
        "those of the highest of them, or of the lowest. This table: {rank_tie}."
    ),
    (SITE,),
    scoring=True,
)
WDL = Rule(
    "2.8",
    _("Where only the result counts, so many points are given for a win, a draw and a loss: {wdl}."),
    (KEEPING,),
    scoring=True,
)
SITTING_OUT = Rule(
    "2.9",
    _("Who does not play in a round, or has not come yet, leaves the box empty and writes nothing."),
    (SITE,),
)

ELIMINATION = Rule(
    "3.1",
    _("Who reaches {elimination} is out and writes no more. The last one in wins."),
    (KEEPING,),
    only="elimination!=none",
    scoring=True,
)
ALL_OUT = Rule(
    "3.2",
    _("If those who were left all go out in the same round, the best total among them wins."),
    (SITE,),
    scoring=True,
)

BEST = Rule(
    "4.1",
    _("At the end the highest total wins, or the lowest. This table: {direction}."),
    (KEEPING,),
)
ENDS = Rule(
    "4.2",
    _("When the game ends is agreed beforehand. This table: {end}."),
    (KEEPING,),
)
STOP = Rule(
    "4.3",
    _("Whatever is agreed, the whole table may stop after any round; then the best total wins."),
    (KEEPING,),
    scoring=True,
)
TIME = Rule(
    "4.4",
    _("Where the table plays to a time, somebody says when it has come, and the best total wins."),
    (KEEPING,),
    scoring=True,
)
TARGET = Rule(
    "4.5",
    _(
        "Where the table plays to {target}, the game ends when somebody has reached it from the start "
        "score, upwards or downwards. If the lowest total wins, the one who gets up there does not."
    ),
    (KEEPING,),
    scoring=True,
)
FIRST = Rule(
    "4.6",
    _(
        "If several reach the target in a round, the best total wins, or the first who got there. This "
        "table: {target_check}."
    ),
    (SITE,),
    scoring=True,
)
EXACT = Rule(
    "4.7",
    _(
        "Past the target: it counts as reached; or only the very number ends the game; or the round is "
        "bust and the total stays; or it is bust and the total goes back to {bust_to}. This table: "
        "{overshoot}."
    ),
    (SITE,),
    scoring=True,
)
ROUNDS = Rule(
    "4.8",
    _("Where a number of rounds is agreed, the game ends after {rounds}."),
    (KEEPING,),
    scoring=True,
)
COMBINED = Rule(
    "4.9",
    _("Where all totals together are what counts, the game ends when they have reached {target}."),
    (KEEPING,),
    scoring=True,
)

SHARED = Rule(
    "5.1",
    _("Those who are level at the end share the win, unless the table has agreed otherwise: {tie}."),
    (SITE,),
    scoring=True,
)
EXTRA = Rule(
    "5.2",
    _("Another round may decide, and another, until one is ahead."),
    (SITE,),
)
MOST_ROUNDS = Rule(
    "5.3",
    _("Of those level, the one who was best in most rounds may win; if that is level too, they share."),
    (SITE,),
    scoring=True,
)
LAST_ROUND = Rule(
    "5.4",
    _("Of those level, the best in the last round may win; if that is level too, they share."),
    (SITE,),
    scoring=True,
)
