"""Sergeant Major (3-5-8): take your target of tricks, and more."""

from games.engine import Family, Game, Seating, _, balance_as_written, rules_in

from . import rulebook
from .examples import EXAMPLES
from .house import PRESETS, check_house
from .judging import TRICK_JUDGE
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import KINDS, Deal, briefing, check, outcome, score, summary, why_not_over
from .statistics import STATS, stat_events

GAME = Game(
    slug="sergeant_major",
    name=_("Sergeant Major"),
    about=_(
        "Three play, each for a target of tricks that goes round with the deal; whoever is over target "
        "gives cards away."
    ),
    family=Family.TRICKS,
    seatings=(Seating(3, 3),),
    sections=rulebook.SECTIONS,
    rulebook=rules_in(rulebook),
    irregularities=rulebook.IRREGULARITIES,
    quotations=QUOTATIONS,
    presets=PRESETS,
    hands=KINDS,
    check=check,
    check_house=check_house,
    score=score,
    outcome=outcome,
    why_not_over=why_not_over,
    summary=summary,
    briefing=briefing,
    dealer=lambda sheet: sheet.dealer(Deal),
    questions={**QUESTIONS, "trick_judge": TRICK_JUDGE},
    examples=EXAMPLES,
    settlement=balance_as_written,
    headline_options=("win_condition", "target_order", "first_lead"),
    stats=STATS,
    stat_events=stat_events,
)
