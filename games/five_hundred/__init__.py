"""Five Hundred: bid for the kitty, name the trumps, take the tricks."""

from __future__ import annotations

from games.engine import Family, Game, Seating, _, rules_in

from . import rulebook
from .auction import AUCTION
from .briefing import briefing, summary
from .checks import check, kinds
from .dealing import dealer
from .examples import EXAMPLES
from .hands import KINDS, bid_grid
from .house import House, check_house
from .outcome import outcome, why_not_over
from .presets import PRESETS
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import score
from .statistics import STATS, stat_events

GAME = Game[House](
    slug="five_hundred",
    name=_("Five Hundred"),
    about=_("Bid for the kitty, name the trumps, take the tricks; misère to take none."),
    family=Family.TRICKS,
    featured_position=2,
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
    target=lambda sheet: sheet.house.target,
    why_not_over=why_not_over,
    summary=summary,
    briefing=briefing,
    dealer=dealer,
    auction=AUCTION,
    template_context=bid_grid,
    questions=QUESTIONS,
    examples=EXAMPLES,
    headline_options=("win_compare", "win_on", "slam_250"),
    stats=STATS,
    stat_events=stat_events,
)
