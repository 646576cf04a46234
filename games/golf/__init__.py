"""Golf: four or six cards face down, and the fewest points over nine holes."""

from games.engine import Family, Game, Seating, _, balance_pairwise, rules_in

from . import rulebook
from .examples import EXAMPLES
from .hands import KINDS
from .house import PRESETS, House, check_house
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import briefing, check, outcome, score, summary
from .statistics import STATS, stat_events

GAME: Game[House] = Game(
    slug="golf",
    name=_("Golf"),
    about=_("Exchange the cards before you for lower ones; the fewest points over nine holes win"),
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
    hand_title=_("Hole {n}"),
    save_title=_("Save hole"),
    briefing=briefing,
    questions=QUESTIONS,
    examples=EXAMPLES,
    settlement=lambda sheet: balance_pairwise(sheet, lowest_first=True),
    headline_options=("layout", "pairs", "twos", "knock_penalty", "holes"),
    lowest_wins=True,
    stats=STATS,
    stat_events=stat_events,
)
