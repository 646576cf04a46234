"""Gin rummy: melds in the hand, a knock, and a settlement at the end of the game."""

from games.engine import Family, Game, Seating, _, balance_pairwise, rules_in

from . import rulebook
from .examples import EXAMPLES
from .hands import KINDS
from .house import PAIRS, PRESETS, House
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import briefing, check, dealer, kinds, outcome, points_to_win, score, summary, why_not_over
from .statistics import STATS, stat_events

GAME: Game[House] = Game(
    slug="gin_rummy",
    name=_("Gin Rummy"),
    about=_("Meld in the hand and knock first; boxes, game and shutout are settled at the end"),
    family=Family.RUMMY,
    seatings=(Seating(2, 2), Seating(3, 3), Seating(*PAIRS)),
    sections=rulebook.SECTIONS,
    rulebook=rules_in(rulebook),
    irregularities=rulebook.IRREGULARITIES,
    quotations=QUOTATIONS,
    presets=PRESETS,
    hands=KINDS,
    kinds=kinds,
    score=score,
    outcome=outcome,
    target=lambda sheet: None if sheet.house.hollywood else points_to_win(sheet),
    why_not_over=why_not_over,
    check=check,
    summary=summary,
    briefing=briefing,
    dealer=dealer,
    questions=QUESTIONS,
    examples=EXAMPLES,
    settlement=balance_pairwise,
    headline_options=("undercut_on_tie", "boxes_when", "shutout"),
    stats=STATS,
    stat_events=stat_events,
)
