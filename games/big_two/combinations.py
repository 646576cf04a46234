"""Combinations of cards, their kinds and their ranks: rules 1.1, 1.2, 1.7 and 3."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from games.engine import Card, Cards, Choice, _

from .choices import (
    Dragon,
    FlushOrder,
    FlushOrStraight,
    Jokers,
    Junk,
    QuadsForm,
    SmackDown,
    StraightLengths,
    StraightOrder,
    SuitOrder,
    Triples,
)
from .house import House

RANKS = "3456789TJQKA2"  # rule 1.1, from low to high
RANKS_TWOS_LOW = "23456789TJQKA"  # rule 1.13
ABOVE_THE_TWOS = len(RANKS)  # the rank of jokers

# Rule 1.2, from low to high.
SUITS = {
    SuitOrder.HONG_KONG:   "DCHS",
    SuitOrder.TAIWAN:      "CDHS",
    SuitOrder.HEARTS_OVER_SPADES: "CDSH",
    SuitOrder.PUSOY:       "CSHD",
    SuitOrder.VIET:        "SCDH",
}  # fmt: skip

SHORTEST_STRAIGHT, LONGEST_STRAIGHT = 3, 12  # thirteen ranks are the dragon
FIVE = 5
SHORTEST_RUN_OF_PAIRS = 3


class Kind(Choice):
    """The kinds of combinations."""

    SINGLE = "single", _("a single card")
    PAIR = "pair", _("a pair")
    TRIPLE = "triple", _("three of a kind")
    TWO_PAIR = "two_pair", _("two pairs")
    FOUR = "four", _("four of a kind alone")
    SISTERS = "sisters", _("sisters")
    BUTTERFLY = "butterfly", _("a butterfly")
    TRIPS_JUNK = "trips_junk", _("three of a kind with two junk cards")
    STRAIGHT = "straight", _("a straight")
    FLUSH = "flush", _("a flush")
    FULL_HOUSE = "full_house", _("a full house")
    QUADS = "quads", _("four of a kind and a card")
    FIVE_ALIKE = "five_alike", _("five alike")
    STRAIGHT_FLUSH = "straight_flush", _("a straight flush")
    PAIR_RUN = "pair_run", _("a run of pairs")
    DRAGON = "dragon", _("a dragon")
    JOKER = "joker", _("a worthless joker")


# The five-card kinds from low to high: rule 3.13, with the junk of rule 3.12 and the five alike of rule 1.8.
CATEGORIES = (
    Kind.SISTERS,
    Kind.BUTTERFLY,
    Kind.TRIPS_JUNK,
    Kind.STRAIGHT,
    Kind.FLUSH,
    Kind.FULL_HOUSE,
    Kind.QUADS,
    Kind.FIVE_ALIKE,
    Kind.STRAIGHT_FLUSH,
)


@dataclass(frozen=True)
class Play:
    """A combination: its kind, its sort key within that kind, and its defining rank."""

    kind: Kind
    key: tuple[int, ...]
    size: int
    value: int  # the rank that counts where kinds are mixed by card value


@dataclass(frozen=True)
class Order:
    """The order of ranks and suits, from low to high."""

    ranks: str
    suits: str

    def rank(self, card: Card) -> int:
        return self.ranks.index(card.rank)

    def suit(self, card: Card) -> int:
        """Return the rank of the suit; 0 for all suits where they do not count."""
        return self.suits.find(card.suit) if self.suits else 0

    def best_suit(self, cards: Cards, rank: int) -> int:
        """Return the rank of the best suit among the cards of a rank."""
        return max(self.suit(card) for card in cards if self.rank(card) == rank)


def order(house: House, twos_low: bool = False) -> Order:
    """Return this table's order of cards; ``twos_low`` once a bomb has made the 2s low."""
    low = twos_low and house.bomb_turns_twos_low
    return Order(RANKS_TWOS_LOW if low else RANKS, SUITS.get(house.suit_order, ""))


def lowest_card(house: House) -> Card:
    """Return the lowest card of the pack; the 3♦ where suits do not count."""
    return Card("3", SUITS.get(house.suit_order, SUITS[SuitOrder.HONG_KONG])[0])


def big_two(house: House) -> Card:
    """Return the highest 2; the 2♠ where suits do not count."""
    return Card("2", SUITS.get(house.suit_order, SUITS[SuitOrder.HONG_KONG])[-1])


@cache
def straights(straight_order: StraightOrder, length: int) -> tuple[tuple[str, str], ...]:
    """Return every straight of this length, ascending: its ranks, and the rank whose suit decides a tie."""

    def straights_within(ranks: str) -> list[tuple[str, str]]:
        windows = (ranks[n : n + length] for n in range(len(ranks) - length + 1))
        return [(window, window[-1]) for window in windows]

    plain = straights_within("3456789TJQKA")
    low_two, low_ace = "23456789TJQKA"[:length], "A23456789TJQK"[:length]
    last_two, last_ace = low_two[-1], low_ace[-1]
    by_order = {
        StraightOrder.HONG_KONG: [*plain, (low_two, "2"), (low_ace, "2")],
        StraightOrder.MALAYSIA: [*plain, (low_ace, "2"), (low_two, "2")],
        StraightOrder.INDONESIA: straights_within(RANKS),
        StraightOrder.LOW_TWO_TOP: [(low_two, last_two), *plain, (low_ace, "A")],
        StraightOrder.LOW_TWO_SECOND: [(low_two, last_two), *plain[:-1], (low_ace, "A"), plain[-1]],
        StraightOrder.NO_TWOS: plain,
        StraightOrder.TAIWAN: [(low_ace, "2"), *plain, (low_two, "2")],
        StraightOrder.NATURAL: [(low_ace, last_ace), (low_two, last_two), *plain],
    }
    return tuple(by_order[straight_order])


def bare_four_allowed(house: House) -> bool:
    """Return whether four of a kind may be played as four cards in any trick (rule 3.4)."""
    return house.quads_form is not QuadsForm.KICKER


def classify(cards: Cards, house: House, twos_low: bool = False) -> Play | None:
    """Return the best combination that these cards make; None if they make none."""
    return max(readings(cards, house, twos_low), key=lambda play: _reading_rank(play, house), default=None)


def readings(cards: Cards, house: House, twos_low: bool = False) -> tuple[Play, ...]:
    """Return every combination these cards can be read as: several only with wild jokers."""
    jokers = [card for card in cards if card.joker]
    if not jokers:
        play = _without_jokers(cards, house, order(house, twos_low))
        return (play,) if play else ()
    match house.jokers:
        case Jokers.OFF:
            return ()
        case Jokers.ZERO:
            return (Play(Kind.JOKER, (), 1, 0),) if len(cards) == 1 else ()
    if len(jokers) == len(cards):
        return _jokers_only(cards, house)
    plain = [card for card in cards if not card.joker]
    plays = (
        _without_jokers(Cards([*plain, *wild]), house, order(house, twos_low))
        for wild in _stand_ins(len(jokers))
    )
    return tuple(dict.fromkeys(play for play in plays if play))


def _stand_ins(jokers: int) -> Iterator[tuple[Card, ...]]:
    # One suit for all jokers is enough: suits matter only for a flush, and for the best suit in a play.
    for ranks in combinations_with_replacement(RANKS, jokers):
        for suit in SUITS[SuitOrder.HONG_KONG]:
            yield tuple(Card(rank, suit) for rank in ranks)


def _jokers_only(cards: Cards, house: House) -> tuple[Play, ...]:
    kind = {1: Kind.SINGLE, 2: Kind.PAIR, 3: Kind.TRIPLE, 4: Kind.FOUR}.get(len(cards))
    is_barred = {Kind.TRIPLE: house.triples is Triples.IN_FIVE, Kind.FOUR: not bare_four_allowed(house)}
    if kind is None or is_barred.get(kind):
        return ()
    # A joker's suit is its number: the second joker is the higher (rule 1.7).
    highest = max(int(card.suit) for card in cards)
    return (Play(kind, (ABOVE_THE_TWOS, highest), len(cards), ABOVE_THE_TWOS),)


def _reading_rank(play: Play, house: House) -> tuple[int, tuple[int, ...]]:
    return strength(play.kind, house) if play.kind in CATEGORIES else 0, play.key


def strength(kind: Kind, house: House) -> int:
    """Return the rank of a five-card kind at this table (rules 1.8 and 3.13)."""
    ladder = list(CATEGORIES)
    if house.flush_vs_straight is FlushOrStraight.STRAIGHT:
        low, high = ladder.index(Kind.STRAIGHT), ladder.index(Kind.FLUSH)
        ladder[low], ladder[high] = ladder[high], ladder[low]
    if house.five_alike_top:
        ladder.append(ladder.pop(ladder.index(Kind.FIVE_ALIKE)))
    return ladder.index(kind)


def _without_jokers(cards: Cards, house: House, card_order: Order) -> Play | None:
    """Return the combination of cards without jokers."""
    size = len(cards)
    rank_counts = Counter(map(card_order.rank, cards))
    # The most frequent rank comes first; among equally frequent ranks, the highest.
    counted_ranks = sorted(((count, rank) for rank, count in rank_counts.items()), reverse=True)
    counts, ranks = [count for count, _rank in counted_ranks], [rank for _count, rank in counted_ranks]
    if not 1 <= size <= len(RANKS):
        return None
    top = ranks[0]
    if size == FIVE:
        return _five_cards(cards, house, card_order, counts, ranks)
    match counts:
        case [1]:
            return Play(Kind.SINGLE, (top, card_order.suit(cards[0])), size, top)
        case [2]:
            return Play(Kind.PAIR, (top, card_order.best_suit(cards, top)), size, top)
        case [3] if house.triples is Triples.ALLOWED:
            return Play(Kind.TRIPLE, (top,), size, top)
        case [4] if bare_four_allowed(house) or house.smackdown is not SmackDown.OFF:
            return Play(Kind.FOUR, (top,), size, top)
        case [2, 2] if house.two_pair_4:
            return Play(Kind.TWO_PAIR, (top, card_order.best_suit(cards, top)), size, top)
    if size == len(RANKS) and set(counts) == {1}:
        return _dragon(cards, house, card_order)
    if _is_run_of_pairs(counts, ranks, house):
        return Play(Kind.PAIR_RUN, (top, card_order.best_suit(cards, top)), size, top)
    if house.straight_lengths is StraightLengths.THREE_PLUS:
        return _straight(cards, house, card_order, Kind.STRAIGHT)
    return None


def _dragon(cards: Cards, house: House, card_order: Order) -> Play | None:
    if house.dragon is not Dragon.PLAYABLE:
        return None
    (two,) = (card for card in cards if card.rank == "2")
    return Play(Kind.DRAGON, (card_order.suit(two),), len(cards), card_order.rank(two))


def _is_run_of_pairs(counts: list[int], ranks: list[int], house: House) -> bool:
    consecutive = ranks == list(range(ranks[0], ranks[0] - len(ranks), -1))
    long_enough = len(ranks) >= SHORTEST_RUN_OF_PAIRS
    return house.smackdown is not SmackDown.OFF and long_enough and consecutive and set(counts) == {2}


def _straight(cards: Cards, house: House, card_order: Order, kind: Kind) -> Play | None:
    size = len(cards)
    if not SHORTEST_STRAIGHT <= size <= LONGEST_STRAIGHT:
        return None
    ranks = {card.rank for card in cards}
    for index, (run, deciding_rank) in enumerate(straights(house.straight_order, size)):
        if set(run) == ranks and len(ranks) == size:
            (card,) = (card for card in cards if card.rank == deciding_rank)
            return Play(kind, (index, card_order.suit(card)), size, card_order.rank(card))
    return None


def _five_cards(
    cards: Cards, house: House, card_order: Order, counts: list[int], ranks: list[int]
) -> Play | None:
    """Return the highest five-card combination of rules 3.5 to 3.12."""
    suited = len({card.suit for card in cards}) == 1
    if suited and (play := _straight(cards, house, card_order, Kind.STRAIGHT_FLUSH)):
        return play
    match counts:
        case [5] if house.decks > 1:
            return Play(Kind.FIVE_ALIKE, (ranks[0],), FIVE, ranks[0])
        case [4, 1] if house.quads_form is not QuadsForm.BARE:
            return Play(Kind.QUADS, (ranks[0],), FIVE, ranks[0])
        case [3, 2]:
            return Play(Kind.FULL_HOUSE, (ranks[0],), FIVE, ranks[0])
    if suited and house.flush_order is not FlushOrder.OFF:
        return _flush(cards, house, card_order)
    return _straight(cards, house, card_order, Kind.STRAIGHT) or _junk(
        cards, house, card_order, counts, ranks
    )


def _flush(cards: Cards, house: House, card_order: Order) -> Play:
    ranks = tuple(sorted(map(card_order.rank, cards), reverse=True))
    suit = (card_order.suit(cards[0]),)
    suit_first = house.flush_order is FlushOrder.SUIT
    return Play(Kind.FLUSH, suit + ranks if suit_first else ranks + suit, FIVE, ranks[0])


def _junk(cards: Cards, house: House, card_order: Order, counts: list[int], ranks: list[int]) -> Play | None:
    top = ranks[0]
    match counts:
        case [3, 1, 1] if Junk.TRIPS in house.junk_five:
            return Play(Kind.TRIPS_JUNK, (top,), FIVE, top)
        case [2, 2, 1] if Junk.BUTTERFLY in house.junk_five:
            return Play(Kind.BUTTERFLY, (top, card_order.best_suit(cards, top)), FIVE, top)
        case [2, 2, 1] if Junk.SISTERS in house.junk_five and ranks[1] == top - 1:
            return Play(Kind.SISTERS, (top, card_order.best_suit(cards, top)), FIVE, top)
    return None
