"""Let It Ride: three stakes, five cards, and a ledger of chips."""

from games.engine import Family, Game, Seating, _, balance_as_written, rules_in

from . import rulebook
from .examples import EXAMPLES
from .hands import KINDS
from .house import ALONE, PRESETS, WITH_A_BANK, Bank, House, check_house
from .quotations import QUOTATIONS
from .referee import QUESTIONS
from .scoring import briefing, check, initial_answers, next_bank_holder, opening, outcome, score, summary
from .statistics import STATS, stat_events

GAME: Game[House] = Game(
    slug="let_it_ride",
    name=_("Let It Ride"),
    about=_("Three stakes on a poker hand, two of which may be taken back; the bank goes round and pays"),
    family=Family.BANK,
    seatings=tuple(Seating(*shape) for shape in (*WITH_A_BANK, ALONE)),
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
    dealer=next_bank_holder,
    opening=opening,
    questions=QUESTIONS,
    examples=EXAMPLES,
    settlement=lambda sheet: balance_as_written(sheet, bank=sheet.house.bank is Bank.HOUSE),
    headline_options=("base_bet", "paytable", "three_card_bonus", "bank", "end"),
    unit=_("chips"),
    initial_answers=initial_answers,
    stats=STATS,
    stat_events=stat_events,
)
