"""Rulings on the cards that President and Scum give each other: rule 10."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated

from games.engine import Ask, Card, Cards, ExchangeTerms, Ruling, Sheet, _, cite, judge_exchange, ruling

from . import rulebook as rule
from .choices import Jokers, President, Returns
from .combinations import ABOVE_THE_TWOS, order
from .house import House
from .president import FEWEST_FOR_VICES, Role
from .referee_cards import ask_cards

BELOW_ALL = -1  # the rank of a joker that any card beats


def givers(sheet: Sheet[House]) -> Iterable[Role]:
    """Return the titles that give cards at this table (rules 10.3 and 10.4)."""
    has_vices = sheet.seating.seats >= FEWEST_FOR_VICES
    return tuple(
        role
        for role in Role
        if role in (Role.PRESIDENT, Role.SCUM) or (has_vices and role is not Role.CITIZEN)
    )


def card_sort_key(house: House) -> Callable[[Card], tuple[int, int]]:
    """Return the sort key of single cards at this table: by rank and then by suit."""
    card_order = order(house)

    def key(card: Card) -> tuple[int, int]:
        if card.joker:
            return ABOVE_THE_TWOS if house.jokers is Jokers.WILD else BELOW_ALL, int(card.suit)
        return card_order.rank(card), card_order.suit(card)

    return key


@dataclass(frozen=True)
class Gift:
    """The cards given before a deal, and the hand they come from."""

    role: Annotated[Role, Ask(_("Who gives?"), available=givers, rule=rule.ROLES)]
    cards: Annotated[Cards, ask_cards(_("The cards given"), most=2)]
    hand: Annotated[Cards, ask_cards(_("The whole hand they come from"), most=60)]


def terms_of(role: Role, house: House) -> ExchangeTerms:
    """Return the terms of the gift that the holder of this title makes.

    The two numbers are the fewest and the most cards to give; the last argument is the sort key that puts
    the cards to give first, or None if any cards may be given.
    """
    low_first = card_sort_key(house)

    def high_first(card: Card) -> tuple[int, int]:
        rank, suit = low_first(card)
        return -rank, -suit

    match role:
        case Role.SCUM:
            return ExchangeTerms(2, 2, rule.EXCHANGE, high_first)
        case Role.VICE_SCUM:
            return ExchangeTerms(1, 1, rule.EXCHANGE, high_first)
        case Role.VICE_PRESIDENT:
            return ExchangeTerms(1, 1, rule.RETURNS, low_first)
        case _:
            any_two = house.president_returns is Returns.ANY
            return ExchangeTerms(2, 2, rule.RETURNS, None if any_two else low_first)


def on_gift(facts: Gift, sheet: Sheet[House]) -> Ruling:
    if sheet.house.president is President.OFF:
        words = _("Nobody gives anything: this table does not play President")
        return ruling("none", cite(rule.EXCHANGE, words))
    return judge_exchange(facts.cards, facts.hand, terms_of(facts.role, sheet.house))
