"""Big Two: be first to play all your cards, or pay for those you are left with."""

from games.engine import Family, Game, Seating, _, rules_in

from . import rulebook
from .briefing import briefing, dealer, summary
from .checks import check
from .examples import EXAMPLES
from .hands import KINDS, kinds
from .house import House, check_house
from .presets import PRESETS
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import lowest_wins, outcome, score, settlement, target
from .statistics import STATS, stat_events

GAME: Game[House] = Game(
    slug="big_two",
    name=_("Big Two"),
    about=_("Play ever higher cards, singly or up to five at once, and be the first without cards."),
    family=Family.SHEDDING,
    featured_position=3,
    seatings=(
        Seating(4, 4),
        Seating(3, 3),
        Seating(2, 2),
        Seating(4, 2),
        Seating(5, 5),
        Seating(6, 6),
        Seating(7, 7),
        Seating(8, 8),
    ),
    sections=rulebook.SECTIONS,
    rulebook=rules_in(rulebook),
    irregularities=rulebook.IRREGULARITIES,
    quotations=QUOTATIONS,
    presets=PRESETS,
    hands=KINDS,
    score=score,
    outcome=outcome,
    target=target,
    check=check,
    check_house=check_house,
    summary=summary,
    hand_title=_("Deal {n}"),
    save_title=_("Save deal"),
    briefing=briefing,
    dealer=dealer,
    questions=QUESTIONS,
    kinds=kinds,
    examples=EXAMPLES,
    settlement=settlement,
    headline_options=("payment", "straight_order", "target"),
    unit=_("points"),
    lowest_wins=lowest_wins,
    stats=STATS,
    stat_events=stat_events,
)
