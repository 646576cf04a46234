"""The loss of a player with cards left, with all doublings: rules 6.1 to 6.6."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import Card, Cite, Seat, Seating, Sheet, Side, _, cite, ngettext

from . import rulebook as rule
from .choices import Assistant, CardValue, Direction, FinishDouble, Held, Unused
from .hands import Deal, LastPlay, Pairs, ending_matters
from .house import House, hand_size

TWICE = 2

# Rule 6.2: the points of each rank, for each way of counting.
PIPS = {rank: int(rank) for rank in "3456789"}
CARD_POINTS = {
    CardValue.COUNT:  dict.fromkeys("23456789TJQKA", 1),
    CardValue.PUSOY:  PIPS | {"T": 10, "J": 10, "Q": 10, "K": 10, "A": 1, "2": 2},
    CardValue.RANK15: PIPS | {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14, "2": 15},
}  # fmt: skip


def card_points(card: Card, house: House) -> int:
    """Return the points of a card left in hand; a joker counts like a 2."""
    return CARD_POINTS[house.card_value]["2" if card.joker else card.rank]


@dataclass(frozen=True)
class Loss:
    """A loss with its doublings, and the reasons."""

    points: int
    because: tuple[Cite, ...]


@dataclass(frozen=True)
class CardsLeft:
    """The cards a player held when another went out."""

    cards: int
    worth: int
    held: frozenset[Held]
    twos: int


def cards_left_of(hand: Deal | Pairs, position: Side | Seat) -> CardsLeft:
    """Return the cards that a side, or a seat of a pair, was left with."""
    return CardsLeft(hand.left[position], hand.worth[position], hand.held[position], hand.twos[position])


def tiers(house: House, seats: int) -> tuple[tuple[int, int], ...]:
    """Return the penalty tiers for this many seats, ascending, as (fewest cards, factor)."""
    return tuple(sorted(house.penalty_tiers_3p if seats == 3 else house.penalty_tiers))


def highest_tier(cards: int, house: House, seats: int) -> tuple[int, int] | None:
    """Return the highest tier that this many cards reach (rule 6.3)."""
    return max((tier for tier in tiers(house, seats) if cards >= tier[0]), default=None)


def loss_of(cards_left: CardsLeft, last_play: LastPlay, house: House, seats: int) -> Loss:
    """Return the loss of these cards, with the doublings multiplied together (rule 6.6)."""
    points, because = _points_left(cards_left, house)
    if cards_left.cards and (tier := highest_tier(cards_left.cards, house, seats)):
        least, factor = tier
        points *= factor
        words = _("{cards} cards, {least} or more: times {factor}")
        because += (cite(rule.TIERS, words, cards=cards_left.cards, least=least, factor=factor),)
    factor, reasons = _unused_factor(cards_left, house)
    points, because = points * factor, because + reasons
    if house.finish_double is FinishDouble.ONCE and last_play is not LastPlay.PLAIN:
        points *= TWICE
        because += (cite(rule.FINISH, _("Last play: {play}, doubled"), play=last_play),)
    return Loss(points, because)


def _points_left(cards_left: CardsLeft, house: House) -> tuple[int, tuple[Cite, ...]]:
    if house.card_value is CardValue.COUNT:
        return cards_left.cards, (
            cite(rule.COUNT, ngettext("{n} card left", "{n} cards left", cards_left.cards)),
        )
    words = ngettext(
        "{n} card left, worth {worth}",
        "{n} cards left, worth {worth}",
        cards_left.cards,
        worth=cards_left.worth,
    )
    return cards_left.worth, (cite(rule.VALUE, words),)


def _unused_factor(cards_left: CardsLeft, house: House) -> tuple[int, tuple[Cite, ...]]:
    """Return the factor for what is still held: one doubling, or one for each card of rank 2 (rule 6.4)."""
    match house.unused_double:
        case Unused.ONCE if held_kinds := cards_left.held & house.unused_set:
            names = tuple(kind for kind in Held if kind in held_kinds)
            return TWICE, (cite(rule.UNUSED, _("Still held {held}: doubled"), held=names),)
        case Unused.PER_TWO if cards_left.twos:
            factor = TWICE**cards_left.twos
            words = ngettext(
                "{n} 2 still held: times {factor}",
                "{n} 2s still held: times {factor}",
                cards_left.twos,
                factor=factor,
            )
            return factor, (cite(rule.UNUSED, words),)
    return 1, ()


def whole_hand_loss(sheet: Sheet[House]) -> Loss:
    """Return the loss of an unplayed hand: only its tier multiplies it (rule 6.12)."""
    seats = sheet.seating.seats
    cards = hand_size(sheet.house, seats)[0]
    _least, factor = highest_tier(cards, sheet.house, seats) or (0, 1)
    words = _("A whole hand of {cards}, times {factor}")
    return Loss(cards * factor, (cite(rule.AT_ONCE, words, cards=cards, factor=factor),))


def players_before(seat: Seat, seating: Seating, direction: Direction) -> tuple[Seat, ...]:
    """Return the players just before a seat; both neighbours if they race to play next (rule 1.6)."""
    clockwise, counter = seating.left(seat, -1), seating.left(seat)
    match direction:
        case Direction.CLOCKWISE:
            return (clockwise,)
        case Direction.COUNTER:
            return (counter,)
        case _:
            return tuple(dict.fromkeys((counter, clockwise)))


def players_after(seat: Seat, seating: Seating, direction: Direction) -> tuple[Seat, ...]:
    """Return the players just after a seat; both neighbours if they race to play next (rule 1.6)."""
    return tuple(
        neighbour for neighbour in seating.every_seat if seat in players_before(neighbour, seating, direction)
    )


def blamable_players(winner: Seat, sheet: Sheet[House]) -> tuple[Seat, ...]:
    """Return the players who can be blamed for letting the winner go out (rule 7.1)."""
    if sheet.house.assist_who is Assistant.JUST_BEFORE:
        return players_before(winner, sheet.seating, sheet.house.direction)
    return tuple(seat for seat in sheet.seating.every_seat if seat != winner)


def last_play_of(hand: Deal | Pairs, sheet: Sheet[House]) -> LastPlay:
    """Return the winner's last play; plain if this table does not ask for it."""
    return hand.last_play if ending_matters(hand, sheet) else LastPlay.PLAIN
