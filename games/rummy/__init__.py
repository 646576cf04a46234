"""Rummy: sets and runs, and the first to be rid of every card."""

from games.engine import Family, Game, Seating, _, balance_pairwise, rules_in

from . import rulebook
from .examples import EXAMPLES
from .hands import KINDS
from .house import PRESETS, End, House
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import (
    briefing,
    check,
    check_house,
    collects,
    dealer,
    kinds,
    outcome,
    score,
    summary,
    why_not_over,
)
from .statistics import STATS, stat_events

GAME: Game[House] = Game(
    slug="rummy",
    name=_("Rummy"),
    about=_("Sets and runs; the first to be rid of every card collects what the others still hold"),
    family=Family.RUMMY,
    seatings=tuple(Seating(seats, seats) for seats in (3, 2, 4, 5, 6)),
    sections=rulebook.SECTIONS,
    rulebook=rules_in(rulebook),
    irregularities=rulebook.IRREGULARITIES,
    quotations=QUOTATIONS,
    presets=PRESETS,
    hands=KINDS,
    kinds=kinds,
    score=score,
    outcome=outcome,
    target=lambda sheet: sheet.house.target if sheet.house.end is End.TARGET else None,
    why_not_over=why_not_over,
    check=check,
    check_house=check_house,
    summary=summary,
    hand_title=_("Deal {n}"),
    save_title=_("Save deal"),
    briefing=briefing,
    dealer=dealer,
    questions=QUESTIONS,
    examples=EXAMPLES,
    settlement=lambda sheet: balance_pairwise(sheet, lowest_first=not collects(sheet.house)),
    headline_options=("scoring", "going_rummy", "end", "target"),
    lowest_wins=lambda house: not collects(house),
    stats=STATS,
    stat_events=stat_events,
)
