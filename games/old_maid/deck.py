"""The cards that are dealt, how many each gets, and which of them are pairs."""

from __future__ import annotations

from collections import Counter

from games.engine import Card, Cards, PerSeat, Seat, Sheet, pack

from .house import House, Pair, Removed

QUEEN_OF_CLUBS = Card("Q", "C")
COLOURS = {"S": "black", "C": "black", "D": "red", "H": "red"}


def the_pack(sheet: Sheet[House]) -> Cards:
    """The cards that may be at this table; one of them is not, where any queen or card may be gone."""
    match sheet.house.removed:
        case Removed.QUEEN_OF_CLUBS:
            return Cards(card for card in pack() if card != QUEEN_OF_CLUBS)
        case Removed.JOKER_ADDED:
            return pack(jokers=1)
        case _:
            return pack()


def dealt(house: House) -> int:
    """How many cards are dealt: an odd number."""
    plain = len(pack())
    return plain + 1 if house.removed is Removed.JOKER_ADDED else plain - 1


def cards_each(house: House, players: PerSeat[bool], dealer: Seat) -> PerSeat[int]:
    """How many cards each gets of those who play, dealt one by one from the dealer's left."""
    seats = len(players)
    served = [(dealer + step) % seats for step in range(1, seats + 1)]
    served = [seat for seat in served if players[seat]]
    each, more = divmod(dealt(house), len(served))
    counts = {seat: each + (n < more) for n, seat in enumerate(served)}
    return PerSeat(counts.get(seat, 0) for seat in range(seats))


def kind(card: Card, house: House) -> tuple[str, str]:
    """What two cards must have in common to be a pair."""
    return card.rank, COLOURS[card.suit] if house.pair is Pair.RANK_AND_COLOUR else ""


def pairs(cards: Cards, house: House) -> int:
    """How many pairs there are in a hand; a joker is part of none."""
    alike = Counter(kind(card, house) for card in cards if not card.joker)
    return sum(n // 2 for n in alike.values())
