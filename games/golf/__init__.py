"""Golf: four or six cards face down, and the fewest points over nine holes."""

from games.engine import Family, Game, Seating, _, each_with_each, rules_in

from . import rulebook
from .examples import EXAMPLES
from .feats import DEEDS, feats
from .hands import KINDS
from .house import PRESETS, House, check_house
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import briefing, check, in_short, outcome, score

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
    in_short=in_short,
    briefing=briefing,
    questions=QUESTIONS,
    examples=EXAMPLES,
    settling=lambda sheet: each_with_each(sheet, lowest_first=True),
    telling=("layout", "pairs", "twos", "knock_penalty", "holes"),
    lowest_wins=True,
    deeds=DEEDS,
    feats=feats,
)
