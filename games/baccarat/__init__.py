"""Baccarat (punto banco): bets in chips on one of two hands that draw by fixed rules."""

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
    slug="baccarat",
    name=_("Baccarat"),
    about=_("Bet on Punto, Banco or a tie; the bank goes round and pays"),
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
    hand_title=_("Coup {n}"),
    save_title=_("Save coup"),
    briefing=briefing,
    dealer=next_bank_holder,
    opening=opening,
    questions=QUESTIONS,
    examples=EXAMPLES,
    settlement=lambda sheet: balance_as_written(sheet, bank=sheet.house.bank is Bank.HOUSE),
    headline_options=("bank", "commission", "no_commission", "end"),
    unit=_("chips"),
    initial_answers=initial_answers,
    stats=STATS,
    stat_events=stat_events,
)
