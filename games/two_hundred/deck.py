"""The pack of the game 200: its cards, their order and points (section 1 of the rulebook)."""

from __future__ import annotations

from games.engine import Card, Cards, Sheet, pack

from .hands import Trump
from .house import Deck, House

RANKS = "56789TJQKA"  # rule 1.2, from the lowest; the 6 only in a pack of 40
VALUE = {"A": 10, "T": 10, "5": 5}  # rule 1.3
SUIT = {"S": Trump.SPADES, "C": Trump.CLUBS, "D": Trump.DIAMONDS, "H": Trump.HEARTS}


def table_pack(sheet: Sheet[House]) -> Cards:
    """Return the cards this table plays with."""
    return pack(RANKS.replace("6", "") if sheet.house.deck is Deck.THIRTY_SIX else RANKS)


def rank_index(card: Card) -> int:
    """Return the position of a card in its suit, from the lowest."""
    return RANKS.index(card.rank)
