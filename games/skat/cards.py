"""The cards of Skat: what is trump, what follows what, what takes a trick, and who holds which matadors."""

from __future__ import annotations

from enum import Enum

from games.engine import Card, Cards, Choice, _, pack

from .hands import Trumps

PACK = pack("789TJQKA")
JACKS = "CSHD"  # from the top
PLAIN = "ATKQ987"
IN_NULL = "AKQJT987"
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
SUIT = {Trumps.DIAMONDS: "D", Trumps.HEARTS: "H", Trumps.SPADES: "S", Trumps.CLUBS: "C"}


class AnyGame(Choice):
    """Every game that can be named, for questions about cards."""

    DIAMONDS = "diamonds", _("♦ Diamonds")
    HEARTS = "hearts", _("♥ Hearts")
    SPADES = "spades", _("♠ Spades")
    CLUBS = "clubs", _("♣ Clubs")
    GRAND = "grand", _("Grand")
    NULL = "null", _("Null")

    @property
    def trumps(self) -> Trumps | None:
        """The suit game or grand; None for null."""
        return next((trumps for trumps in Trumps if trumps.value == self.value), None)


class Kind(Enum):
    TRUMP = "trump"


def trumps(game: Trumps) -> Cards:
    """Every trump, from the jack of clubs down."""
    suit = SUIT.get(game)
    jacks = [Card("J", jack) for jack in JACKS]
    return Cards([*jacks, *(Card(rank, suit) for rank in PLAIN)] if suit else jacks)


def kind(card: Card, game: AnyGame) -> str | Kind:
    """What a card counts as: trump, or its suit."""
    named = game.trumps
    return Kind.TRUMP if named and card in trumps(named) else card.suit


def follows(card: Card, led: Card, holding: Cards, game: AnyGame) -> bool:
    """Whether a card may be played to the card led, by someone who holds these."""
    wanted = kind(led, game)
    return kind(card, game) == wanted or all(kind(held, game) != wanted for held in holding)


def takes(trick: Cards, game: AnyGame) -> Card:
    """The card that takes a trick, whose first card was led."""
    led = kind(trick[0], game)

    def strength(card: Card) -> tuple[int, int]:
        named = game.trumps
        if named and kind(card, game) is Kind.TRUMP:
            return 2, -trumps(named).index(card)
        ranks = PLAIN if named else IN_NULL
        return int(kind(card, game) == led), -ranks.index(card.rank)

    return max(trick, key=strength)


def matadors(held: Cards, game: Trumps) -> tuple[int, bool]:
    """How many matadors a hand has, and whether it is without them."""
    run = [card in held for card in trumps(game)]
    n = run.index(not run[0]) if (not run[0]) in run else len(run)
    return n, not run[0]
