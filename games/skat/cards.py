"""The cards of Skat: trumps, following suit, taking tricks, and matadors."""

from __future__ import annotations

from enum import Enum

from games.engine import Card, Cards, Choice, _, pack

from .game_value import Trumps

PACK = pack("789TJQKA")
# Suits and ranks, from the highest to the lowest.
JACK_SUITS = "CSHD"
PLAIN_RANKS = "ATKQ987"
NULL_RANKS = "AKQJT987"
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
SUIT_LETTER = {Trumps.DIAMONDS: "D", Trumps.HEARTS: "H", Trumps.SPADES: "S", Trumps.CLUBS: "C"}


class AnyGame(Choice):
    """A game that can be named, for questions about cards."""

    DIAMONDS = "diamonds", _("♦ Diamonds")
    HEARTS = "hearts", _("♥ Hearts")
    SPADES = "spades", _("♠ Spades")
    CLUBS = "clubs", _("♣ Clubs")
    GRAND = "grand", _("Grand")
    NULL = "null", _("Null")

    @property
    def trumps(self) -> Trumps | None:
        """Return the trumps of this game; None for null."""
        return next((trumps for trumps in Trumps if trumps.value == self.value), None)


class TrumpSuit(Enum):
    """The suit that all trumps belong to in play."""

    TRUMP = "trump"


def trumps(game: Trumps) -> Cards:
    """Return every trump, from the jack of clubs down."""
    suit = SUIT_LETTER.get(game)
    jacks = [Card("J", jack_suit) for jack_suit in JACK_SUITS]
    return Cards([*jacks, *(Card(rank, suit) for rank in PLAIN_RANKS)] if suit else jacks)


def suit_in_play(card: Card, game: AnyGame) -> str | TrumpSuit:
    """Return the suit a card belongs to in play: trump, or its own suit."""
    trump_game = game.trumps
    return TrumpSuit.TRUMP if trump_game and card in trumps(trump_game) else card.suit


def follows(card: Card, led: Card, holding: Cards, game: AnyGame) -> bool:
    """Return whether a card from a hand (``holding``) may be played to the card led."""
    suit_led = suit_in_play(led, game)
    return suit_in_play(card, game) == suit_led or all(
        suit_in_play(other, game) != suit_led for other in holding
    )


def winning_card(trick: Cards, game: AnyGame) -> Card:
    """Return the card that takes a trick; the first card was led."""
    led = suit_in_play(trick[0], game)

    def strength(card: Card) -> tuple[int, int]:
        trump_game = game.trumps
        if trump_game and suit_in_play(card, game) is TrumpSuit.TRUMP:
            return 2, -trumps(trump_game).index(card)
        ranks = PLAIN_RANKS if trump_game else NULL_RANKS
        return int(suit_in_play(card, game) == led), -ranks.index(card.rank)

    return max(trick, key=strength)


def matadors(hand: Cards, game: Trumps) -> tuple[int, bool]:
    """Return the number of matadors (top trumps, all held or all missing), and whether they are missing."""
    has_trump = [card in hand for card in trumps(game)]
    without = not has_trump[0]
    # The run ends at the first trump that is missing; without the jack of clubs, at the first that is held.
    n = has_trump.index(without) if without in has_trump else len(has_trump)
    return n, without
