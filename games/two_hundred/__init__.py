"""Two Hundred: two partnerships, a hundred points in the pack, and a bid to make or to break."""

from games.engine import Family, Game, Seating, _, rules_in

from . import rulebook
from .auction import AUCTION
from .briefing import briefing
from .examples import EXAMPLES
from .hands import KINDS, dealer
from .house import PRESETS, check_house
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import check, kinds, outcome, score, summary, why_not_over
from .statistics import STATS, stat_events

GAME = Game(
    slug="two_hundred",
    name=_("Two Hundred"),
    about=_("Bid how many of the hundred points in the pack your side will take; the first to 200 wins."),
    family=Family.TRICKS,
    featured_position=1,
    seatings=(
        Seating(4, 2),
        Seating(2, 2),
        Seating(3, 3),
        Seating(5, 5),
        Seating(6, 6),
        Seating(6, 2),
        Seating(6, 3),
    ),
    sections=rulebook.SECTIONS,
    rulebook=rules_in(rulebook),
    irregularities=rulebook.IRREGULARITIES,
    quotations=QUOTATIONS,
    presets=PRESETS,
    hands=KINDS,
    kinds=kinds,
    score=score,
    outcome=outcome,
    target=lambda sheet: sheet.house.target,
    why_not_over=why_not_over,
    check=check,
    check_house=check_house,
    summary=summary,
    briefing=briefing,
    dealer=dealer,
    auction=AUCTION,
    questions=QUESTIONS,
    examples=EXAMPLES,
    headline_options=(
        "hundred_rule",
        "both_reach",
        "negative_limit",
        "negative_limit_needs_other_nonnegative",
    ),
    stats=STATS,
    stat_events=stat_events,
)
