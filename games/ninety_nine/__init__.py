"""Ninety-Nine (David Parlett): bid a number of tricks with three of your own cards."""

from games.engine import Family, Game, Seating, _, balance_pairwise, rules_in

from . import rulebook
from .examples import EXAMPLES
from .house import PRESETS, Length
from .judging import TRICK_JUDGE
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import KINDS, Deal, briefing, check, outcome, score, summary, why_not_over
from .statistics import STATS, stat_events

GAME = Game(
    slug="ninety_nine",
    name=_("Ninety-Nine"),
    about=_(
        "Three play; each lays three cards aside to bid exactly how many tricks the other nine will take."
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
    score=score,
    outcome=outcome,
    target=lambda sheet: sheet.house.game_length.n if sheet.house.game_length.kind is Length.TARGET else None,
    why_not_over=why_not_over,
    summary=summary,
    hand_title=_("Deal {n}"),
    save_title=_("Save deal"),
    briefing=briefing,
    dealer=lambda sheet: sheet.dealer(Deal),
    questions={**QUESTIONS, "trick_judge": TRICK_JUDGE},
    examples=EXAMPLES,
    settlement=balance_pairwise,
    headline_options=("game_length", "failed_premium", "trump_rule"),
    stats=STATS,
    stat_events=stat_events,
)
