"""500 rum: lay cards down for points, or be caught holding them."""

from games.engine import Family, Game, Seating, _, balance_pairwise, rules_in

from . import rulebook
from .examples import EXAMPLES
from .hands import KINDS
from .house import PRESETS, House
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import briefing, check, outcome, score, summary, why_not_over
from .statistics import STATS, stat_events

GAME: Game[House] = Game(
    slug="rummy_500",
    name=_("500 Rum"),
    about=_("What you lay down counts for you, what you still hold against you; the first to 500 wins"),
    family=Family.RUMMY,
    seatings=tuple(Seating(seats, seats) for seats in (4, 2, 3, 5, 6, 7, 8)),
    sections=rulebook.SECTIONS,
    rulebook=rules_in(rulebook),
    quotations=QUOTATIONS,
    presets=PRESETS,
    hands=KINDS,
    score=score,
    outcome=outcome,
    target=lambda sheet: sheet.house.target,
    why_not_over=why_not_over,
    check=check,
    summary=summary,
    hand_title=_("Deal {n}"),
    save_title=_("Save deal"),
    briefing=briefing,
    questions=QUESTIONS,
    examples=EXAMPLES,
    settlement=balance_pairwise,
    headline_options=("go_out", "target", "values"),
    stats=STATS,
    stat_events=stat_events,
)
