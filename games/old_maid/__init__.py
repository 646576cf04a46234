"""Old maid: pair off everything, and do not be left with the odd queen."""

from games.engine import Family, Game, Seating, _, rules_in

from . import rulebook
from .examples import EXAMPLES
from .hands import KINDS
from .house import PRESETS, House
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import briefing, check, check_house, dealer, kinds, lowest_wins, outcome, score, summary, unit
from .statistics import STATS, stat_events

GAME: Game[House] = Game(
    slug="old_maid",
    name=_("Old Maid"),
    about=_("Draw from each other, put down pairs, and do not be left with the odd queen"),
    family=Family.COLLECTING,
    seatings=tuple(Seating(seats, seats) for seats in (3, 2, 4, 5, 6, 7, 8)),
    sections=rulebook.SECTIONS,
    rulebook=rules_in(rulebook),
    irregularities=rulebook.IRREGULARITIES,
    quotations=QUOTATIONS,
    presets=PRESETS,
    hands=KINDS,
    score=score,
    outcome=outcome,
    check=check,
    check_house=check_house,
    summary=summary,
    hand_title=_("Round {n}"),
    save_title=_("Save round"),
    briefing=briefing,
    dealer=dealer,
    questions=QUESTIONS,
    examples=EXAMPLES,
    kinds=kinds,
    headline_options=("scoring", "end", "rounds", "limit"),
    unit=unit,
    lowest_wins=lowest_wins,
    stats=STATS,
    stat_events=stat_events,
)
