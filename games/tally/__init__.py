"""A tally for any game that has no sheet of its own."""

from games.engine import Family, Game, Seating, _, rules_in

from . import rulebook
from .examples import EXAMPLES
from .hands import KINDS, kinds
from .house import PRESETS, SOLO, TEAMS, Direction, End, House, check_house
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import briefing, check, dealer, opening, outcome, score, settlement, summary, why_not_over
from .statistics import STATS, stat_events

GAME: Game[House] = Game(
    slug="tally",
    name=_("Any other game"),
    about=_("A number for everybody each round: points, places, wins, or points that change hands"),
    family=Family.OTHER,
    seatings=tuple(Seating(*shape) for shape in (*SOLO, *TEAMS)),
    sections=rulebook.SECTIONS,
    rulebook=rules_in(rulebook),
    irregularities=rulebook.IRREGULARITIES,
    quotations=QUOTATIONS,
    presets=PRESETS,
    hands=KINDS,
    score=score,
    outcome=outcome,
    target=lambda sheet: sheet.house.target if sheet.house.end is End.TARGET else None,
    why_not_over=why_not_over,
    check=check,
    check_house=check_house,
    summary=summary,
    hand_title=_("Round {n}"),
    save_title=_("Save round"),
    briefing=briefing,
    dealer=dealer,
    opening=opening,
    questions=QUESTIONS,
    examples=EXAMPLES,
    settlement=settlement,
    headline_options=("entry", "direction", "end", "target"),
    lowest_wins=lambda house: house.direction is Direction.LOW,
    kinds=kinds,
    any_game=True,
    hides_totals=lambda house: house.hide_totals,
    stats=STATS,
    stat_events=stat_events,
)
