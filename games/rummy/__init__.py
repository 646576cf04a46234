"""Rummy: sets and runs, and the first to be rid of every card."""

from games.engine import Family, Game, Seating, _, each_with_each, rules_in

from . import rulebook
from .examples import EXAMPLES
from .feats import DEEDS, feats
from .hands import KINDS
from .house import PRESETS, House
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import briefing, check, check_house, collects, dealer, goes_on, in_short, kinds, outcome, score

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
    goes_on=goes_on,
    check=check,
    check_house=check_house,
    in_short=in_short,
    briefing=briefing,
    dealer=dealer,
    questions=QUESTIONS,
    examples=EXAMPLES,
    settling=lambda sheet: each_with_each(sheet, lowest_first=not collects(sheet.house)),
    telling=("scoring", "going_rummy", "end", "target"),
    lowest_wins=lambda house: not collects(house),
    deeds=DEEDS,
    feats=feats,
)
