"""The loss of a player with cards left, with all doublings: rules 6.1 to 6.6."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import Card, Cite, Seat, Seating, Sheet, Side, _, cite, ngettext

from . import rulebook as rule
from .choices import Assistant, CardValue, Direction, FinishDouble, Held, Unused
from .hands import Deal, LastPlay, Pairs, ending_matters
from .house import House, hand_size

TWICE = 2

# Rule 6.2: the points of each rank, by the ways to count them.
PIPS = {rank: int(rank) for rank in "3456789"}
WORTH = {
    CardValue.COUNT:  dict.fromkeys("23456789TJQKA", 1),
    CardValue.PUSOY:  PIPS | {"T": 10, "J": 10, "Q": 10, "K": 10, "A": 1, "2": 2},
    CardValue.RANK15: PIPS | {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14, "2": 15},
}  # fmt: skip


def worth(card: Card, house: House) -> int:
    """Return the points of a card left in hand; a joker counts like a 2."""
    return WORTH[house.card_value]["2" if card.joker else card.rank]


@dataclass(frozen=True)
class Loss:
    """A loss with its doublings, and the reasons."""

    points: int
    because: tuple[Cite, ...]


@dataclass(frozen=True)
class Rest:
    """The cards a player held when another went out."""

    cards: int
    worth: int
    held: frozenset[Held]
    twos: int


def rest_of(hand: Deal | Pairs, who: Side | Seat) -> Rest:
    """Return the cards that a side, or a seat of a pair, was left with."""
    return Rest(hand.left[who], hand.worth[who], hand.held[who], hand.twos[who])


def tiers(house: House, seats: int) -> tuple[tuple[int, int], ...]:
    """Return the penalty steps for this many seats, ascending."""
    return tuple(sorted(house.penalty_tiers_3p if seats == 3 else house.penalty_tiers))


def step(cards: int, house: House, seats: int) -> tuple[int, int] | None:
    """Return the highest step that this many cards reach: its threshold and factor (rule 6.3)."""
    return max((tier for tier in tiers(house, seats) if cards >= tier[0]), default=None)


def loss(rest: Rest, last_play: LastPlay, house: House, seats: int) -> Loss:
    """Return the loss of these cards, with the doublings multiplied together (rule 6.6)."""
    points, because = _count(rest, house)
    if rest.cards and (reached := step(rest.cards, house, seats)):
        least, factor = reached
        points *= factor
        words = _("{cards} cards, {least} or more: times {factor}")
        because += (cite(rule.TIERS, words, cards=rest.cards, least=least, factor=factor),)
    factor, cited = _unused(rest, house)
    points, because = points * factor, because + cited
    if house.finish_double is FinishDouble.ONCE and last_play is not LastPlay.PLAIN:
        points *= TWICE
        because += (cite(rule.FINISH, _("Last play: {play}, doubled"), play=last_play),)
    return Loss(points, because)


def _count(rest: Rest, house: House) -> tuple[int, tuple[Cite, ...]]:
    if house.card_value is CardValue.COUNT:
        return rest.cards, (cite(rule.COUNT, ngettext("{n} card left", "{n} cards left", rest.cards)),)
    words = ngettext(
        "{n} card left, worth {worth}", "{n} cards left, worth {worth}", rest.cards, worth=rest.worth
    )
    return rest.worth, (cite(rule.VALUE, words),)


def _unused(rest: Rest, house: House) -> tuple[int, tuple[Cite, ...]]:
    """Return the factor for cards still held: 2 once, or once for each 2 (rule 6.4)."""
    match house.unused_double:
        case Unused.ONCE if held := rest.held & house.unused_set:
            names = tuple(one for one in Held if one in held)
            return TWICE, (cite(rule.UNUSED, _("Still held {held}: doubled"), held=names),)
        case Unused.PER_TWO if rest.twos:
            factor = TWICE**rest.twos
            words = ngettext(
                "{n} 2 still held: times {factor}",
                "{n} 2s still held: times {factor}",
                rest.twos,
                factor=factor,
            )
            return factor, (cite(rule.UNUSED, words),)
    return 1, ()


def unplayed(sheet: Sheet[House]) -> Loss:
    """Return the loss of an unplayed hand, without any doubling but the step (rule 6.12)."""
    seats = sheet.seating.seats
    cards = hand_size(sheet.house, seats)[0]
    factor = (step(cards, sheet.house, seats) or (0, 1))[1]
    words = _("A whole hand of {cards}, times {factor}")
    return Loss(cards * factor, (cite(rule.AT_ONCE, words, cards=cards, factor=factor),))


def before(seat: Seat, seating: Seating, direction: Direction) -> tuple[Seat, ...]:
    """Return the players just before a seat; both neighbours where a race decides the direction."""
    clockwise, counter = seating.left(seat, -1), seating.left(seat)
    match direction:
        case Direction.CLOCKWISE:
            return (clockwise,)
        case Direction.COUNTER:
            return (counter,)
        case _:
            return tuple(dict.fromkeys((counter, clockwise)))


def after(seat: Seat, seating: Seating, direction: Direction) -> tuple[Seat, ...]:
    """Return the players just after a seat; both neighbours where a race decides the direction."""
    return tuple(next_one for next_one in seating.every_seat if seat in before(next_one, seating, direction))


def may_be_blamed(winner: Seat, sheet: Sheet[House]) -> tuple[Seat, ...]:
    """Return the players who can be blamed for letting a player out (rule 7.1)."""
    if sheet.house.assist_who is Assistant.JUST_BEFORE:
        return before(winner, sheet.seating, sheet.house.direction)
    return tuple(seat for seat in sheet.seating.every_seat if seat != winner)


def last_play_of(hand: Deal | Pairs, sheet: Sheet[House]) -> LastPlay:
    """Return the winner's last play, plain if this table does not ask."""
    return hand.last_play if ending_matters(hand, sheet) else LastPlay.PLAIN
