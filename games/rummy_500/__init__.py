"""500 rum: lay it down for points, or be caught holding it."""

from games.engine import Family, Game, Seating, _, each_with_each, rules_in

from . import rulebook
from .examples import EXAMPLES
from .feats import DEEDS, feats
from .hands import KINDS
from .house import PRESETS, House
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import briefing, check, goes_on, in_short, outcome, score

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
    goes_on=goes_on,
    check=check,
    in_short=in_short,
    briefing=briefing,
    questions=QUESTIONS,
    examples=EXAMPLES,
    settling=each_with_each,
    telling=("go_out", "target", "values"),
    deeds=DEEDS,
    feats=feats,
)
