"""A tally for any game that has no sheet of its own."""

from games.engine import Family, Game, Seating, _, rules_in

from . import rulebook
from .examples import EXAMPLES
from .feats import DEEDS, feats
from .hands import KINDS, offered
from .house import PRESETS, SOLO, TEAMS, Direction, House, check_house
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import briefing, check, dealer, goes_on, in_short, opening, outcome, score, settling

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
    goes_on=goes_on,
    check=check,
    check_house=check_house,
    in_short=in_short,
    briefing=briefing,
    dealer=dealer,
    opening=opening,
    questions=QUESTIONS,
    examples=EXAMPLES,
    settling=settling,
    telling=("entry", "direction", "end", "target"),
    lowest_wins=lambda house: house.direction is Direction.LOW,
    kinds=offered,
    any_game=True,
    hides_totals=lambda house: house.hide_totals,
    deeds=DEEDS,
    feats=feats,
)
