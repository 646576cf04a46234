"""The cards: the pack, the suit a card belongs to, the winner of a trick. Rules 1.4 to 1.9 and section 4."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import Card, Cards, Sheet, pack

from .bids import LETTERS, SUITS, Trumps
from .choices import Deck, JokerRule
from .house import PACKS, House

PARTNER_SUIT = {  # the other suit of the same colour
    Trumps.SPADES: Trumps.CLUBS, Trumps.CLUBS: Trumps.SPADES,
    Trumps.HEARTS: Trumps.DIAMONDS, Trumps.DIAMONDS: Trumps.HEARTS,
}  # fmt: skip
SUIT_OF_LETTER = {LETTERS[suit]: suit for suit in SUITS}

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "11", "12", "13", "J", "Q", "K", "A")
RIGHT, LEFT = len(RANKS) + 1, len(RANKS)  # the bowers rank above the ace
SECOND_JOKER, JOKER = RIGHT + 1, RIGHT + 2
LOWEST = -1

PACK_OF = {
    Deck.CARDS_33: pack("789TJQKA", jokers=1),
    Deck.CARDS_43: Cards((*pack("4", "DH"), *pack("56789TJQKA", jokers=1))),
    Deck.MATCHING_FOURS: Cards((*pack("4", "CH"), *pack("56789TJQKA", jokers=1))),
    Deck.CARDS_45: pack("456789TJQKA", jokers=1),
    Deck.CARDS_46: pack("456789TJQKA", jokers=2),
    Deck.CARDS_53: pack("23456789TJQKA", jokers=1),
    Deck.CARDS_63: Cards((*pack(("13",), "DH"), *pack((*"23456789T", "11", "12", *"JQKA"), jokers=1))),
    Deck.CARDS_65: pack((*"23456789T", "11", "12", "13", *"JQKA"), jokers=1),
}
HAND = 10  # cards dealt to each player, and tricks in a hand


def deck(sheet: Sheet[House]) -> Deck:
    """Return the pack this table plays with."""
    if sheet.house.deck is Deck.BY_SEATS:
        return PACKS[sheet.seating.seats][0]
    return sheet.house.deck


def table_pack(sheet: Sheet[House]) -> Cards:
    return PACK_OF[deck(sheet)]


def kitty_size(sheet: Sheet[House]) -> int:
    """Return the number of cards left when as many hands of ten as possible are dealt."""
    return len(table_pack(sheet)) % HAND


@dataclass(frozen=True)
class Terms:
    """The terms of a hand: trumps, misère or not, and the suit named for a joker at no trumps."""

    house: House
    deck: Deck
    trumps: Trumps
    misere: bool = False
    joker_suit: Trumps | None = None

    def is_suitless(self, card: Card) -> bool:
        """Return whether a card is a joker that belongs to no suit."""
        return card.joker and self.trumps is Trumps.NONE and self.joker_suit is None

    def is_lowest(self, card: Card) -> bool:
        """Return whether a card is a joker that counts as the lowest card."""
        return self.is_suitless(card) and self.misere and self.house.joker_nt is JokerRule.LOW_IN_MISERE


def is_left_bower(card: Card, terms: Terms) -> bool:
    """Return whether a card is the other jack of the trumps' colour."""
    return card.rank == "J" and SUIT_OF_LETTER[card.suit] is PARTNER_SUIT.get(terms.trumps)


def is_matching_four(card: Card, terms: Terms) -> bool:
    """Return whether a card is the 4 of the other suit of the trumps' colour: also a trump (rule 1.6)."""
    partner_suit = PARTNER_SUIT.get(terms.trumps)
    return (
        terms.deck is Deck.MATCHING_FOURS and card.rank == "4" and SUIT_OF_LETTER[card.suit] is partner_suit
    )


def suit_of(card: Card, terms: Terms) -> Trumps:
    """Return the suit a card belongs to; ``Trumps.NONE`` for a joker without one."""
    if card.joker:
        return (terms.joker_suit or Trumps.NONE) if terms.trumps is Trumps.NONE else terms.trumps
    if is_left_bower(card, terms) or is_matching_four(card, terms):
        return terms.trumps
    return SUIT_OF_LETTER[card.suit]


def strength(card: Card, terms: Terms) -> int:
    """Return the rank of a card within its suit as a number."""
    if card.joker:  # the second joker has "2" as its suit
        return LOWEST if terms.is_lowest(card) else SECOND_JOKER if card.suit == "2" else JOKER
    if card.rank == "J" and terms.trumps is not Trumps.NONE:
        if is_left_bower(card, terms):
            return LEFT
        if SUIT_OF_LETTER[card.suit] is terms.trumps:
            return RIGHT
    return RANKS.index(card.rank)


def winning_card(
    cards: Cards, terms: Terms, suit_asked: Trumps | None = None, renounced: bool = False
) -> Card:
    """Return the card that takes a trick; the cards are in the order they were played.

    ``suit_asked`` is the suit that a player who led the joker asked for; ``renounced`` is true if a player
    who followed with the joker had failed to follow the led suit before.
    """
    led = (suit_asked or Trumps.NONE) if terms.is_suitless(cards[0]) else suit_of(cards[0], terms)

    def sort_key(index: int) -> tuple[int, int]:
        # The first number: 2 beats every suit, 1 is of the suit led, 0 cannot win.
        card = cards[index]
        suit, rank = suit_of(card, terms), strength(card, terms)
        if terms.is_suitless(card):
            is_lowest = terms.is_lowest(card)
            is_renounced = renounced and terms.house.joker_nt is JokerRule.HOYLE
            if index > 0 and (is_lowest or is_renounced):
                return 0, rank
            return (1 if is_lowest else 2), rank
        if suit is terms.trumps:
            return 2, rank
        return int(suit is led), rank

    return cards[max(range(len(cards)), key=sort_key)]
