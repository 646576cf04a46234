"""Crazy eights: match suit or rank, and be rid of every card first."""

from games.engine import Family, Game, Seating, _, each_with_each, rules_in

from . import rulebook
from .examples import EXAMPLES
from .feats import DEEDS, feats
from .hands import KINDS
from .house import PRESETS, House, collects
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import briefing, check, dealer, in_short, outcome, score

GAME: Game[House] = Game(
    slug="crazy_eights",
    name=_("Crazy Eights"),
    about=_("Match suit or rank; 8s are wild; the first without a card collects what the others hold"),
    family=Family.SHEDDING,
    seatings=tuple(Seating(seats, seats) for seats in (3, 2, 4, 5, 6, 7)),
    sections=rulebook.SECTIONS,
    rulebook=rules_in(rulebook),
    irregularities=rulebook.IRREGULARITIES,
    quotations=QUOTATIONS,
    presets=PRESETS,
    hands=KINDS,
    score=score,
    outcome=outcome,
    check=check,
    in_short=in_short,
    briefing=briefing,
    dealer=dealer,
    questions=QUESTIONS,
    examples=EXAMPLES,
    settling=lambda sheet: each_with_each(sheet, lowest_first=not collects(sheet.house)),
    telling=("scoring", "target", "values"),
    lowest_wins=lambda house: not collects(house),
    deeds=DEEDS,
    feats=feats,
)
