"""Cards as people write them: ``3D TS AH X1``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple


def _(msgid: str) -> str:
    """Mark a text for translation. Importing the usual ``_`` from ``games.engine.text`` would be circular."""
    return msgid


# Six-handed Five Hundred uses a pack with cards numbered 11, 12 and 13.
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "11", "12", "13", "J", "Q", "K", "A")
SUITS = "SCDH"
SIGNS = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}
JOKERS = ("1", "2")  # X1 is the first (or red, or white) joker, X2 the second


class Card(NamedTuple):
    """A rank and a suit; a joker has the rank ``X`` and its number as suit."""

    rank: str
    suit: str

    @classmethod
    def read(cls, text: str) -> Card:
        """Return the card that a word names: ``TS``, ``10s``. Raise ``ValueError`` if it is not a card."""
        word = text.strip().upper()
        rank, suit = word[:-1], word[-1:]
        rank = "T" if rank == "10" else rank
        if (rank in RANKS and suit in SIGNS) or (rank == "X" and suit in JOKERS):
            return cls(rank, suit)
        raise ValueError(text)

    @property
    def joker(self) -> bool:
        return self.rank == "X"

    @property
    def label(self) -> str:
        """Return the text in a card's corner: "10♥"."""
        if self.joker:
            return _("Joker") if self.suit == JOKERS[0] else _("Second joker")
        return ("10" if self.rank == "T" else self.rank) + SIGNS[self.suit]

    def __str__(self) -> str:
        return self.rank + self.suit


class Cards(tuple[Card, ...]):
    """Cards in the order they were named."""

    @classmethod
    def read(cls, text: str) -> Cards:
        """Parse ``"3D TS AH"``. Raise ``ValueError`` with the word that is not a card."""
        return cls(Card.read(word) for word in text.replace(",", " ").split())

    def __str__(self) -> str:
        return " ".join(map(str, self))


def pack(ranks: Iterable[str] = "23456789TJQKA", suits: str = SUITS, jokers: int = 0) -> Cards:
    """Return the cards of a pack, suit by suit, jokers last."""
    return _pack(tuple(ranks), suits, jokers)


@cache
def _pack(ranks: tuple[str, ...], suits: str, jokers: int) -> Cards:
    plain = [Card(rank, suit) for suit in suits for rank in ranks]
    return Cards([*plain, *(Card("X", number) for number in JOKERS[:jokers])])
