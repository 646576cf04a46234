"""Go fish: ask, fish, and collect books of four."""

from games.engine import Family, Game, Seating, _, rules_in

from . import rulebook
from .examples import EXAMPLES
from .hands import KINDS
from .house import PRESETS, House
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import briefing, check, kinds, outcome, score, summary
from .statistics import STATS, stat_events

GAME: Game[House] = Game(
    slug="go_fish",
    name=_("Go Fish"),
    about=_("Ask for cards, fish for the rest, and collect most books of four"),
    family=Family.COLLECTING,
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
    check=check,
    summary=summary,
    hand_title=_("Round {n}"),
    save_title=_("Save round"),
    briefing=briefing,
    questions=QUESTIONS,
    examples=EXAMPLES,
    headline_options=("match", "rounds", "book_value"),
    stats=STATS,
    stat_events=stat_events,
)
