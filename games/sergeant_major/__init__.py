"""Sergeant Major (3-5-8): take your target of tricks, and more."""

from games.engine import Family, Game, Seating, _, as_it_stands, rules_in

from . import rulebook
from .examples import EXAMPLES
from .feats import DEEDS, feats
from .house import PRESETS, check_house
from .judging import TRICK_JUDGE
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import KINDS, Deal, briefing, check, goes_on, in_short, outcome, score

GAME = Game(
    slug="sergeant_major",
    name=_("Sergeant Major"),
    about=_(
        "Three play, each for a target of tricks that goes round with the deal; who is over gives cards away."
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
    goes_on=goes_on,
    in_short=in_short,
    briefing=briefing,
    dealer=lambda sheet: sheet.dealer(Deal),
    questions={**QUESTIONS, "trick_judge": TRICK_JUDGE},
    examples=EXAMPLES,
    settling=as_it_stands,
    telling=("win_condition", "target_order", "first_lead"),
    deeds=DEEDS,
    feats=feats,
)
