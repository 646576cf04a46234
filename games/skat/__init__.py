"""Skat: one against two, for the value of the game."""

from games.engine import Family, Game, LeagueScoring, Seating, _, rules_in

from . import rulebook
from .auction import AUCTION
from .briefing import briefing, summary
from .checks import check, kinds
from .examples import EXAMPLES
from .hands import KINDS, matador_keys
from .house import PRESETS, check_house
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import league, outcome, score, settlement
from .statistics import STATS, stat_events

GAME = Game(
    slug="skat",
    name=_("Skat"),
    about=_("Three play, one against two, for the value of the game; four at the table take turns."),
    family=Family.TRICKS,
    featured_position=4,
    seatings=(Seating(3, 3), Seating(4, 4)),
    sections=rulebook.SECTIONS,
    rulebook=rules_in(rulebook),
    irregularities=rulebook.IRREGULARITIES,
    quotations=QUOTATIONS,
    presets=PRESETS,
    hands=KINDS,
    kinds=kinds,
    check=check,
    check_house=check_house,
    score=score,
    outcome=outcome,
    summary=summary,
    hand_title=_("Deal {n}"),
    save_title=_("Save deal"),
    briefing=briefing,
    dealer=lambda sheet: sheet.dealer(*KINDS.values()),
    auction=AUCTION,
    template_context=matador_keys,
    questions=QUESTIONS,
    examples=EXAMPLES,
    settlement=settlement,
    league_scoring=LeagueScoring(_("The list, by Seeger and Fabian"), rulebook.SEEGER, league),
    headline_options=("scoring", "list_deals", "all_pass"),
    stats=STATS,
    stat_events=stat_events,
)
