"""Gin rummy: melds in the hand, a knock, and two layers of score."""

from games.engine import Family, Game, Seating, _, each_with_each, rules_in

from . import rulebook
from .examples import EXAMPLES
from .feats import DEEDS, feats
from .hands import KINDS
from .house import PAIRS, PRESETS, House
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import briefing, check, dealer, goes_on, in_short, kinds, outcome, score

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
    goes_on=goes_on,
    check=check,
    in_short=in_short,
    briefing=briefing,
    dealer=dealer,
    questions=QUESTIONS,
    examples=EXAMPLES,
    settling=each_with_each,
    telling=("undercut_on_tie", "boxes_when", "shutout"),
    deeds=DEEDS,
    feats=feats,
)
