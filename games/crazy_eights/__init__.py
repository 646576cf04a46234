"""Crazy eights: match suit or rank, and be first to play every card."""

from games.engine import Family, Game, Seating, _, balance_pairwise, rules_in

from . import rulebook
from .examples import EXAMPLES
from .hands import KINDS
from .house import PRESETS, House, collects, target
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import briefing, check, dealer, outcome, score, summary
from .statistics import STATS, stat_events

GAME: Game[House] = Game(
    slug="crazy_eights",
    name=_("Crazy Eights"),
    about=_("Match suit or rank; 8s are wild; the first without a card collects what the others hold"),
    family=Family.SHEDDING,
    seatings=tuple(Seating(seats, seats) for seats in (3, 2, 4, 5, 6, 7)),  # three is the usual number
    sections=rulebook.SECTIONS,
    rulebook=rules_in(rulebook),
    irregularities=rulebook.IRREGULARITIES,
    quotations=QUOTATIONS,
    presets=PRESETS,
    hands=KINDS,
    score=score,
    outcome=outcome,
    target=lambda sheet: target(sheet.house, sheet.seating),
    check=check,
    summary=summary,
    hand_title=_("Round {n}"),
    save_title=_("Save round"),
    briefing=briefing,
    dealer=dealer,
    questions=QUESTIONS,
    examples=EXAMPLES,
    settlement=lambda sheet: balance_pairwise(sheet, lowest_first=not collects(sheet.house)),
    headline_options=("scoring", "target", "values"),
    lowest_wins=lambda house: not collects(house),
    stats=STATS,
    stat_events=stat_events,
)
