"""The cards dealt, the number each player gets, and the pairs among them."""

from __future__ import annotations

from collections import Counter

from games.engine import Card, Cards, PerSeat, Seat, Sheet, pack

from .house import House, Pair, Removed

QUEEN_OF_CLUBS = Card("Q", "C")
COLOURS = {"S": "black", "C": "black", "D": "red", "H": "red"}


def table_pack(sheet: Sheet[House]) -> Cards:
    """Return the cards that may be in play: the whole pack if the removed card is not known."""
    match sheet.house.removed:
        case Removed.QUEEN_OF_CLUBS:
            return Cards(card for card in pack() if card != QUEEN_OF_CLUBS)
        case Removed.JOKER_ADDED:
            return pack(jokers=1)
        case _:
            return pack()


def cards_dealt(house: House) -> int:
    """Return the number of cards dealt, which is odd."""
    pack_size = len(pack())
    return pack_size + 1 if house.removed is Removed.JOKER_ADDED else pack_size - 1


def cards_each(house: House, players: PerSeat[bool], dealer: Seat) -> PerSeat[int]:
    """Return how many cards each seat gets, dealt one by one from the dealer's left to those who play."""
    seats = len(players)
    seats_in_order = [(dealer + step) % seats for step in range(1, seats + 1)]
    seats_in_order = [seat for seat in seats_in_order if players[seat]]
    hand_size, left_over = divmod(cards_dealt(house), len(seats_in_order))
    counts = {seat: hand_size + (n < left_over) for n, seat in enumerate(seats_in_order)}
    return PerSeat(counts.get(seat, 0) for seat in range(seats))


def pair_key(card: Card, house: House) -> tuple[str, str]:
    """Return the key that two cards must share to be a pair."""
    colour = COLOURS[card.suit] if house.pair is Pair.RANK_AND_COLOUR else ""
    return card.rank, colour


def count_pairs(cards: Cards, house: House) -> int:
    """Return the number of pairs in a hand; a joker is part of none."""
    counts = Counter(pair_key(card, house) for card in cards if not card.joker)
    return sum(n // 2 for n in counts.values())
