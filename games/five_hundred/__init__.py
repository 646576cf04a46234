"""Five Hundred: bid for the kitty, name the trumps, take the tricks."""

from __future__ import annotations

from games.engine import Family, Game, Seating, _, rules_in

from . import rulebook
from .auction import AUCTION
from .briefing import briefing, in_short
from .checks import check, kinds
from .dealing import dealer
from .examples import EXAMPLES
from .feats import DEEDS, feats
from .hands import KINDS, bid_grid
from .house import House, check_house
from .outcome import goes_on, outcome
from .presets import PRESETS
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import score

GAME = Game[House](
    slug="five_hundred",
    name=_("Five Hundred"),
    about=_("Bid for the kitty, name the trumps, take the tricks; misère to take none."),
    family=Family.TRICKS,
    offered_first=2,
    seatings=(Seating(4, 2), Seating(2, 2), Seating(3, 3), Seating(5, 5), Seating(6, 2)),
    sections=rulebook.SECTIONS,
    rulebook=rules_in(rulebook),
    irregularities=rulebook.IRREGULARITIES,
    quotations=QUOTATIONS,
    presets=PRESETS,
    hands=KINDS,
    kinds=kinds,
    check_house=check_house,
    check=check,
    score=score,
    outcome=outcome,
    goes_on=goes_on,
    in_short=in_short,
    briefing=briefing,
    dealer=dealer,
    auction=AUCTION,
    beside=bid_grid,
    questions=QUESTIONS,
    examples=EXAMPLES,
    telling=("win_compare", "win_on", "slam_250"),
    deeds=DEEDS,
    feats=feats,
)
